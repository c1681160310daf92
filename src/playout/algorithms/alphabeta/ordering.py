"""The order in which alpha-beta tries moves: the earlier a good one comes, the more cutoffs there are.

First the table's move, then by the game's rank; ties are broken by killers (moves that cut at the same ply) and by
history (how often a move cut anywhere, Schaeffer 1983). Where tactics lists moves, their order stays. Moves are weighed
when a node is entered, and sorted one at a time as they are needed: a cutoff spares the rest.
"""

from __future__ import annotations

from typing import Any

from playout.algorithms.alphabeta.table import FOREVER, TO_DEPTH, short

__all__ = ["HISTORY", "KILLER", "MOST", "credit", "is_plain", "pick_next", "take_over", "weigh"]

HISTORY = 4096
"""Entries of the history table for each seat; moves beyond share them."""

MOST = 1 << 14
"""No entry of the history is further from 0."""

KILLER = 65536.0
"""What a killer move weighs: more than any history, less than any step of rank."""

STEP = 16777216.0
"""What one step of rank weighs."""


def take_over(node: Any, n: Any, hint: Any) -> None:
    """The n moves of the list in their order, but for the table's move, which comes first."""
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
    """Weigh the n moves of the list, whose weights are their ranks so far; the table's move comes first."""
    first = -1
    for i in range(n):
        move = node.list[i]
        weight = node.weights[i] * STEP
        if short(move) == hint:
            first = i
        elif workspace.use_killers != 0 and (move == node.killers[0] or move == node.killers[1]):
            weight += KILLER
        elif workspace.use_history != 0:
            weight += workspace.history[node.seat * HISTORY + (move & (HISTORY - 1))]
        node.weights[i] = weight
    node.sorted = node.advised = 0
    set_up(node, n)
    if first >= 0:
        bring_forward(node, 0, first)


def set_up(node: Any, n: Any) -> None:
    """Begin with the first of n moves."""
    node.count = n
    node.move = -1
    node.next = node.null = node.reduced = 0


def bring_forward(node: Any, i: Any, j: Any) -> None:
    """Move j becomes move i; those between step back, so that the order of equals is stable."""
    move, weight = node.list[j], node.weights[j]
    for k in range(j, i, -1):
        node.list[k] = node.list[k - 1]
        node.weights[k] = node.weights[k - 1]
    node.list[i] = move
    node.weights[i] = weight
    node.sorted = i + 1


def pick_next(node: Any) -> None:
    """Bring the heaviest of the moves that are left to the front."""
    best = node.next
    weight = node.weights[best]
    for i in range(best + 1, node.count):
        if node.weights[i] > weight:
            best = i
            weight = node.weights[i]
    bring_forward(node, node.next, best)


def is_plain(node: Any, i: Any) -> Any:
    """Whether neither tactics, the table, the rank nor the killers speak for a move that was picked."""
    return i >= node.advised and node.weights[i] < KILLER


def credit(node: Any, workspace: Any, i: Any) -> None:
    """Remember that move i caused a cutoff, and that the moves before it did not. What rank speaks for needs no credit,
    nor, where a position is solved, what tactics lists.

    To a depth the history of a move is a mean: the nearer to MOST, the less is added; deeper searches count more.
    """
    if node.depth <= 0 or (node.advised == 0 and node.weights[i] >= STEP):
        return
    if not TO_DEPTH and node.advised > 0:
        return
    move = node.list[i]
    if node.killers[0] != move:
        node.killers[1] = node.killers[0]
        node.killers[0] = move
    if workspace.use_history == 0:
        return
    if not TO_DEPTH or node.depth >= FOREVER:
        place = node.seat * HISTORY + (move & (HISTORY - 1))
        workspace.history[place] = min(workspace.history[place] + 1, MOST)
        return
    weight = min(node.depth * node.depth, 400)
    remember(node, workspace, move, weight)
    for j in range(i):
        if -STEP < node.weights[j] < STEP:
            remember(node, workspace, node.list[j], -weight)


def remember(node: Any, workspace: Any, move: Any, change: Any) -> None:
    """Change the history of a move."""
    place = node.seat * HISTORY + (move & (HISTORY - 1))
    before = workspace.history[place]
    workspace.history[place] = before + change - before * abs(change) // MOST
