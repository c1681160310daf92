"""The exchange of counts and proofs between trees of one position, each grown by a thread of its own.

Every tree counts its own simulations. At an exchange the first tree and another one get each other's counts, so that
selection in the upper plies of both goes by the visits and results of both. A table of the other tree, `common`, holds
for each node the part of its counts that the first tree has too. So the counts of both together are

    the first tree's + the other's - common,

and an exchange sets all three to this sum. Proofs are exchanged as well. Subtrees stay apart below the nodes that an
exchange reaches: those with enough visits since the last one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    slot_of,
    visits_of,
)
from playout.algorithms.uct.kernel import reach
from playout.algorithms.uct.proof import scaled_means, set_proven, worth
from playout.algorithms.uct.selection import growth_at

__all__ = ["common_type", "exchange", "new_stack"]

MOST_PLIES = 1 << 12
"""Nodes are exchanged down to this depth; that deep, even a large tree has no node with enough new visits."""

MOST_TOGETHER = 1 << 30
"""The most visits of a node that are exchanged, well below the range of its counter."""


def common_type(stored: int) -> np.dtype[Any]:
    """The record, by a node's head, of the part of its counts that the first tree has too.

    carried: its proof comes from another tree, so its children here may not show the reason.
    """
    return np.dtype([("visits", np.int32), ("carried", np.bool_), ("sums", np.float64, stored)], align=True)


def new_stack(longest: int) -> NDArray[np.int64]:
    """The stack of an exchange. longest: the most plies of a match."""
    return np.zeros((min(longest, MOST_PLIES) + 2, 4), np.int64)


def exchange(first: Any, carried: Any, other: Any, common: Any, stack: Any, least: Any) -> Any:
    """Kernel: exchange counts and proofs between two trees; returns the number of nodes that were exchanged.

    These are the root, and below it the nodes with `least` new visits in both trees together, or proven in one tree
    only. first, other: ArraysOfTree without an interrupted simulation; carried, common: common_type[blocks of first, of
    other]; stack: of `new_stack`.
    """
    one = KernelTree(first.blocks, first.headers[0], first.scratches[0], *first[3:])
    two = KernelTree(other.blocks, other.headers[0], other.scratches[0], *other[3:])
    count = np.int64(1)
    depth = np.int64(-1)
    if unite(one, two, carried, common, ROOT, ROOT, ROOT, ROOT):
        depth = enter(one, two, stack, depth, ROOT, ROOT)
    while depth >= 0:
        here, edge, guess = stack[depth, 0], stack[depth, 2], stack[depth, 3]
        if edge == NONE:
            depth -= 1
            continue
        stack[depth, 2] = next_edge(two.blocks, edge)
        stack[depth, 3] = next_edge(one.blocks, guess) if guess != NONE else NONE
        twin = find_twin(one.blocks, here, guess, two.blocks[block_of(edge)].moves[slot_of(edge)])
        if twin == NONE or not has_news(one, two, common, twin, edge, least):
            continue
        head, own = open_heads(one, two, twin, edge)
        if own == NONE:
            continue
        count += 1
        if unite(one, two, carried, common, twin, head, edge, own) and depth + 1 < len(stack):
            depth = enter(one, two, stack, depth, head, own)
    return count


def enter(one: Any, two: Any, stack: Any, depth: Any, head: Any, own: Any) -> Any:
    """Push the children of a node; returns the new depth."""
    depth += 1
    stack[depth, 0], stack[depth, 1] = head, own
    stack[depth, 2], stack[depth, 3] = first_edge(two.blocks, own), first_edge(one.blocks, head)
    return depth


def find_twin(blocks: Any, head: Any, guess: Any, move: Any) -> Any:
    """The edge of a move, or NONE. guess: an edge of the node to look at first, since both trees mostly tried their
    moves in the same order.
    """
    if guess != NONE and blocks[block_of(guess)].moves[slot_of(guess)] == move:
        return guess
    return find_edge(blocks, head, move)


def word_of(blocks: Any, edge: Any) -> Any:
    """The word `child` of an edge."""
    return np.int64(blocks[block_of(edge)].child[slot_of(edge)])


def has_block(word: Any) -> Any:
    """Whether a child has a block of its own."""
    return word != NONE and word < LEAF


def has_news(one: Any, two: Any, common: Any, twin: Any, edge: Any, least: Any) -> Any:
    """Whether a child is to be exchanged, by its edges in both trees."""
    theirs, ours = word_of(one.blocks, twin), word_of(two.blocks, edge)
    if not has_block(theirs) and not has_block(ours):
        return False
    if (theirs ^ ours) & PROVEN:
        return True
    known = np.int64(common[head_of(ours)].visits) if has_block(ours) else np.int64(0)
    return visits_of(one.blocks, theirs) + visits_of(two.blocks, ours) - 2 * known >= least


def open_heads(one: Any, two: Any, twin: Any, edge: Any) -> Any:
    """The heads of a child in both trees; one of them may be made now. NONE for both without memory."""
    theirs, ours = word_of(one.blocks, twin), word_of(two.blocks, edge)
    if has_block(theirs) and has_block(ours):
        return head_of(theirs), head_of(ours)
    if has_block(ours):
        if one.header.blocks >= one.header.capacity:
            return np.int64(NONE), np.int64(NONE)
        return np.int64(deepen(one, twin, two.blocks[head_of(ours)].seat)), head_of(ours)
    if two.header.blocks >= two.header.capacity:
        return np.int64(NONE), np.int64(NONE)
    return head_of(theirs), np.int64(deepen(two, edge, one.blocks[head_of(theirs)].seat))


def unite(one: Any, two: Any, carried: Any, common: Any, twin: Any, head: Any, edge: Any, own: Any) -> Any:
    """Write a node's joint counts and proof to both trees and `common`; returns whether to exchange its children.

    twin, head: the node's edge and head in the first tree; edge, own: in the other one.
    """
    a, b, c = one.blocks[head], two.blocks[own], common[own]
    visits = np.int64(a.visits) + np.int64(b.visits) - np.int64(c.visits)
    if visits > MOST_TOGETHER or visits == 0:
        return False
    value = one.scratch.value
    is_proven = a.proven or b.proven
    if is_proven:
        source = a if a.proven else b
        plies = np.int64(source.remaining)
        if a.proven and b.proven:
            plies = min(plies, np.int64(b.remaining))
        elif a.proven:
            c.carried = True
        else:
            carried[head].carried = True
        for k in range(len(a.sums)):
            value[k] = source.sums[k] / source.visits
        a.visits = visits
        b.visits = visits
        set_proven(one, twin, head, value, plies)
        set_proven(two, edge, own, value, plies)
    else:
        a.visits = visits
        b.visits = visits
        for k in range(len(a.sums)):
            a.sums[k] += b.sums[k] - c.sums[k]
            b.sums[k] = a.sums[k]
    c.visits = visits
    for k in range(len(a.sums)):
        c.sums[k] = a.sums[k]
    refresh(one, twin, head)
    refresh(two, edge, own)
    return not is_proven


def refresh(tree: Any, edge: Any, block: Any) -> None:
    """Update the values that selection reads of a node, after its counts have changed."""
    header, own = tree.header, tree.blocks[block]
    visits = np.int64(own.visits)
    own.growth = growth_at(tree, visits)
    if edge == ROOT:
        return
    n, k = tree.blocks[block_of(edge)], slot_of(edge)
    if n.seat >= 0:
        share = 1.0 / visits
        scaled_means(own.sums, len(own.sums), share, header.total, tree.scratch.means)
        n.q[k] = worth(header, tree.scratch.means, np.int64(n.seat))
        n.r[k] = reach(header, n, k, visits, share)
