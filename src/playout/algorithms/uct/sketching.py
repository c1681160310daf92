"""UCT's tree in outline, read as whole arrays: five thousand nodes in a few milliseconds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.tree_sketch import TreeSketch, most_visited
from playout.algorithms.uct import nodes as layout
from playout.algorithms.uct.tree import Tree

__all__ = ["sketch_tree"]


def sketch_tree(tree: Tree, seat: int, work: int, best: int, most: int) -> TreeSketch:
    """The most visited nodes, with their values for one seat, the one to move at the root."""
    nodes = tree.nodes

    def visits(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = nodes["visits"][numbers].astype(np.int64)
        return found

    numbers, parents = most_visited(int(layout.ROOT), visits, lambda given: _children(tree, given), most)
    rows = nodes[numbers]
    movers = rows["seat"][np.maximum(parents, 0)]
    movers[0] = seat
    return TreeSketch(
        work=work,
        depth=None,
        best=best,
        sought=None,
        parents=parents,
        moves=rows["move"].astype(np.int64),
        movers=movers,
        visits=rows["visits"].astype(np.int64),
        values=_values(tree, rows, seat),
        proven=rows["proven"],
        bounds=np.zeros(len(numbers), np.int8),
    )


def _values(tree: Tree, rows: Any, seat: int) -> NDArray[np.float32]:
    """The mean payoff of a seat, on the payoffs' scale; the last seat's may follow from the others'."""
    least, most = tree.rules.payoff_bounds
    sums = rows["sums"].reshape(len(rows), -1) / np.maximum(1, rows["visits"])[:, None]
    means = sums[:, seat] if seat < sums.shape[1] else float(tree.header["total"][0]) - sums.sum(axis=1)
    values: NDArray[np.float32] = (least + means * (most - least)).astype(np.float32)
    return values


def _children(tree: Tree, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All children of some nodes, and for each the index of its parent among them."""
    blocks = tree.blocks[: len(tree.blocks) // layout.BLOCK * layout.BLOCK].reshape(-1, layout.BLOCK)
    parents, block = np.arange(len(numbers)), tree.nodes["block"][numbers]
    places, found = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    while True:
        is_block = block != layout.NONE
        parents, block = parents[is_block], block[is_block]
        if not len(block):
            return np.concatenate(places), np.concatenate(found)
        words = blocks[block]
        children = words[:, : layout.SLOTS]
        is_child = (children != layout.NONE) & (children < layout.UNTRIED)
        places.append(parents[np.nonzero(is_child)[0]])
        found.append(children[is_child].astype(np.int64))
        block = words[:, layout.SLOTS]
