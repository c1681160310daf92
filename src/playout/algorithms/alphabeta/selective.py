"""Selective search to a depth: unsound pruning and reductions that gain depth, and extensions.

Null moves (Donninger 1993): if a side can pass and its score is still beta or more, the node is cut. In zugzwang every
move is worse than passing, so from the depth VERIFIED on the cut is verified: the node's own moves are searched to the
depth of the null move, without null moves of that side, and to the full depth if none reaches beta. Late-move
reductions: a late move without support is searched less deep, and again to the full depth if it turns out better.
Extensions: a side that has to answer a threat is searched a ply deeper. Margins: near the end of the depth, a node is
cut if its evaluation is far above the window. None of these is used to solve a position.
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
"""The null move of a node: none, to be tried, being searched, or being verified by the node's own moves."""

VERIFIED = 5
"""The smallest depth at which null moves are verified."""

FULL_DEPTH = -1
"""In `reduced`: the move is searched again without a reduction."""

SHALLOW = 6
"""The largest depth at which margins are used."""

LATE = 4
"""The largest depth at which late moves are skipped."""

REDUCTIONS = np.array(
    [[int(0.4 + math.log(max(1, d)) * math.log(max(1, i)) / 2.3) for i in range(64)] for d in range(64)], np.int64
)
"""The reduction in plies, by the depth and the index of a move in the order."""


def may_cut_by_evaluation(node: Any, workspace: Any, ply: Any) -> Any:
    """Kernel: whether a node may be cut by its evaluation: only in a null window and without a threat."""
    return (
        (workspace.null_moves != 0 or workspace.margins != 0)
        and ply > 0
        and node.depth < FOREVER
        and node.beta - node.alpha == 1
        and node.threat == 0
        and abs(node.beta) < workspace.top - 2 * workspace.quantum
    )


def is_far_above(node: Any, workspace: Any) -> Any:
    """Kernel: whether the evaluation in node.static is above the window by the margin."""
    return (
        workspace.margins != 0
        and node.depth <= SHALLOW
        and node.static - workspace.ply_margin * node.depth >= node.beta
    )


def may_skip(node: Any) -> Any:
    """Kernel: whether a null move may be tried: not after another one, nor while one of the same side is verified."""
    return node.skipped == 0 and node.depth >= 2 and node.barred >> node.side & 1 == 0


def ask_skip(node: Any, child: Any, workspace: Any, seat: Any) -> None:
    """Kernel: set the child's window after a null move: a null window at beta, at a reduced depth."""
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
    """Kernel: take over `open` from a child; returns whether the child followed a null move, and handles that move."""
    node.open |= child.open
    if node.skip != ASKED:
        return False
    take_skip(node, value, workspace)
    return True


def take_skip(node: Any, value: Any, workspace: Any) -> None:
    """Kernel: take the score of a null move: beta or more cuts the node, from VERIFIED on after a verification."""
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
    """Kernel: set which sides make no null move at a child and below it."""
    child.barred = node.barred
    if node.skip == VERIFYING:
        child.barred |= 1 << node.side


def is_refuted(node: Any) -> Any:
    """Kernel: end a verification, if there is one; True if no move reached beta: all are searched to the full depth."""
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
    """Kernel: whether moves of this node may be skipped: only in a null window, without a threat, and after a move that
    does not lose."""
    return (
        0 < node.depth < FOREVER
        and node.next > 0
        and node.threat == 0
        and node.beta - node.first_alpha == 1
        and node.best > 2 * workspace.quantum - workspace.top
        and is_plain(node, node.next)
    )


def goes_on(node: Any, workspace: Any) -> Any:
    """Kernel: pick the next move; returns whether it is searched, or the rest of the moves is skipped as late."""
    if node.next == node.sorted:
        pick_next(node)
    if TO_DEPTH and is_late(node, workspace):
        leave_out(node, node.count)
        return False
    return True


def is_late(node: Any, workspace: Any) -> Any:
    """Kernel: whether the remaining moves are skipped, since enough moves did not cut."""
    return (
        workspace.late_pruning != 0
        and node.depth <= LATE
        and node.next >= 3 + node.depth * node.depth
        and may_leave_out(node, workspace)
    )


def leave_out(node: Any, following: Any) -> None:
    """Kernel: skip the moves up to a later one; their scores are assumed to be at most alpha."""
    node.next = following
    node.open = 1
    node.best = max(node.best, node.first_alpha)


def is_futile(node: Any, child: Any, workspace: Any) -> Any:
    """Kernel: whether the next move is skipped: the evaluation is far below the window, and it makes no threat."""
    return (
        workspace.margins != 0
        and node.depth <= SHALLOW
        and child.threat == 0
        and node.static + workspace.ply_margin * (1 + node.depth) <= node.alpha
        and may_leave_out(node, workspace)
    )


def depth_change(node: Any, child: Any, workspace: Any, ply: Any) -> Any:
    """Kernel: the depth of the next child minus the depth of the node; -1 without extension or reduction."""
    if workspace.extensions != 0 and child.threat != 0 and ply < workspace.deepest:
        return 0
    i = node.next
    if (
        workspace.reductions == 0
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
