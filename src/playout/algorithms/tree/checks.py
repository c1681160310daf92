"""Checks of a saved tree: everything that kernels do not check themselves.

First: every number is within its bounds, and lists of blocks end. Then each reachable node is compared with its
position: the seat to move is right, the moves of its edges are legal, and no other edge leads to the node.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.saving import MOST_SIMULATIONS
from playout.algorithms.tree.layout import (
    BLOCK_NUMBER,
    LEAF,
    LEAF_VISITS,
    MOST_LEAF_VISITS,
    NONE,
    PROVEN,
    ROOT,
    SLOTS,
    UNKNOWN,
    block_of,
    edges_in,
    first_edge,
    head_of,
    next_edge,
    seat_code,
    seat_of,
    slot_of,
    visits_of,
)
from playout.rules import CHANCE, OVER, PlayoutError, Rules, copy, moves, odds, play, turn

__all__ = ["check_blocks", "check_ledger", "check_memories", "check_message", "check_moves", "refuse_unlisted"]


def refuse_unlisted(name: str, rules: Rules) -> None:
    """Refuse a game that does not list its chance outcomes, since forged outcomes could not be detected."""
    if rules.has("chance") and not rules.has("odds"):
        raise PlayoutError(
            f"a {name} search of {rules.name} cannot be saved: the game does not list its chance outcomes "
            "(odds(s, outcomes, p)), so nobody could check the file"
        )


def check_memories(own_memory: NDArray[np.int32], memories: int) -> None:
    """Check own_memory: int32[blocks], the number of a node's own memory of GRAVE; 0: none."""
    if (own_memory < 0).any() or (own_memory > memories).any():
        raise ValueError("a node has a memory that does not exist")


def check_blocks(blocks: Any, simulations: int) -> None:
    """Check that every number is within its bounds. blocks: block_type[blocks in use].

    A child's block has a higher number than the block of its edge; a further block has a higher number than the block
    that it links to.
    """
    numbers, tried = np.arange(len(blocks)), blocks["tried"].astype(np.int64)
    words, link = blocks["child"].astype(np.int64), blocks["link"].astype(np.int64)
    child, is_deep = words & BLOCK_NUMBER, (words != NONE) & (words < LEAF)
    if (is_deep & ((child <= numbers[:, None]) | (child >= len(blocks)))).any() or tried[ROOT] < 0:
        raise ValueError("a node has children that do not exist")
    is_head = tried >= 0
    after = np.where(link < len(blocks), link, 0)
    is_wrong = np.where(is_head, (link != NONE) & ((link <= numbers) | (tried[after] >= 0)), link >= numbers)
    if (link >= len(blocks)).any() or is_wrong.any() or (tried < -SLOTS).any():
        raise ValueError("a list of children has no end")
    is_edge = np.arange(SLOTS) < np.where(is_head, tried, -tried)[:, None]
    if (~is_edge & ((words != NONE) | (blocks["q"] != -1.0) | (blocks["r"] != 0.0))).any():
        raise ValueError("a node has values for moves that were not tried")
    visits, most = blocks["visits"], min(simulations, MOST_SIMULATIONS)
    of_leaves = words[words >= LEAF] & LEAF_VISITS
    is_few = (of_leaves > 0) & (of_leaves <= min(most, MOST_LEAF_VISITS))
    if (visits < 0).any() or (visits > most).any() or not is_few.all():
        raise ValueError("a node has more visits than there were simulations")


def check_ledger(ledger: Any, blocks: Any) -> None:
    """ledger: ledger_type of each block in use. No node has received and told more visits than it has."""
    received, told = ledger["received"].astype(np.int64), ledger["told"].astype(np.int64)
    if ((received < 0) | (told < 0) | (received + told > blocks["visits"])).any():
        raise ValueError("a node has received or told more visits than it has")


def check_moves(states: Any, arrays: Any, seen: Any, cursor: Any, listed: Any, chances: Any) -> Any:
    """Kernel: 0 if all nodes that can be reached from the root fit their positions, else 1. Call `check_blocks` first.

    arrays: ArraysOfTree; states: the root's position, and room for a position at each ply of the deepest line and one
    more; seen: bool[blocks], all False; cursor: int64[states, 3], for each ply its block, the block's next edge
    and the number of edges before that; listed: int64 and chances: float64, as long as the longest list of moves or
    outcomes.
    """
    blocks = arrays.blocks
    depth = 0
    exchanges = arrays.headers[0].exchanges != 0
    if not fits(states[0], blocks[ROOT], exchanges, listed, chances):
        return 1
    cursor[0, 0], cursor[0, 1], cursor[0, 2] = ROOT, first_edge(blocks, ROOT), 0
    while depth >= 0:
        block, edge = cursor[depth, 0], cursor[depth, 1]
        parent = blocks[block]
        if edge == NONE:
            if cursor[depth, 2] != parent.tried:
                return 1
            depth -= 1
            continue
        cursor[depth, 1] = next_edge(blocks, edge)
        cursor[depth, 2] += 1
        n, k = blocks[block_of(edge)], slot_of(edge)
        if n.seat != parent.seat or (n.tried >= 0 and block_of(edge) != block):
            return 1
        if not is_listed(states[depth], np.int64(n.seat), np.int64(n.moves[k]), listed, chances):
            return 1
        word = np.int64(n.child[k])
        if word == NONE:  # no child yet: the edge has only its move
            continue
        if visits_of(blocks, word) > parent.visits or depth + 2 >= len(states):
            return 1
        copy(states, depth + 1, states, depth)
        play(states[depth + 1], np.int64(n.moves[k]))
        if word >= LEAF:
            if seat_of(word) + 2 != seat_code(turn(states[depth + 1])):
                return 1
            continue
        child = head_of(word)
        own = blocks[child]
        if own.tried < 0 or seen[child] or own.proven != (word & PROVEN != 0):
            return 1
        if not fits(states[depth + 1], own, exchanges, listed, chances):
            return 1
        seen[child] = True
        depth += 1
        cursor[depth, 0], cursor[depth, 1], cursor[depth, 2] = child, first_edge(blocks, child), 0
    return 0


def check_message(states: Any, message: Any, listed: Any, chances: Any) -> Any:
    """Kernel: 0 if the nodes of a message are those of positions below states[0], each after its parent, else 1.

    states: room for a position at each depth of the message; message: message_type[nodes], no depth of which is below
    0 or beyond the states; listed, chances: as for `check_moves`.
    """
    before = np.int64(-1)
    for i in range(len(message)):
        entry = message[i]
        depth, move = np.int64(entry.depth), np.int64(entry.move)
        if depth > before + 1 or (i > 0 and depth == 0):
            return 1
        if depth > 0:
            seat = turn(states[depth - 1])
            if seat == OVER or not is_listed(states[depth - 1], seat, move, listed, chances):
                return 1
            copy(states, depth, states, depth - 1)
            play(states[depth], move)
        if turn(states[depth]) != entry.seat:
            return 1
        before = depth
    return 0


def fits(s: Any, n: Any, exchanges: Any, listed: Any, chances: Any) -> Any:
    """Whether the head of a node may be that of a position. exchanges: whether it may have edges from other trees."""
    seat = turn(s)
    if n.seat != seat:
        return False
    if n.proven:
        return n.visits > 0 and n.remaining >= 0 and (seat != OVER or n.tried == 0)
    if seat == OVER or n.remaining < UNKNOWN or n.remaining > len(listed):
        return False
    if n.remaining == UNKNOWN:
        return n.tried == 0 or seat == CHANCE or exchanges
    if seat != CHANCE and n.tried + n.remaining <= SLOTS:
        # Check the noted untried moves.
        for k in range(edges_in(n), n.tried + n.remaining):
            if not is_listed(s, seat, np.int64(n.moves[k]), listed, chances):
                return False
    return True


def is_listed(s: Any, seat: Any, move: Any, listed: Any, chances: Any) -> Any:
    """Whether a move is legal, or an outcome possible."""
    count = odds(s, listed, chances) if seat == CHANCE else moves(s, listed)
    found = False
    for i in range(count):
        found = found or listed[i] == move
    return found
