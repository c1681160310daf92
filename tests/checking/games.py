"""Two small sound games, as text that tests break in one place, and how a report is read."""

from __future__ import annotations

from pathlib import Path

from playout.checking import CheckReport, Finding

__all__ = ["COINS", "TRACK", "failure", "line_of", "write"]

# Six plies, three moves each; a move is added to `total`. Whoever moves last wins if the total is even.
TRACK = '''"""Track: six plies."""

import numpy as np

from playout.rng import below
from playout.rules import CHANCE, OVER

PLAYERS = 2
MAX_MOVES = 3
MAX_LENGTH = 6
# more constants

State = np.dtype(
    [("plies", np.int8), ("total", np.int8), ("spare", np.int8), ("log", np.int8, 6), ("word", np.uint64)], align=True
)


def start(s):
    pass


def turn(s):
    if s.plies == 6:
        return OVER
    return s.plies % 2


def moves(s, out):
    for move in range(3):
        out[move] = move
    return 3


def play(s, move):
    s.total += move
    s.plies += 1


def payoffs(s, out):
    out[0] = s.total % 2
    out[1] = 1 - s.total % 2


def show(s):
    return f"{s.plies} plies, total {s.total}"


def format(s, move):
    return f"add {move}"


def parse(s, text):
    return int(text.removeprefix("add "))
'''

# A coin is tossed twice, and both are seen by seat 0 only; then seat 1 names the second.
COINS = '''"""Coins: guess what the other has seen."""

import numpy as np

from playout.rng import below
from playout.rules import CHANCE, OVER

PLAYERS = 2
MAX_MOVES = 2

State = np.dtype([("tosses", np.int8), ("coins", np.int8, 2), ("answer", np.int8), ("seen", np.int8)], align=True)


def start(s):
    s.coins[0] = s.coins[1] = s.answer = -1


def turn(s):
    if s.tosses < 2:
        return CHANCE
    return 1 if s.answer < 0 else OVER


def moves(s, out):
    out[0] = 0
    out[1] = 1
    return 2


def chance(s, rng):
    return below(rng, 2)


def odds(s, outcomes, p):
    outcomes[0] = 0
    outcomes[1] = 1
    p[0] = p[1] = 0.5
    return 2


def play(s, move):
    if s.tosses < 2:
        s.coins[s.tosses] = move
        s.tosses += 1
    else:
        s.answer = move


def payoffs(s, out):
    out[1] = s.coins[1] == s.answer
    out[0] = 1 - out[1]


def mask(s, seat):
    if seat == 1 and s.answer < 0:
        s.coins[0] = s.coins[1] = -1


def guess(s, seat, rng):
    for i in range(s.tosses):
        if s.coins[i] < 0:
            s.coins[i] = below(rng, 2)


def show(s):
    return f"{s.tosses} {s.coins[0]} {s.coins[1]} {s.answer}"
'''


def write(folder: Path, *changes: tuple[str, str], more: str = "", game: str = TRACK) -> Path:
    """A file with the game, in which some code is replaced and some added at the end."""
    text = f"{game}\n\n{more}"
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / ("track.py" if game is TRACK else "coins.py")
    path.write_text(text)
    return path


def failure(report: CheckReport, rule: str) -> Finding:
    """The only failure of a report, whose rule begins like this."""
    assert [finding.rule[: len(rule)] for finding in report.failures] == [rule], str(report)
    assert not report.passed
    return report.failures[0]


def line_of(path: Path, text: str) -> str:
    """Where a piece of code stands, as messages say it."""
    rows = path.read_text().splitlines()
    return f"{path.name}, line {next(number for number, row in enumerate(rows, 1) if text in row)}"
