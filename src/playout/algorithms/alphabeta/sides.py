"""The sides of alpha-beta: two seats, or one seat (`workspace.us`) against all others.

In the second case a score is the payoff of `us`, and the others are one side that minimises it. Best-reply search
(`workspace.replies`) lets only one opponent reply between two moves of `us`: all moves of the replier are searched,
and the other opponents play their usual moves. The first opponent that plays an unusual move becomes the replier.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.rules import tactics

__all__ = ["EACH", "NOBODY", "own_view", "pass_on", "pick_replies", "seen_by", "side_of", "turned", "word_of"]

EACH = -1
"""`workspace.us` for two seats, each of which is a side."""

NOBODY = -1
"""As a replier: no opponent has replied yet. As a usual move: not known."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def side_of(seat: Any, workspace: Any) -> Any:
    """Kernel: the side of a seat; a score changes its sign if the side to move changes."""
    return np.int64(seat) if workspace.us < 0 else np.int64(0 if seat == workspace.us else 1)


def own_view(node: Any, workspace: Any) -> Any:
    """Kernel: the seat whose payoff is counted at a node."""
    return node.seat if workspace.us < 0 else workspace.us


def seen_by(score: Any, node: Any, workspace: Any) -> Any:
    """Kernel: a score of the seat of `own_view`, for the side to move at the node."""
    return score if workspace.us < 0 or node.seat == workspace.us else -score


def turned(score: Any, node: Any, parent: Any) -> Any:
    """Kernel: a node's score, for the side to move at its parent."""
    return score if node.side == parent.side else -score


def word_of(word: Any, node: Any, workspace: Any) -> Any:
    """Kernel: a position's key combined with `us` and the replier, on which its value depends."""
    if workspace.us < 0:
        return np.uint64(word)
    return np.uint64(word) ^ np.uint64((workspace.us + 1) * 256 + node.replier + 1) * _MULTIPLIER


def pass_on(node: Any, child: Any, workspace: Any) -> None:
    """Kernel: set the replier of the next child."""
    child.replier = NOBODY
    if workspace.replies != 0 and node.side == 1 and child.side == 1:
        child.replier = node.replier if node.list[node.next] == node.usual else node.seat


def pick_replies(s: Any, node: Any, workspace: Any, n: Any) -> Any:
    """Kernel: keep the moves of the list that best-reply search considers; returns their number. Weights are ranks.

    The usual move is the first that tactics forces, else the one of the highest rank, else the first.
    """
    best = 0
    for i in range(1, n):
        if node.weights[i] > node.weights[best]:
            best = i
    node.usual = node.list[best]
    forced = tactics(s, workspace.forced)
    if forced > 0 or (forced < 0 and workspace.forced[0] >= 0):
        node.usual = workspace.forced[0]
    if node.replier == NOBODY or node.replier == node.seat:
        return n
    node.list[0] = node.usual
    return 1
