"""Checks of a saved UCT tree: all that kernels rely on without a check of their own.

First every number is within its bounds, and lists of blocks come to an end. Then each node that can be reached is
visited with its position: whose turn it is, that the moves of its children are legal, and that it is met once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.saving import MOST_SIMULATIONS
from playout.algorithms.uct.nodes import BLOCK, NONE, ROOT, SLOTS, UNKNOWN
from playout.rules import CHANCE, OVER, PlayoutError, Rules, copy, moves, odds, play, turn

__all__ = ["check_moves", "check_places", "check_tree", "refuse_unlisted"]


def refuse_unlisted(name: str, rules: Rules) -> None:
    """Refuse a game whose chance outcomes cannot be told from made-up ones."""
    if rules.has("chance") and not rules.has("odds"):
        raise PlayoutError(
            f"a {name} search of {rules.name} cannot be saved: the game does not list its chance outcomes "
            "(odds(s, outcomes, p)), so nobody could check the file"
        )


def check_places(places: Any, memories: int) -> None:
    """places: int32[nodes], which of the memories of GRAVE is a node's own."""
    if (places < 0).any() or (places > memories).any():
        raise ValueError("a node has a memory that does not exist")


def check_tree(nodes: Any, blocks: Any, first: int, simulations: int) -> None:
    """nodes: node_type[used]; blocks: uint32[blocks in use * BLOCK], the first of which has the number `first`.

    Every number is within its bounds, and a block is followed by an older one, which has a higher number.
    """
    words = blocks.reshape(-1, BLOCK)
    numbers = first + np.arange(len(words))
    last = first + len(words)
    block, following = nodes["block"].astype(np.int64), words[:, SLOTS].astype(np.int64)
    is_outside = (block != NONE) & ((block < first) | (block >= last))
    if is_outside.any() or (words[:, :SLOTS] >= len(nodes)).any():
        raise ValueError("a node has children that do not exist")
    if ((following != NONE) & ((following <= numbers) | (following >= last))).any():
        raise ValueError("a list of children has no end")
    visits = nodes["visits"]
    if (visits < 0).any() or (visits > min(simulations, MOST_SIMULATIONS)).any():
        raise ValueError("a node has more visits than there were simulations")


def check_moves(states: Any, nodes: Any, blocks: Any, seen: Any, cursor: Any, listed: Any, chances: Any) -> Any:
    """Kernel: 0 if all nodes that can be reached from the root fit their positions, else 1.

    states: the root's position, and a place for each ply of the deepest line and one more; seen: bool[nodes], all
    False; cursor: int64[states, 3], the node of each ply with the block and the slot that come next; listed: int64 and
    chances: float64, as long as the longest list of moves or outcomes. `check_tree` was there before.
    """
    depth = 0
    if not fits(states[0], nodes[ROOT], len(listed)):
        return 1
    cursor[0, 0], cursor[0, 1], cursor[0, 2] = ROOT, nodes[ROOT].block, 0
    while depth >= 0:
        parent, block, slot = cursor[depth, 0], cursor[depth, 1], cursor[depth, 2]
        if block == NONE:
            depth -= 1
            continue
        if slot == SLOTS:
            cursor[depth, 1], cursor[depth, 2] = blocks[block * BLOCK + SLOTS], 0
            continue
        cursor[depth, 2] = slot + 1
        child = np.int64(blocks[block * BLOCK + slot])
        if child == NONE:
            continue
        n = nodes[child]
        if child <= parent or seen[child] or n.visits > nodes[parent].visits:
            return 1
        seen[child] = True
        if not is_listed(states[depth], nodes[parent].seat, n.move, listed, chances):
            return 1
        if n.visits == 0:  # it knows only its move yet
            if n.block != NONE or n.proven:
                return 1
            continue
        depth += 1
        if depth + 1 >= len(states):
            return 1
        copy(states, depth, states, depth - 1)
        play(states[depth], np.int64(n.move))
        if not fits(states[depth], n, len(listed)):
            return 1
        cursor[depth, 0], cursor[depth, 1], cursor[depth, 2] = child, n.block, 0
    return 0


def fits(s: Any, n: Any, most: Any) -> Any:
    """Whether a node may be that of a position."""
    seat = turn(s)
    if n.seat != seat:
        return False
    if n.proven:
        return n.visits > 0 and n.remaining >= 0 and (seat != OVER or n.block == NONE)
    return seat != OVER and UNKNOWN <= n.remaining <= most


def is_listed(s: Any, seat: Any, move: Any, listed: Any, chances: Any) -> Any:
    """Whether a move is legal, or an outcome possible."""
    count = odds(s, listed, chances) if seat == CHANCE else moves(s, listed)
    found = False
    for i in range(count):
        found = found or listed[i] == move
    return found
