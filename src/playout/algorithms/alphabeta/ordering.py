"""The order in which alpha-beta tries moves: the earlier a good one comes, the more cutoffs there are.

First the table's move, then by the game's rank; ties are broken by killers (moves that cut at the same ply) and by
history (how often a move cut anywhere, Schaeffer 1983). Where tactics lists moves, their order stays.
"""

from __future__ import annotations

from typing import Any

from playout.algorithms.alphabeta.table import short

__all__ = ["HISTORY", "arrange", "credit", "take_over"]

HISTORY = 4096
"""Entries of the history table for each seat; moves beyond share them."""


KILLER = 65536.0
"""What a killer move weighs: more than any history, less than any step of rank."""


def take_over(node: Any, room: Any, n: Any, hint: Any) -> None:
    """The n moves in scratch in their order, but for the table's move, which comes first."""
    first = 0
    for i in range(n):
        node.list[i] = room.scratch[i]
        if short(room.scratch[i]) == hint:
            first = i
    for i in range(first, 0, -1):
        node.list[i] = node.list[i - 1]
    node.list[0] = room.scratch[first]
    node.quiet = n


def arrange(node: Any, room: Any, n: Any, hint: Any) -> None:
    """The n moves in scratch, sorted: the table's move first, then by rank; killers and history break ties.

    node.quiet is where the moves begin that neither the table, the rank nor the killers speak for.
    """
    scores = room.scores
    for i in range(n):
        move = room.scratch[i]
        weight = scores[i] * 16777216.0
        if short(move) == hint:
            weight = 1e300
        elif room.use_killers != 0 and (move == node.killers[0] or move == node.killers[1]):
            weight += KILLER
        elif room.use_history != 0:
            weight += room.history[node.seat * HISTORY + (move & (HISTORY - 1))]
        j = i
        while j > 0 and scores[j - 1] < weight:
            scores[j] = scores[j - 1]
            node.list[j] = node.list[j - 1]
            j -= 1
        scores[j] = weight
        node.list[j] = move
    quiet = 0
    while quiet < n and scores[quiet] >= KILLER:
        quiet += 1
    node.quiet = quiet


def credit(node: Any, room: Any, move: Any) -> None:
    """Remember a move that caused a cutoff."""
    if node.killers[0] != move:
        node.killers[1] = node.killers[0]
        node.killers[0] = move
    if room.use_history != 0:
        place = node.seat * HISTORY + (move & (HISTORY - 1))
        room.history[place] = min(room.history[place] + 1, 1 << 15)
