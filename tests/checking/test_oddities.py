"""What breaks no rule and is odd is a warning, with its evidence; built-in games have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout import loading
from playout.checking import CheckReport, check
from playout.checking.plausibility import find_oddities
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog
from playout.game import load
from tests import paths
from tests.checking.games import COINS, write

PAYOFFS = "    out[0] = s.total % 2\n    out[1] = 1 - s.total % 2"
TIC_TAC_TOE = '''"""Three in a row."""

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 9
State = np.dtype([("cells", np.int8, 9), ("plies", np.int8)], align=True)
LINES = np.array([(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])


def start(s):
    pass


def won(s, seat):
    for i in range(8):
        if s.cells[LINES[i, 0]] == s.cells[LINES[i, 1]] == s.cells[LINES[i, 2]] == 1 + seat:
            return True
    return False


def turn(s):
    return OVER if s.plies == 9 or won(s, 0) or won(s, 1) else s.plies % 2


def moves(s, out):
    n = 0
    for cell in range(9):
        if s.cells[cell] == 0:
            out[n] = cell
            n += 1
    return n


def play(s, move):
    s.cells[move] = 1 + s.plies % 2
    s.plies += 1


def payoffs(s, out):
    out[0] = out[1] = 0.5
    for seat in range(2):
        if won(s, seat):
            out[seat] = 1.0
            out[1 - seat] = 0.0
            return
'''


@pytest.fixture(autouse=True)
def fewer_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.checking.plausibility.MAX_MATCHES", 250)


def warnings(path: Path | str, seconds: float = 20.0) -> list[str]:
    with Watchdog(10.0) as watch:
        return find_oddities(Patient(load(path), 0, watch), seconds)


@pytest.fixture
def line_game(tmp_path: Path) -> Path:
    path = tmp_path / "lines.py"
    path.write_text(TIC_TAC_TOE)
    return path


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("    return s.plies % 2", "    return 0", ["in 250 random matches seat 1 never moved"]),
        (
            PAYOFFS,
            "    out[0] = out[1] = 0.5",
            ["every one of 250 random matches was a draw, with the payoffs 0.5, 0.5"],
        ),
        (PAYOFFS, "    out[0] = 1\n    out[1] = 0", ["every one of 250 random matches ended with the payoffs 1, 0"]),
        (
            PAYOFFS,
            "    out[0] = 0.5 + 0.25 * (s.total % 2)\n    out[1] = 1 - out[0]",
            ["in 250 random matches seat 1 never won: can it?"],
        ),
        (
            "    s.total += move\n",
            "    s.total += 1\n",
            ["every one of 250", "in 1,500 positions with several moves, the first and the last of them led to the"],
        ),
    ],
    ids=["a seat that never moves", "only draws", "one result", "a seat that never wins", "moves without effect"],
)
def test_what_is_odd_is_a_warning(tmp_path: Path, old: str, new: str, says: list[str]) -> None:
    found = warnings(write(tmp_path, (old, new)))
    assert [text[: len(words)] for text, words in zip(found, says, strict=True)] == says, found


def test_play_that_goes_on_after_a_win_is_a_warning(line_game: Path) -> None:
    """A line is there after five plies at the earliest, and the board is full after nine."""
    assert warnings(line_game) == []
    line_game.write_text(TIC_TAC_TOE.replace("s.plies == 9 or won(s, 0) or won(s, 1)", "s.plies == 9"))
    (found,) = warnings(line_game)
    assert "payoffs had a winner up to 4 plies before the match was over, " in found
    assert "does turn say OVER as soon as somebody has won? It shows after " in found
    assert found.rpartition("after ")[2].count(",") == 4


SCORES = """

def payoffs(s, out):
    lead = 0
    for cell in range(9):
        lead += 1 if s.cells[cell] == 1 and cell % 2 else -1 if s.cells[cell] == 2 and cell % 2 else 0
    out[0] = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
    out[1] = 1.0 - out[0]
"""


def test_who_is_ahead_has_not_won(line_game: Path) -> None:
    """Whoever has more of the four cells wins when the board is full; on the way payoffs tells who is ahead."""
    text = TIC_TAC_TOE.partition("\n\ndef payoffs")[0].replace("s.plies == 9 or won(s, 0) or won(s, 1)", "s.plies == 9")
    line_game.write_text(text + SCORES)
    assert warnings(line_game) == []


def test_sound_games_have_no_warning(tmp_path: Path) -> None:
    assert warnings(write(tmp_path)) == []
    assert warnings(paths.NIM) == []


def test_few_matches_are_no_evidence(tmp_path: Path) -> None:
    assert warnings(write(tmp_path, ("    return s.plies % 2", "    return 0")), seconds=0.0) == []


@pytest.mark.slow  # a shorter look is part of the check in tests/games/test_contract.py
@pytest.mark.parametrize("name", loading.names())
def test_built_in_games_have_no_warning(name: str) -> None:
    assert warnings(name, seconds=8.0) == []


def test_the_report_shows_warnings_and_still_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.checking.course.Course.native", lambda *_: None)
    monkeypatch.setattr("playout.checking.checkup.measure", lambda *_: ({}, None))
    monkeypatch.setattr("playout.checking.checkup.redraw_many", lambda *_: [])
    report = check(write(tmp_path, game=COINS), seconds=1)  # only seat 1 has something to say there
    assert report.passed and len(report.warnings) == 1
    text = str(report)
    assert text.startswith("coins: no rule is broken, 1 warning (")
    assert "\n  ! in " in text and " random matches seat 0 never moved: does turn ever name it?" in text
    assert CheckReport("game").warnings == []
