"""Dots and Boxes: whoever draws the fourth side of a box owns it and moves again; most boxes win.

A move is a line: first the horizontal ones by rows, then the vertical ones by rows.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("ROWS", "COLUMNS")
ROWS = 3
COLUMNS = 3
BOXES = ROWS * COLUMNS
ACROSS = (ROWS + 1) * COLUMNS
LINES = ACROSS + ROWS * (COLUMNS + 1)
PLAYERS = 2
MAX_MOVES = LINES
MAX_LENGTH = LINES


def _boxes() -> Any:
    """For each line, the one or two boxes beside it; -1: no box."""
    table = np.full((LINES, 2), -1, np.int16)
    for row in range(ROWS):
        for column in range(COLUMNS):
            box = row * COLUMNS + column
            table[row * COLUMNS + column, 1] = box
            table[(row + 1) * COLUMNS + column, 0] = box
            table[ACROSS + row * (COLUMNS + 1) + column, 1] = box
            table[ACROSS + row * (COLUMNS + 1) + column + 1, 0] = box
    return table


BESIDE = _boxes()

State = np.dtype(
    [
        ("drawn", np.int8, LINES),
        ("sides", np.int8, BOXES),  # drawn sides of each box
        ("boxes", np.int8, 2),  # by seat
        ("lines", np.int16),
        ("turn", np.int8),
    ],
    align=True,
)


def start(s: Any) -> None:
    pass


def turn(s: Any) -> Any:
    return OVER if s.lines == LINES else s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for line in range(LINES):
        if not s.drawn[line]:
            out[n] = line
            n += 1
    return n


def play(s: Any, move: Any) -> None:
    s.drawn[move] = 1
    s.lines += 1
    closed = 0
    for i in range(2):
        box = BESIDE[move, i]
        if box >= 0:
            s.sides[box] += 1
            if s.sides[box] == 4:
                closed += 1
    s.boxes[s.turn] += closed
    if closed == 0:
        s.turn = 1 - s.turn


def payoffs(s: Any, out: Any) -> None:
    for seat in range(2):
        own, other = s.boxes[seat], s.boxes[1 - seat]
        out[seat] = 1.0 if own > other else 0.5 if own == other else 0.0
