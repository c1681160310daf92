"""What UCT knows for certain: proven values, carried up the tree (MCTS-Solver, Winands and others 2008), any seats.

A node is proven if the match is over there, if the seat to move has a move that certainly wins, or if every move's
value is certain. Wins are the shortest, losses the longest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.uct.nodes import END, first_child, next_child
from playout.rules import emit

__all__ = ["PROVE", "exact_mean", "mean_of", "prove", "set_proven", "worth"]

PROVE = 20
"""What is emitted when a node is proven by its children."""


def mean(n: Any, total: Any, seat: Any, share: Any) -> Any:
    """A seat's mean payoff at a node, scaled; share: one over its visits. The last seat's may follow from the sum."""
    stored = len(n.sums)
    if seat < stored:
        return n.sums[seat] * share
    rest = total
    for k in range(stored):
        rest -= n.sums[k] * share
    return rest


def worth(n: Any, header: Any, work: Any, seat: Any, share: Any) -> Any:
    """What a seat maximises at a node: a times its own mean plus b times (1 - the strongest rival's mean).

    With `wary`, opponents maximise (1 - wary) own + wary (1 - the root player's mean). With two seats that is the same.
    """
    own = mean(n, header.total, np.int64(seat), share)
    if len(work.payoff) > 2 and header.wary > 0.0 and seat != header.searcher:
        own += header.wary * (1.0 - mean(n, header.total, header.searcher, share) - own)
    if header.b == 0.0:
        return header.a * own
    strongest = 0.0
    for k in range(len(work.payoff)):
        if k != seat:
            strongest = max(strongest, mean(n, header.total, k, share))
    return header.a * own + header.b * (1.0 - strongest)


def exact_mean(n: Any, total: Any, seat: Any) -> Any:
    """`mean` by division, which is exact for a proven node: its sums are visits times its value, and 49 * (1 / 49) is
    not 1.
    """
    stored = len(n.sums)
    if seat < stored:
        return n.sums[seat] / n.visits
    rest = total
    for k in range(stored):
        rest -= n.sums[k] / n.visits
    return rest


def mean_of(n: Any, total: Any, value: Any) -> None:
    """Every seat's mean payoff at a node, into value; for a proven node its exact value."""
    stored = len(n.sums)
    rest = total
    for k in range(len(value)):
        # A division, as in `exact_mean`.
        value[k] = n.sums[k] / n.visits if k < stored else rest
        rest -= value[k]


def set_proven(n: Any, value: Any, plies: Any) -> None:
    """From now on the node is worth exactly `value`, and the match lasts `plies` more."""
    n.proven = True
    n.remaining = plies
    n.r = 0.0
    for k in range(len(n.sums)):
        n.sums[k] = value[k] * n.visits


def prove(nodes: Any, blocks: Any, header: Any, work: Any, depth: Any) -> None:
    """Carry a proof from the leaf of a path towards the root, as far as it goes."""
    for d in range(depth - 1, -1, -1):
        n = nodes[work.path[d]]
        if n.proven or not resolve(nodes, blocks, header, work, n):
            return
        if d > 0:
            mover = nodes[work.path[d - 1]].seat
            if mover >= 0:
                n.q = worth(n, header, work, mover, 1.0 / n.visits)
        emit(PROVE, work.path[d], d, 0, 0)


def resolve(nodes: Any, blocks: Any, header: Any, work: Any, n: Any) -> Any:
    """Whether a node is proven by its children; if so it is marked."""
    value, best = work.value, work.payoff
    seat = n.seat
    if seat < 0:
        return False
    complete = n.remaining == 0
    own = -1.0
    plies = 0
    at = first_child(n)
    while at != END:
        child = nodes[blocks[at]]
        at = next_child(blocks, at)
        if not child.proven:
            complete = False
            continue
        mean_of(child, header.total, value)
        length = child.remaining + 1
        # The shortest way to what is best, the longest where all is lost.
        better = length > plies if value[seat] <= 0.0 else length < plies
        if value[seat] > own or (value[seat] == own and better):
            own = value[seat]
            plies = length
            for i in range(len(value)):
                best[i] = value[i]
    if own >= 1.0 or complete:
        set_proven(n, best, plies)
        return True
    return False
