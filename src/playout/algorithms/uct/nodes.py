"""The layout of UCT's tree, as kernels: nodes, and blocks that list a node's children side by side.

A node is a record of 32 bytes for two seats. Its children are numbers in blocks of eight words: seven children, oldest
first, 0 where there is none yet, and the number of the block before it. So the children of a node can be looked at
without one waiting for the other, and a node that has few takes little. Where all moves of a node fit its first block,
those that were not tried yet stand after the children, marked by UNTRIED, so that the rules are not asked for them
again. Both lie in one piece of memory: nodes from its beginning, blocks from its end. A node's number and a block's are
where they lie, so a child has a higher number than its parent, and a newer block a lower one than an older. Re-rooting
is a few passes in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.pauses import PAUSE_FIELDS
from playout.algorithms.uct.options import UctOptions
from playout.options.fields import kernel_fields
from playout.rules import OVER

__all__ = [
    "BLOCK",
    "END",
    "NONE",
    "ROOT",
    "SLOTS",
    "UNKNOWN",
    "UNTRIED",
    "attach",
    "find_child",
    "first_child",
    "header_type",
    "holds_child",
    "keep_below",
    "keep_only",
    "new_node",
    "next_child",
    "node_type",
    "work_type",
]

# Numbers are unsigned, so that compiled code need not look for negative ones.
ROOT = np.uint32(0)
NONE = np.uint32(0)
"""No child, no block: the root is nobody's child, and lies where block 0 would."""

UNKNOWN = -1
"""Untried moves of a node that were not counted yet."""

UNTRIED = np.uint32(1 << 31)
"""What marks a word of a block as a move that was not tried yet; nodes have lower numbers."""

FIRST = np.uint32(1)
"""The lowest number of a child."""

BLOCK = np.int64(8)
"""Words in a block."""
SLOTS = 7
"""Children in a block."""
END = 0
"""The place after the last child of a node."""


def node_type(stored: int) -> np.dtype[Any]:
    """The record of a node that keeps the payoff sums of `stored` seats."""
    return np.dtype(
        [
            ("sums", np.float64, stored),
            ("q", np.float32),  # what it is worth to the seat that moves at the parent: its mean payoff, as a rule
            ("r", np.float32),  # c / sqrt(visits); 0 if proven
            ("visits", np.int32),
            ("block", np.uint32),  # the newest block of its children
            ("move", np.int32),  # that led here
            ("remaining", np.int16),  # moves not yet tried, or UNKNOWN; once proven, plies to the end
            ("seat", np.int8),  # whose turn it is here
            ("proven", np.bool_),
        ],
        align=True,
    )


def header_type() -> np.dtype[Any]:
    """The record of a tree's counters and settings, the same for all games; options stand there under their names."""
    counters = ("used", "blocks", "simulations", "deepest", "memories", "noted", "walked", "length", "first")
    interrupted = ("reached", "reference", "played")  # where a simulation is: depth, GRAVE's memory, playouts done
    limits = ("capacity", "top", "longest", "depth", "searcher", "seats")
    switches = ("use_prior", "use_notes")
    return np.dtype(
        [
            *((name, np.int64) for name in (*counters, *limits, *switches, *interrupted)),
            *PAUSE_FIELDS,
            *kernel_fields(UctOptions),
            # A payoff p counts as (p - least) / span, which makes the most exactly 1; all seats' together are total, if
            # that is constant. own_c: the option c, for a rule of one's own; the field c is 1 then, so that r is
            # 1 / sqrt(visits).
            *((name, np.float64) for name in ("least", "span", "total", "own_c")),
            ("origin", np.uint64),  # the hash of the seed and of the path to the root
            ("trail", np.uint64),  # and of the path to where a simulation was interrupted
        ],
        align=True,
    )


def work_type(max_moves: int, players: int, max_length: int) -> np.dtype[Any]:
    """The record of scratch arrays, whose sizes are the game's. It is apart from the other one, so that kernels which
    need no scratch arrays are compiled once for all games."""
    return np.dtype(
        [
            ("path", np.uint32, max_length + 2),
            ("better", np.uint32, max_length + 2),
            ("scratch", np.int64, max_moves),
            ("weights", np.float64, max_moves),
            ("payoff", np.float64, players),
            ("value", np.float64, players),
            ("backed", np.float64, players),
            ("notes", np.int32, max_length + 2),
            ("note_seats", np.int8, max_length + 2),
        ],
        align=True,
    )


def new_node(nodes: Any, i: Any, move: Any, seat: Any) -> None:
    """Write an empty node."""
    n = nodes[i]
    for k in range(len(n.sums)):
        n.sums[k] = 0.0
    n.q = 0.0
    n.r = 0.0
    n.visits = 0
    n.block = NONE
    n.move = move
    n.remaining = UNKNOWN
    n.seat = seat
    n.proven = False


def new_block(blocks: Any, header: Any) -> Any:
    """Take an empty block into use; its number."""
    header.blocks += 1
    block = np.uint32(header.top - header.blocks)
    for k in range(BLOCK):
        blocks[block * BLOCK + k] = NONE
    return block


def holds_child(word: Any) -> Any:
    """Whether a word of a block is the number of a child: below UNTRIED, and not NONE, which wraps round here."""
    return word - FIRST < UNTRIED - FIRST


def append_child(nodes: Any, blocks: Any, header: Any, node: Any, child: Any) -> None:
    """Enter a child: into the first block of the list, or a new one in front of it once that is full."""
    block = nodes[node].block
    k = 0
    if block != NONE:
        while k < SLOTS and holds_child(blocks[block * BLOCK + k]):
            k += 1
    if block == NONE or k == SLOTS:
        fresh = new_block(blocks, header)
        blocks[fresh * BLOCK + SLOTS] = block
        nodes[node].block = fresh
        block = fresh
        k = 0
    blocks[block * BLOCK + k] = child


def attach(nodes: Any, blocks: Any, header: Any, node: Any, move: Any) -> Any:
    """A new child, which knows only its move yet."""
    child = np.uint32(header.used)
    header.used += 1
    new_node(nodes, child, move, OVER)
    append_child(nodes, blocks, header, node, child)
    return child


def keep_only(nodes: Any, blocks: Any, header: Any, node: Any, child: Any) -> None:
    """Drop all children of a node but one, and the moves that were not tried."""
    block = new_block(blocks, header)
    blocks[block * BLOCK] = child
    nodes[node].block = block
    nodes[node].remaining = 0


def first_child(n: Any) -> Any:
    """Where the first child of a node stands in `blocks`, or END; see `next_child`."""
    return np.int64(n.block) * BLOCK


def next_child(blocks: Any, at: Any) -> Any:
    """Where the next child stands, or END: `blocks[at]` is a child as long as `at` is not END."""
    at += 1
    if at % BLOCK == SLOTS or not holds_child(blocks[at]):
        return np.int64(blocks[at - at % BLOCK + SLOTS]) * BLOCK
    return at


def find_child(nodes: Any, blocks: Any, node: Any, move: Any) -> Any:
    """The child that a move leads to, or NONE."""
    at = first_child(nodes[node])
    while at != END:
        if nodes[blocks[at]].move == move:
            return blocks[at]
        at = next_child(blocks, at)
    return NONE


def keep_below(nodes: Any, blocks: Any, header: Any, places: Any, block_places: Any, node: Any) -> None:
    """Make a node the root and drop what is not below it, in place.

    places: int32[nodes in use], block_places: int32[blocks in use + 1], where each learns its new number; the n-th
    block that was taken into use has the number top - n, and its place is n. Parents come before their children, so one
    pass marks and numbers the nodes; blocks are numbered in their own order; then both close up, and no number is
    needed that is not known.
    """
    used = header.used
    for i in range(node, used):
        places[i] = -1
    for b in range(header.blocks + 1):
        block_places[b] = -1
    places[node] = 0
    count = 0
    for i in range(node, used):
        if places[i] >= 0:
            places[i] = count
            count += 1
            mark_children(nodes[i], blocks, header, places, block_places)
    block_count = 0
    for b in range(1, header.blocks + 1):
        if block_places[b] >= 0:
            block_count += 1
            block_places[b] = block_count
            source, target = (header.top - b) * BLOCK, (header.top - block_count) * BLOCK
            for k in range(SLOTS):
                child = blocks[source + k]
                blocks[target + k] = places[child] if holds_child(child) else child
            blocks[target + SLOTS] = blocks[source + SLOTS]
    for b in range(1, block_count + 1):
        following = blocks[(header.top - b) * BLOCK + SLOTS]
        if following != NONE:
            blocks[(header.top - b) * BLOCK + SLOTS] = header.top - block_places[header.top - following]
    for i in range(node, used):
        if places[i] >= 0:
            if nodes[i].block != NONE:
                nodes[i].block = header.top - block_places[header.top - nodes[i].block]
            move_node(nodes[places[i]], nodes[i])
    nodes[ROOT].move = -1
    header.used = count
    header.blocks = block_count


def mark_children(n: Any, blocks: Any, header: Any, places: Any, block_places: Any) -> None:
    """Mark a node's blocks and children as kept."""
    at = first_child(n)
    while at != END:
        block_places[header.top - at // BLOCK] = 0
        places[blocks[at]] = 0
        at = next_child(blocks, at)


def move_node(target: Any, n: Any) -> None:
    for k in range(len(n.sums)):
        target.sums[k] = n.sums[k]
    target.q = n.q
    target.r = n.r
    target.visits = n.visits
    target.block = n.block
    target.move = n.move
    target.remaining = n.remaining
    target.seat = n.seat
    target.proven = n.proven
