"""Unsound pruning, reductions and extensions of alpha-beta to a depth: they may be wrong, and gain depth.

Null moves (Donninger 1993): if a side could let the other move twice and still be good enough, a move of its own will
do. That is wrong where every move spoils the position (zugzwang). So with VERIFIED plies left or more, a null move
that would cut is verified: the node's own moves are searched to the null move's depth, without null moves of that side.
Late-move reductions: a move that nothing speaks for is searched less deep, and again if it turns out better.
Extensions: a side that has to answer a threat is not counted a ply. Margins: near the end of the depth an evaluation
far above the window is believed. None of it is used where a position is solved.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.alphabeta.ordering import is_plain, pick_next
from playout.algorithms.alphabeta.records import NOWHERE
from playout.algorithms.alphabeta.sides import side_of
from playout.algorithms.alphabeta.table import FOREVER, TO_DEPTH

__all__ = [
    "FULL_DEPTH",
    "NO_SKIP",
    "VERIFYING",
    "WANTED",
    "ask_skip",
    "bar_skips",
    "depth_change",
    "follows_skip",
    "goes_on",
    "is_far_above",
    "is_futile",
    "is_refuted",
    "leave_out",
    "may_cut_by_evaluation",
    "may_skip",
]

NO_SKIP, WANTED, ASKED, VERIFYING = 0, 1, 2, 3
"""A null move of a node: none, to be tried, being searched, or good enough to cut unless the node's moves say no."""

VERIFIED = 5
"""Plies left from which on a null move is verified."""

FULL_DEPTH = -1
"""In `reduced`: the move is looked at again, not reduced."""

SHALLOW = 6
"""Plies within which margins count."""

LATE = 4
"""Plies within which late moves are left out."""

REDUCTIONS = np.array(
    [[int(0.4 + math.log(max(1, d)) * math.log(max(1, i)) / 2.3) for i in range(64)] for d in range(64)], np.int64
)
"""By the depth and the place of a move in the order: the plies that it is searched less deep."""


def may_cut_by_evaluation(node: Any, workspace: Any, ply: Any) -> Any:
    """Kernel: whether a node may be cut by its evaluation: not in an open window, nor under a threat."""
    return (
        (workspace.use_skip != 0 or workspace.use_margins != 0)
        and ply > 0
        and node.depth < FOREVER
        and node.beta - node.alpha == 1
        and node.threat == 0
        and abs(node.beta) < workspace.top - 2 * workspace.quantum
    )


def is_far_above(node: Any, workspace: Any) -> Any:
    """Kernel: whether the evaluation of a node, in node.static, is so far above the window that it is believed."""
    return (
        workspace.use_margins != 0
        and node.depth <= SHALLOW
        and node.static - workspace.margin * node.depth >= node.beta
    )


def may_skip(node: Any) -> Any:
    """Kernel: whether a null move may be tried: not after another, nor while one of the same side is verified."""
    return node.skipped == 0 and node.depth >= 2 and node.barred >> node.side & 1 == 0


def ask_skip(node: Any, child: Any, workspace: Any, seat: Any) -> None:
    """Kernel: the window after a null move: is it still good enough, less deep?"""
    node.skip = ASKED
    child.seat = seat
    child.side = side_of(seat, workspace)
    child.replier = -1
    child.skipped = 1
    child.threat = 0
    child.alpha = -node.beta
    child.beta = 1 - node.beta
    child.distance = node.distance + 1
    child.barred = node.barred
    child.depth = max(0, node.depth - null_reduction(node.depth))


def null_reduction(depth: Any) -> Any:
    """Kernel: plies by which the search after a null move is less deep."""
    return 3 + depth // 4


def follows_skip(node: Any, child: Any, value: Any, workspace: Any) -> Any:
    """Kernel: take over what a child's score rests on; whether the child followed a null move, which is then done."""
    node.open |= child.open
    if node.skip != ASKED:
        return False
    take_skip(node, value, workspace)
    return True


def take_skip(node: Any, value: Any, workspace: Any) -> None:
    """Kernel: the score after a null move: enough to cut, or to verify that it does, or nothing."""
    node.skip = NO_SKIP
    if value >= node.beta and node.depth >= VERIFIED:
        node.skip = VERIFYING
        node.full_depth = node.depth
        node.depth -= null_reduction(node.depth)
    elif value >= node.beta:
        node.best = min(value, workspace.top - 2 * workspace.quantum)
        node.open = 1
        node.next = node.count


def bar_skips(node: Any, child: Any) -> None:
    """Kernel: the sides that make no null move below a child of the node."""
    child.barred = node.barred
    if node.skip == VERIFYING:
        child.barred |= 1 << node.side


def is_refuted(node: Any) -> Any:
    """Kernel: at the end of a verification: whether the null move was wrong, so that all moves are searched again."""
    if node.skip != VERIFYING:
        return False
    node.skip = NO_SKIP
    node.depth = node.full_depth
    if node.best >= node.beta:
        return False
    node.next = 0
    node.best = NOWHERE
    return True


def may_leave_out(node: Any, workspace: Any) -> Any:
    """Kernel: whether the next move may be left out because of what is known of the node: not in an open window, under
    a threat, or as long as everything loses."""
    return (
        0 < node.depth < FOREVER
        and node.next > 0
        and node.threat == 0
        and node.beta - node.first_alpha == 1
        and node.best > 2 * workspace.quantum - workspace.top
        and is_plain(node, node.next)
    )


def goes_on(node: Any, workspace: Any) -> Any:
    """Kernel: pick the next move; whether it is looked at, or it and those after it come too late."""
    if node.next == node.sorted:
        pick_next(node)
    if TO_DEPTH and is_late(node, workspace):
        leave_out(node, node.count)
        return False
    return True


def is_late(node: Any, workspace: Any) -> Any:
    """Kernel: whether the next move and those after it are left out, as so many did not cut."""
    return (
        workspace.use_late_pruning != 0
        and node.depth <= LATE
        and node.next >= 3 + node.depth * node.depth
        and may_leave_out(node, workspace)
    )


def leave_out(node: Any, following: Any) -> None:
    """Go on with a later move, without a look at those between: they are taken to be worth alpha at most."""
    node.next = following
    node.open = 1
    node.best = max(node.best, node.first_alpha)


def is_futile(node: Any, child: Any, workspace: Any) -> Any:
    """Kernel: whether the next move is left out, as the evaluation is far below the window and it threatens nothing."""
    return (
        workspace.use_margins != 0
        and node.depth <= SHALLOW
        and child.threat == 0
        and node.static + workspace.margin * (1 + node.depth) <= node.alpha
        and may_leave_out(node, workspace)
    )


def depth_change(node: Any, child: Any, workspace: Any, ply: Any) -> Any:
    """Kernel: how much deeper (at least -1, as a rule) the next child is searched than its parent."""
    if workspace.use_extensions != 0 and child.threat != 0 and ply < workspace.deepest:
        return 0
    i = node.next
    if (
        workspace.use_reductions == 0
        or node.reduced == FULL_DEPTH
        or node.depth < 3
        or i < 2
        or not is_plain(node, i)
        or node.threat != 0
        or child.threat != 0
    ):
        return -1
    node.reduced = min(REDUCTIONS[min(node.depth, 63), min(i, 63)], node.depth - 2)
    return -1 - node.reduced
