"""The tree of a Monte Carlo search in memory, as kernels use it.

A tree is one array of blocks. A node that was visited at least twice has a block of its own, its head: its sums and
visits, and up to seven edges to its children side by side, so that selection reads one block and no child. A node with
more children has further blocks: the head's link leads to the newest, each further block's link to the one before it,
and the oldest one's back to the head. A leaf that was visited once needs no block: its edge holds all its values.

Numbers: the root is node 0, in block 0. Any other node has the number of its edge, 8 * block + slot + 1. A child's
block has a higher number than its parent's head, so re-rooting is two passes in place.

The word `child` of an edge: 0, NONE, not visited yet; below LEAF the number of the child's block; else LEAF, the seat
to move, the plies to the end if it is proven, and its visits, in the bits that the constants below name. PROVEN is set
in either form where the child's value is certain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = [
    "BLOCK_NUMBER",
    "LARGEST_MOVE",
    "LAST_SEAT",
    "LEAF",
    "LEAF_VISITS",
    "MOST_LEAF_VISITS",
    "MOST_PLIES",
    "NONE",
    "PLIES_AT",
    "PROVEN",
    "ROOT",
    "SEAT_AT",
    "SLOTS",
    "UNKNOWN",
    "ArraysOfTree",
    "KernelTree",
    "append_edge",
    "block_of",
    "block_type",
    "deepen",
    "edge_at",
    "edges_in",
    "find_edge",
    "first_edge",
    "head_of",
    "keep_only",
    "leaf_mean",
    "mean_at",
    "means_of",
    "new_block",
    "next_edge",
    "plies_of",
    "seat_code",
    "seat_of",
    "slot_of",
    "visits_of",
    "write_leaf",
]

ROOT = 0
NONE = 0
"""No edge, no block, no child: the root is nobody's child."""

SLOTS = 7
"""Edges in a block."""

UNKNOWN = -1
"""The value of `remaining` before the untried moves are counted."""

LARGEST_MOVE = (1 << 16) - 1
"""The largest move that a narrow block can hold."""

LEAF = 1 << 31
PROVEN = 1 << 30
SEAT_AT, PLIES_AT = 25, 21
MOST_PLIES = 15
MOST_LEAF_VISITS = 1 << 20
"""When memory is full, a leaf without a block gets a reserved block after this many visits, because its mean is a
float32, which a further visit would hardly change. If no block is left, its count of visits stays at this number.
"""

LEAF_VISITS, BLOCK_NUMBER = (1 << PLIES_AT) - 1, PROVEN - 1
LAST_SEAT = 31


class ArraysOfTree(NamedTuple):
    """The arrays of a tree, as kernels take them."""

    blocks: Any
    """block_type[capacity and some more]"""
    headers: Any
    """A record of counters and settings, in an array of one."""
    scratches: Any
    """A record of scratch arrays, in an array of one."""
    growths: Any
    """float64: sqrt(ln N) for small N; see bound.py"""
    history: Any
    """float64: for each code of a move a sum and a count; see uct/hints.py"""
    own_memory: Any
    """int32, by block: the number of the node's own memory of GRAVE; 0: none"""
    memories: Any
    """float32: for each code of a move a sum and a count, one memory after the other"""


class KernelTree(NamedTuple):
    """The tree as a kernel passes it to its own functions: records instead of arrays with one element, which take fewer
    words.
    """

    blocks: Any
    header: Any
    scratch: Any
    growths: Any
    history: Any
    own_memory: Any
    memories: Any


def block_type(stored: int, *, keeps_means: bool, has_priors: bool, is_wide: bool) -> np.dtype[Any]:
    """The record of a block that keeps the payoff sums of `stored` seats. With one seat and no option it takes two
    cache lines.

    keeps_means: the means of leaves have a field of their own, since `q` does not tell them; has_priors: every edge has
    a prior; is_wide: for moves above LARGEST_MOVE.
    """
    own = stored if keeps_means else 0
    return np.dtype(
        [
            # Of the edges. q: the child's value to the seat that moves, usually its mean payoff; -1: no edge.
            ("q", np.float32, SLOTS),
            ("r", np.float32, SLOTS),  # what `growth` is multiplied by: c sqrt(1 / visits); 0 if proven
            # Of the node, in its head.
            ("visits", np.int32),
            ("link", np.uint32),  # to another block of the same node; see above
            ("child", np.uint32, SLOTS),
            ("moves", np.int32 if is_wide else np.uint16, SLOTS),
            ("remaining", np.int16),  # moves not yet tried, or UNKNOWN; once proven, plies to the end
            ("tried", np.int16),  # edges of the node; in a further block, below 0, minus the edges of that block
            ("seat", np.int8),  # the seat to move
            ("proven", np.bool_),
            ("growth", np.float32),  # sqrt(ln visits), or sqrt(visits) with priors
            ("sums", np.float64, stored),
            # The mean payoffs of each leaf by seat; if one seat is stored, those of the seat that moves there.
            ("means", np.float32, SLOTS * own),
            ("priors", np.float32, SLOTS if has_priors else 0),
        ],
        align=True,
    )


def new_block(blocks: Any, header: Any, seat: Any) -> Any:
    """Take an empty block into use; returns its number."""
    block = np.int64(header.blocks)
    header.blocks += 1
    n = blocks[block]
    for k in range(len(n.sums)):
        n.sums[k] = 0.0
    n.visits = 0
    n.link = NONE
    n.remaining = UNKNOWN
    n.tried = 0
    n.seat = seat
    n.proven = False
    n.growth = 0.0
    for k in range(SLOTS):
        n.q[k] = -1.0
    for k in range(SLOTS):
        n.r[k] = 0.0
    for k in range(SLOTS):
        n.child[k] = NONE
    for k in range(SLOTS):
        n.moves[k] = 0
    for k in range(len(n.means)):
        n.means[k] = 0.0
    for k in range(len(n.priors)):
        n.priors[k] = 0.0
    return block


def block_of(edge: Any) -> Any:
    """The block in which an edge lies. The mask tells the compiler that it is not negative."""
    return (np.int64(edge) >> 3) & BLOCK_NUMBER


def slot_of(edge: Any) -> Any:
    """The slot of an edge in its block."""
    return (np.int64(edge) - 1) & 7


def edge_at(block: Any, slot: Any) -> Any:
    """The number of an edge."""
    return np.int64(block) * 8 + slot + 1


def edges_in(n: Any) -> Any:
    """The number of edges in a block."""
    return min(n.tried, SLOTS) if n.tried >= 0 else -n.tried


def first_edge(blocks: Any, block: Any) -> Any:
    """The first edge of the node with this head, which is in its newest block; NONE if it has no edges."""
    n = blocks[block]
    if n.tried == 0:
        return np.int64(NONE)
    return edge_at(n.link if n.link != NONE else block, 0)


def next_edge(blocks: Any, edge: Any) -> Any:
    """The next edge of the same node, or NONE."""
    n = blocks[block_of(edge)]
    if slot_of(edge) + 1 < edges_in(n):
        return np.int64(edge) + 1
    return edge_at(n.link, 0) if n.tried < 0 else np.int64(NONE)


def find_edge(blocks: Any, block: Any, move: Any) -> Any:
    """The edge of a move, or NONE."""
    edge = first_edge(blocks, block)
    while edge != NONE:
        if blocks[block_of(edge)].moves[slot_of(edge)] == move:
            return edge
        edge = next_edge(blocks, edge)
    return edge


def append_edge(tree: Any, block: Any, move: Any) -> Any:
    """Add an edge to a node; its child was not visited yet. Returns the edge's number."""
    blocks, header = tree.blocks, tree.header
    n = blocks[block]
    k = np.int64(n.tried)
    at = np.int64(block)
    if k >= SLOTS:
        k %= SLOTS
        if k == 0:
            at = new_block(blocks, header, n.seat)
            blocks[at].link = n.link if n.link != NONE else block
            n.link = at
        at = np.int64(n.link)
        blocks[at].tried -= 1
    n.tried += 1
    blocks[at].moves[k] = move
    header.used += 1
    return edge_at(at, k)


def keep_only(tree: Any, block: Any, edge: Any) -> Any:
    """Drop all edges of a node but one, and the untried moves. Returns the new number of the edge."""
    n, source, k = tree.blocks[block], tree.blocks[block_of(edge)], slot_of(edge)
    n.q[0] = source.q[k]
    n.r[0] = source.r[k]
    n.child[0] = source.child[k]
    n.moves[0] = source.moves[k]
    if len(n.priors) > 0:
        n.priors[0] = source.priors[k]
    stored = len(n.means) // SLOTS
    for j in range(stored):
        n.means[j] = source.means[k * stored + j]
    for i in range(1, SLOTS):
        n.q[i] = -1.0
        n.r[i] = 0.0
        n.child[i] = NONE
    n.link = NONE
    n.tried = 1
    n.remaining = 0
    return edge_at(block, 0)


def seat_code(seat: Any) -> Any:
    """A seat, CHANCE or OVER as a leaf's word holds it; higher seats share the last code."""
    return min(np.int64(seat) + 2, LAST_SEAT)


def seat_of(word: Any) -> Any:
    """The seat to move at a leaf without a block, CHANCE or OVER."""
    return ((np.int64(word) >> SEAT_AT) & LAST_SEAT) - 2


def head_of(word: Any) -> Any:
    """The head of a child that has a block."""
    return np.int64(word) & BLOCK_NUMBER


def visits_of(blocks: Any, word: Any) -> Any:
    """The visits of a child."""
    if word >= LEAF:
        return np.int64(word) & LEAF_VISITS
    return np.int64(blocks[head_of(word)].visits) if word != NONE else np.int64(0)


def plies_of(blocks: Any, word: Any) -> Any:
    """The plies from a proven child to the end of the match."""
    if word >= LEAF:
        return (np.int64(word) >> PLIES_AT) & MOST_PLIES
    return np.int64(blocks[head_of(word)].remaining)


def leaf_mean(n: Any, k: Any, total: Any, seat: Any) -> Any:
    """A seat's mean payoff, scaled, at a leaf without a block, whose edge is n's number k."""
    stored = len(n.sums)
    if stored != 1:
        rest = total
        for j in range(stored):
            mean = np.float64(n.means[k * stored + j])
            if j == seat:
                return mean
            rest -= mean
        return rest
    own = np.float64(n.means[k]) if len(n.means) > 0 else np.float64(n.q[k])
    return own if seat == max(np.int64(n.seat), 0) else total - own


def mean_at(blocks: Any, n: Any, k: Any, total: Any, seat: Any) -> Any:
    """A seat's mean payoff, scaled, at the visited child of n's edge number k; of a proven child its exact value."""
    word = n.child[k]
    if word >= LEAF:
        return leaf_mean(n, k, total, seat)
    head = blocks[head_of(word)]
    stored = len(head.sums)
    if seat < stored:
        return head.sums[seat] / head.visits
    rest = total
    for j in range(stored):
        rest -= head.sums[j] / head.visits
    return rest


def means_of(blocks: Any, edge: Any, total: Any, out: Any) -> None:
    """Every seat's mean payoff at a visited child, scaled, into out; of a proven child its exact value."""
    n, k = blocks[block_of(edge)], slot_of(edge)
    word = n.child[k]
    stored = len(n.sums)
    rest = total
    for j in range(len(out)):
        if j == stored:
            out[j] = rest
        elif word >= LEAF:
            out[j] = leaf_mean(n, k, total, np.int64(j))
        else:
            # By division: the sums of a proven node are visits times its value, and 49 * (1 / 49) is not 1.
            head = blocks[head_of(word)]
            out[j] = head.sums[j] / head.visits
        rest -= out[j]


def write_leaf(n: Any, k: Any, means: Any) -> None:
    """Store the means of a leaf without a block. Does nothing if q itself is the stored mean."""
    stored = len(n.sums)
    if len(n.means) > 0 and stored == 1:
        n.means[k] = means[max(np.int64(n.seat), 0)]
    elif len(n.means) > 0:
        for j in range(stored):
            n.means[k * stored + j] = means[j]


def deepen(tree: Any, edge: Any, seat: Any) -> Any:
    """Give a leaf a block of its own. Returns the block's number. The caller sets its growth."""
    header = tree.header
    block = new_block(tree.blocks, header, seat)
    own, n, k = tree.blocks[block], tree.blocks[block_of(edge)], slot_of(edge)
    word = np.int64(n.child[k])
    own.visits = visits_of(tree.blocks, word)
    if own.visits > 0:
        for j in range(len(own.sums)):
            own.sums[j] = leaf_mean(n, k, header.total, np.int64(j)) * own.visits
    if word & PROVEN:
        own.proven = True
        own.remaining = plies_of(tree.blocks, word)
    n.child[k] = block | (word & PROVEN)
    return block
