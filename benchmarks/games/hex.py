"""Hex: the first seat connects top and bottom, the second left and right. A move is a cell, by rows from the top."""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)
SIZE = 7
CELLS = SIZE * SIZE
PLAYERS = 2
MAX_MOVES = CELLS
MAX_LENGTH = CELLS

STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def _neighbours() -> Any:
    table = np.full((CELLS, 6), -1, np.int16)
    for cell in range(CELLS):
        row, column = divmod(cell, SIZE)
        for i, (down, right) in enumerate(STEPS):
            if 0 <= row + down < SIZE and 0 <= column + right < SIZE:
                table[cell, i] = (row + down) * SIZE + column + right
    return table


NEIGHBOURS = _neighbours()
# By seat and cell: 1 on the seat's first side, 2 on its second.
EDGES = np.array(
    [
        [(cell // SIZE == 0) + 2 * (cell // SIZE == SIZE - 1) for cell in range(CELLS)],
        [(cell % SIZE == 0) + 2 * (cell % SIZE == SIZE - 1) for cell in range(CELLS)],
    ],
    np.int8,
)

State = np.dtype(
    [
        ("stones", np.int8, CELLS),  # 0: empty, else the seat + 1
        ("parent", np.int16, CELLS),  # union-find: the chain of each stone
        ("sides", np.int8, CELLS),  # by the root of a chain, the sides that it touches
        ("turn", np.int8),
        ("won", np.int8),
    ],
    align=True,
)


def start(s: Any) -> None:
    pass


def turn(s: Any) -> Any:
    return OVER if s.won else s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for cell in range(CELLS):
        if s.stones[cell] == 0:
            out[n] = cell
            n += 1
    return n


def root(s: Any, cell: Any) -> Any:
    while s.parent[cell] != cell:
        cell = s.parent[cell]
    return cell


def play(s: Any, move: Any) -> None:
    seat = s.turn
    s.stones[move] = seat + 1
    s.parent[move] = move
    sides = EDGES[seat, move]
    for i in range(6):
        other = NEIGHBOURS[move, i]
        if other >= 0 and s.stones[other] == seat + 1:
            chain = root(s, other)
            sides |= s.sides[chain]
            s.parent[chain] = move
    s.sides[move] = sides
    if sides == 3:
        s.won = 1
    s.turn = 1 - seat


def payoffs(s: Any, out: Any) -> None:
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
