"""UCT's pruning: it drops the siblings of an immediate win."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.tree.layout import (
    NONE,
    append_edge,
    block_of,
    deepen,
    keep_only,
    seat_of,
    slot_of,
)
from playout.algorithms.uct.expansion import enter_leaf, enter_proof
from playout.rules import OVER

__all__ = ["prune_below", "prune_beside"]


def prune_beside(tree: Any, depth: Any) -> None:
    """If the new node at this depth of the path ends the match with a win for the seat that moved, make it its parent's
    only child.
    """
    scratch = tree.scratch
    block = np.int64(scratch.heads[depth - 1])
    own = tree.blocks[block]
    if scratch.payoff[np.int64(own.seat)] >= 1.0:
        scratch.path[depth] = keep_only(tree, block, scratch.path[depth])
        for k in range(len(own.sums)):
            own.sums[k] = scratch.payoff[k] * own.visits


def prune_below(tree: Any, depth: Any) -> None:
    """If the first move of a playout from the leaf at this depth wins, make it a node and the leaf's only child.

    scratch.payoff is the result of that playout, before a rule of backup and before the mean of several playouts. It
    becomes the value of the leaf and of this simulation, and is written to value.
    """
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    edge, block = scratch.path[depth], np.int64(scratch.heads[depth])
    is_leaf = depth > 0 and block == NONE
    seat = seat_of(blocks[block_of(edge)].child[slot_of(edge)]) if is_leaf else np.int64(blocks[block].seat)
    if seat < 0 or seat >= len(scratch.payoff) or scratch.payoff[seat] < 1.0:
        return
    if header.blocks >= header.capacity or header.first > header.largest_move:
        return
    for k in range(len(scratch.value)):
        scratch.value[k] = scratch.payoff[k]
    if is_leaf:
        block = deepen(tree, edge, seat)
        scratch.heads[depth] = block
    only = keep_only(tree, block, append_edge(tree, block, header.first))
    enter_leaf(blocks[block], np.int64(0), OVER)
    child = enter_proof(tree, only, OVER, np.int64(0))
    if child == NONE:
        blocks[block].child[0] = np.int64(blocks[block].child[0]) + 1
    else:
        blocks[child].visits = 1
        for k in range(len(blocks[child].sums)):
            blocks[child].sums[k] = scratch.value[k]
    for k in range(len(blocks[block].sums)):
        blocks[block].sums[k] = scratch.value[k] * blocks[block].visits
