"""UCT's inner loop: select, expand, play out, back up (Kocsis and Szepesvari 2006), over the arrays of nodes.py.

Payoffs are scaled to 0..1. What selection needs is kept in the child and brought up to date at backup: `q`, its mean
for the seat that moves at the parent, and `r`, c / sqrt(visits); so the bound is q + sqrt(ln N) r for any seats. With
priors (PUCT) it is q + sqrt(N) r, and r is c P / (1 + visits).
A node whose value is certain is proven: r is 0 then, and its sums are visits times that value. Where such a child has
the highest bound there is nothing to learn from it: the simulation goes on in the best of the others, but what it
backs up from there on is the value of the proven child.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.pauses import ENDED, PAUSED, play_on
from playout.algorithms.uct.expansion import open_child, settle
from playout.algorithms.uct.hints import EXTRAS, learn, note, play_on_noting
from playout.algorithms.uct.nodes import NONE, ROOT, attach, find_child, keep_below
from playout.algorithms.uct.own_rules import BACKUP_RULE, BOUND_RULE, back_up_by_rule
from playout.algorithms.uct.proof import mean_of, prove, worth
from playout.algorithms.uct.pruning import prune_below, prune_beside
from playout.algorithms.uct.selection import choose_child
from playout.hashing import fold_word
from playout.rules import CHANCE, OVER, Switch, chance, copy, emit, evaluate, payoffs, play

__all__ = [
    "BACKUP",
    "BEGIN",
    "DRAW",
    "EXPAND",
    "RESULT",
    "SELECT",
    "follow_moves",
    "simulate",
]

BEGIN, SELECT, DRAW, EXPAND, RESULT, BACKUP = range(1, 7)
"""What is emitted; selection emits the children, playouts their moves, and proofs what they prove."""

DESCENDING, PLAYING = 1, 2
"""What a simulation was doing when it was interrupted; in header.paused."""

LEAF_BY_EVALUATE = Switch("leaf_by_evaluate")
"""On where a new node is valued by the game's `evaluate` instead of playouts."""


def simulate(
    states: Any, nodes: Any, blocks: Any, headers: Any, works: Any, tables: Any, roots: Any, rng: Any, count: Any
) -> Any:
    """Kernel: `count` simulations from states[0], in states[1]; how many were done, or -1.

    Fewer are done once the root is proven, one has gone header.depth plies deep, or the steps are used up (pauses.py);
    one that was interrupted is continued by the next call.
    nodes: node_type[capacity]; blocks: uint32[BLOCK * capacity]; headers: header_type[1]; works: work_type[1]; tables:
    what hints.py keeps; roots: float32, sqrt(ln n) for small n. -1: a playout was too long.
    """
    header, work = headers[0], works[0]
    for done in range(count):
        if header.paused == 0:
            if nodes[ROOT].proven or header.deepest >= header.depth or header.steps >= header.enough:
                return done
            emit(BEGIN, header.simulations + 1, 0, 0, 0)
            copy(states, 1, states, 0)
            begin_at_root(header, work)
        if header.paused != PLAYING:
            if not descend(states, nodes, blocks, header, work, tables, roots, rng):
                header.paused = DESCENDING
                return done
            header.paused = 0
        depth = header.reached
        leaf = work.path[depth]
        is_proven = nodes[leaf].proven
        if is_proven and nodes[leaf].visits == 0:
            for k in range(len(work.value)):
                work.value[k] = work.payoff[k]
        elif is_proven:
            mean_of(nodes[leaf], header.total, work.value)
        elif LEAF_BY_EVALUATE:
            evaluate_leaf(states[1], nodes, header, work, tables, depth)
        else:
            ended = play_out(states, nodes, header, work, tables, depth, rng)
            header.paused = PLAYING if ended == PAUSED else 0
            if ended != ENDED:
                return done if ended == PAUSED else -1
        if EXTRAS:
            if header.prune_playouts != 0 and not is_proven and header.length == 1:
                prune_below(nodes, blocks, header, work, leaf)
            if is_proven and header.use_notes != 0:
                learn(nodes, header, work, tables, depth, work.value, 1.0)
        emit(RESULT, leaf, depth, 0, 0)
        back_up(nodes, header, work, tables, depth)
        if header.solver != 0 and is_proven:
            prove(nodes, blocks, header, work, depth)
        header.simulations += 1
        header.deepest = max(header.deepest, depth)
    return count


def begin_at_root(header: Any, work: Any) -> None:
    """Where `descend` begins."""
    work.path[0] = ROOT
    work.better[0] = NONE
    header.noted = 0
    header.reached = 0
    header.reference = 0
    header.trail = header.origin


def descend(states: Any, nodes: Any, blocks: Any, header: Any, work: Any, tables: Any, roots: Any, rng: Any) -> Any:
    """From the node at the depth header.reached to a leaf, new if there is memory for it; False if interrupted.

    Leaves states[1] at the leaf, and the leaf's depth in header.reached.
    """
    s = states[1]
    full = header.used + header.blocks >= header.capacity
    depth, trail, reference = header.reached, header.trail, header.reference
    node = work.path[depth]
    before = depth
    last = depth + max(1, header.most - header.steps)
    while not nodes[node].proven:
        if depth == last:
            leave_at(header, before, depth)
            header.trail = trail
            header.reference = reference
            return False
        reference = refer_to(tables, header, node, reference)
        child = NONE
        is_new = False
        if nodes[node].seat == CHANCE:
            outcome = np.int64(chance(s, rng))
            child = find_child(nodes, blocks, node, outcome)
            if child == NONE and not full:
                child = attach(nodes, blocks, header, node, outcome)
                is_new = True
            elif child != NONE:
                emit(DRAW, node, child, outcome, 0)
        elif nodes[node].remaining != 0 and not full:
            if EXTRAS and header.expand != 0 and nodes[node].visits == 0:
                break
            child = open_child(s, nodes, blocks, header, work, tables, node, trail, roots)
            is_new = child != NONE
        if child == NONE and nodes[node].block != NONE and nodes[node].seat != CHANCE:
            child = choose_child(nodes, blocks, header, work, tables, node, depth, reference, roots)
            is_new = nodes[child].visits == 0
            emit(SELECT, node, child, work.better[depth], 0)
        if child == NONE:
            break
        move = np.int64(nodes[child].move)
        trail = follow(trail, move)
        if EXTRAS and header.use_notes != 0:
            note(header, work, nodes[node].seat, move)
        depth += 1
        work.path[depth] = child
        work.better[depth] = NONE
        play(s, move)
        if is_new:
            settle(s, nodes[child], header, work)
            if EXTRAS and header.prune_ends != 0 and nodes[child].seat == OVER and nodes[node].seat >= 0:
                prune_beside(nodes, blocks, header, work, node, child)
            emit(EXPAND, node, child, move, 0)
            break
        node = child
    leave_at(header, before, depth)
    if EXTRAS:
        header.walked = header.noted
    return True


def leave_at(header: Any, before: Any, depth: Any) -> None:
    """Note the depth that was reached from the depth `before`; one step is for what every simulation does."""
    header.reached = depth
    header.steps += depth - before + 1


def refer_to(tables: Any, header: Any, node: Any, reference: Any) -> Any:
    """The memory that GRAVE refers to from this node on: its own, or else the one before."""
    if EXTRAS and header.grave > 0:
        return max(reference, np.int64(tables[2][node]))
    return reference


def follow(trail: Any, move: Any) -> Any:
    """The hash of a path, one move longer."""
    return fold_word(trail, np.uint64(move + 2))


def follow_moves(nodes: Any, blocks: Any, headers: Any, moves: Any, places: Any, block_places: Any) -> Any:
    """Kernel: make the node after some moves the root; returns its old number, or -1 if it has no children.

    places, block_places: as `keep_below` takes them.
    """
    header = headers[0]
    node = ROOT
    for i in range(len(moves)):
        node = find_child(nodes, blocks, node, moves[i])
        header.origin = follow(header.origin, np.int64(moves[i]))
        if node == NONE:
            return -1
    # A node that tactics proved has no children, so that as a root it would know no move.
    if nodes[node].block == NONE:
        return -1
    keep_below(nodes, blocks, header, places, block_places, node)
    return np.int64(node)


def evaluate_leaf(s: Any, nodes: Any, header: Any, work: Any, tables: Any, depth: Any) -> None:
    """What the game's `evaluate` says of a leaf, seat by seat, into value: instead of playouts."""
    for k in range(len(work.value)):
        work.value[k] = (evaluate(s, k) - header.least) / header.span
    if EXTRAS and header.use_notes != 0:
        learn(nodes, header, work, tables, depth, work.value, 1.0)


def play_out(states: Any, nodes: Any, header: Any, work: Any, tables: Any, depth: Any, rng: Any) -> Any:
    """The mean payoffs of playouts from states[1], into value; ENDED, or as `play_on` if one is interrupted or does not
    end.

    payoff: how the last of them ended, on 0..1, whatever it counts as.
    """
    value, payoff = work.value, work.payoff
    if header.paused == 0:
        header.played = 0
        for k in range(len(value)):
            value[k] = 0.0
        if header.playouts > 1:
            copy(states, 2, states, 1)
    while True:
        ended = np.int64(ENDED)
        if EXTRAS and header.use_notes != 0:
            ended = play_on_noting(states[1], header, work, rng)
        else:
            ended = play_on(states[1], rng, work.scratch, header)
        if ended != ENDED:
            return ended
        payoffs(states[1], payoff)
        for k in range(len(value)):
            payoff[k] = (payoff[k] - header.least) / header.span
        counted = payoff
        if BACKUP_RULE:
            back_up_by_rule(header, work, depth)
            counted = work.backed
        for k in range(len(value)):
            value[k] += counted[k]
        if EXTRAS and header.use_notes != 0:
            learn(nodes, header, work, tables, depth, counted, 1.0 / header.playouts)
        header.played += 1
        if header.played == header.playouts:
            break
        copy(states, 1, states, 2)
        if header.steps >= header.most:
            return np.int64(PAUSED)
    for k in range(len(value)):
        value[k] /= header.playouts
    return np.int64(ENDED)


def back_up(nodes: Any, header: Any, work: Any, tables: Any, depth: Any) -> None:
    """Add a value to every node of the path; above a node that has a better, certain move, add that move's value."""
    value = work.value
    for d in range(depth, -1, -1):
        n = nodes[work.path[d]]
        if work.better[d] != NONE:
            mean_of(nodes[work.better[d]], header.total, value)
        n.visits += 1
        for k in range(len(n.sums)):
            n.sums[k] += value[k]
        if d > 0:
            mover = nodes[work.path[d - 1]].seat
            if mover >= 0:
                share = 1.0 / n.visits
                n.q = worth(n, header, work, mover, share)
                n.r = 0.0 if n.proven else header.c * math.sqrt(share)
                if EXTRAS and not BOUND_RULE and header.use_prior != 0 and not n.proven:
                    n.r = header.c * tables[0][work.path[d]] / (1 + n.visits)
        emit(BACKUP, work.path[d], d, 0, 0)
