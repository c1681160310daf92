"""Where alpha-beta to a depth looks less deep, or deeper: it may be wrong there, and is right more often for it.

Null moves (Donninger 1993): if a side could let the other move twice and still be good enough, a move of its own will
do. Late-move reductions: a move that nothing speaks for is searched less deep, and again if it turns out better.
Extensions: a side that has to answer a threat is not counted a ply. Margins: near the end of the depth an evaluation
far above the window is believed. None of it is used where a position is solved.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.alphabeta.sides import side_of

__all__ = [
    "ASKED",
    "FOREVER",
    "FULL_DEPTH",
    "NO_SKIP",
    "SHALLOW",
    "WANTED",
    "ask_skip",
    "depth_change",
    "may_cut_by_evaluation",
    "take_skip",
]

FOREVER = 511
"""The depth that stands for a search to the end of the match."""

NO_SKIP, WANTED, ASKED = 0, 1, 2
"""A null move of a node: none, to be tried, or being searched."""

FULL_DEPTH = -1
"""In `reduced`: the move is looked at again, not reduced."""

SHALLOW = 4
"""Plies within which margins count."""

REDUCTIONS = np.array(
    [[int(0.4 + math.log(max(1, d)) * math.log(max(1, i)) / 2.3) for i in range(64)] for d in range(64)], np.int64
)
"""By the depth and the place of a move in the order: the plies that it is searched less deep."""


def may_cut_by_evaluation(node: Any, room: Any, ply: Any) -> Any:
    """Kernel: whether a node may be cut by its evaluation: not in an open window, nor under a threat."""
    return (
        (room.use_skip != 0 or room.use_margins != 0)
        and ply > 0
        and node.depth < FOREVER
        and node.beta - node.alpha == 1
        and node.threat == 0
        and node.skipped == 0
        and abs(node.beta) < room.top - 2 * room.quantum
    )


def ask_skip(node: Any, child: Any, room: Any, seat: Any) -> None:
    """Kernel: the window after a null move: is it still good enough, less deep?"""
    node.skip = ASKED
    child.seat = seat
    child.side = side_of(seat, room)
    child.replier = -1
    child.skipped = 1
    child.threat = 0
    child.alpha = -node.beta
    child.beta = 1 - node.beta
    child.depth = max(0, node.depth - 3 - node.depth // 4)


def take_skip(node: Any, value: Any, room: Any) -> None:
    """Kernel: the score after a null move: enough to cut, or nothing."""
    node.skip = NO_SKIP
    if value >= node.beta:
        node.best = min(value, room.top - 2 * room.quantum)
        node.open = 1
        node.next = node.count


def depth_change(node: Any, child: Any, room: Any, ply: Any) -> Any:
    """Kernel: how much deeper (at least -1, as a rule) the next child is searched than its parent."""
    if room.use_extensions != 0 and child.threat != 0 and ply < room.deepest:
        return 0
    i = node.next
    if (
        room.use_reductions == 0
        or node.reduced == FULL_DEPTH
        or node.depth < 3
        or i < 2
        or i < node.quiet
        or node.threat != 0
        or child.threat != 0
    ):
        return -1
    node.reduced = min(REDUCTIONS[min(node.depth, 63), min(i, 63)], node.depth - 2)
    return -1 - node.reduced
