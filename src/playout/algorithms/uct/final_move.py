"""The final move of UCT, and the expected line of play: which child counts as the best once the search has ended.

A proven win comes first, the shortest of them, and a proven loss last, the longest of them; in between the highest
visits, mean or total decide. Of moves with equal visits the one with the higher mean is played, of moves with equal
means the one with more visits, and of moves that are equal in both the one that was tried first: the seed decides the
order in which moves are tried. A proven draw is played if no other move promises more: it gets no visits once it is
proven. The kernels apply this to the nodes of one tree, and `Uct`, by `proof_of`, `score_of`, `second_of` and
`is_certain`, to the candidates that several trees have together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.uct.nodes import END, NONE, ROOT, first_child, next_child
from playout.algorithms.uct.proof import exact_mean

__all__ = ["best_child", "favourite", "is_certain", "proof_of", "score_of", "second_of", "write_line"]

VISITS, MEAN = 0, 1
"""Values of `by`, what the final move is chosen by; the third is 2, the total."""


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
    """What decides between moves with equal `proof_of`, the higher the better: visits (0), mean (1) or total (2)."""
    return np.float64(visits) if by == VISITS else value if by == MEAN else value * visits


def second_of(visits: Any, value: Any, by: Any) -> Any:
    """What decides between moves with equal `proof_of` and `score_of`, the higher the better."""
    return np.float64(visits) if by == MEAN else value


def is_certain(proven: Any, value: Any, least: Any) -> Any:
    """Whether a move is proven to be worth at least `least`."""
    return proven and value >= least


def favourite(nodes: Any, blocks: Any, total: Any, by: Any) -> Any:
    """The final move of the root; -1: all that was tried is a proven loss, so the tree alone cannot decide."""
    best = best_child(nodes, blocks, total, ROOT, by, -1.0)
    if best == NONE:
        return np.int64(-1)
    value = exact_mean(nodes[best], total, nodes[ROOT].seat)
    if proof_of(nodes[best].proven, nodes[best].remaining, value) > 0.0:
        return np.int64(-1)
    certain = best_child(nodes, blocks, total, ROOT, by, value)
    return np.int64(nodes[best if certain == NONE else certain].move)


def best_child(nodes: Any, blocks: Any, total: Any, node: Any, by: Any, least: Any) -> Any:
    """The best visited child of a node, or NONE. least: only children that are proven to be worth so much; -1: all."""
    best = NONE
    least_proof = best_score = best_second = 0.0
    at = first_child(nodes[node])
    while at != END:
        child = blocks[at]
        n = nodes[child]
        if n.visits > 0:
            value = exact_mean(n, total, nodes[node].seat)
            proof = proof_of(n.proven, n.remaining, value)
            score = score_of(n.visits, value, by)
            second = second_of(n.visits, value, by)
            better = proof < least_proof or (proof == least_proof and score > best_score)
            if proof == least_proof and score == best_score:
                # A lower number is an older node.
                better = second > best_second or (second == best_second and child < best)
            if (best == NONE or better) and (least < 0.0 or is_certain(n.proven, value, least)):
                best = child
                least_proof = proof
                best_score = score
                best_second = second
        at = next_child(blocks, at)
    return best


def write_line(nodes: Any, blocks: Any, headers: Any, node: Any, by: Any, out: Any) -> Any:
    """Kernel: the expected line of play from a node, into out, by visits; returns its length.

    It ends at chance, and before a move that was visited only once and is not proven. With `by` of 0 or more it writes
    one move, the root's `favourite`, instead: both are mostly the same code, which one kernel compiles once.
    """
    total = headers[0].total
    if by >= 0:
        out[0] = favourite(nodes, blocks, total, by)
        return 1
    count = 0
    node, visits = np.uint32(node), np.int64(VISITS)
    while nodes[node].seat >= 0 and count < len(out):
        best = best_child(nodes, blocks, total, node, visits, -1.0)
        if best == NONE or (nodes[best].visits < 2 and not nodes[best].proven):
            break
        out[count] = nodes[best].move
        count += 1
        node = best
    return count
