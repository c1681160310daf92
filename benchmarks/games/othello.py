"""Othello: a disc has to turn over discs of the other seat; whoever cannot move passes; most discs win.

The first seat has the black discs. A move is a cell, by rows from the top; CELLS is a pass.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)
SIZE = 6
CELLS = SIZE * SIZE
PLAYERS = 2
MAX_MOVES = CELLS
MAX_LENGTH = 2 * CELLS

STEPS = np.array([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)])

State = np.dtype(
    [("discs", np.int8, CELLS), ("turn", np.int8), ("over", np.int8)],  # 0: empty, else the seat + 1
    align=True,
)


def start(s: Any) -> None:
    middle = SIZE // 2
    s.discs[(middle - 1) * SIZE + middle] = s.discs[middle * SIZE + middle - 1] = 1
    s.discs[(middle - 1) * SIZE + middle - 1] = s.discs[middle * SIZE + middle] = 2


def turn(s: Any) -> Any:
    return OVER if s.over else s.turn


def turned(s: Any, cell: Any, seat: Any, i: Any) -> Any:
    """The number of discs that a disc of the seat on this cell turns over in direction i."""
    row, column = cell // SIZE + STEPS[i, 0], cell % SIZE + STEPS[i, 1]
    n = 0
    while 0 <= row < SIZE and 0 <= column < SIZE:
        there = s.discs[row * SIZE + column]
        if there == 0:
            return 0
        if there == seat + 1:
            return n
        n += 1
        row += STEPS[i, 0]
        column += STEPS[i, 1]
    return 0


def is_legal(s: Any, cell: Any, seat: Any) -> Any:
    if s.discs[cell] != 0:
        return False
    for i in range(8):  # noqa: SIM110 (a generator does not compile)
        if turned(s, cell, seat, i) > 0:
            return True
    return False


def can_move(s: Any, seat: Any) -> Any:
    for cell in range(CELLS):  # noqa: SIM110 (a generator does not compile)
        if is_legal(s, cell, seat):
            return True
    return False


def moves(s: Any, out: Any) -> Any:
    n = 0
    for cell in range(CELLS):
        if is_legal(s, cell, s.turn):
            out[n] = cell
            n += 1
    if n == 0:
        out[0] = CELLS
        return 1
    return n


def play(s: Any, move: Any) -> None:
    seat = s.turn
    if move < CELLS:
        for i in range(8):
            step = STEPS[i, 0] * SIZE + STEPS[i, 1]
            for k in range(turned(s, move, seat, i)):
                s.discs[move + (k + 1) * step] = seat + 1
        s.discs[move] = seat + 1
        if not can_move(s, 1 - seat) and not can_move(s, seat):
            s.over = 1
    s.turn = 1 - seat


def payoffs(s: Any, out: Any) -> None:
    lead = 0
    for cell in range(CELLS):
        if s.discs[cell] != 0:
            lead += 3 - 2 * s.discs[cell]
    out[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    out[1] = 1.0 - out[0]
