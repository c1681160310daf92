"""The final move of UCT, and the expected line of play: the order of a node's children at the end of the search.

A proven win comes first, the shortest of them, and a proven loss last, the longest of them; in between the highest
visits, mean or total decide. Ties in visits go to the higher mean, ties in means to more visits, and ties in both to
the move that was tried first; the seed decides the order in which moves are tried. A proven draw is played if no other
move promises more: it gets no visits once it is proven. The kernels apply this to the nodes of one tree, and `Uct`, by
`proof_of`, `score_of`, `second_of` and `is_certain`, to the candidates that several trees have together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.tree.layout import (
    LEAF,
    NONE,
    PROVEN,
    ROOT,
    block_of,
    first_edge,
    head_of,
    mean_at,
    next_edge,
    plies_of,
    slot_of,
    visits_of,
)

__all__ = ["best_edge", "favourite", "is_certain", "move_of", "proof_of", "score_of", "second_of", "write_line"]

ROUNDING = 1e-9
"""Values that differ by less are equal: a sum of equal values, divided by their number, may differ from them."""

VISITS, MEAN = 0, 1
"""Values of `by`, the criterion of the final move; the third is 2, the total."""


def proof_of(proven: Any, remaining: Any, value: Any) -> Any:
    """Below 0 for a proven win, the lower the shorter; above 1 for a proven loss, the lower the longer; else 0.

    value: the mover's, on 0..1; remaining: plies to the end of the match after the move.
    """
    if proven and value >= 1.0:
        return -1.0 / (remaining + 2)
    if proven and value <= 0.0:
        return 1.0 + 1.0 / (remaining + 2)
    return 0.0


def score_of(visits: Any, value: Any, by: Any) -> Any:
    """The score between moves with equal `proof_of`, the higher the better: visits (0), mean (1) or total (2)."""
    return np.float64(visits) if by == VISITS else value if by == MEAN else value * visits


def second_of(visits: Any, value: Any, by: Any) -> Any:
    """The score between moves with equal `proof_of` and `score_of`, the higher the better."""
    return np.float64(visits) if by == MEAN else value


def is_certain(proven: Any, value: Any, least: Any) -> Any:
    """Whether a move is proven to be worth at least `least`."""
    return proven and value >= least


def favourite(blocks: Any, total: Any, by: Any) -> Any:
    """The final move of the root; -1: all tried moves are proven losses, so the tree alone cannot decide."""
    best = best_edge(blocks, total, ROOT, by, -1.0)
    if best == NONE:
        return np.int64(-1)
    n, k = blocks[block_of(best)], slot_of(best)
    value = mean_at(blocks, n, k, total, np.int64(n.seat))
    if proof_of(n.child[k] & PROVEN != 0, plies_of(blocks, n.child[k]), value) > 0.0:
        return np.int64(-1)
    certain = best_edge(blocks, total, ROOT, by, least_certain(blocks, total, value))
    return move_of(blocks, best if certain == NONE else certain)


def least_certain(blocks: Any, total: Any, value: Any) -> Any:
    """The least value with which a proven move is played. value: the mean of the move that is best otherwise.

    At a proven root it is the root's value: other moves may have higher means, but are worth no more.
    """
    root = blocks[ROOT]
    if not root.proven:
        return value
    seat, stored = np.int64(root.seat), len(root.sums)
    if seat < stored:
        return root.sums[seat] / root.visits - ROUNDING
    exact = total
    for k in range(stored):
        exact -= root.sums[k] / root.visits
    return exact - ROUNDING


def move_of(blocks: Any, edge: Any) -> Any:
    """The move of an edge."""
    return np.int64(blocks[block_of(edge)].moves[slot_of(edge)])


def best_edge(blocks: Any, total: Any, block: Any, by: Any, least: Any) -> Any:
    """The edge to a node's best visited child, or NONE. least: only children that are proven to be worth at least this;
    -1: all.
    """
    best = np.int64(NONE)
    least_proof = best_score = best_second = 0.0
    edge = first_edge(blocks, block)
    while edge != NONE:
        n, k = blocks[block_of(edge)], slot_of(edge)
        word = n.child[k]
        visits = visits_of(blocks, word)
        if visits > 0:
            is_proven = word & PROVEN != 0
            value = mean_at(blocks, n, k, total, np.int64(n.seat))
            proof = proof_of(is_proven, plies_of(blocks, word), value)
            score = score_of(visits, value, by)
            second = second_of(visits, value, by)
            better = proof < least_proof or (proof == least_proof and score > best_score)
            if proof == least_proof and score == best_score:
                # A lower number is an older edge.
                better = second > best_second or (second == best_second and edge < best)
            if (best == NONE or better) and (least < 0.0 or is_certain(is_proven, value, least)):
                best = edge
                least_proof = proof
                best_score = score
                best_second = second
        edge = next_edge(blocks, edge)
    return best


def write_line(arrays: Any, block: Any, by: Any, out: Any) -> Any:
    """Kernel: the expected line of play from a node with this block, into out, by visits; returns its length.

    It ends at chance, and before a move that was visited only once and is not proven. With `by` of 0 or more it writes
    one move, the root's `favourite`, instead: the two share most of their code, which is compiled only once.
    """
    blocks, total = arrays.blocks, arrays.headers[0].total
    if by >= 0:
        out[0] = favourite(blocks, total, by)
        return 1
    count = 0
    block, visits = np.int64(block), np.int64(VISITS)
    while blocks[block].seat >= 0 and count < len(out):
        best = best_edge(blocks, total, block, visits, -1.0)
        if best == NONE:
            break
        word = blocks[block_of(best)].child[slot_of(best)]
        if visits_of(blocks, word) < 2 and word & PROVEN == 0:
            break
        out[count] = move_of(blocks, best)
        count += 1
        if word >= LEAF:
            break
        block = head_of(word)
    return count
