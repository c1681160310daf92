"""What UCT may drop from its tree: the siblings of an immediate win."""

from __future__ import annotations

from typing import Any

from playout.algorithms.uct.nodes import attach, keep_only
from playout.algorithms.uct.proof import set_proven, worth

__all__ = ["prune_below", "prune_beside"]


def prune_beside(nodes: Any, blocks: Any, header: Any, work: Any, node: Any, child: Any) -> None:
    """A new child that ends the match with a win for the seat that moved becomes its parent's only child."""
    if work.payoff[nodes[node].seat] >= 1.0 and header.used + header.blocks < header.capacity:
        keep_only(nodes, blocks, header, node, child)
        n = nodes[node]
        for k in range(len(n.sums)):
            n.sums[k] = work.payoff[k] * n.visits


def prune_below(nodes: Any, blocks: Any, header: Any, work: Any, leaf: Any) -> None:
    """The same if the first move of a playout wins: it becomes a node, and the only child.

    work.payoff is how that playout ended, which neither a rule of backup nor the mean of several playouts has changed.
    The leaf is worth that much now, and so is this simulation: it goes into value.
    """
    seat = nodes[leaf].seat
    if seat < 0 or work.payoff[seat] < 1.0 or header.used + header.blocks + 1 >= header.capacity:
        return
    for k in range(len(work.value)):
        work.value[k] = work.payoff[k]
    child = attach(nodes, blocks, header, leaf, header.first)
    keep_only(nodes, blocks, header, leaf, child)
    set_proven(nodes[child], work.value, 0)
    nodes[child].visits = 1
    for k in range(len(nodes[child].sums)):
        nodes[child].sums[k] = work.value[k]
    nodes[child].q = worth(nodes[child], header, work, seat, 1.0)
    for k in range(len(nodes[leaf].sums)):
        nodes[leaf].sums[k] = work.value[k] * nodes[leaf].visits
