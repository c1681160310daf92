"""Amazons: a queen moves and shoots an arrow that blocks a cell for good; whoever cannot move loses.

A turn is three moves of the same seat: the queen's cell, the cell it goes to, the cell of the arrow.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)
SIZE = 6
CELLS = SIZE * SIZE
PLAYERS = 2
MAX_MOVES = max(4, 4 * SIZE)
MAX_LENGTH = 3 * CELLS

STEPS = np.array([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)])

State = np.dtype(
    [
        ("board", np.int8, CELLS),  # 0: empty, 1 and 2: a queen of the seats, 3: an arrow
        ("queen", np.int16),  # the cell of the queen that is moving
        ("step", np.int8),  # 0: choose a queen, 1: its goal, 2: the arrow
        ("turn", np.int8),
        ("over", np.int8),
    ],
    align=True,
)


def start(s: Any) -> None:
    near = (SIZE - 1) // 3
    far = SIZE - 1 - near
    for row, column in ((0, near), (0, far), (near, 0), (near, SIZE - 1)):
        s.board[row * SIZE + column] = 2
        s.board[(SIZE - 1 - row) * SIZE + column] = 1


def turn(s: Any) -> Any:
    return OVER if s.over else s.turn


def reach(s: Any, cell: Any, out: Any) -> Any:
    """The cells that a queen there reaches."""
    n = 0
    for i in range(8):
        row, column = cell // SIZE + STEPS[i, 0], cell % SIZE + STEPS[i, 1]
        while 0 <= row < SIZE and 0 <= column < SIZE and s.board[row * SIZE + column] == 0:
            out[n] = row * SIZE + column
            n += 1
            row += STEPS[i, 0]
            column += STEPS[i, 1]
    return n


def is_free(s: Any, cell: Any) -> Any:
    """Whether a queen there can move."""
    for i in range(8):
        row, column = cell // SIZE + STEPS[i, 0], cell % SIZE + STEPS[i, 1]
        if 0 <= row < SIZE and 0 <= column < SIZE and s.board[row * SIZE + column] == 0:
            return True
    return False


def moves(s: Any, out: Any) -> Any:
    if s.step > 0:
        return reach(s, s.queen, out)
    n = 0
    for cell in range(CELLS):
        if s.board[cell] == s.turn + 1 and is_free(s, cell):
            out[n] = cell
            n += 1
    return n


def play(s: Any, move: Any) -> None:
    if s.step == 0:
        s.queen = move
        s.step = 1
    elif s.step == 1:
        s.board[s.queen] = 0
        s.board[move] = s.turn + 1
        s.queen = move
        s.step = 2
    else:
        s.board[move] = 3
        s.queen = 0
        s.step = 0
        s.turn = 1 - s.turn
        s.over = 1
        for cell in range(CELLS):
            if s.board[cell] == s.turn + 1 and is_free(s, cell):
                s.over = 0


def payoffs(s: Any, out: Any) -> None:
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
