"""Clobber: a stone moves onto an adjacent stone of the other seat and removes it; whoever cannot move loses.

A move is (row * COLUMNS + column) * 4 + direction: up, right, down, left.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("ROWS", "COLUMNS")
ROWS = 5
COLUMNS = 6
CELLS = ROWS * COLUMNS
PLAYERS = 2
MAX_MOVES = 2 * CELLS
MAX_LENGTH = CELLS

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def _neighbours() -> Any:
    table = np.full((CELLS, 4), -1, np.int16)
    for cell in range(CELLS):
        row, column = divmod(cell, COLUMNS)
        for i, (down, right) in enumerate(STEPS):
            if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
                table[cell, i] = (row + down) * COLUMNS + column + right
    return table


NEIGHBOURS = _neighbours()

State = np.dtype([("stones", np.int8, CELLS), ("turn", np.int8), ("over", np.int8)], align=True)


def start(s: Any) -> None:
    for cell in range(CELLS):
        s.stones[cell] = 1 + (cell // COLUMNS + cell % COLUMNS) % 2


def turn(s: Any) -> Any:
    return OVER if s.over else s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for cell in range(CELLS):
        if s.stones[cell] == s.turn + 1:
            for i in range(4):
                other = NEIGHBOURS[cell, i]
                if other >= 0 and s.stones[other] == 2 - s.turn:
                    out[n] = cell * 4 + i
                    n += 1
    return n


def play(s: Any, move: Any) -> None:
    cell = move // 4
    s.stones[NEIGHBOURS[cell, move % 4]] = s.stones[cell]
    s.stones[cell] = 0
    s.turn = 1 - s.turn
    s.over = 1
    for cell in range(CELLS):
        if s.stones[cell] == s.turn + 1:
            for i in range(4):
                other = NEIGHBOURS[cell, i]
                if other >= 0 and s.stones[other] == 2 - s.turn:
                    s.over = 0
                    return


def payoffs(s: Any, out: Any) -> None:
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
