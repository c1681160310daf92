"""Domineering: the first seat puts down vertical dominoes, the second horizontal ones; whoever cannot move loses.

A move is the upper or left cell of the domino, by rows from the top.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)
SIZE = 8
CELLS = SIZE * SIZE
PLAYERS = 2
MAX_MOVES = SIZE * (SIZE - 1)
MAX_LENGTH = CELLS // 2 + 1

State = np.dtype([("taken", np.int8, CELLS), ("turn", np.int8), ("over", np.int8)], align=True)


def start(s: Any) -> None:
    pass


def turn(s: Any) -> Any:
    return OVER if s.over else s.turn


def fits(s: Any, cell: Any) -> Any:
    """Whether the seat to move can put a domino there."""
    if s.turn == 0:
        return cell < CELLS - SIZE and not s.taken[cell] and not s.taken[cell + SIZE]
    return cell % SIZE < SIZE - 1 and not s.taken[cell] and not s.taken[cell + 1]


def moves(s: Any, out: Any) -> Any:
    n = 0
    for cell in range(CELLS):
        if fits(s, cell):
            out[n] = cell
            n += 1
    return n


def play(s: Any, move: Any) -> None:
    s.taken[move] = 1
    s.taken[move + (SIZE if s.turn == 0 else 1)] = 1
    s.turn = 1 - s.turn
    s.over = 1
    for cell in range(CELLS):
        if fits(s, cell):
            s.over = 0
            return


def payoffs(s: Any, out: Any) -> None:
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
