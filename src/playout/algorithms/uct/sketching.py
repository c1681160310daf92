"""UCT's tree in outline, read as whole arrays: five thousand nodes in a few milliseconds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.drawing.tree_sketch import TreeSketch, most_visited
from playout.algorithms.tree.layout import PROVEN, ROOT, block_of, slot_of
from playout.algorithms.tree.reading import children_of, means_at, visits_at, words_of
from playout.algorithms.uct.tree import Tree

__all__ = ["sketch_tree"]


def sketch_tree(tree: Tree, seat: int, work: int, best: int, most: int) -> TreeSketch:
    """The most visited nodes, with their values for one seat, the one to move at the root."""
    blocks = tree.blocks

    def visits(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        return visits_at(blocks, numbers)

    numbers, parents = most_visited(int(ROOT), visits, lambda given: children_of(blocks, given), most)
    edges = np.maximum(numbers, 1)  # the root has none
    moves = blocks["moves"][block_of(edges), slot_of(edges)].astype(np.int64)
    movers = blocks["seat"][block_of(edges)]
    moves[0], movers[0] = -1, seat
    least, most_paid = tree.rules.payoff_bounds
    means = means_at(blocks, numbers, float(tree.header["total"][0]), seat)
    return TreeSketch(
        work=work,
        best=best,
        parents=parents,
        moves=moves,
        movers=movers,
        visits=visits(numbers),
        values=(least + means * (most_paid - least)).astype(np.float32),
        proven=np.where(numbers == ROOT, blocks["proven"][0], words_of(blocks, numbers) & PROVEN != 0),
        bounds=np.zeros(len(numbers), np.int8),
    )
