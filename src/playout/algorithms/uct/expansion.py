"""UCT's expansion: new children, in an order that depends on the seed and on the path to the node, and the first values
of a new node.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.candidates import list_candidates
from playout.algorithms.tree.layout import (
    LEAF,
    MOST_PLIES,
    NONE,
    PLIES_AT,
    PROVEN,
    SEAT_AT,
    SLOTS,
    UNKNOWN,
    append_edge,
    block_of,
    deepen,
    find_edge,
    leaf_mean,
    seat_code,
    slot_of,
    visits_of,
    write_leaf,
)
from playout.algorithms.uct.hints import EXTRAS, weigh
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.proof import scaled_means, set_proven, worth
from playout.algorithms.uct.selection import urgent
from playout.rules import CHANCE, OVER, payoffs, tactics

__all__ = ["enter_leaf", "enter_proof", "open_edge", "settle", "value_leaf"]

_S32, _LOW_BITS = np.uint64(32), np.uint64(7)
_PRIMES = np.array([65537, 65539, 65543, 65551, 65557, 65563, 65579, 65581], np.uint64)

PROOF_SPARE = 8
"""Blocks beyond the capacity that one simulation may take."""


def open_edge(s: Any, tree: Any, block: Any, trail: Any) -> Any:
    """Add an edge to a node that has untried moves. NONE: an existing edge has a higher bound, all edges are made
    together, or a move is too large for the tree (header.is_narrow).
    """
    header, scratch = tree.header, tree.scratch
    n = tree.blocks[block]
    if EXTRAS:
        if header.expand != 0:
            open_all(s, tree, block, trail)
            return np.int64(NONE)
        if n.tried > 0 and urgent(tree, block):
            return np.int64(NONE)
    tried = np.int64(n.tried)
    if n.remaining != UNKNOWN and tried + n.remaining <= SLOTS:
        move = np.int64(n.moves[tried])
    else:
        total = np.int64(list_candidates(s, scratch.moves, header.tactics != 0))
        if header.exchanges != 0 and tried > 0 and n.remaining == UNKNOWN and tried >= total:
            n.remaining = 0  # other trees have tried every move
            return np.int64(NONE)
        move = np.int64(scratch.moves[next_place(tree, block, total, trail)])
        is_written = n.remaining == UNKNOWN and total <= SLOTS
        if move > header.largest_move or (is_written and are_too_large(header, scratch, total)):
            header.is_narrow = 1
            return np.int64(NONE)
        if n.remaining == UNKNOWN:
            n.remaining = total - tried
            # If all moves fit the first block, they are written now, so that the rules are not called again.
            at = tried
            for i in range(total if is_written else 0):
                untried = scratch.moves[place_of(i, total, trail)]
                if tried == 0 or find_edge(tree.blocks, block, untried) == NONE:
                    n.moves[at] = untried
                    at += 1
            if is_written:
                move = np.int64(n.moves[tried])
    n.remaining -= 1
    return append_edge(tree, block, move)


def are_too_large(header: Any, scratch: Any, total: Any) -> Any:
    """Whether one of the moves in scratch.moves is too large for the tree."""
    largest = np.int64(0)
    for i in range(total):
        largest = max(largest, scratch.moves[i])
    return largest > header.largest_move


def next_place(tree: Any, block: Any, total: Any, trail: Any) -> Any:
    """The index of the next of `total` moves to try. If trees exchange what they find, other trees may have tried it
    already.
    """
    i = np.int64(tree.blocks[block].tried)
    place = place_of(i, total, trail)
    if tree.header.exchanges != 0:
        while find_edge(tree.blocks, block, tree.scratch.moves[place]) != NONE:
            i += 1
            place = place_of(i, total, trail)
    return place


def place_of(tried: Any, total: Any, trail: Any) -> Any:
    """The index of the next of `total` moves, in an order that depends on the seed and on the path to the node.

    The seed and the path set the first index and the step. A step by a prime that is larger than any number of moves
    reaches every move once.
    """
    begin = trail >> _S32
    step = _PRIMES[np.int64(trail & _LOW_BITS)]
    return np.int64((begin + np.uint64(tried) * step) % np.uint64(total))


def open_all(s: Any, tree: Any, block: Any, trail: Any) -> None:
    """Make all edges of a node, each with the bound of an untried move; none of them if there is too little memory."""
    header, scratch = tree.header, tree.scratch
    total = np.int64(list_candidates(s, scratch.moves, header.tactics != 0))
    if are_too_large(header, scratch, total):
        header.is_narrow = 1
    if header.is_narrow != 0 or header.blocks + total // SLOTS + 1 >= header.capacity:
        return
    own = tree.blocks[block]
    before = np.int64(own.tried)  # edges of moves that other trees have tried
    own.remaining = 0
    if header.use_prior != 0:
        weigh(s, header, scratch, total)
        scaled_means(own.sums, len(own.sums), 1.0 / own.visits, header.total, scratch.means)
    for i in range(total):
        place = place_of(i, total, trail)
        edge = find_edge(tree.blocks, block, scratch.moves[place]) if before > 0 else np.int64(NONE)
        if edge != NONE:
            set_prior(tree, edge, scratch.weights[place])
            continue
        edge = append_edge(tree, block, scratch.moves[place])
        n, k = tree.blocks[block_of(edge)], slot_of(edge)
        if header.use_prior != 0:
            n.priors[k] = scratch.weights[place]
            n.q[k] = worth(header, scratch.means, np.int64(own.seat))
            n.r[k] = header.c * scratch.weights[place]
        if header.use_prior == 0 or header.fpu < LATER:
            n.q[k] = header.fpu


def set_prior(tree: Any, edge: Any, prior: Any) -> None:
    """Set the prior of an edge whose child has visits, if there are priors."""
    header, n, k = tree.header, tree.blocks[block_of(edge)], slot_of(edge)
    if header.use_prior != 0:
        n.priors[k] = prior
        if n.child[k] & PROVEN == 0:
            n.r[k] = header.c * prior / (1 + visits_of(tree.blocks, np.int64(n.child[k])))


def settle(s: Any, seat: Any, header: Any, scratch: Any) -> Any:
    """Find out whether a new node with the position s is certain, because the match is over or tactics decide it.
    Returns the plies to the end and writes the result to payoff; -1: it is not certain. seat: the seat to move.
    """
    payoff = scratch.payoff
    if seat == OVER:
        payoffs(s, payoff)
        for k in range(len(payoff)):
            payoff[k] = (payoff[k] - header.least) / header.span
        return np.int64(0)
    if header.tactics != 0 and seat != CHANCE:
        if len(payoff) == 2:
            decided = np.int64(tactics(s, scratch.moves))
            if decided < 0:
                payoff[seat] = 1.0 if scratch.moves[0] >= 0 else 0.0
                payoff[1 - seat] = 1.0 - payoff[seat]
                return -decided
        elif header.total == 1.0:
            # With more seats, only a win tells the payoffs of the others: nothing.
            decided = np.int64(tactics(s, scratch.moves))
            if decided < 0 and scratch.moves[0] >= 0:
                for k in range(len(payoff)):
                    payoff[k] = 1.0 if k == seat else 0.0
                return -decided
    return np.int64(-1)


def enter_leaf(n: Any, k: Any, seat: Any) -> None:
    """Mark the child of n's edge number k as a leaf without visits."""
    n.child[k] = LEAF | seat_code(seat) << SEAT_AT


def enter_proof(tree: Any, edge: Any, seat: Any, plies: Any) -> Any:
    """Mark the edge's child, a new leaf, as worth exactly `payoff`. plies: the plies to the end of the match.

    Returns its block, or NONE. The leaf gets a block if the edge cannot hold the proof exactly; without memory for it,
    the proof is lost.
    """
    header, payoff = tree.header, tree.scratch.payoff
    n, k = tree.blocks[block_of(edge)], slot_of(edge)
    value_leaf(tree, n, k, payoff, 1)
    is_exact = plies <= MOST_PLIES
    for j in range(len(n.sums)):
        is_exact = is_exact and leaf_mean(n, k, header.total, np.int64(j)) == payoff[j]
    if is_exact:
        n.child[k] = np.int64(n.child[k]) | PROVEN | plies << PLIES_AT
    elif header.blocks < header.capacity + PROOF_SPARE // 2:
        block = deepen(tree, edge, seat)
        set_proven(tree, edge, block, payoff, plies)
        return block
    return np.int64(NONE)


def value_leaf(tree: Any, n: Any, k: Any, value: Any, visits: Any) -> None:
    """Update the mean of a leaf that has no block. visits: its visits, the last one included; value: that visit's."""
    header, means = tree.header, tree.scratch.means
    scaled_means(value, len(n.sums), 1.0, header.total, means)
    if visits > 1:
        for j in range(len(means)):
            before = leaf_mean(n, k, header.total, np.int64(j))
            means[j] = before + (means[j] - before) / visits
    write_leaf(n, k, means)
    n.q[k] = worth(header, means, np.int64(n.seat)) if n.seat >= 0 else means[0]
