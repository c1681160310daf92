"""Users' games whose functions do not return: they are named, everything else goes on."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from playout.web.computing import turns
from playout.web.computing.turns import Turns
from playout.web.games import trials
from playout.web.games.trials import Trials
from playout.web.http.app import make_app
from tests import paths
from tests.web.conftest import Client, Page, TestClient, in_chinese, settings

LOOP = "    while True:\n        pass\n"

AS_A_CLASS = '''"""A match of two moves; while a file exists, its second move waits for ever."""
import itertools
from pathlib import Path

from playout.rules import OVER


class Waiting:
    PLAYERS, MAX_MOVES = 2, 1

    def __init__(self):
        self.count = 0

    def turn(self):
        return self.count if self.count < 2 else OVER

    def moves(self):
        return [0]

    def play(self, move):
        if self.count == 1:
            while Path("FLAG").exists():
                pass
        self.count += 1

    def payoffs(self):
        return [1.0, 0.0]
'''


def looping(folder: Path, function: str) -> str:
    """Nim, with a loop at the beginning of a function, or at the end of the file."""
    text = paths.NIM.read_text()
    if function == "file":
        text += "\nwhile True:\n    pass\n"
    else:
        begin = text.index("\n", text.index(f"def {function}(")) + 1
        text = text[:begin] + LOOP + text[begin:]
    path = folder / f"endless_{function}.py"
    path.write_text(text)
    return str(path)


def deaf(folder: Path) -> str:
    """A loop inside C, during which no other thread of Python runs."""
    path = folder / "deaf.py"
    loop = 'while Path("FLAG").exists():\n                pass'
    path.write_text(AS_A_CLASS.replace(loop, "all(itertools.repeat(1))"))
    return str(path)


@pytest.mark.slow
def test_first_calls_are_tried_where_they_can_be_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In `play`, `moves`, `start`, at import, and inside C: the page says which, and the other games are there."""
    monkeypatch.setattr(trials, "PATIENCE", 1.0)
    functions = ("play", "moves", "start", "file")
    files = (*(looping(tmp_path, function) for function in functions), deaf(tmp_path), str(paths.NIM))
    expected = {f"endless_{word}": f"endless_{word}.py: {word} did not return in 1 s" for word in functions[:3]}
    expected["endless_file"] = "endless_file.py: running the file did not end in 1 s"
    expected["deaf"] = "deaf.py: play did not return in 1 s"
    given = settings(tmp_path)
    with TestClient(make_app(replace(given, files=files)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        names = {game["name"] for game in client.get("/api/games")}
        assert {"nim", "chess"} <= names and not names & set(expected)
        assert {item["id"]: item["why"]["en"] for item in client.get("/api/unreadable")} == expected
        refused = client.post("/api/matches", {"game": "endless_play", "seats": []}, 503)
        assert refused["error"] == expected["endless_play"]
        assert in_chinese(refused) == "endless_play.py：play 在 1 秒内没有返回"
        assert client.match("nim", "person", "person")


def test_what_passed_is_not_tried_again_until_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.py"
    path.write_text(paths.NIM.read_text())
    Trials((str(path),)).close()
    begun: list[str] = []
    monkeypatch.setattr(trials, "_run", lambda file, entry: begun.append(file))
    tried = Trials((str(path),))
    assert tried.version(str(path)) and not begun
    path.write_text(path.read_text() + "\n# a change\n")
    assert tried.version(str(path)) and begun == [str(path)]
    tried.close()


@pytest.fixture
def flag(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "flag"
    (tmp_path / "flag").unlink(missing_ok=True)


def waiting(folder: Path, flag: Path) -> TestClient:
    """A server with a game whose second move waits while the flag exists."""
    path = folder / "waiting.py"
    path.write_text(AS_A_CLASS.replace("FLAG", str(flag)))
    given = settings(folder)
    return TestClient(make_app(replace(given, files=(str(path),))), base_url="http://127.0.0.1")


@pytest.mark.slow
def test_a_move_that_does_not_return_keeps_nobody_else_waiting(tmp_path: Path, flag: Path) -> None:
    with waiting(tmp_path, flag) as http:
        client = Client(http)
        slow = client.match("waiting", "person", "person", moves=[0])
        other = client.match("tic_tac_toe", "person", "person")
        with client.page() as one, client.page() as two:
            pages = Page(one), Page(two)
            pages[0].ask("join", match=slow)
            pages[1].ask("join", match=other)
            flag.touch()
            one.send_text(json.dumps({"id": 99, "do": "move", "move": 0}))
            pages[1].ask("move", move=4)
            flag.unlink()
            assert pages[0].until("done")["id"] == 99, "it was still being played when the other match had moved on"


@pytest.mark.slow
def test_a_later_call_that_does_not_return_is_interrupted(
    tmp_path: Path, flag: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From then on the game is refused by every door, until its file is mended."""
    monkeypatch.setattr(trials, "PATIENCE", 1.0)
    with waiting(tmp_path, flag) as http:
        client = Client(http)
        slow = client.match("waiting", "person", "person", moves=[0])
        failing = client.match("waiting", "person", "random")
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=slow)
            flag.touch()
            assert page.do("move", move=0)["error"] == "waiting.py: play did not return in 1 s"
            assert page.do("move", move=0)["error"] == "waiting.py: play did not return in 1 s"
        for match in (slow, failing):
            assert client.get(f"/api/matches/{match}", 503)["code"] == "game.hung"
        assert [item["id"] for item in client.get("/api/unreadable")] == ["waiting"]
        assert "waiting" not in {game["name"] for game in client.get("/api/games")}
        file = tmp_path / "waiting.py"
        file.write_text(file.read_text().replace("while Path", "if Path"))
        assert "waiting" in {game["name"] for game in client.get("/api/games")}
        assert client.match("waiting", "person", "person", moves=[0, 0])


@pytest.mark.slow
def test_an_agent_in_rules_that_do_not_return_is_told(
    tmp_path: Path, flag: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "PATIENCE", 1.0)
    with waiting(tmp_path, flag) as http:
        client = Client(http)
        match = client.match("waiting", "person", "uct(simulations=10)")
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            flag.touch()
            page.ask("move", move=0)
            while client.http.get(f"/api/matches/{match}").status_code == 200:
                pass
            assert client.get(f"/api/matches/{match}", 503)["error"] == "waiting.py: play did not return in 1 s"


def test_a_search_that_never_ends_its_slice_loses_its_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one in native code of rules with a loop, which nothing can interrupt."""
    monkeypatch.setattr(turns, "SLICE", 0.01)
    cores = Turns(1)
    stuck, other = cores.ticket(person=False), cores.ticket(person=False)
    stuck.wait()
    waits = threading.Thread(target=other.wait, daemon=True)
    waits.start()
    stuck.hurry()
    waits.join(20)
    assert not waits.is_alive()
