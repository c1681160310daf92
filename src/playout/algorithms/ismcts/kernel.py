"""The kernels of information-set MCTS: one tree. Each simulation uses the part that is legal under its own guess.

A node is a record; its children are a list, the oldest first. An edge has a label. The label of a move is even; it
comes from the move, so a move is the same edge under every guess. The label of a chance outcome is odd; it comes from
the observer's view afterwards, so outcomes that look alike are one edge. Under another guess another seat may be to
move at the same node, or the match may be over. So the seat to move is read from the position, never from the node.

A move that shows something hidden (a trap goes off, or not) leads to several positions that the observer can tell
apart. They are variants of one child. The first variant is the child itself; its visits and sums count all variants.
The others are further nodes with children of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.candidates import list_candidates
from playout.algorithms.pauses import ANY, ENDED, PAUSE_FIELDS, PAUSED, play_on
from playout.algorithms.tree.bound import growth_within, ucb, width_of
from playout.algorithms.uct.options import IsmctsOptions
from playout.options.fields import kernel_fields
from playout.rng import below
from playout.rules import CHANCE, OVER, chance, copy, guess, key, mask, payoffs, play, turn

__all__ = ["NONE", "ROOT", "TABLE", "node_type", "simulate", "start_tree", "workspace_type"]

ROOT = np.uint32(0)
NONE = np.uint32(0)
"""No child: the root is no node's child."""

DESCENDING, PLAYING = 1, 2
"""The values of workspace.paused: the part of a simulation that was interrupted."""

TABLE = 4
"""Slots in the table of legal moves, per move of the longest list; the size is rounded up to a power of two."""

_ONE = np.uint64(1)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_S32 = np.uint64(32)


def node_type(players: int) -> np.dtype[Any]:
    """The record of a node."""
    return np.dtype(
        [
            ("sums", np.float64, players),  # of payoffs, scaled to 0..1
            ("label", np.uint64),  # of the edge that leads here
            ("seen", np.uint64),  # the hash of the observer's view when it was new; 0 if views are not compared
            ("visits", np.int32),
            ("available", np.int32),  # simulations that could have come here: the move was legal under their guess
            ("first", np.uint32),  # the oldest child
            ("last", np.uint32),  # the youngest
            ("next", np.uint32),  # the next younger sibling
            ("variant", np.uint32),  # another position that the same move leads to
            ("move", np.int32),  # or outcome
            ("seat", np.int8),  # the seat to move when it was new
        ],
        align=True,
    )


def workspace_type(max_moves: int, players: int, max_length: int) -> np.dtype[Any]:
    """The record of everything else: counters, settings, and scratch arrays."""
    table = 1 << (TABLE * max_moves - 1).bit_length()
    return np.dtype(
        [
            *((name, np.int64) for name in ("used", "simulations", "deepest", "capacity", "longest", "stamp")),
            *((name, np.int64) for name in ("observer", "length")),
            *((name, np.int64) for name in ("node", "depth")),  # where the simulation under way is
            *PAUSE_FIELDS,
            *kernel_fields(IsmctsOptions),
            *((name, np.float64) for name in ("least", "scale")),
            ("path", np.uint32, 2 * max_length + 2),
            ("scratch", np.int64, max_moves),
            ("payoff", np.float64, players),
            ("table", np.int64, table),  # a hash table of the legal moves, with linear probing
            ("stamps", np.int64, table),  # the stamp of the list for which a slot was written
            ("tried", np.int64, table),  # the stamp of the list in which the slot's move had a child
        ],
        align=True,
    )


def start_tree(states: Any, nodes: Any, workspaces: Any) -> None:
    """Kernel: start a tree of one node for states[0]; all nodes have to be 0."""
    workspace = workspaces[0]
    workspace.used = 0
    new_node(nodes, workspace, np.uint64(0), -1)
    nodes[ROOT].seat = turn(states[0])
    workspace.deepest = 0


def simulate(states: Any, nodes: Any, workspaces: Any, guesses: Any, growths: Any, rng: Any, count: Any) -> Any:
    """Kernel: do `count` simulations from states[0] in states[1]. Returns how many were done; -1: a playout was too
    long.

    Fewer are done if the steps are used up (pauses.py); the next call continues an interrupted simulation. states:
    three positions, the last one for the observer's view; nodes: node_type[capacity], 0 where unused; workspaces:
    workspace_type[1]; guesses: positions, filled with the first guesses; growths: float64, sqrt(ln n) for small n.
    """
    workspace = workspaces[0]
    for done in range(count):
        if workspace.paused == 0:
            if workspace.steps >= workspace.enough:
                return done
            copy(states, 1, states, 0)
            if workspace.observer >= 0:
                guess(states[1], workspace.observer, rng)
                if workspace.simulations < len(guesses):
                    copy(guesses, workspace.simulations, states, 1)
            workspace.node = ROOT
            workspace.depth = 0
            workspace.path[0] = ROOT
            workspace.length = 1
            workspace.steps += 1
        if workspace.paused != PLAYING and not descend(states, nodes, workspace, growths, rng):
            workspace.paused = DESCENDING
            return done
        ended = play_on(states[1], rng, workspace.scratch, workspace)
        workspace.paused = PLAYING if ended == PAUSED else 0
        if ended != ENDED:
            return done if ended == PAUSED else -1
        payoffs(states[1], workspace.payoff)
        back_up(nodes, workspace)
        workspace.simulations += 1
        workspace.deepest = max(workspace.deepest, workspace.depth)
    return count


def descend(states: Any, nodes: Any, workspace: Any, growths: Any, rng: Any) -> Any:
    """Descend from workspace.node, at first the root, to a leaf, which is new if there is memory; False if interrupted.

    Afterwards states[1] is the leaf's position, and workspace.depth its depth.
    """
    s = states[1]
    node = np.uint32(workspace.node)
    depth = workspace.depth
    last = depth + max(1, workspace.most - workspace.steps)
    before = depth
    seat = turn(s)
    while seat != OVER and depth < last:
        used = workspace.used
        if seat == CHANCE:
            outcome = np.int64(chance(s, rng))
            play(s, outcome)
            seen = observe(states, workspace) if workspace.observer >= 0 else np.uint64(outcome)
            child = follow_chance(nodes, workspace, node, (seen << _ONE) | _ONE, outcome)
        else:
            child = follow_move(s, nodes, workspace, growths, node, seat, rng)
            if child != NONE:
                play(s, np.int64(nodes[child].move))
        if child == NONE:
            last = ANY
            break
        depth += 1
        enter(workspace, child)
        node = child
        if workspace.views != 0 and seat != CHANCE:
            node = find_variant(nodes, workspace, child, observe(states, workspace))
            if node == NONE:
                last = ANY
                break
            if node != child:
                enter(workspace, node)
        seat = turn(s)
        if workspace.used > used:
            nodes[node].seat = seat
            last = ANY
            break
    workspace.node = node
    workspace.depth = depth
    workspace.steps += depth - before
    return seat == OVER or depth < last


def enter(workspace: Any, node: Any) -> None:
    """Append a node to the path."""
    workspace.path[workspace.length] = node
    workspace.length += 1


def observe(states: Any, workspace: Any) -> Any:
    """A hash of the observer's view of states[1]."""
    copy(states, 2, states, 1)
    mask(states[2], workspace.observer)
    return np.uint64(key(states[2]))


def follow_chance(nodes: Any, workspace: Any, node: Any, label: Any, outcome: Any) -> Any:
    """The child at the end of a chance edge, made if it is missing and there is memory; NONE without memory."""
    child = nodes[node].first
    while child != NONE and nodes[child].label != label:
        child = nodes[child].next
    if child == NONE and workspace.used < workspace.capacity:
        child = attach(nodes, workspace, node, label, outcome)
    if child != NONE:
        nodes[child].available += 1
    return child


def follow_move(s: Any, nodes: Any, workspace: Any, growths: Any, node: Any, seat: Any, rng: Any) -> Any:
    """The child to continue with: that of a random untried move, or else the one with the highest bound.

    Counts one more availability for each child whose move is legal under this guess. NONE: no child, and no memory for
    one.
    """
    total = candidates(s, workspace, seat)
    enter_moves(workspace, total)
    tried = 0
    best = NONE
    highest = -1.0
    child = nodes[node].first
    while child != NONE:
        n = nodes[child]
        place = find_move(workspace, np.int64(n.move)) if n.label & _ONE == np.uint64(0) else -1
        if place >= 0:
            workspace.tried[place] = workspace.stamp
            tried += 1
            n.available += 1
            share = 1.0 / n.visits
            growth = growth_within(growths, n.available)
            bound = ucb(n.sums[seat] * share, growth, width_of(workspace.c, share))
            if bound > highest:
                highest = bound
                best = child
        child = n.next
    if tried < total and workspace.used < workspace.capacity:
        move = untried(workspace, total, below(rng, total - tried))
        best = attach(nodes, workspace, node, np.uint64(move) << _ONE, move)
        nodes[best].available = 1
    return best


def candidates(s: Any, workspace: Any, seat: Any) -> Any:
    """Write the moves to consider into scratch: all legal moves, or those that tactics lists. Returns their number.

    The observer's own moves are never restricted, since under a guess a win may be luck.
    """
    return list_candidates(s, workspace.scratch, workspace.tactics != 0 and seat != workspace.observer)


def enter_moves(workspace: Any, total: Any) -> None:
    """Put the moves of scratch into an empty table."""
    workspace.stamp += 1
    last = len(workspace.table) - 1
    for i in range(total):
        place = first_place(workspace.scratch[i], last)
        while workspace.stamps[place] == workspace.stamp:
            place = (place + 1) & last
        workspace.stamps[place] = workspace.stamp
        workspace.table[place] = workspace.scratch[i]


def find_move(workspace: Any, move: Any) -> Any:
    """The slot of a move in the table; -1 if it is not there."""
    last = len(workspace.table) - 1
    place = first_place(move, last)
    while workspace.stamps[place] == workspace.stamp:
        if workspace.table[place] == move:
            return place
        place = (place + 1) & last
    return -1


def first_place(move: Any, last: Any) -> Any:
    return np.int64((np.uint64(move) * _MULTIPLIER) >> _S32) & last


def untried(workspace: Any, total: Any, number: Any) -> Any:
    """The move with this number among the moves in scratch that have no child."""
    for i in range(total):
        if workspace.tried[find_move(workspace, workspace.scratch[i])] != workspace.stamp:
            if number == 0:
                return workspace.scratch[i]
            number -= 1
    return workspace.scratch[0]


def find_variant(nodes: Any, workspace: Any, child: Any, seen: Any) -> Any:
    """The variant of a child with this view, made if it is missing and there is memory; NONE without memory."""
    if nodes[child].visits == 0:  # it is new
        nodes[child].seen = seen
        return child
    node = child
    while nodes[node].seen != seen:
        if nodes[node].variant == NONE:
            if workspace.used == workspace.capacity:
                return NONE
            fresh = new_node(nodes, workspace, nodes[child].label, nodes[child].move)
            nodes[fresh].seen = seen
            nodes[node].variant = fresh
            return fresh
        node = nodes[node].variant
    return node


def new_node(nodes: Any, workspace: Any, label: Any, move: Any) -> Any:
    """Make an empty node. Its record is all 0 before, since a tree never frees a node."""
    number = np.uint32(workspace.used)
    workspace.used += 1
    n = nodes[number]
    n.label = label
    n.move = move
    n.seat = OVER
    return number


def attach(nodes: Any, workspace: Any, node: Any, label: Any, move: Any) -> Any:
    """Append a new child to a node; returns it."""
    child = new_node(nodes, workspace, label, move)
    n = nodes[node]
    if n.first == NONE:
        n.first = child
    else:
        nodes[n.last].next = child
    n.last = child
    return child


def back_up(nodes: Any, workspace: Any) -> None:
    """Add the payoffs to every node of the path."""
    for d in range(workspace.length):
        n = nodes[workspace.path[d]]
        n.visits += 1
        for k in range(len(n.sums)):
            n.sums[k] += (workspace.payoff[k] - workspace.least) * workspace.scale
