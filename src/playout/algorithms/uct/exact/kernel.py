"""Kernels of exact search: list the nodes in question, and write a proof into the tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.tree.layout import (
    LEAF,
    NONE,
    PROVEN,
    ROOT,
    KernelTree,
    block_of,
    deepen,
    find_edge,
    first_edge,
    head_of,
    next_edge,
    seat_of,
    slot_of,
)
from playout.algorithms.uct.proof import prove, scaled_means, set_proven, worth
from playout.algorithms.uct.selection import growth_at
from playout.rules import copy, left, play

__all__ = ["BLOCK", "COLUMNS", "DEPTH", "IN_QUESTION", "NO_ROW", "VISITS", "list_nodes", "pose", "write_proof"]

BLOCK, ABOVE, EDGE, DEPTH, VISITS, IN_QUESTION = range(6)
"""The columns of the list of nodes: a node's block, the row of its parent, its edge, plies from the root, visits, and
whether it is in question.
"""

COLUMNS = 6

NO_ROW = -1
"""In place of a row or a depth: nothing is done."""

MOST_PLIES = (1 << 15) - 1
"""The most plies that a block can hold."""


def list_nodes(arrays: Any, asked: Any, least: Any, again: Any, rows: Any) -> Any:
    """Kernel: list the unproven nodes with `least` visits or more, parents before children; returns how many.

    asked: by block, the node's visits when it was last in question. It is in question again at `again` times those.
    """
    blocks = arrays.blocks
    if blocks[ROOT].proven:
        return 0
    enter(rows, 0, ROOT, -1, ROOT, 0, blocks[ROOT], asked, again)
    count, i = 1, 0
    while i < count:
        edge = first_edge(blocks, rows[i, BLOCK])
        while edge != NONE:
            word = np.int64(blocks[block_of(edge)].child[slot_of(edge)])
            if word != NONE and word < LEAF and word & PROVEN == 0 and count < len(rows):
                n = blocks[head_of(word)]
                if n.visits >= least and n.seat >= 0:
                    enter(rows, count, head_of(word), i, edge, rows[i, DEPTH] + 1, n, asked, again)
                    count += 1
            edge = next_edge(blocks, edge)
        i += 1
    return count


def enter(rows: Any, i: Any, block: Any, above: Any, edge: Any, depth: Any, n: Any, asked: Any, again: Any) -> None:
    """Write a node into row i."""
    rows[i, BLOCK] = block
    rows[i, ABOVE] = above
    rows[i, EDGE] = edge
    rows[i, DEPTH] = depth
    rows[i, VISITS] = n.visits
    rows[i, IN_QUESTION] = n.visits >= again * asked[block]


def pose(arrays: Any, states: Any, positions: Any, rows: Any, i: Any, asked: Any) -> Any:
    """Kernel: put the position of row i into positions[0], and the path to it into scratch.path.

    Returns its depth, or NO_ROW if the node or one above it has been proven since. scratch.means: the node's mean
    payoffs.
    """
    header, scratch, blocks = arrays.headers[0], arrays.scratches[0], arrays.blocks
    if i < 0:
        return np.int64(NO_ROW)
    depth, row = np.int64(rows[i, DEPTH]), np.int64(i)
    for d in range(depth, -1, -1):
        scratch.path[d] = rows[row, EDGE]
        scratch.heads[d] = rows[row, BLOCK]
        row = rows[row, ABOVE]
    copy(positions, 0, states, 0)
    for d in range(depth + 1):
        if blocks[np.int64(scratch.heads[d])].proven:
            return np.int64(NO_ROW)
        if d > 0:
            edge = np.int64(scratch.path[d])
            play(positions[0], np.int64(blocks[block_of(edge)].moves[slot_of(edge)]))
    n = blocks[np.int64(scratch.heads[depth])]
    asked[np.int64(scratch.heads[depth])] = n.visits
    scaled_means(n.sums, len(n.sums), 1.0 / n.visits, header.total, scratch.means)
    return depth


def write_proof(arrays: Any, positions: Any, depth: Any, share: Any, plies: Any, move: Any) -> Any:
    """Kernel: prove the node at this depth of the path, and carry the proof up. Returns whether it was written.

    positions[0]: its position. share: its value to its seat, on 0..1. plies: the most plies to the end; -1: not known.
    move: a move with this value, whose child is proven as well; -1: every move has it. Without memory for that child
    nothing is written.
    """
    header, scratch, blocks = arrays.headers[0], arrays.scratches[0], arrays.blocks
    tree = KernelTree(blocks, header, scratch, arrays.growths, arrays.history, arrays.own_memory, arrays.memories)
    if depth < 0:
        return False
    block = np.int64(scratch.heads[depth])
    seat = np.int64(blocks[block].seat)
    scratch.payoff[seat] = share
    scratch.payoff[1 - seat] = 1.0 - share
    length = min(np.int64(plies) if plies >= 0 else min(np.int64(left(positions[0])), header.longest), MOST_PLIES)
    if move >= 0:
        edge = find_edge(blocks, block, move)
        if edge == NONE or not prove_child(tree, edge, max(length - 1, 0)):
            return False
    else:
        edge = first_edge(blocks, block)
        while edge != NONE:
            prove_child(tree, edge, max(length - 1, 0))
            edge = next_edge(blocks, edge)
    set_proven(tree, scratch.path[depth], block, scratch.payoff, length)
    tell_parent(tree, scratch.path[depth], block)
    prove(tree, depth)
    return True


def prove_child(tree: Any, edge: Any, plies: Any) -> Any:
    """Prove that an edge's child is worth `payoff`. Returns False if it has no visits, or no memory for a block."""
    blocks, header = tree.blocks, tree.header
    word = np.int64(blocks[block_of(edge)].child[slot_of(edge)])
    if word == NONE:
        return False
    if word & PROVEN:
        return True
    if word >= LEAF:
        if header.blocks >= header.capacity:
            return False
        block = np.int64(deepen(tree, edge, seat_of(word)))
        blocks[block].growth = growth_at(tree, np.int64(blocks[block].visits))
    else:
        block = head_of(word)
    set_proven(tree, edge, block, tree.scratch.payoff, plies)
    tell_parent(tree, edge, block)
    return True


def tell_parent(tree: Any, edge: Any, block: Any) -> None:
    """Set the edge's q to the exact value of its child."""
    if edge != ROOT:
        above, n, scratch = tree.blocks[block_of(edge)], tree.blocks[block], tree.scratch
        scaled_means(n.sums, len(n.sums), 1.0 / n.visits, tree.header.total, scratch.means)
        above.q[slot_of(edge)] = worth(tree.header, scratch.means, np.int64(above.seat))
