"""The final move of several trees together, read as whole arrays: the first of `Uct._ranked` in a tenth of the time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.tree.layout import (
    BLOCK_NUMBER,
    LEAF,
    LEAF_VISITS,
    MOST_PLIES,
    NONE,
    PLIES_AT,
    PROVEN,
    ROOT,
    block_of,
    slot_of,
)
from playout.algorithms.tree.reading import children_of, means_at
from playout.algorithms.uct.final_move import ROUNDING, is_certain, proof_of, score_of, second_of
from playout.algorithms.uct.tree import Tree

__all__ = ["best_together"]

Numbers = NDArray[np.int64]
Means = NDArray[np.float64]


def best_together(trees: Sequence[Tree], legal: Sequence[int], seat: int, by: int, *, is_blind: bool) -> int:
    """The final move by visits (0), mean (1) or total (2).

    legal: the legal moves; seat: the seat to move; is_blind: the trees are of guesses, so their proofs do not count.
    """
    parts = [children(tree, seat) for tree in trees]
    moves, visits, means, proven, plies = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    known, first, place = np.unique(moves, return_index=True, return_inverse=True)
    total = np.bincount(place, visits)
    value = np.bincount(place, means * (visits / np.maximum(1, total[place])))
    certain = np.zeros(len(known), np.bool_)
    lengths = np.zeros(len(known), np.int64)
    if not is_blind:
        by_proof = np.flatnonzero(proven & (visits > 0))[::-1]  # of several trees the first counts
        certain[place[by_proof]] = True
        value[place[by_proof]], lengths[place[by_proof]] = means[by_proof], plies[by_proof]
    rows = zip(
        known.tolist(), total.tolist(), value.tolist(), certain.tolist(), lengths.tolist(), first.tolist(), strict=True
    )
    found = {move: row for move, *row in rows if row[0] > 0}
    unvisited = 3.0 if any(tree.is_proven for tree in trees) else 0.5
    order = []
    for move in legal:
        if move not in found:
            order.append((unvisited, 0.0, 0.0, move, 0.0, False, move))
            continue
        count, mean, is_proven, length, age = found[move]
        score, second = score_of(count, mean, by), second_of(count, mean, by)
        order.append((proof_of(is_proven, length, mean), -float(score), -float(second), age, mean, is_proven, move))
    best = min(order)
    least = best[4]
    exact = [tree.root.mean(seat) for tree in trees if tree.is_proven]
    if exact:  # other moves may have higher means, but are worth no more
        least = max(exact) - ROUNDING
    if best[-1] in found:
        best = min((row for row in order if is_certain(row[5], row[4], least)), default=best)
    return best[-1]


def children(tree: Tree, seat: int) -> tuple[Numbers, Numbers, Means, NDArray[np.bool_], Numbers]:
    """Of the root's children, the oldest first: moves, visits and a seat's means by the tree's own simulations, whether
    they are proven, and then the plies to the end."""
    blocks, total = tree.blocks, float(tree.header["total"][0])
    numbers = np.sort(children_of(blocks, np.array([int(ROOT)]))[1])
    block, slot = block_of(numbers), slot_of(numbers)
    words = blocks["child"][block, slot].astype(np.int64)
    has_block = (words != NONE) & (words < LEAF)
    head = np.where(has_block, words & BLOCK_NUMBER, 0)
    visits = np.where(has_block, blocks["visits"][head], words & LEAF_VISITS).astype(np.int64)
    proven = words & PROVEN != 0
    means = means_at(blocks, numbers, total, seat)
    plies = np.where(has_block, blocks["remaining"][head], (words >> PLIES_AT) & MOST_PLIES)
    if len(tree.ledger):
        known = tree.ledger[head]
        visits -= np.where(has_block, known["received"], 0)
        sums = (blocks["sums"][head] - known["received_sums"]).reshape(len(head), tree.stored)
        stored = sums / np.maximum(1, visits)[:, None]
        own = stored[:, seat] if seat < tree.stored else total - stored.sum(axis=1)
        means = np.where(has_block & ~proven, own, means)
    return blocks["moves"][block, slot].astype(np.int64), visits, means, proven, plies
