"""UCT's proofs: certain values are carried up the tree (MCTS-Solver, Winands and others 2008), for any number of seats.

A node is proven if the match is over there, if the seat to move has a move that certainly wins, or if every move's
value is certain. Wins are the shortest, losses the longest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.tree.layout import (
    NONE,
    PROVEN,
    ROOT,
    block_of,
    first_edge,
    means_of,
    next_edge,
    plies_of,
    slot_of,
)
from playout.rules import emit

__all__ = ["PROVE", "prove", "scaled_means", "set_proven", "worth"]

PROVE = 20
"""The kind of the event that is emitted when a node is proven by its children."""


def scaled_means(sums: Any, stored: Any, share: Any, total: Any, out: Any) -> None:
    """Write every seat's mean payoff into out. share: one over the visits. The last seat has the rest of the total."""
    rest = total
    for k in range(len(out)):
        out[k] = sums[k] * share if k < stored else rest
        rest -= out[k]


def worth(header: Any, means: Any, seat: Any) -> Any:
    """The value that a seat maximises: a times its own mean plus b times (1 - the strongest rival's mean).

    With `wary`, opponents maximise (1 - wary) own + wary (1 - the root player's mean). With two seats that is the same.
    """
    own = means[seat]
    if len(means) > 2 and header.wary > 0.0 and seat != header.searcher:
        own += header.wary * (1.0 - means[header.searcher] - own)
    if header.b == 0.0:
        return header.a * own
    strongest = 0.0
    for k in range(len(means)):
        if k != seat:
            strongest = max(strongest, means[k])
    return header.a * own + header.b * (1.0 - strongest)


def set_proven(tree: Any, edge: Any, block: Any, value: Any, plies: Any) -> None:
    """Mark a node with a block as worth exactly `value`, with `plies` more plies to the end of the match."""
    n = tree.blocks[block]
    n.proven = True
    n.remaining = plies
    for k in range(len(n.sums)):
        n.sums[k] = value[k] * n.visits
    if edge != ROOT:
        above, k = tree.blocks[block_of(edge)], slot_of(edge)
        above.child[k] = np.int64(above.child[k]) | PROVEN
        above.r[k] = 0.0


def prove(tree: Any, depth: Any) -> None:
    """Carry a proof from the leaf of a path towards the root, as far as it goes."""
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    for d in range(depth - 1, -1, -1):
        edge, block = scratch.path[d], np.int64(scratch.heads[d])
        n = blocks[block]
        if n.proven or not resolve(tree, edge, block):
            return
        if d > 0:
            above, k = blocks[block_of(edge)], slot_of(edge)
            if above.seat >= 0:
                scaled_means(n.sums, len(n.sums), 1.0 / n.visits, header.total, scratch.means)
                above.q[k] = worth(header, scratch.means, np.int64(above.seat))
        emit(PROVE, edge, d, 0, 0)


def resolve(tree: Any, node: Any, block: Any) -> Any:
    """Whether a node is proven by its children; if so it is marked."""
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    value, best = scratch.value, scratch.payoff
    n = blocks[block]
    seat = np.int64(n.seat)
    if seat < 0:
        return False
    complete = n.remaining == 0
    own = -1.0
    plies = np.int64(0)
    edge = first_edge(blocks, block)
    while edge != NONE:
        word = blocks[block_of(edge)].child[slot_of(edge)]
        if word & PROVEN:
            means_of(blocks, edge, header.total, value)
            length = plies_of(blocks, word) + 1
            # The shortest way to the best value; the longest way if everything loses.
            better = length > plies if value[seat] <= 0.0 else length < plies
            if value[seat] > own or (value[seat] == own and better):
                own = value[seat]
                plies = length
                for i in range(len(value)):
                    best[i] = value[i]
        else:
            complete = False
        edge = next_edge(blocks, edge)
    if own >= 1.0 or complete:
        set_proven(tree, node, block, best, plies)
        return True
    return False
