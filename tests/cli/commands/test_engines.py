"""`playout engines`: names for other programs, kept in a file of the user's."""

from __future__ import annotations

import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from playout import OptionError, PlayoutError
from playout.agents import agent
from playout.agents.engines.book import BookEntry, add_engine, config_file, find_engine, read_book, remove_engine
from tests.agents.engines.test_engines import FAKE
from tests.cli.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLAYOUT_CONFIG_DIR", str(tmp_path / "conf"))
    return tmp_path / "conf"


def fake(*words: str) -> str:
    return shlex.join([sys.executable, str(FAKE), *words])


def test_engines_are_added_listed_used_and_removed(folder: Path) -> None:
    assert "none yet" in run("engines", "list").stdout
    done = run("engines", "add", "level", fake("uci", "good"), "-s", "Level=3")
    assert (done.returncode, done.stdout) == (0, "level: Fake 1.0; use uci(level)\n")
    done = run("engines", "add", "stones", fake("gtp", "good"))
    assert done.stdout == "stones: Fake 1.0; use gtp(stones)\n", done.stderr
    kept = tomllib.loads((folder / "engines.toml").read_text())
    assert kept["level"]["settings"] == {"Level": 3}
    assert [path.name for path in folder.iterdir()] == ["engines.toml"]  # nothing half written is left
    listed = run("engines", "list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["uci(level)", "gtp(stones)"]
    done = run("analyse", "go", "-o", "size=5", "--agent", "gtp(stones)")
    assert "pass is what would be played" in done.stdout, done.stderr
    done = run("analyse", "go", "--agent", "uci(stones)")
    assert (done.returncode, done.stderr) == (1, "playout: stones speaks GTP: write gtp(stones)\n")
    assert run("engines", "remove", "stones").stdout == "stones is forgotten\n"
    assert list(read_book()) == ["level"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["add", "a b", fake("gtp", "good")], "'a b' cannot name an engine; use letters, digits and _"),
        (["add", "x", "nonesuch_engine"], "there is no engine 'nonesuch_engine'"),
        (["add", "x", "sh", "--protocol", "xboard"], "a protocol is uci, gtp, program or saiblo, not 'xboard'"),
        (["add", "x", fake("uci", "dead")], "answers by no known protocol (program: "),
        (
            ["add", "x", fake("uci", "good"), "--protocol", "uci", "-s", "Level=99"],
            "the option Level has to be a whole number from 0 to 9",
        ),
        (["add", "x", fake("uci", "good"), "-s", "Level"], "'Level' has to be NAME=VALUE"),
        (["add", "x", "a 'b"], "cannot be read: No closing quotation"),
        (["remove", "x"], "there is no engine 'x'"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], sentence: str) -> None:
    done = run("engines", *words)
    assert done.returncode > 0
    assert sentence in done.stderr
    assert read_book() == {}


def test_a_file_keeps_every_text(folder: Path) -> None:
    command = ("sh", 'a "b" \\ c', "ü\t\x7f#[]", "$(id)")
    add_engine(BookEntry("odd", "uci", command, {"Skill Level": 5, "Ü": 'x"y', "z": True, "half": 0.5}))
    assert read_book()["odd"] == BookEntry(
        "odd", "uci", command, {"Skill Level": 5, "Ü": 'x"y', "z": True, "half": 0.5}
    )
    assert find_engine("odd", "uci").command == command
    remove_engine("odd")


@pytest.mark.parametrize("text", ["[a", "[a]\nprotocol = 'uci'", "a = 5", "[a]\nprotocol = 'x'\ncommand = ['y']"])
def test_a_damaged_file_is_named(folder: Path, text: str) -> None:
    folder.mkdir()
    config_file().write_text(text)
    with pytest.raises(PlayoutError, match=r"engines\.toml"):
        read_book()


def test_agents_lists_them() -> None:
    assert "uci(stockfish, elo=1800, seconds=1)" in " ".join(run("agents").stdout.split())
    assert "UCI_LimitStrength" in run("agents", "uci").stdout
    with pytest.raises(OptionError, match="there is no agent 'ucy'"):
        agent("ucy")
