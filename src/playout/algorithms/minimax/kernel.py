"""Minimax's kernel: every line of play, on a stack of records, so that it can stop after any node.

A node's value is a vector by seat. The seat to move chooses the child with the highest value for itself; a chance node
has the mean of its children.

With pruning, for two seats and payoffs of a constant sum, it is the fail-soft alpha-beta of textbooks. Seat 0 is MAX.
The window [alpha, beta] is in MAX's payoffs: the values that MAX and MIN can already force on the path from the root.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.rules import CHANCE, OVER, copy, emit, evaluate, moves, odds, payoffs, play, turn

__all__ = [
    "FINISHED",
    "LINE_MOVES",
    "RUNNING",
    "STUCK",
    "UNSEEN",
    "WIDEST",
    "node_type",
    "root_type",
    "search_all",
    "workspace_type",
]

RUNNING, FINISHED, STUCK = 0, 1, 2
"""The status of a search. STUCK: a line is longer than the stack."""

UNSEEN = -1
"""The count of a node that was not entered yet, and the end of a line."""

# The events of a trace, each with the ply: a node is entered, is a leaf (1: evaluated), has a better move, is cut off
# (by this move), is left.
NEW, LEAF, BETTER, CUT, LEFT = 1, 2, 3, 4, 5

WIDEST = 1e300
"""Above every payoff: the bound of the root's window. A saved search must not hold infinite numbers."""

LINE_MOVES = 32
"""The largest number of moves in a line."""


def node_type(width: int, players: int) -> np.dtype[Any]:
    """The record of the node at one ply of the current line; width: the most moves or outcomes of a position."""
    return np.dtype(
        [
            *(
                (name, np.int64) for name in ("count", "next", "seat")
            ),  # moves or outcomes; the index of the next; the seat to move
            *((name, np.int64) for name in ("plies", "open")),  # of the best line; 1: a leaf was evaluated
            ("best", np.int64),  # the best move
            *((name, np.float64) for name in ("alpha", "beta")),  # the window, if there is pruning
            ("values", np.float64, players),
            ("list", np.int64, width),
            ("chances", np.float64, width),
            ("line", np.int64, LINE_MOVES),  # the line after the best move; ends with UNSEEN
        ],
        align=True,
    )


def root_type(players: int) -> np.dtype[Any]:
    """The record of a root move: the nodes below it, and plies, open, values and line as in a node."""
    return np.dtype(
        [
            *((name, np.int64) for name in ("nodes", "plies", "open")),
            ("values", np.float64, players),
            ("line", np.int64, LINE_MOVES),
        ],
        align=True,
    )


def workspace_type(width: int, players: int) -> np.dtype[Any]:
    """The record of everything else: the state of the search, its settings, and scratch arrays."""
    counters, settings = ("ply", "status", "leaves"), ("depth", "seats", "prunes")
    return np.dtype(
        [
            *((name, np.int64) for name in (*counters, *settings)),
            ("middle", np.float64),  # of the payoffs: above it an earlier end is better, below it a later one
            ("scratch", np.int64, width),
            ("chances", np.float64, width),
            ("payoff", np.float64, players),
        ],
        align=True,
    )


def search_all(states: Any, nodes: Any, roots: Any, workspaces: Any, amount: Any) -> Any:
    """Kernel: continue the search of states[0] for at most `amount` nodes; returns the number of nodes searched.

    states, nodes: a position and a record for each ply. roots: a record for each root move. workspaces: one record. A
    depth of 0 means to the end of the match. At the end the status is FINISHED, or STUCK if a line is longer than the
    stack.
    """
    workspace = workspaces[0]
    ply, done = workspace.ply, 0
    while workspace.status == RUNNING:
        node = nodes[ply]
        if node.count == UNSEEN:
            if done >= amount:
                break
            done += 1
            roots[max(nodes[0].next - 1, 0)].nodes += 1
            emit(NEW, ply, 0, 0, 0)
            if not enter(states[ply], node, workspace, ply):
                continue
            emit(LEAF, ply, node.open, 0, 0)
        elif node.next < node.count:
            if ply + 1 == len(nodes):
                workspace.status = STUCK
                break
            copy(states, ply + 1, states, ply)
            play(states[ply + 1], node.list[node.next])
            node.next += 1
            ply += 1
            nodes[ply].count = UNSEEN
            nodes[ply].alpha = node.alpha
            nodes[ply].beta = node.beta
            continue
        emit(LEFT, ply, 0, 0, 0)
        if ply == 0:
            workspace.status = FINISHED
            break
        ply -= 1
        if ply == 0:
            root = roots[nodes[0].next - 1]
            take_over(root, nodes[0], nodes[1])
            root.open = nodes[1].open
        absorb(nodes[ply], nodes[ply + 1], workspace, ply)
    workspace.ply = ply
    return done


def enter(s: Any, node: Any, workspace: Any, ply: Any) -> Any:
    """Set the values of a new node and return True at the end of the match or the depth; else list its moves."""
    seat = turn(s)
    node.seat = seat
    node.next = 0
    node.count = 0
    node.plies = 0
    node.open = 0
    node.best = -1
    node.line[0] = UNSEEN
    if seat == OVER or (workspace.depth > 0 and ply == workspace.depth):
        workspace.leaves += 1
        if seat == OVER:
            payoffs(s, workspace.payoff)
        else:
            node.open = 1
            for k in range(workspace.seats):
                workspace.payoff[k] = evaluate(s, k)
        for k in range(len(node.values)):
            node.values[k] = workspace.payoff[k]
        return True
    for k in range(len(node.values)):
        node.values[k] = 0.0
    n = odds(s, workspace.scratch, workspace.chances) if seat == CHANCE else moves(s, workspace.scratch)
    node.count = n
    for i in range(n):
        node.list[i] = workspace.scratch[i]
        node.chances[i] = workspace.chances[i]
    return False


def absorb(node: Any, child: Any, workspace: Any, ply: Any) -> None:
    """Take over the values of the last child: into the mean of a chance node, or if it is the best so far."""
    i = node.next - 1
    if node.seat == CHANCE:  # a line ends at a chance node; plies are those of the longest outcome
        for k in range(len(node.values)):
            node.values[k] += node.chances[i] * child.values[k]
        node.plies = max(node.plies, child.plies + 1)
    elif is_better(node, child, workspace):
        node.best = node.list[i]
        take_over(node, node, child)
        if node.seat == 0:
            node.alpha = max(node.alpha, node.values[0])
        else:
            node.beta = min(node.beta, node.values[0])
        emit(BETTER, ply, node.list[i], 0, 0)
        if workspace.prunes != 0 and node.alpha >= node.beta and node.next < node.count:
            emit(CUT, ply, node.list[i], 0, 0)
            node.next = node.count
    node.open |= child.open


def take_over(target: Any, node: Any, child: Any) -> None:
    """Copy values, plies and line of a child into its parent or the record of a root move."""
    target.plies = child.plies + 1
    for k in range(len(child.values)):
        target.values[k] = child.values[k]
    target.line[0] = node.list[node.next - 1]
    for k in range(1, LINE_MOVES):
        target.line[k] = child.line[k - 1]
        if child.line[k - 1] == UNSEEN:
            break


def is_better(node: Any, child: Any, workspace: Any) -> Any:
    """Whether the child's value is higher for the seat to move than the best so far, or equal with better plies.

    With pruning a child's value may be a bound, so plies are not compared.
    """
    plies, own, best = child.plies + 1, child.values[node.seat], node.values[node.seat]
    if node.next == 1 or own > best:
        return True
    middle = workspace.middle
    is_timelier = (own > middle and plies < node.plies) or (own < middle and plies > node.plies)
    return workspace.prunes == 0 and own == best and is_timelier
