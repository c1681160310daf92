"""Who is against whom in alpha-beta: two seats, or one seat (`workspace.us`) against all others.

In the second case a score is always about what we get, and the others, who are one side, want it low. Best-reply search
(`workspace.use_replies`) lets only one of them reply between two moves of ours: all of its moves are looked at, and
each of the others plays its usual move. Who that one is, is open until somebody plays another move than the usual.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.rules import tactics

__all__ = ["EACH", "NOBODY", "own_view", "pass_on", "pick_replies", "seen_by", "side_of", "turned", "word_of"]

EACH = -1
"""As `workspace.us`: there are two seats, and each is its own side."""

NOBODY = -1
"""As a replier: nobody has replied yet; as a usual move: none."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def side_of(seat: Any, workspace: Any) -> Any:
    """Kernel: a score changes its sign where the side to move does."""
    return np.int64(seat) if workspace.us < 0 else np.int64(0 if seat == workspace.us else 1)


def own_view(node: Any, workspace: Any) -> Any:
    """Kernel: the seat whose payoff is counted at a node."""
    return node.seat if workspace.us < 0 else workspace.us


def seen_by(score: Any, node: Any, workspace: Any) -> Any:
    """Kernel: a score of that seat, as the side to move at the node sees it."""
    return score if workspace.us < 0 or node.seat == workspace.us else -score


def turned(score: Any, node: Any, parent: Any) -> Any:
    """Kernel: a node's score, as the side to move at its parent sees it."""
    return score if node.side == parent.side else -score


def word_of(word: Any, node: Any, workspace: Any) -> Any:
    """Kernel: a position's key, for us and for who has replied: it is not worth the same in every case."""
    if workspace.us < 0:
        return np.uint64(word)
    return np.uint64(word) ^ np.uint64((workspace.us + 1) * 256 + node.replier + 1) * _MULTIPLIER


def pass_on(node: Any, child: Any, workspace: Any) -> None:
    """Kernel: who has replied by the time of a child that is about to be entered."""
    child.replier = NOBODY
    if workspace.use_replies != 0 and node.side == 1 and child.side == 1:
        child.replier = node.replier if node.list[node.next] == node.usual else node.seat


def pick_replies(s: Any, node: Any, workspace: Any, n: Any) -> Any:
    """Kernel: of the n moves of the list, with their ranks as weights, those that best-reply search looks at; how many.

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
