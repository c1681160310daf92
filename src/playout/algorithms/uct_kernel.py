"""UCT's inner part: select, expand, play out, back up (Kocsis and Szepesvari 2006), over the arrays of uct_nodes.

Payoffs are scaled to 0..1. What selection needs is kept in the child and brought up to date at backup: `q`, its mean
for the seat that moves at the parent, and `r`, c / sqrt(visits); so the bound is q + sqrt(ln N) r for any seats.
A node whose value is certain is proven: r is 0 then, and its sums are visits times that value. Where such a child has
the highest bound there is nothing to learn from it: the simulation goes on in the best of the others, but what it
backs up from there on is the value of the proven child.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.playouts import finish
from playout.algorithms.uct_nodes import (
    BLOCK,
    BLOCKS,
    NONE,
    ROOT,
    SLOTS,
    UNKNOWN,
    USED,
    append_child,
    find_child,
    new_node,
)
from playout.algorithms.uct_proof import mean, mean_of, prove, set_proven
from playout.rules import CHANCE, OVER, chance, copy, moves, payoffs, play, tactics, turn

__all__ = ["DEEPEST", "SETTINGS", "SIMULATIONS", "follow", "simulate", "start_tree"]

# Further places in `counters`.
SIMULATIONS, DEEPEST = 2, 3

SETTINGS = ("c", "least", "scale", "total", "playouts", "solver", "tactics", "longest", "policy", "room")
"""Places in `settings` (float64): what to do, the scale of the payoffs and their sum, and how much may be used."""
C, LEAST, SCALE, TOTAL, PLAYOUTS, SOLVER, TACTICS, LONGEST, POLICY, ROOM = range(len(SETTINGS))

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_S29, _S32, _LOW_BITS = np.uint64(29), np.uint64(32), np.uint64(7)
_PRIMES = np.array([65537, 65539, 65543, 65551, 65557, 65563, 65579, 65581], np.uint64)


def start_tree(states: Any, nodes: Any, counters: Any) -> None:
    """Kernel: a tree of one node for states[0]."""
    new_node(nodes, ROOT, -1, turn(states[0]))
    counters[USED] = 1
    counters[BLOCKS] = 0
    counters[DEEPEST] = 0


def simulate(
    states: Any,
    nodes: Any,
    blocks: Any,
    counters: Any,
    settings: Any,
    origin: Any,
    rng: Any,
    path: Any,
    better: Any,
    roots: Any,
    scratch: Any,
    payoff: Any,
    value: Any,
    count: Any,
) -> Any:
    """Kernel: `count` simulations from states[0], in states[1]; how many were done (fewer once proven), or -1.

    nodes: node_type[capacity]; blocks: uint32[BLOCK * capacity]; origin: uint64[1], the hash of the path to the root;
    path, better: uint32[MAX_LENGTH + 2]; roots: float32, sqrt(ln n) for small n; scratch: int64[MAX_MOVES]; payoff,
    value: float64[PLAYERS]. -1: a playout was too long.
    """
    solver = settings[SOLVER] != 0.0
    for done in range(count):
        if nodes[ROOT].proven:
            return done
        copy(states, 1, states, 0)
        s = states[1]
        depth = descend(s, nodes, blocks, counters, settings, origin, rng, path, better, roots, scratch, payoff)
        leaf = path[depth]
        is_proven = nodes[leaf].proven
        if is_proven and nodes[leaf].visits == 0:
            for k in range(len(value)):
                value[k] = payoff[k]
        elif is_proven:
            mean_of(nodes[leaf], settings[TOTAL], value)
        elif not play_out(states, s, settings, rng, scratch, payoff, value):
            return -1
        back_up(nodes, settings, path, better, depth, value)
        if solver and is_proven:
            prove(nodes, blocks, settings[TOTAL], path, depth, value, payoff)
        counters[SIMULATIONS] += 1
        counters[DEEPEST] = max(counters[DEEPEST], depth)
    return count


def descend(
    s: Any,
    nodes: Any,
    blocks: Any,
    counters: Any,
    settings: Any,
    origin: Any,
    rng: Any,
    path: Any,
    better: Any,
    roots: Any,
    scratch: Any,
    payoff: Any,
) -> Any:
    """From the root to a leaf, which is new if there is room; leaves s there and returns the leaf's depth."""
    full = counters[USED] + counters[BLOCKS] >= np.int64(settings[ROOM])
    node = ROOT
    depth = 0
    path[0] = ROOT
    better[0] = NONE
    trail = origin[0]
    while not nodes[node].proven:
        child = NONE
        is_new = False
        if nodes[node].seat == CHANCE:
            outcome = chance(s, rng)
            child = find_child(nodes, blocks, node, outcome)
            if child == NONE and not full:
                child = attach(s, nodes, blocks, counters, settings, node, outcome, scratch, payoff)
                is_new = True
        elif nodes[node].rest != 0 and not full:
            place = next_untried(s, nodes[node], settings, trail, scratch)
            child = attach(s, nodes, blocks, counters, settings, node, scratch[place], scratch, payoff)
            is_new = True
        elif nodes[node].block != NONE:
            child = select(nodes, blocks, node, roots)
            if nodes[child].proven and settings[SOLVER] != 0.0:
                other = select_open(nodes, blocks, node, roots)
                if other != NONE:
                    better[depth] = child
                    child = other
        if child == NONE:
            break
        move = np.int64(nodes[child].move)
        trail = follow(trail, move)
        depth += 1
        path[depth] = child
        better[depth] = NONE
        node = child
        if is_new:
            break
        play(s, move)
    return depth


def follow(trail: Any, move: Any) -> Any:
    """The hash of a path, one move longer."""
    trail = (trail ^ np.uint64(move + 2)) * _MULTIPLIER
    return trail ^ (trail >> _S29)


def exploration(visits: Any, roots: Any) -> Any:
    """sqrt(ln N)."""
    return roots[visits] if visits < len(roots) else np.float32(math.sqrt(math.log(visits)))


def select(nodes: Any, blocks: Any, node: Any, roots: Any) -> Any:
    """The child with the highest upper confidence bound for the seat to move."""
    root = exploration(nodes[node].visits, roots)
    block = nodes[node].block
    best = NONE
    highest = np.float32(-1.0)
    while block != NONE:
        for k in range(SLOTS):
            child = blocks[block * BLOCK + k]
            if child == NONE:
                break
            n = nodes[child]
            bound = n.q + root * n.r
            best = child if bound > highest else best
            highest = max(bound, highest)
        block = blocks[block * BLOCK + SLOTS]
    return best


def select_open(nodes: Any, blocks: Any, node: Any, roots: Any) -> Any:
    """The same among the children that are not proven; NONE if all are."""
    root = exploration(nodes[node].visits, roots)
    block = nodes[node].block
    best = NONE
    highest = np.float32(-1.0)
    while block != NONE:
        for k in range(SLOTS):
            child = blocks[block * BLOCK + k]
            if child == NONE:
                break
            n = nodes[child]
            bound = n.q + root * n.r
            if bound > highest and not n.proven:
                highest = bound
                best = child
        block = blocks[block * BLOCK + SLOTS]
    return best


def candidates(s: Any, settings: Any, scratch: Any) -> Any:
    """The moves worth a look, into scratch: all legal ones, unless tactics narrow them down; how many."""
    if settings[TACTICS] != 0.0:
        n = tactics(s, scratch)
        if n > 0:
            return n
        if n < 0 and scratch[0] >= 0:
            return 1
    return moves(s, scratch)


def next_untried(s: Any, n: Any, settings: Any, trail: Any, scratch: Any) -> Any:
    """The place in scratch of the next move to try at a node.

    The path to the node decides where the round begins and how far each step goes; a step by a prime that is larger
    than any number of moves comes to every move once.
    """
    total = candidates(s, settings, scratch)
    if n.rest == UNKNOWN:
        n.rest = total
    tried = total - n.rest
    n.rest -= 1
    begin = trail >> _S32
    step = _PRIMES[np.int64(trail & _LOW_BITS)]
    return np.int64((begin + np.uint64(tried) * step) % np.uint64(total))


def attach(
    s: Any,
    nodes: Any,
    blocks: Any,
    counters: Any,
    settings: Any,
    node: Any,
    move: Any,
    scratch: Any,
    payoff: Any,
) -> Any:
    """A new child, after `move` is played on s; proven at once if the match is over or tactics decide it."""
    play(s, move)
    child = np.uint32(counters[USED])
    counters[USED] += 1
    seat = turn(s)
    new_node(nodes, child, move, seat)
    append_child(nodes, blocks, counters, node, child)
    if seat == OVER:
        payoffs(s, payoff)
        for k in range(len(payoff)):
            payoff[k] = (payoff[k] - settings[LEAST]) * settings[SCALE]
        set_proven(nodes[child], payoff, 0)
    elif settings[TACTICS] != 0.0 and seat != CHANCE and len(payoff) == 2:
        n = tactics(s, scratch)
        if n < 0:
            payoff[seat] = 1.0 if scratch[0] >= 0 else 0.0
            payoff[1 - seat] = 1.0 - payoff[seat]
            set_proven(nodes[child], payoff, -n)
    return child


def play_out(states: Any, s: Any, settings: Any, rng: Any, scratch: Any, payoff: Any, value: Any) -> Any:
    """The mean payoffs of random playouts from s, into value; False if one does not end."""
    count = np.int64(settings[PLAYOUTS])
    longest = np.int64(settings[LONGEST])
    for k in range(len(value)):
        value[k] = 0.0
    if count > 1:
        copy(states, 2, states, 1)
    for i in range(count):
        if i > 0:
            copy(states, 1, states, 2)
        if not finish(states[1], rng, scratch, longest, np.int64(settings[POLICY])):
            return False
        payoffs(states[1], payoff)
        for k in range(len(value)):
            value[k] += payoff[k]
    for k in range(len(value)):
        value[k] = (value[k] / count - settings[LEAST]) * settings[SCALE]
    return True


def back_up(nodes: Any, settings: Any, path: Any, better: Any, depth: Any, value: Any) -> None:
    """Add a value to every node of the path; above a node that has a better, certain move, add that move's value."""
    c, total = settings[C], settings[TOTAL]
    for d in range(depth, 0, -1):
        n = nodes[path[d]]
        if better[d] != NONE:
            mean_of(nodes[better[d]], total, value)
        add(n, value)
        mover = nodes[path[d - 1]].seat
        if mover >= 0:
            share = 1.0 / n.visits
            n.q = mean(n, total, mover, share)
            n.r = 0.0 if n.proven else c * math.sqrt(share)
    if better[0] != NONE:
        mean_of(nodes[better[0]], total, value)
    add(nodes[ROOT], value)


def add(n: Any, value: Any) -> None:
    """One visit more, with its payoffs."""
    n.visits += 1
    for k in range(len(n.sums)):
        n.sums[k] += value[k]
