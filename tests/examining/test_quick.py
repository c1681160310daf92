"""A user's own game is examined before native code first runs it, once for each version of its rules."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playout.algorithms.perft import perft
from playout.algorithms.playouts import playouts
from playout.algorithms.search import search
from playout.checking import check
from playout.examining import quick
from playout.game import Game, load
from playout.rules import RulesError
from tests import paths

# `moves` returns the option `answer` when six stones are left; then `play` writes to the cell `index`.
FAULTY = '''"""Nim with a fault."""

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 3
State = np.dtype(
    [("answer", np.int64), ("index", np.int64), ("stones", np.int16), ("turn", np.int8), ("cells", np.int8, 4)],
    align=True,
)


def start(s, stones=15, answer=3, index=0):
    s.stones = stones
    s.answer = answer
    s.index = index


def turn(s):
    return s.turn if s.stones > 0 else OVER


def moves(s, out):
    n = min(3, s.stones)
    for i in range(n):
        out[i] = i + 1
    return s.answer if s.stones == 6 else n


def play(s, move):
    if s.stones == 6:
        s.cells[s.index] = 1
    s.stones -= move
    s.turn = 1 - s.turn


def payoffs(s, out):
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
'''


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(quick, "_sound", set())
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY)
    return path


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for this test alone, in a process that knows of no sound game."""
    monkeypatch.setattr(quick, "_sound", set())
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that are examined from now on."""
    names: list[str] = []
    examine = quick.examine

    def counted(game: Game, *rest: Any) -> Any:
        names.append(game.name)
        return examine(game, *rest)

    monkeypatch.setattr(quick, "examine", counted)
    return names


@pytest.fixture
def unexamined(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the fault were too rare to be found: native code meets it first."""
    monkeypatch.setattr(quick, "refuse_faulty", lambda game: None)
    yield


def line_of(code: str) -> int:
    return next(number for number, row in enumerate(FAULTY.splitlines(), 1) if code in row)


RUNS = [
    lambda state: search(state, "uct", simulations=1000),
    lambda state: search(state, "alphabeta"),
    lambda state: playouts(state, 1000),
    lambda state: perft(state, 12),
]


@pytest.mark.parametrize("run", RUNS)
def test_an_index_out_of_range_is_an_error_not_a_crash(path: Path, run: Any) -> None:
    state = load(path, index=800_000_000).start()
    with pytest.raises(RulesError) as error:
        run(state)
    where = f"play (faulty.py, line {line_of('s.cells[s.index] = 1')}) raised IndexError"
    assert where in str(error.value) and "faulty has a fault, which shows after the" in str(error.value)
    assert f"`playout check {path} -o index=800000000` examines it closely" in str(error.value)


@pytest.mark.parametrize("answer", [4, 0, -1, 1 << 40])
def test_a_wrong_number_of_moves_is_named(path: Path, answer: int) -> None:
    with pytest.raises(RulesError) as error:
        playouts(load(path, answer=answer).start(), 1000)
    assert f"moves (faulty.py, line {line_of('def moves')})" in str(error.value)
    assert f" {answer} moves" in str(error.value)
    assert answer < 1 or "MAX_MOVES is 3" in str(error.value)


@pytest.mark.usefixtures("unexamined")
@pytest.mark.parametrize("backend", ["cpu", "python"])
@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (4, "more moves than MAX_MOVES = 3"),
        (1 << 40, "more moves than MAX_MOVES = 3"),
        (0, "fewer than 1 move"),
        (-1, "fewer than 1 move"),
    ],
)
def test_native_code_too_refuses_a_wrong_number_of_moves(path: Path, answer: int, says: str, backend: str) -> None:
    """Without the check 1 << 40 and -1 were endless loops that Ctrl-C did not end."""
    state = load(path, answer=answer).start()
    where = f"{path}, line {line_of('def moves')}, moves: it returned {says}"
    with pytest.raises(RulesError) as error:
        playouts(state, 1000, seed=1, backend=backend)
    assert where in str(error.value)
    with pytest.raises(RulesError) as error:
        search(state, "alphabeta", backend=backend)
    assert where in str(error.value)


@pytest.mark.usefixtures("unexamined")
def test_at_the_root_the_number_is_named(path: Path) -> None:
    where = f"{path}, line {line_of('def moves')}, moves: it returned 1099511627776; "
    state = load(path, answer=1 << 40).replay([3, 3, 3])
    with pytest.raises(RulesError) as error:
        search(state, "uct", simulations=10)
    assert where in str(error.value) and "at most MAX_MOVES = 3" in str(error.value)


def test_it_is_examined_once_for_each_version(
    path: Path, own_cache: Path, examined: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    quick.refuse_faulty(load(path))
    notice = "examining faulty.py before its first search; later starts do so only if it has changed\n"
    assert capsys.readouterr().err == notice
    quick.refuse_faulty(load(path))
    assert examined == ["faulty"] and capsys.readouterr().err == ""
    quick._sound.clear()  # as in another process
    quick.refuse_faulty(load(path))
    assert examined == ["faulty"]
    path.write_text(FAULTY + "# a comment changes no rule\n")
    quick.refuse_faulty(load(path))
    assert examined == ["faulty"]
    path.write_text(FAULTY.replace("s.turn = 1 - s.turn", "s.turn ^= 1"))
    quick.refuse_faulty(load(path))
    quick.refuse_faulty(load(path, stones=9))
    assert examined == ["faulty"] * 3


def test_a_game_that_was_checked_is_not_examined_again(
    path: Path, own_cache: Path, examined: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playout.checking.course.Course.native", lambda *_: None)
    monkeypatch.setattr("playout.checking.checkup.measure", lambda *_: ({}, None))
    assert not check(path, seconds=0.1, stones=6, answer=7).passed
    quick._sound.clear()
    monkeypatch.setattr(quick, "MAX_POSITIONS", 1)
    assert check(path, seconds=0.1).passed
    quick.refuse_faulty(load(path))
    assert examined == []
    monkeypatch.setattr(quick, "MAX_POSITIONS", 1_000_000)
    assert check(path, seconds=0.1, stones=9).passed
    quick.refuse_faulty(load(path, stones=9))  # the check saw less than this would
    assert examined == ["faulty"]


def test_a_fault_is_not_remembered_as_sound(path: Path, own_cache: Path, examined: list[str]) -> None:
    for _ in range(2):
        with pytest.raises(RulesError, match="MAX_MOVES is 3"):
            quick.refuse_faulty(load(path, answer=7))
    assert examined == ["faulty"] * 2


def test_without_a_cache_folder_once_a_process(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examined: list[str]
) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "taken"))
    quick.refuse_faulty(load(path))
    quick.refuse_faulty(load(path))
    assert examined == ["faulty"]


def test_built_in_games_are_not_examined(examined: list[str], own_cache: Path) -> None:
    for game in (load("tic_tac_toe"), load("qubic"), load("kuhn_poker").start().seen_by(0).game):
        quick.refuse_faulty(game)
    assert examined == [] and not own_cache.exists()


def test_what_a_seat_sees_counts_as_the_game(own_cache: Path, tmp_path: Path, examined: list[str]) -> None:
    source = paths.ROOT / "src" / "playout" / "games" / "kuhn_poker.py"
    path = tmp_path / "poker.py"
    path.write_bytes(source.read_bytes())
    game = load(path)
    for known in (game, game.start().seen_by(0).game, game.start().seen_by(1).game):
        quick.refuse_faulty(known)
    assert examined == ["poker"]


def test_the_command_line_names_the_fault(path: Path, own_cache: Path) -> None:
    path.write_text(FAULTY.replace("index=0", "index=800_000_000"))
    command = [sys.executable, "-m", "playout", "analyse", str(path), "--agent", "uct(simulations=100)"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1, done
    assert f"play (faulty.py, line {line_of('s.cells[s.index] = 1')}) raised IndexError" in done.stderr
