"""Breakthrough: pawns step forward, straight or diagonally, and capture diagonally; whoever reaches the far row wins.

The first seat starts on the top two rows. A move is ((row * SIZE + column) * 6 + direction) * 2 + capture.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)
SIZE = 6
CELLS = SIZE * SIZE
PLAYERS = 2
MAX_MOVES = 6 * SIZE
MAX_LENGTH = 4 * SIZE * SIZE

State = np.dtype(
    [
        ("pawns", np.int8, CELLS),  # 0: empty, else the seat + 1
        ("counts", np.int8, 2),
        ("turn", np.int8),
        ("won", np.int8),
    ],
    align=True,
)


def start(s: Any) -> None:
    for i in range(2 * SIZE):
        s.pawns[i] = 1
        s.pawns[CELLS - 1 - i] = 2
    s.counts[0] = s.counts[1] = 2 * SIZE


def turn(s: Any) -> Any:
    return OVER if s.won else s.turn


def moves(s: Any, out: Any) -> Any:
    seat = s.turn
    down = 1 - 2 * seat
    n = 0
    for cell in range(CELLS):
        if s.pawns[cell] != seat + 1:
            continue
        row, column = cell // SIZE + down, cell % SIZE
        for side in range(-1, 2):
            if 0 <= column + side < SIZE:
                there = s.pawns[row * SIZE + column + side]
                capture = 1 if there == 2 - seat else 0
                if there == 0 or (capture and side != 0):
                    out[n] = (cell * 6 + 3 * seat + side + 1) * 2 + capture
                    n += 1
    return n


def play(s: Any, move: Any) -> None:
    seat = s.turn
    cell, direction = move // 12, move // 2 % 6
    row = cell // SIZE + 1 - 2 * seat
    to = row * SIZE + cell % SIZE + direction % 3 - 1
    s.pawns[cell] = 0
    if s.pawns[to] != 0:
        s.counts[1 - seat] -= 1
    s.pawns[to] = seat + 1
    if row == (1 - seat) * (SIZE - 1) or s.counts[1 - seat] == 0:
        s.won = 1
    s.turn = 1 - seat


def payoffs(s: Any, out: Any) -> None:
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
