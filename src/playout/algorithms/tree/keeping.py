"""Re-rooting: a node becomes the root, and all nodes that are not below it are dropped, in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.tree.layout import LEAF, NONE, PROVEN, SLOTS, edges_in, head_of

__all__ = ["keep_below"]

DROPPED = -1


def keep_below(blocks: Any, header: Any, numbers: Any, root: Any) -> None:
    """Make the node whose head is the block `root` the root.

    numbers: int32[blocks in use], scratch for the new number of each block. A child's block and a further block have
    higher numbers than the node's head. So one pass marks and numbers the blocks that are kept, and a second pass moves
    them.
    """
    for b in range(header.blocks):
        numbers[b] = DROPPED
    numbers[root] = 0
    count = 0
    nodes = 1
    for b in range(root, header.blocks):
        if numbers[b] != DROPPED:
            numbers[b] = count
            count += 1
            nodes += edges_in(blocks[b])
            mark_from(blocks, b, numbers)
    for b in range(root, header.blocks):
        if numbers[b] != DROPPED:
            move_block(blocks[numbers[b]], blocks[b], numbers)
    header.used = nodes
    header.blocks = count


def mark_from(blocks: Any, b: Any, numbers: Any) -> None:
    """Mark the children of a block as kept; for a head, also its further blocks."""
    n = blocks[b]
    for k in range(SLOTS):
        if n.child[k] != NONE and n.child[k] < LEAF:
            numbers[head_of(n.child[k])] = 0
    at = np.int64(n.link)
    while n.tried >= 0 and at != NONE and at != b:
        numbers[at] = 0
        at = np.int64(blocks[at].link)


def move_block(target: Any, n: Any, numbers: Any) -> None:
    """Copy a block to its new index, and renumber the blocks that it links to."""
    for k in range(len(n.sums)):
        target.sums[k] = n.sums[k]
    for k in range(SLOTS):
        word = np.int64(n.child[k])
        if word != NONE and word < LEAF:
            word = np.int64(numbers[head_of(word)]) | (word & PROVEN)
        target.child[k] = word
        target.q[k] = n.q[k]
        target.r[k] = n.r[k]
        target.moves[k] = n.moves[k]
    for k in range(len(n.means)):
        target.means[k] = n.means[k]
    for k in range(len(n.priors)):
        target.priors[k] = n.priors[k]
    is_linked = n.tried < 0 or n.link != NONE
    target.link = numbers[n.link] if is_linked else NONE
    target.visits = n.visits
    target.remaining = n.remaining
    target.tried = n.tried
    target.seat = n.seat
    target.proven = n.proven
    target.growth = n.growth
