"""Errands: in one turn seat 0 does any of several things, in any order, and then ends it; seat 1 only looks on.

Some should be done and some should not: seat 0 gets 1 less a share for each that it is wrong about.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 9
MAX_LENGTH = 12
GOOD = 0b00000101
"""The errands that should be done, as bits."""

State = np.dtype([("done", np.int16), ("count", np.int8), ("ended", np.bool_)], align=True)


def start(s: Any, count: int = 3) -> None:
    s.count = count


def turn(s: Any) -> Any:
    return OVER if s.ended else 0


def moves(s: Any, out: Any) -> Any:
    n = 0
    for i in range(s.count):
        if not s.done >> i & 1:
            out[n] = i
            n += 1
    out[n] = s.count
    return n + 1


def play(s: Any, move: Any) -> None:
    if move == s.count:
        s.ended = True
    else:
        s.done |= 1 << move


def payoffs(s: Any, out: Any) -> None:
    wrong = 0
    for i in range(s.count):
        wrong += (s.done ^ GOOD) >> i & 1
    out[0] = 1.0 - wrong / s.count
    out[1] = wrong / s.count


def tactics(s: Any, out: Any) -> Any:
    """Once all is done that should be and nothing else, ending wins at once."""
    if s.done == GOOD & ((1 << s.count) - 1):
        out[0] = s.count
        return -1
    return 0
