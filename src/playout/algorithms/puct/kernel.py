"""The search in two phases, for one tree of a forest: down to a node that waits for the network, and back up.

`descend` goes from the root to a leaf. If the leaf's value is certain it is backed up at once; otherwise the leaf's
position is written to forest.planes, and the tree waits. `expand` takes the network's answer, makes priors of its
logits and backs up its values. Positions are not stored: each descent replays the moves from the root.

Arguments that all kernels take: forest (see forest.py), with `t` the number of the tree; states: rules.dtype[1] or
more, states[0] is the position to play in; options: int64[max_moves]; value: float64[players]; settings.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.puct.backup import back_up
from playout.algorithms.puct.forest import NOTHING, ROOT
from playout.algorithms.puct.halving import choose_by_halving, draw_noise
from playout.algorithms.puct.selection import LOWEST, choose_edge
from playout.algorithms.puct.settling import FULL, add_root, replay_forced, settle
from playout.rules import copy, planes, play, policy_index, turn

__all__ = [
    "begin",
    "begin_all",
    "descend",
    "expand",
    "grow_all",
    "select",
]


def begin(forest: Any, t: Any, states: Any, options: Any) -> None:
    """Begin a new tree for positions[t], whose match is not over; the root waits for the network."""
    head = forest.heads[t]
    head.nodes = head.edges = head.simulations = head.depth = head.deepest = 0
    head.is_full = False
    copy(states, 0, forest.positions, t)
    add_root(forest, t, states[0], options)
    await_network(forest, t, states[0], ROOT)


def await_network(forest: Any, t: Any, s: Any, node: Any) -> None:
    """Let a node, whose position is s, wait for the network."""
    out = forest.planes[t]
    for i in range(out.shape[0]):
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[i, row, column] = 0
    planes(s, turn(s), out)
    forest.heads[t].pending = node


def descend(forest: Any, t: Any, states: Any, options: Any, value: Any, table: Any, settings: Any) -> None:
    """Run one simulation, down to a leaf that waits for the network, or to its end. The tree may become full.

    table: from `halving_table`; read only if settings.considered is not 0.
    """
    head = forest.heads[t]
    copy(states, 0, forest.positions, t)
    s = states[0]
    node, depth = np.int64(ROOT), 0
    while True:
        if depth == 0 and settings.considered > 0:
            number = choose_by_halving(forest, t, table, settings)
        else:
            number = choose_edge(forest, t, node, settings)
        edge = forest.edges[t, number]
        forest.path[t, depth, 0] = number
        forest.path[t, depth, 1] = node
        depth += 1
        head.depth = depth
        play(s, np.int64(edge.move))
        child = np.int64(edge.child)
        if child == 0:
            child = np.int64(settle(forest, t, s, options, value, settings))
            if child == FULL:
                head.is_full = True
                return
            edge.child = child
            if not forest.nodes[t, child].proven:
                await_network(forest, t, s, child)
                return
        if forest.nodes[t, child].proven:
            forest.nodes[t, child].visits += 1
            for k in range(len(forest.nodes[t, child].value)):
                value[k] = forest.nodes[t, child].value[k]
            back_up(forest, t, value)
            return
        replay_forced(forest, t, s, child)
        node = child


def expand(forest: Any, t: Any, logits: Any, values: Any, value: Any) -> None:
    """Take the network's output for the waiting node: set the priors of its moves, and back up its value.

    logits: float32[n, policy size]; values: float32[n, seats], on 0..1, in the order of the seats from the one
    that chooses.
    """
    head = forest.heads[t]
    number = head.pending
    head.pending = NOTHING
    node = forest.nodes[t, number]
    seats = len(node.value)
    node.visits = 1
    for k in range(seats):
        seat = (node.seat + k) % seats
        value[seat] = np.float64(values[t, k])
    for k in range(seats):
        node.value[k] = value[k]
        node.mean[k] = value[k]
    set_priors(forest, t, node, logits)
    if number == ROOT:
        draw_noise(forest, t)
    else:
        back_up(forest, t, value)


def set_priors(forest: Any, t: Any, node: Any, logits: Any) -> None:
    """Set the priors of a node's moves: the softmax of their logits."""
    first, end = node.first, node.first + node.size
    rows, columns = forest.planes.shape[2], forest.planes.shape[3]
    most = LOWEST
    for i in range(first, end):
        most = max(most, logit_of(logits, t, np.int64(forest.edges[t, i].move), rows, columns))
    total = 0.0
    for i in range(first, end):
        prior = math.exp(logit_of(logits, t, np.int64(forest.edges[t, i].move), rows, columns) - most)
        forest.edges[t, i].prior = prior
        total += prior
    for i in range(first, end):
        forest.edges[t, i].prior = np.float64(forest.edges[t, i].prior) / total


def logit_of(logits: Any, t: Any, move: Any, rows: Any, columns: Any) -> Any:
    """A move's logit. A user's `policy_index` may be wrong, and native code checks no bounds. A move with a wrong index
    gets the lowest logit, and `playout check` reports it.
    """
    place = np.int64(policy_index(move, rows, columns))
    return np.float64(logits[t, place]) if 0 <= place < logits.shape[1] else LOWEST


def select(
    forest: Any, t: Any, states: Any, options: Any, value: Any, table: Any, settings: Any, simulations: Any
) -> None:
    """Phase 1: run simulations until one waits for the network, all are done, or the tree is proven or full."""
    head = forest.heads[t]
    while (
        head.pending == NOTHING
        and head.simulations < simulations
        and not forest.nodes[t, ROOT].proven
        and not head.is_full
    ):
        descend(forest, t, states, options, value, table, settings)


def begin_all(forest: Any, states: Any, options: Any) -> None:
    """Kernel: `begin` for every tree."""
    for t in range(len(forest.heads)):
        begin(forest, t, states, options)


def grow_all(
    forest: Any,
    states: Any,
    options: Any,
    value: Any,
    logits: Any,
    values: Any,
    table: Any,
    settings: Any,
    simulations: Any,
) -> Any:
    """Kernel: for every tree, phase 2 if it waits, then phase 1. Returns the number of trees that wait now."""
    waiting = 0
    for t in range(len(forest.heads)):
        if forest.heads[t].pending != NOTHING:
            expand(forest, t, logits, values, value)
        select(forest, t, states, options, value, table, settings, simulations)
        if forest.heads[t].pending != NOTHING:
            waiting += 1
    return waiting
