"""Y: on a triangle, whoever connects all three sides with one chain wins. A move is a cell: row * SIZE + column."""

from typing import Any

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)
SIZE = 8
CELLS = SIZE * SIZE
PLAYERS = 2
MAX_MOVES = SIZE * (SIZE + 1) // 2
MAX_LENGTH = MAX_MOVES

STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def _neighbours() -> Any:
    table = np.full((CELLS, 6), -1, np.int16)
    for cell in range(CELLS):
        row, column = divmod(cell, SIZE)
        for i, (down, right) in enumerate(STEPS):
            if row + down >= 0 and column + right >= 0 and row + column + down + right < SIZE:
                table[cell, i] = (row + down) * SIZE + column + right
    return table


NEIGHBOURS = _neighbours()
# The sides that a cell touches: 1 the top, 2 the left, 4 the slope.
EDGES = np.array(
    [(c // SIZE == 0) + 2 * (c % SIZE == 0) + 4 * (c // SIZE + c % SIZE == SIZE - 1) for c in range(CELLS)], np.int8
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
        if s.stones[cell] == 0 and cell // SIZE + cell % SIZE < SIZE:
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
    sides = EDGES[move]
    for i in range(6):
        other = NEIGHBOURS[move, i]
        if other >= 0 and s.stones[other] == seat + 1:
            chain = root(s, other)
            sides |= s.sides[chain]
            s.parent[chain] = move
    s.sides[move] = sides
    if sides == 7:
        s.won = 1
    s.turn = 1 - seat


def payoffs(s: Any, out: Any) -> None:
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
