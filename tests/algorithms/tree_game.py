"""A tree: from each node `branching` ways lead on, `plies` times, to leaves whose values are given.

Values are seat 0's. A seat moves `run` times in a row. If `early` is set, some matches end before the last ply; what an
inner node is worth then, and what `evaluate` says of it, is the value of the first leaf below it.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 8
MAX_LENGTH = 8
PAYOFF_BOUNDS = (-20.0, 20.0)
PAYOFF_SUM = 0.0

State = np.dtype(
    [
        ("leaves", np.float64, 64),
        ("node", np.int64),  # its number among those of its ply
        ("ply", np.int8),
        ("plies", np.int8),
        ("branching", np.int8),
        ("run", np.int8),
        ("early", np.bool_),
    ],
    align=True,
)


def start(
    s: Any, leaves: tuple[float, ...] = (0.0, 1.0), branching: int = 2, run: int = 1, early: bool = False
) -> None:
    for i, value in enumerate(leaves):
        s.leaves[i] = value
    plies = 1
    while branching**plies < len(leaves):
        plies += 1
    s.plies, s.branching, s.run, s.early = plies, branching, run, early


def value(s: Any) -> Any:
    leaf = s.node
    for _ in range(s.plies - s.ply):
        leaf *= s.branching
    return s.leaves[leaf]


def turn(s: Any) -> Any:
    if s.ply == s.plies or (s.early and s.ply > 0 and value(s) % 3.0 == 0.0):
        return OVER
    return (s.ply // s.run) % 2


def moves(s: Any, out: Any) -> Any:
    for i in range(s.branching):
        out[i] = i
    return s.branching


def play(s: Any, move: Any) -> None:
    s.node = s.node * s.branching + move
    s.ply += 1


def payoffs(s: Any, out: Any) -> None:
    out[0] = value(s)
    out[1] = -value(s)


def evaluate(s: Any, seat: Any) -> Any:
    return value(s) if seat == 0 else -value(s)
