"""A tree read as whole arrays: the children, visits and means of many nodes at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.tree.layout import BLOCK_NUMBER, LEAF, LEAF_VISITS, NONE, ROOT, SLOTS, block_of, slot_of

__all__ = ["children_of", "heads_of", "means_at", "visits_at", "words_of"]

Numbers = NDArray[np.int64]


def words_of(blocks: Any, numbers: Numbers) -> Numbers:
    """The word `child` of the edge to each node; 0, the number of its block, for the root."""
    edges = np.maximum(numbers, 1)
    words: Numbers = blocks["child"][block_of(edges), slot_of(edges)].astype(np.int64)
    return np.where(numbers == ROOT, ROOT, words)


def heads_of(blocks: Any, numbers: Numbers) -> Numbers:
    """The block of each node; -1 for one without a block."""
    words = words_of(blocks, numbers)
    is_leaf = (words >= LEAF) | ((words == NONE) & (numbers != ROOT))
    return np.where(is_leaf, -1, words & BLOCK_NUMBER)


def visits_at(blocks: Any, numbers: Numbers) -> Numbers:
    """The visits of each node."""
    heads = heads_of(blocks, numbers)
    return np.where(heads >= 0, blocks["visits"][heads], words_of(blocks, numbers) & LEAF_VISITS).astype(np.int64)


def children_of(blocks: Any, numbers: Numbers) -> tuple[Numbers, Numbers]:
    """(parents, children) of some nodes: for each child the index of its parent in `numbers`, and its own number."""
    heads = heads_of(blocks, numbers)
    parents = np.flatnonzero(heads >= 0)
    block = heads[parents]
    block = np.where(blocks["link"][block] != NONE, blocks["link"][block], block).astype(np.int64)
    above, found = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    while len(block):
        tried = blocks["tried"][block].astype(np.int64)
        row, k = np.nonzero(np.arange(SLOTS) < np.abs(tried)[:, None])
        above.append(parents[row])
        found.append(block[row] * 8 + k + 1)
        parents, block = parents[tried < 0], blocks["link"][block[tried < 0]].astype(np.int64)
    return np.concatenate(above), np.concatenate(found)


def means_at(blocks: Any, numbers: Numbers, total: float, seat: int) -> NDArray[np.float64]:
    """A seat's mean payoff at each node, scaled; 0 at a node without visits."""
    heads, edges = heads_of(blocks, numbers), np.maximum(numbers, 1)
    block, slot = block_of(edges), slot_of(edges)
    sums = blocks["sums"].reshape(len(blocks), -1)[np.maximum(heads, 0)]
    stored = sums.shape[1]
    stored_means = sums / np.maximum(1, blocks["visits"][np.maximum(heads, 0)])[:, None]
    of_leaves = blocks["means"].reshape(len(blocks), SLOTS, -1)[block, slot].astype(np.float64)
    if stored == 1:
        own = of_leaves if of_leaves.shape[1] else blocks["q"][block, slot].astype(np.float64)[:, None]
        of_leaves = np.where((blocks["seat"][block] > 0)[:, None], total - own, own)
    stored_means = np.where((heads >= 0)[:, None], stored_means, of_leaves)
    means = stored_means[:, seat] if seat < stored else total - stored_means.sum(axis=1)
    return np.where(visits_at(blocks, numbers) > 0, means, 0.0)
