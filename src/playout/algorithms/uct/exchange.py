"""How trees of one position, each grown by a thread of its own, learn from each other.

Every tree counts its own simulations. Now and then it writes a message: the nodes with enough new visits of its own,
and the proofs that it has found. The others add a message to their counts, and make the nodes that they lack. So
selection in the upper plies of every tree goes by the visits and results of all.

A tree's ledger holds for each node what was received from others and what was told to them. So the counts of a node are

    its own (of which some are told and the rest is new) + those that were received,

and the trees' own counts add up to the simulations of all. A message is an array, and is never changed: its sender and
its readers need not wait for each other.
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
    SLOTS,
    UNKNOWN,
    KernelTree,
    append_edge,
    block_of,
    deepen,
    find_edge,
    first_edge,
    head_of,
    next_edge,
    seat_of,
    slot_of,
    visits_of,
)
from playout.algorithms.uct.kernel import reach
from playout.algorithms.uct.proof import scaled_means, set_proven, worth
from playout.algorithms.uct.selection import growth_at

__all__ = ["MOST_ENTRIES", "OPEN", "collect", "ledger_type", "message_type", "new_path", "receive"]

MOST_PLIES = 1 << 12
"""Nodes are told down to this depth; so far down a large tree has no node with enough new visits."""

MOST_ENTRIES = 1 << 9
"""The most nodes of a message; the rest is told by the next one."""

MOST_TOGETHER = 1 << 30
"""The most visits of a node that receives more, well below the range of its counter."""

OPEN = -1
"""An entry's plies where the node is not proven."""

LOST = 1 << 30
"""Below this depth of a message nothing is passed over."""


def ledger_type(stored: int) -> np.dtype[Any]:
    """The record of what a node has received and told, by the node's head.

    carried: its proof was received, so that the node's children here may not tell the reason; proof_told: its proof was
    told.
    """
    counts = [("received", np.int32), ("told", np.int32)]
    sums = [("received_sums", np.float64, stored), ("told_sums", np.float64, stored)]
    return np.dtype([*counts, *sums, ("carried", np.bool_), ("proof_told", np.bool_)], align=True)


def message_type(stored: int) -> np.dtype[Any]:
    """The record of a node in a message. Nodes come in preorder, the root first.

    move: the move to it, -1 at the root; seat: the seat to move; visits: new ones; sums: of their payoffs, or of a
    proven node its value; plies: of a proven node those to the end of the match, else OPEN.
    """
    numbers = [("depth", np.int32), ("seat", np.int32), ("visits", np.int32), ("plies", np.int32)]
    return np.dtype([("move", np.int64), *numbers, ("sums", np.float64, stored)], align=True)


def new_path(longest: int) -> NDArray[np.int64]:
    """What these kernels work on. longest: the most plies of a match."""
    return np.zeros((min(longest, MOST_PLIES) + 2, 2), np.int64)


def collect(arrays: Any, ledger: Any, message: Any, path: Any, least: Any) -> Any:
    """Kernel: write the tree's news to `message`; returns the number of nodes written.

    They are the root, and below it each node with at least `least` new visits by this tree itself, or a new proof.
    arrays: ArraysOfTree, no simulation of which is interrupted; ledger: ledger_type[blocks]; message: message_type[the
    most nodes]; path: of `new_path`.
    """
    tree = KernelTree(arrays.blocks, arrays.headers[0], arrays.scratches[0], *arrays[3:])
    blocks = tree.blocks
    count = np.int64(1)
    depth = np.int64(-1)
    tell(tree, ledger, message[0], ROOT, ROOT, 0)
    if not blocks[ROOT].proven:
        depth = enter(blocks, path, depth, ROOT)
    while depth >= 0:
        edge, is_wide = path[depth, 0], path[depth, 1] != 0
        if edge == NONE:
            depth -= 1
            continue
        path[depth, 0] = next_edge(blocks, edge)
        head = head_with_news(tree, ledger, edge, is_wide, least)
        if head == NONE:
            continue
        if count == len(message):
            break
        tell(tree, ledger, message[count], edge, head, depth + 1)
        count += 1
        if not blocks[head].proven and depth + 1 < len(path):
            depth = enter(blocks, path, depth, head)
    return count


def enter(blocks: Any, path: Any, depth: Any, head: Any) -> Any:
    """Go on with the children of a node; its depth."""
    n = blocks[head]
    depth += 1
    path[depth, 0] = first_edge(blocks, head)
    # Of a node with more moves than fit a block, not all of which were tried, every child is told: the others need not
    # try it.
    path[depth, 1] = n.seat >= 0 and n.remaining > 0 and n.tried + n.remaining > SLOTS
    return depth


def head_with_news(tree: Any, ledger: Any, edge: Any, is_wide: Any, least: Any) -> Any:
    """The head of a child that is to be told, or NONE. is_wide: even one that was visited once, which gets a head."""
    n, k = tree.blocks[block_of(edge)], slot_of(edge)
    word = np.int64(n.child[k])
    if word == NONE:
        return np.int64(NONE)
    if word >= LEAF:
        if not is_wide or tree.header.blocks >= tree.header.capacity:
            return np.int64(NONE)
        return np.int64(deepen_leaf(tree, edge, seat_of(word)))
    head = head_of(word)
    known = ledger[head]
    if word & PROVEN:
        return np.int64(NONE) if known.proof_told or known.carried else head
    if is_wide and known.told == 0 and known.received == 0:
        return head
    new = np.int64(tree.blocks[head].visits) - known.received - known.told
    return head if new >= least else np.int64(NONE)


def deepen_leaf(tree: Any, edge: Any, seat: Any) -> Any:
    """Give a leaf a head; its number."""
    head = deepen(tree, edge, seat)
    own = tree.blocks[head]
    if own.visits > 0:
        own.growth = growth_at(tree, np.int64(own.visits))
    return head


def tell(tree: Any, ledger: Any, entry: Any, edge: Any, head: Any, depth: Any) -> None:
    """Write a node into a message."""
    own, known = tree.blocks[head], ledger[head]
    new = np.int64(own.visits) - known.received - known.told
    entry.move = -1
    if edge != ROOT:
        entry.move = np.int64(tree.blocks[block_of(edge)].moves[slot_of(edge)])
    entry.depth = depth
    entry.seat = own.seat
    entry.visits = new
    entry.plies = own.remaining if own.proven else OPEN
    known.told += new
    for k in range(len(own.sums)):
        sums = own.sums[k] - known.received_sums[k] - known.told_sums[k]
        known.told_sums[k] += sums
        entry.sums[k] = own.sums[k] / own.visits if own.proven else sums
    if own.proven:
        known.proof_told = True


def receive(arrays: Any, ledger: Any, message: Any, path: Any, begin: Any) -> Any:
    """Kernel: add a message, from entry `begin` on, to the counts of a tree. Returns how many entries were read: fewer
    than there are if the move of the next one is too large for the tree.

    The arguments are those of `collect`. A node that the tree cannot hold is passed over, with all nodes below it.
    """
    tree = KernelTree(arrays.blocks, arrays.headers[0], arrays.scratches[0], *arrays[3:])
    over = np.int64(LOST)
    for i in range(begin, len(message)):
        entry = message[i]
        depth = np.int64(entry.depth)
        if depth > over:
            continue
        over = np.int64(LOST)
        edge, head = np.int64(ROOT), np.int64(ROOT)
        if depth > 0:
            above, move = path[depth - 1, 0], np.int64(entry.move)
            if move > tree.header.largest_move:
                return i
            edge = find_edge(tree.blocks, above, move)
            head = np.int64(NONE)
            if visits_after(tree.blocks, edge, entry) <= tree.blocks[above].visits:
                edge, head = make_head(tree, above, edge, entry)
            if head == NONE:
                over = depth
                continue
        path[depth, 0] = head
        if not add(tree, ledger[head], entry, edge, head) or depth + 1 == len(path):
            over = depth
    return len(message)


def visits_after(blocks: Any, edge: Any, entry: Any) -> Any:
    """The visits of an entry's node with those of the entry. They are more than its parent has if an earlier entry of
    the parent was passed over.
    """
    if edge == NONE:
        return np.int64(entry.visits)
    return visits_of(blocks, np.int64(blocks[block_of(edge)].child[slot_of(edge)])) + entry.visits


def make_head(tree: Any, above: Any, edge: Any, entry: Any) -> Any:
    """The edge and the head of an entry's node below the head `above`, which are made if the tree lacks them; NONE for
    the head if it cannot hold them. edge: NONE if it lacks the edge.
    """
    blocks, header = tree.blocks, tree.header
    word = np.int64(NONE)
    if edge != NONE:
        word = np.int64(blocks[block_of(edge)].child[slot_of(edge)])
        if word != NONE and word < LEAF:
            return edge, head_of(word)
    if (word == NONE and entry.visits == 0) or header.blocks + 2 > header.capacity:
        return edge, np.int64(NONE)
    if edge == NONE:
        edge = add_edge(tree, above, np.int64(entry.move))
        if edge == NONE:
            return edge, np.int64(NONE)
    return edge, np.int64(deepen_leaf(tree, edge, entry.seat))


def add_edge(tree: Any, block: Any, move: Any) -> Any:
    """Add the edge of a move that another tree has tried; its number, or NONE if the node has no such untried move."""
    n = tree.blocks[block]
    tried, remaining = np.int64(n.tried), np.int64(n.remaining)
    if remaining == 0:
        return np.int64(NONE)
    if remaining != UNKNOWN:
        if tried + remaining <= SLOTS:  # the untried moves are noted
            at = tried
            while at < tried + remaining and n.moves[at] != move:
                at += 1
            if at == tried + remaining:
                return np.int64(NONE)
            n.moves[at] = n.moves[tried]
        n.remaining = remaining - 1
    return append_edge(tree, block, move)


def add(tree: Any, known: Any, entry: Any, edge: Any, head: Any) -> Any:
    """Add an entry to the counts of its node; whether the nodes below it are to be added too."""
    own, value = tree.blocks[head], tree.scratch.value
    visits = np.int64(own.visits) + entry.visits
    if visits > MOST_TOGETHER or visits == 0:
        return False
    is_proof = entry.plies != OPEN
    if is_proof or own.proven:
        plies = np.int64(entry.plies) if is_proof else np.int64(own.remaining)
        if is_proof and own.proven:
            plies = min(plies, np.int64(own.remaining))
        elif is_proof:
            known.carried = True
        for k in range(len(own.sums)):
            value[k] = own.sums[k] / own.visits if own.proven else entry.sums[k]
        own.visits = visits
        known.received += entry.visits
        set_proven(tree, edge, head, value, plies)
        for k in range(len(own.sums)):
            known.received_sums[k] = value[k] * known.received
    else:
        own.visits = visits
        known.received += entry.visits
        for k in range(len(own.sums)):
            own.sums[k] += entry.sums[k]
            known.received_sums[k] += entry.sums[k]
    refresh(tree, edge, head)
    return not own.proven


def refresh(tree: Any, edge: Any, block: Any) -> None:
    """What selection reads of a node, after its counts have changed."""
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
