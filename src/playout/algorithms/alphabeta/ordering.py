"""The order in which alpha-beta tries moves: the earlier a good move comes, the more cutoffs there are.

The table's move comes first, the others by the game's rank. Ties are broken by killers (moves that cut at the same ply)
and by history (how often a move cut anywhere, Schaeffer 1983). Moves of tactics keep their order. All moves are weighed
when a node is entered, but sorted one at a time, so that a cutoff saves sorting the rest.
"""

from __future__ import annotations

from typing import Any

from playout.algorithms.alphabeta.table import FOREVER, TO_DEPTH, short

__all__ = ["HISTORY", "HISTORY_LIMIT", "KILLER", "credit", "is_plain", "pick_next", "take_over", "weigh"]

HISTORY = 4096
"""Entries of the history table for each seat; moves with the same remainder share an entry."""

HISTORY_LIMIT = 1 << 14
"""The largest absolute value of an entry of the history."""

KILLER = 65536.0
"""The weight of a killer move: above every history, below one step of rank."""

STEP = 16777216.0
"""The weight of one step of rank."""


def take_over(node: Any, n: Any, hint: Any) -> None:
    """Keep the order of the n moves of the list, but put the table's move first."""
    if hint >= 0:
        first = n - 1
        while first > 0 and short(node.list[first]) != hint:
            first -= 1
        move = node.list[first]
        for i in range(first, 0, -1):
            node.list[i] = node.list[i - 1]
        node.list[0] = move
    node.sorted = node.advised = n
    set_up(node, n)


def weigh(node: Any, workspace: Any, n: Any, hint: Any) -> None:
    """Weigh the n moves of the list and put the table's move first. node.weights: before, the moves' ranks."""
    first = -1
    for i in range(n):
        move = node.list[i]
        weight = node.weights[i] * STEP
        if short(move) == hint:
            first = i
        elif workspace.killers != 0 and (move == node.killers[0] or move == node.killers[1]):
            weight += KILLER
        elif workspace.history != 0:
            weight += workspace.credits[node.seat * HISTORY + (move & (HISTORY - 1))]
        node.weights[i] = weight
    node.sorted = node.advised = 0
    set_up(node, n)
    if first >= 0:
        bring_forward(node, 0, first)


def set_up(node: Any, n: Any) -> None:
    """Start the loop over n moves."""
    node.count = n
    node.move = -1
    node.next = node.null = node.reduced = 0


def bring_forward(node: Any, i: Any, j: Any) -> None:
    """Move j becomes move i, and the moves between shift by one, so that equal moves keep their order."""
    move, weight = node.list[j], node.weights[j]
    for k in range(j, i, -1):
        node.list[k] = node.list[k - 1]
        node.weights[k] = node.weights[k - 1]
    node.list[i] = move
    node.weights[i] = weight
    node.sorted = i + 1


def pick_next(node: Any) -> None:
    """Move the heaviest remaining move to the front."""
    best = node.next
    weight = node.weights[best]
    for i in range(best + 1, node.count):
        if node.weights[i] > weight:
            best = i
            weight = node.weights[i]
    bring_forward(node, node.next, best)


def is_plain(node: Any, i: Any) -> Any:
    """Whether a move is supported by neither tactics, the table, the rank nor the killers."""
    return i >= node.advised and node.weights[i] < KILLER


def credit(node: Any, workspace: Any, i: Any) -> None:
    """Record that move i caused a cutoff, and that the moves before it did not.

    Moves with a rank get no credit, nor do moves of tactics if a position is solved. To a depth, the history of a move
    is a running mean: the nearer to HISTORY_LIMIT, the smaller the change. Deeper searches change it more.
    """
    if node.depth <= 0 or (node.advised == 0 and node.weights[i] >= STEP):
        return
    if not TO_DEPTH and node.advised > 0:
        return
    move = node.list[i]
    if node.killers[0] != move:
        node.killers[1] = node.killers[0]
        node.killers[0] = move
    if workspace.history == 0:
        return
    if not TO_DEPTH or node.depth >= FOREVER:
        place = node.seat * HISTORY + (move & (HISTORY - 1))
        workspace.credits[place] = min(workspace.credits[place] + 1, HISTORY_LIMIT)
        return
    weight = min(node.depth * node.depth, 400)
    remember(node, workspace, move, weight)
    for j in range(i):
        if -STEP < node.weights[j] < STEP:
            remember(node, workspace, node.list[j], -weight)


def remember(node: Any, workspace: Any, move: Any, change: Any) -> None:
    """Change the history of a move."""
    place = node.seat * HISTORY + (move & (HISTORY - 1))
    before = workspace.credits[place]
    workspace.credits[place] = before + change - before * abs(change) // HISTORY_LIMIT
