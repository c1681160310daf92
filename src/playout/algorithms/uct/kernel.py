"""UCT's inner loop: select, expand, play out, back up (Kocsis and Szepesvari 2006), over the tree of tree/layout.py.

Payoffs are scaled to 0..1. The edge keeps the values that selection needs, and backup updates them: `q`, the child's
mean for the seat that moves, and `r`, c sqrt(1 / visits). The bound is q + sqrt(ln N) r, for any number of seats. With
priors (PUCT) it is q + sqrt(N) r, and r is c P / (1 + visits). A node whose value is certain is proven: its r is 0, and
its mean is exactly that value. If a proven child has the highest bound, a visit would tell nothing new. So the
simulation continues in the best of the other children, but backs up the value of the proven child above this node.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.pauses import ENDED, PAUSED, play_on
from playout.algorithms.tree.bound import width_of
from playout.algorithms.tree.keeping import keep_below
from playout.algorithms.tree.layout import (
    LEAF,
    MOST_LEAF_VISITS,
    NONE,
    PROVEN,
    ROOT,
    KernelTree,
    append_edge,
    block_of,
    deepen,
    find_edge,
    head_of,
    means_of,
    seat_of,
    slot_of,
    visits_of,
)
from playout.algorithms.uct.expansion import enter_leaf, enter_proof, open_edge, settle, value_leaf
from playout.algorithms.uct.hints import EXTRAS, learn, note, play_on_noting
from playout.algorithms.uct.own_rules import BACKUP_RULE, BOUND_RULE, back_up_by_rule
from playout.algorithms.uct.proof import prove, scaled_means, set_proven, worth
from playout.algorithms.uct.pruning import prune_below, prune_beside
from playout.algorithms.uct.selection import choose_edge, growth_at
from playout.hashing import fold_word
from playout.rules import CHANCE, OVER, Switch, chance, copy, emit, evaluate, payoffs, play, turn

__all__ = [
    "BACKUP",
    "BEGIN",
    "DRAW",
    "EXPAND",
    "PLAYING",
    "RESULT",
    "SELECT",
    "follow_moves",
    "reach",
    "simulate",
]

BEGIN, SELECT, DRAW, EXPAND, RESULT, BACKUP = range(1, 7)
"""The kinds of emitted events. Selection emits the children, playouts their moves, proofs the proven values."""

DESCENDING, PLAYING = 1, 2
"""The values of header.paused: the part of a simulation that was interrupted."""

LEAF_BY_EVALUATE = Switch("leaf_by_evaluate")
"""Switched on if the game's `evaluate` values new nodes, instead of playouts."""


def simulate(arrays: Any, states: Any, rng: Any, count: Any) -> Any:
    """Kernel: do `count` simulations from states[0] in states[1]. Returns how many were done; -1: a playout was too
    long.

    Fewer are done once the root is proven, one has gone header.depth plies deep, the steps are used up (pauses.py), or
    a move is too large for the tree (header.is_narrow); the next call continues an interrupted simulation. arrays:
    ArraysOfTree; states: three positions.
    """
    header, scratch = arrays.headers[0], arrays.scratches[0]
    tree = KernelTree(
        arrays.blocks, header, scratch, arrays.growths, arrays.history, arrays.own_memory, arrays.memories
    )
    for done in range(count):
        if header.paused == 0:
            if tree.blocks[ROOT].proven or header.deepest >= header.depth or header.steps >= header.enough:
                return done
            emit(BEGIN, header.simulations + 1, 0, 0, 0)
            copy(states, 1, states, 0)
            begin_at_root(header, scratch)
        if header.paused != PLAYING:
            if not descend(tree, states, rng):
                header.paused = DESCENDING
                return done
            header.paused = 0
        depth = header.reached
        word = word_at(tree.blocks, scratch.path[depth])
        is_proven = word & PROVEN != 0
        if is_proven and visits_of(tree.blocks, word) == 0:
            for k in range(len(scratch.value)):
                scratch.value[k] = scratch.payoff[k]
        elif is_proven:
            means_of(tree.blocks, scratch.path[depth], header.total, scratch.value)
        elif LEAF_BY_EVALUATE:
            evaluate_leaf(tree, states[1], depth)
        else:
            ended = play_out(tree, states, depth, rng)
            header.paused = PLAYING if ended == PAUSED else 0
            if ended != ENDED:
                return done if ended == PAUSED else -1
        if EXTRAS:
            if header.prune_playouts != 0 and not is_proven and header.length == 1:
                prune_below(tree, depth)
            if is_proven and header.use_notes != 0:
                learn(tree, depth, scratch.value, 1.0)
        emit(RESULT, scratch.path[depth], depth, 0, 0)
        back_up(tree, depth)
        if header.solver != 0 and is_proven:
            prove(tree, depth)
        header.simulations += 1
        header.deepest = max(header.deepest, depth)
    return count


def begin_at_root(header: Any, scratch: Any) -> None:
    """Set the path to the root, where `descend` begins."""
    scratch.path[0] = ROOT
    scratch.heads[0] = ROOT
    scratch.better[0] = NONE
    header.noted = 0
    header.reached = 0
    header.reference = 0
    header.trail = header.origin


def has_block(scratch: Any, depth: Any) -> Any:
    """Whether the node of a path at this depth has a block."""
    return depth == 0 or scratch.heads[depth] != NONE


def word_at(blocks: Any, edge: Any) -> Any:
    """The word `child` of an edge; for the root the number of its block."""
    return np.int64(blocks[block_of(edge)].child[slot_of(edge)]) if edge != ROOT else np.int64(ROOT)


def descend(tree: Any, states: Any, rng: Any) -> Any:
    """Descend from the node at the depth header.reached to a leaf, which is new if there is memory; False if
    interrupted.

    Afterwards states[1] is the leaf's position, and header.reached its depth.
    """
    s = states[1]
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    full = header.blocks >= header.capacity
    depth, trail, reference = header.reached, header.trail, header.reference
    before = depth
    last = depth + max(1, header.most - header.steps)
    word = word_at(blocks, scratch.path[depth])
    while word & PROVEN == 0:
        if depth == last:
            leave_at(header, before, depth, trail, reference)
            return False
        block = word
        if word >= LEAF:
            if full:
                break
            block = new_head(tree, depth, turn(s))
            if blocks[block].seat == OVER:  # there was no memory for the proof before
                set_proven(tree, scratch.path[depth], block, scratch.payoff, settle(s, OVER, header, scratch))
                break
        reference = refer_to(tree, block, reference)
        edge = choose_way(tree, s, block, depth, trail, reference, full, rng)
        if header.is_narrow != 0:
            leave_at(header, before, depth, trail, reference)
            return False
        if edge == NONE:
            break
        n, k = blocks[block_of(edge)], slot_of(edge)
        word = np.int64(n.child[k])
        move = np.int64(n.moves[k])
        trail = follow(trail, move)
        if EXTRAS and header.use_notes != 0:
            note(header, scratch, np.int64(blocks[block].seat), move)
        depth += 1
        scratch.path[depth] = edge
        scratch.heads[depth] = NONE if word >= LEAF else head_of(word)
        scratch.better[depth] = NONE
        play(s, move)
        if word == NONE:
            add_leaf(tree, s, depth)
            emit(EXPAND, scratch.path[depth - 1], scratch.path[depth], move, 0)
            break
    leave_at(header, before, depth, trail, reference)
    if EXTRAS:
        header.walked = header.noted
    return True


def choose_way(tree: Any, s: Any, block: Any, depth: Any, trail: Any, reference: Any, full: Any, rng: Any) -> Any:
    """The edge on which a simulation leaves a node; a new edge if there is a move to try. NONE: the simulation ends
    here.
    """
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    n = blocks[block]
    if n.seat == CHANCE:
        return draw(tree, s, block, depth, full, rng)
    edge = np.int64(NONE)
    if n.remaining != 0 and not full:
        if EXTRAS and header.expand != 0 and n.visits == 0:
            return edge
        edge = open_edge(s, tree, block, trail)
    if edge == NONE and n.tried > 0 and header.is_narrow == 0:
        edge = choose_edge(tree, block, depth, reference)
        if edge != NONE:
            emit(SELECT, scratch.path[depth], edge, scratch.better[depth], 0)
    return edge


def draw(tree: Any, s: Any, block: Any, depth: Any, full: Any, rng: Any) -> Any:
    """The edge of an outcome that chance draws, made if it is missing and there is memory; NONE without memory."""
    header = tree.header
    outcome = np.int64(chance(s, rng))
    edge = find_edge(tree.blocks, block, outcome)
    if edge != NONE:
        emit(DRAW, tree.scratch.path[depth], edge, outcome, 0)
    elif outcome > header.largest_move:
        header.is_narrow = 1
    elif not full:
        edge = append_edge(tree, block, outcome)
    return edge


def add_leaf(tree: Any, s: Any, depth: Any) -> None:
    """Set the first values of the new node at this depth of the path. s: its position."""
    header, scratch = tree.header, tree.scratch
    edge, seat = scratch.path[depth], turn(s)
    enter_leaf(tree.blocks[block_of(edge)], slot_of(edge), seat)
    plies = settle(s, seat, header, scratch)
    if plies >= 0:
        scratch.heads[depth] = enter_proof(tree, edge, seat, plies)
    if EXTRAS:
        if header.prune_ends != 0 and seat == OVER and tree.blocks[np.int64(scratch.heads[depth - 1])].seat >= 0:
            prune_beside(tree, depth)
        if header.grave == 1 and plies < 0:
            new_head(tree, depth, seat)  # it has a memory from its first visit on


def new_head(tree: Any, depth: Any, seat: Any) -> Any:
    """Give the leaf at this depth of the path a block. Returns the block's number."""
    block = deepen(tree, tree.scratch.path[depth], seat)
    own = tree.blocks[block]
    own.growth = growth_at(tree, np.int64(own.visits))
    tree.scratch.heads[depth] = block
    return block


def leave_at(header: Any, before: Any, depth: Any, trail: Any, reference: Any) -> None:
    """Note the end of a descent from the depth `before`, and count its steps; one more step is for the rest of a
    simulation.
    """
    header.reached = depth
    header.steps += depth - before + 1
    header.trail = trail
    header.reference = reference


def refer_to(tree: Any, block: Any, reference: Any) -> Any:
    """The memory that GRAVE uses from this node on: the node's own, or else the previous one."""
    if EXTRAS and tree.header.grave > 0:
        return max(reference, np.int64(tree.own_memory[block]))
    return reference


def follow(trail: Any, move: Any) -> Any:
    """The hash of a path after a further move."""
    return fold_word(trail, np.uint64(move + 2))


def follow_moves(arrays: Any, moves: Any, numbers: Any) -> Any:
    """Kernel: make the node after some moves the root; returns its old block, or -1 if it has no children.

    numbers: as `keep_below` takes them.
    """
    header, blocks = arrays.headers[0], arrays.blocks
    block = np.int64(ROOT)
    for i in range(len(moves)):
        edge = find_edge(blocks, block, moves[i])
        header.origin = follow(header.origin, np.int64(moves[i]))
        if edge == NONE:
            return -1
        word = np.int64(blocks[block_of(edge)].child[slot_of(edge)])
        if word >= LEAF or word == NONE:
            return -1
        block = head_of(word)
    # A node that tactics proved has no children: as a root it would have no move.
    if blocks[block].tried == 0:
        return -1
    keep_below(blocks, header, numbers, block)
    return block


def evaluate_leaf(tree: Any, s: Any, depth: Any) -> None:
    """Write the game's evaluation of a leaf for each seat into value; it replaces playouts."""
    header, scratch = tree.header, tree.scratch
    for k in range(len(scratch.value)):
        scratch.value[k] = (evaluate(s, k) - header.least) / header.span
    if EXTRAS and header.use_notes != 0:
        learn(tree, depth, scratch.value, 1.0)


def play_out(tree: Any, states: Any, depth: Any, rng: Any) -> Any:
    """Write the mean payoffs of playouts from states[1] into value. Returns ENDED, or like `play_on` if a playout is
    interrupted or does not end.

    payoff: the result of the last playout on 0..1, before a rule of backup.
    """
    header, scratch = tree.header, tree.scratch
    value, payoff = scratch.value, scratch.payoff
    if header.paused == 0:
        header.played = 0
        for k in range(len(value)):
            value[k] = 0.0
        if header.playouts > 1:
            copy(states, 2, states, 1)
    while True:
        ended = np.int64(ENDED)
        if EXTRAS and header.use_notes != 0:
            ended = play_on_noting(states[1], header, scratch, rng)
        else:
            ended = play_on(states[1], rng, scratch.moves, header)
        if ended != ENDED:
            return ended
        payoffs(states[1], payoff)
        for k in range(len(value)):
            payoff[k] = (payoff[k] - header.least) / header.span
        counted = payoff
        if BACKUP_RULE:
            back_up_by_rule(header, scratch, depth)
            counted = scratch.backed
        for k in range(len(value)):
            value[k] += counted[k]
        if EXTRAS and header.use_notes != 0:
            learn(tree, depth, counted, 1.0 / header.playouts)
        header.played += 1
        if header.played == header.playouts:
            break
        copy(states, 1, states, 2)
        if header.steps >= header.most:
            return np.int64(PAUSED)
    for k in range(len(value)):
        value[k] /= header.playouts
    return np.int64(ENDED)


def back_up(tree: Any, depth: Any) -> None:
    """Add a value to every node of the path; above a node that has a better, certain move, add that move's value."""
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    value = scratch.value
    for d in range(depth, -1, -1):
        edge = scratch.path[d]
        if scratch.better[d] != NONE:
            means_of(blocks, scratch.better[d], header.total, value)
        if not has_block(scratch, d):
            visit_leaf(tree, edge)
        else:
            own = blocks[np.int64(scratch.heads[d])]
            visits = np.int64(own.visits) + 1
            own.visits = visits
            own.growth = growth_at(tree, visits)
            for k in range(len(own.sums)):
                own.sums[k] += value[k]
            if d > 0:
                n = blocks[block_of(edge)]
                if n.seat >= 0:
                    share = 1.0 / visits
                    scaled_means(own.sums, len(own.sums), share, header.total, scratch.means)
                    n.q[slot_of(edge)] = worth(header, scratch.means, np.int64(n.seat))
                    n.r[slot_of(edge)] = reach(header, n, slot_of(edge), visits, share)
        emit(BACKUP, edge, d, 0, 0)


def reach(header: Any, n: Any, k: Any, visits: Any, share: Any) -> Any:
    """The r of an edge. share: one over the child's visits."""
    if n.child[k] & PROVEN:
        return 0.0
    if EXTRAS and not BOUND_RULE and len(n.priors) > 0 and header.use_prior != 0:
        return header.c * n.priors[k] / (1 + visits)
    return width_of(header.c, share)


def visit_leaf(tree: Any, edge: Any) -> None:
    """Count a visit of a leaf without a block. A leaf has a second visit without a block only if memory is full."""
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    n, k = blocks[block_of(edge)], slot_of(edge)
    word = np.int64(n.child[k]) + 1
    n.child[k] = word
    visits = visits_of(blocks, word)
    if word & PROVEN == 0:
        value_leaf(tree, n, k, scratch.value, visits)
    if n.seat >= 0:
        n.r[k] = reach(header, n, k, visits, 1.0 / visits)
    if visits == MOST_LEAF_VISITS and header.blocks < len(blocks):
        block = deepen(tree, edge, seat_of(word))
        blocks[block].growth = growth_at(tree, visits)
    elif visits == MOST_LEAF_VISITS:
        n.child[k] = word - 1
