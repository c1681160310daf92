"""What UCT knows for certain: proven values, carried up the tree (MCTS-Solver, Winands and others 2008), any seats.

A node is proven if the match is over there, if the seat to move has a move that certainly wins, or if every move's
value is certain. Wins are the shortest, losses the longest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.uct.nodes import END, NONE, ROOT, first_child, next_child
from playout.rules import emit

__all__ = ["PROVE", "mean_of", "prove", "set_proven", "worth", "write_line"]

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
    """The same by division, which gives back exactly what was multiplied by the visits: 49 times 1 / 49 is not 1."""
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


def favourite(nodes: Any, blocks: Any, total: Any, by: Any) -> Any:
    """The move of the root that is played in the end, by visits (0), mean (1) or total (2).

    A certain win comes first, the shortest best, and a certain loss last; a certain draw is played if nothing promises
    more. -1: all that was tried loses, so that more has to be known than the tree.
    """
    best = best_child(nodes, blocks, total, ROOT, by, -1.0)
    if best == NONE:
        return np.int64(-1)
    value = exact_mean(nodes[best], total, nodes[ROOT].seat)
    if proof_of(nodes[best], value) > 0.0:
        return np.int64(-1)
    certain = best_child(nodes, blocks, total, ROOT, by, value)
    return np.int64(nodes[best if certain == NONE else certain].move)


def best_child(nodes: Any, blocks: Any, total: Any, node: Any, by: Any, least: Any) -> Any:
    """The visited child of a node with the best proof, then the highest visits, mean or total (`by` as in `favourite`).

    Of equal ones, that with the lowest move. least: only proven children worth that much; -1: all. NONE: there is none.
    """
    best = NONE
    least_proof = best_score = 0.0
    at = first_child(nodes[node])
    while at != END:
        child = blocks[at]
        n = nodes[child]
        if n.visits > 0:
            value = exact_mean(n, total, nodes[node].seat)
            proof = proof_of(n, value)
            score = np.float64(n.visits) if by == 0 else value if by == 1 else value * n.visits
            better = proof < least_proof or (proof == least_proof and score > best_score)
            better = better or (proof == least_proof and score == best_score and n.move < nodes[best].move)
            if (best == NONE or better) and (least < 0.0 or (n.proven and value >= least)):
                best = child
                least_proof = proof
                best_score = score
        at = next_child(blocks, at)
    return best


def proof_of(n: Any, value: Any) -> Any:
    """Below 0 for a certain win, the lower the shorter; above 1 for a certain loss, the lower the longer; else 0."""
    if n.proven and value >= 1.0:
        return -1.0 / (n.remaining + 2)
    if n.proven and value <= 0.0:
        return 1.0 + 1.0 / (n.remaining + 2)
    return 0.0


def write_line(nodes: Any, blocks: Any, headers: Any, node: Any, by: Any, out: Any) -> Any:
    """Kernel: how play goes on from a node, into out: a certain win, else the most visited move; how many moves that
    are.

    It ends at chance, and at a move that was looked at only once. With `by` of 0 or more, only the root's `favourite`
    is written: one kernel for both, because they are mostly the same code, which is then compiled once.
    """
    total = headers[0].total
    if by >= 0:
        out[0] = favourite(nodes, blocks, total, by)
        return 1
    count = 0
    node, visits = np.uint32(node), np.int64(0)
    while nodes[node].seat >= 0 and count < len(out):
        best = best_child(nodes, blocks, total, node, visits, -1.0)
        if best == NONE or (nodes[best].visits < 2 and not nodes[best].proven):
            break
        out[count] = nodes[best].move
        count += 1
        node = best
    return count
