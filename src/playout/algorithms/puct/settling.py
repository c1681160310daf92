"""Settling a new position before the network evaluates it: playing forced moves, and finding certain values."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.candidates import list_candidates
from playout.algorithms.puct.forest import open_node
from playout.rules import OVER, moves, payoffs, play, tactics, turn

__all__ = ["FULL", "add_root", "is_decided", "replay_forced", "scaled_payoffs", "set_exact", "settle"]

FULL = -1
"""The result of `settle` if there is no memory for the node."""


def settle(forest: Any, t: Any, s: Any, options: Any, value: Any, settings: Any) -> Any:
    """Play the forced moves in s, and add a node for the position after them. Returns the node's number, or FULL.

    If the value of the position is certain, the node is proven and the value is in `value`. Otherwise the seat has
    several moves, and the node waits for the network.
    """
    head = forest.heads[t]
    if head.nodes >= forest.nodes.shape[1]:
        return FULL
    room = forest.edges.shape[1] - head.edges
    forced = 0
    while True:
        seat = turn(s)
        n, plies = 0, 0
        if seat == OVER:
            scaled_payoffs(forest, t, s, value, settings)
        else:
            n = tactics(s, options)
            if n < 0 and is_decided(forest, options, settings):
                plies = -n
                n = 0
                for k in range(forest.nodes[t, 0].value.shape[0]):
                    value[k] = 1.0 if (k == seat) == (options[0] >= 0) else 0.0
            else:
                n = 1 if n < 0 and options[0] >= 0 else n if n > 0 else moves(s, options)
        if n == 1:
            if forced >= room:
                return FULL
            forest.edges[t, head.edges + forced].move = options[0]
            forest.edges[t, head.edges + forced].child = seat
            forced += 1
            play(s, options[0])
        else:
            if forced + n > room:
                return FULL
            number = open_node(forest, t, seat, options, n, forced)
            if n == 0:
                set_exact(forest.nodes[t, number], value, plies)
            return number


def add_root(forest: Any, t: Any, s: Any, options: Any) -> Any:
    """Add the root: the node of position s, with the moves to consider. Does not play forced moves.

    The caller makes sure that the root has a legal move; without one it would be OVER.
    """
    return open_node(forest, t, turn(s), options, list_candidates(s, options, True), 0)


def is_decided(forest: Any, options: Any, settings: Any) -> Any:
    """Whether an end that tactics finds fixes every seat's payoff: with many seats, only if the winner takes all."""
    return forest.nodes[0, 0].value.shape[0] == 2 or (options[0] >= 0 and settings.win_takes_all)


def scaled_payoffs(forest: Any, t: Any, s: Any, value: Any, settings: Any) -> None:
    """Write each seat's payoff of a match that is over, on 0..1."""
    payoffs(s, value)
    for k in range(forest.nodes[t, 0].value.shape[0]):
        value[k] = (value[k] - settings.least) / settings.span


def set_exact(node: Any, value: Any, plies: Any) -> None:
    """Mark a node as proven: its value is `value`, and the match lasts `plies` more plies."""
    node.proven = True
    node.plies = plies
    for k in range(len(node.value)):
        node.value[k] = value[k]
        node.mean[k] = value[k]


def replay_forced(forest: Any, t: Any, s: Any, node: Any) -> None:
    """Play the forced moves before a node."""
    first, forced = forest.nodes[t, node].first, forest.nodes[t, node].forced
    for i in range(first - forced, first):
        play(s, np.int64(forest.edges[t, i].move))
