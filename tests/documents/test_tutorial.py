"""The tutorial's game, typed as written: it passes the check, is native, plays in the web app and in a tournament."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

import pytest

import playout
from playout.web.http.app import make_app
from playout.web.settings import ServerSettings
from tests import paths
from tests.cli.running import run
from tests.documents.pages import DOCS, blocks, run_python
from tests.web.conftest import Client, Page, TestClient

ENGLISH, CHINESE = DOCS / "tutorial.md", DOCS / "tutorial.zh.md"
COMMANDS = [line for block in blocks(ENGLISH, "sh") for line in block.splitlines()]


@pytest.fixture
def chomp(tmp_path: Path) -> Path:
    path = tmp_path / "chomp.py"
    path.write_text("\n\n".join(blocks(ENGLISH, "py")))
    return path


def test_it_has_sixty_lines(chomp: Path) -> None:
    assert len(chomp.read_text().splitlines()) <= 60


def test_the_web_app_offers_it_as_a_download(chomp: Path) -> None:
    assert (paths.ROOT / "web" / "public" / "chomp.py").read_text() == chomp.read_text()


def test_both_languages_have_the_same_code() -> None:
    for language in ("py", "python", "sh"):
        assert blocks(CHINESE, language) == blocks(ENGLISH, language)


def test_it_passes_the_check_and_is_native(chomp: Path) -> None:
    report = playout.check(chomp, seconds=0.3)
    assert report.passed, str(report)
    assert report.speeds["cpu"] > 20 * report.speeds["python"] > 0


def test_winning_bites_are_those_of_the_theory(chomp: Path) -> None:
    """By a search of its own: b2 is the only one of a square, the upper right corner the only one of two rows."""

    @cache
    def lost(position: playout.State) -> bool:
        return not position.over and all(not lost(position.play(move)) for move in position.moves())

    for rows, columns, bites in ((3, 3, ["b2"]), (2, 4, ["d2"]), (4, 5, ["c3"])):
        state = playout.load(chomp, rows=rows, columns=columns).start()
        assert [state.format(move) for move in state.moves() if lost(state.play(move))] == bites
        found = playout.search(state, "alphabeta", backend="python")
        assert ([state.format(found.move)], found.proven) == (bites, True)


def test_it_plays_in_the_web_app(chomp: Path, tmp_path: Path) -> None:
    settings = ServerSettings(data=tmp_path / "data", backend="python", files=(str(chomp),), pages=tmp_path / "pages")
    with TestClient(make_app(settings), base_url="http://127.0.0.1") as http:
        client = Client(http)
        game = next(game for game in client.get("/api/games") if game["name"] == "chomp")
        assert game["kind"] == "grid" and game["picture"]["danger"] == [15]
        match = client.match("chomp", "person", "uct(simulations=50)", options={"rows": 2, "columns": 2})
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            page.ask("move", text="b1")  # a mistake: now a2 leaves the poison
            while page.last("moved")["move"]["seat"] != 1:
                page.until("moved")
            assert page.last("moved")["move"]["text"] == "a2"
            page.ask("move", text="a1")
            ended = page.last("changed")["match"]
    assert ended["status"] == "over" and ended["position"]["payoffs"] == [0.0, 1.0]


def test_it_plays_in_a_tournament(chomp: Path) -> None:
    outcome = playout.tournament(chomp, ["random", "random(seed=1)"], matches=10, seed=1, workers=1)
    assert len(outcome.results.payoffs) == 10


@pytest.mark.slow
def test_the_commands_and_the_python_do_what_the_page_says(chomp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(chomp.parent)
    said = {}
    for command in COMMANDS:
        done = run(*shlex.split(command)[1:], typed="quit\n")
        assert done.returncode == 0, done.stderr
        said[command.split()[1]] = done.stdout
    assert "best move  c3" in said["solve"] and "Player 1 has 1" in said["solve"]
    assert "native code does what the interpreted rules do" in said["check"]
    first = said["arena"].splitlines()[3].split()
    assert first[:2] == ["1", "alphabeta(proven=True)"] and first[-3:] == ["40", "0", "0"]
    done = run_python([ENGLISH], chomp.parent)
    assert done.stdout == "c3 True\nTrue (1.0, 0.0)\nTrue (1.0, 0.0)\n", done.stderr
