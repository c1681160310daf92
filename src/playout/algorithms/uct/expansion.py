"""UCT's expansion: new children, in an order that the seed and the path to the node decide, and what a new node learns
at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.uct.hints import EXTRAS, weigh
from playout.algorithms.uct.nodes import BLOCK, NONE, SLOTS, UNKNOWN, UNTRIED, attach
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.proof import set_proven, worth
from playout.algorithms.uct.selection import urgent
from playout.rules import CHANCE, OVER, moves, payoffs, tactics, turn

__all__ = ["open_child", "settle"]

_S32, _LOW_BITS = np.uint64(32), np.uint64(7)
_PRIMES = np.array([65537, 65539, 65543, 65551, 65557, 65563, 65579, 65581], np.uint64)


def open_child(
    s: Any, nodes: Any, blocks: Any, header: Any, work: Any, tables: Any, node: Any, trail: Any, roots: Any
) -> Any:
    """A new child of a node that has untried moves; NONE if an existing child has a higher bound, or if all children
    are made together.
    """
    if EXTRAS:
        if header.expand != 0:
            attach_all(s, nodes, blocks, header, work, tables, node, trail)
            return NONE
        if nodes[node].block != NONE and urgent(nodes, blocks, header, node, roots):
            return NONE
    n = nodes[node]
    is_first = n.remaining == UNKNOWN
    if not is_first:
        move = written_move(blocks, n)
        if move >= 0:
            n.remaining -= 1
            return attach(nodes, blocks, header, node, move)
    total = candidates(s, header, work)
    if is_first:
        n.remaining = total
    tried = total - n.remaining
    n.remaining -= 1
    child = attach(nodes, blocks, header, node, work.scratch[place_of(tried, total, trail)])
    if is_first and total <= SLOTS:
        for i in range(1, total):
            move = work.scratch[place_of(i, total, trail)]
            blocks[n.block * BLOCK + i] = UNTRIED | np.uint32(move)
    return child


def candidates(s: Any, header: Any, work: Any) -> Any:
    """The moves worth a look, into scratch: all legal ones, unless tactics narrow them down; how many."""
    if header.tactics != 0:
        n = tactics(s, work.scratch)
        if n > 0:
            return n
        if n < 0 and work.scratch[0] >= 0:
            return 1
    return moves(s, work.scratch)


def written_move(blocks: Any, n: Any) -> Any:
    """The next untried move in the first block of a node; -1 if the block has none."""
    first = n.block * BLOCK
    for k in range(1, SLOTS):
        word = blocks[first + k]
        if word >= UNTRIED:
            return np.int64(word ^ UNTRIED)
    return np.int64(-1)


def place_of(tried: Any, total: Any, trail: Any) -> Any:
    """Where the next of `total` moves stands, in an order that the seed and the path to the node decide.

    It says where the round begins and how far each step goes; a step by a prime that is larger than any number of
    moves comes to every move once.
    """
    begin = trail >> _S32
    step = _PRIMES[np.int64(trail & _LOW_BITS)]
    return np.int64((begin + np.uint64(tried) * step) % np.uint64(total))


def attach_all(s: Any, nodes: Any, blocks: Any, header: Any, work: Any, tables: Any, node: Any, trail: Any) -> None:
    """All children of a node, each with the bound of a move that was never tried; none if memory ends."""
    total = candidates(s, header, work)
    if header.used + header.blocks + total + total // SLOTS + 1 >= header.capacity:
        return
    nodes[node].remaining = 0
    if header.use_prior != 0:
        weigh(s, header, work, total)
    for i in range(total):
        place = place_of(i, total, trail)
        child = attach(nodes, blocks, header, node, work.scratch[place])
        if header.use_prior != 0:
            tables[0][child] = work.weights[place]
            nodes[child].q = worth(nodes[node], header, work, nodes[node].seat, 1.0 / nodes[node].visits)
            nodes[child].r = header.c * work.weights[place]
        if header.use_prior == 0 or header.fpu < LATER:
            nodes[child].q = header.fpu


def settle(s: Any, n: Any, header: Any, work: Any) -> None:
    """A new node, whose position is s, learns whose turn it is; proven if the match is over or tactics decide it."""
    seat = turn(s)
    n.seat = seat
    n.r = 0.0
    payoff = work.payoff
    if seat == OVER:
        payoffs(s, payoff)
        for k in range(len(payoff)):
            payoff[k] = (payoff[k] - header.least) / header.span
        set_proven(n, payoff, np.int64(0))
    elif header.tactics != 0 and seat != CHANCE:
        if len(payoff) == 2:
            decided = tactics(s, work.scratch)
            if decided < 0:
                payoff[seat] = 1.0 if work.scratch[0] >= 0 else 0.0
                payoff[1 - seat] = 1.0 - payoff[seat]
                set_proven(n, payoff, -decided)
        elif header.total == 1.0:
            # Of several seats one knows only what a win leaves to the others: nothing.
            decided = tactics(s, work.scratch)
            if decided < 0 and work.scratch[0] >= 0:
                for k in range(len(payoff)):
                    payoff[k] = 1.0 if k == seat else 0.0
                set_proven(n, payoff, -decided)
