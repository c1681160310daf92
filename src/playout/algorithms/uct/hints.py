"""Values that UCT's selection may use in addition to a node's own results: priors, history, and GRAVE.

Priors: the game's `rank`, or a function like it, made into probabilities once a node's children are made (PUCT).
History: how a move did wherever it was played, which matters less the more a child was visited (Progressive History,
Nijssen and Winands 2010). GRAVE: how a move did when it was played at any later time below a node that was visited
often enough (Cazenave 2015). The last two note every move of a simulation and credit it with the result of its playout.
Several playouts from one leaf share one credit.

Priors stand in the edges; `history`, `own_memory` and `memories` are arrays of the tree (KernelTree).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.pauses import left_at
from playout.algorithms.playouts import PLAYED
from playout.algorithms.softmax import softmax
from playout.algorithms.tree.layout import NONE, PROVEN, visits_of
from playout.rules import CHANCE, OVER, Switch, advise, chance, emit, play, prior, turn

__all__ = ["CODES", "EXTRAS", "bound_by_history", "learn", "mean_by_grave", "note", "play_on_noting", "weigh"]

EXTRAS = Switch("extras")
"""Switched on if any option beyond solver and tactics is used: those of this file, pruning, `expand`, `fpu`."""

CODES = 1024
"""The number of moves that tables distinguish, for all seats together; larger moves share entries."""

BIAS = 1e-4
"""How soon a node's own results outweigh GRAVE's estimate: Cazenave's value for most games."""


def weigh(s: Any, header: Any, scratch: Any, n: Any) -> None:
    """Write the probabilities of the n moves in scratch.moves into weights: the softmax of their scores by `prior`."""
    prior(s, scratch.moves, n, scratch.weights)
    softmax(scratch.weights, n)


def code_of(header: Any, scratch: Any, seat: Any, move: Any) -> Any:
    """The code of a seat's move: its index in a table."""
    return (move * len(scratch.payoff) + seat) & (CODES - 1)


def note(header: Any, scratch: Any, seat: Any, move: Any) -> None:
    """Note a move of the current simulation, or that chance decided. The note of ply i has the number i."""
    if header.noted < len(scratch.notes):
        scratch.notes[header.noted] = code_of(header, scratch, seat, move) if seat >= 0 else 0
        scratch.note_seats[header.noted] = seat
        header.noted += 1


def play_on_noting(s: Any, header: Any, scratch: Any, rng: Any) -> Any:
    """Like `play_on`, but also note the moves, after those in the tree."""
    seat = turn(s)
    before = header.plies
    if before == 0:
        header.noted = header.walked
    plies = before
    last = min(header.longest, before + max(1, header.most - header.steps))
    while seat != OVER and plies < last:
        move = np.int64(chance(s, rng) if seat == CHANCE else advise(s, rng, scratch.moves))
        note(header, scratch, seat, move)
        if plies == 0:
            header.first = move
        emit(PLAYED, seat, move, 0, 0)
        play(s, move)
        seat = turn(s)
        plies += 1
    header.length = plies
    header.steps += plies - before
    return left_at(header, seat, plies)


def learn(tree: Any, depth: Any, value: Any, weight: Any) -> None:
    """Enter the noted moves into the tables, before the backup.

    value: their result; it counts as much as `weight` simulations.
    """
    header, scratch, own_memory, memories = tree.header, tree.scratch, tree.own_memory, tree.memories
    if header.history > 0.0:
        add_from(header, scratch, tree.history, 0, 0, value, weight)
    if header.grave > 0:
        for d in range(depth + 1):
            block = np.int64(scratch.heads[d])
            if (d > 0 and block == NONE) or tree.blocks[block].visits + 1 < header.grave:
                break
            if own_memory[block] == 0 and (header.memories + 2) * 2 * CODES <= len(memories):
                header.memories += 1
                own_memory[block] = header.memories
                for i in range(2 * CODES):
                    memories[header.memories * 2 * CODES + i] = 0.0
            if own_memory[block] > 0:
                add_from(header, scratch, memories, own_memory[block] * 2 * CODES, d, value, weight)


def add_from(header: Any, scratch: Any, table: Any, first: Any, ply: Any, value: Any, weight: Any) -> None:
    """Add the notes from a ply on to the part of a table that begins at `first`."""
    for i in range(ply, header.noted):
        seat = scratch.note_seats[i]
        if seat >= 0:
            table[first + 2 * scratch.notes[i]] += weight * value[seat]
            table[first + 2 * scratch.notes[i] + 1] += weight


def bound_by_history(tree: Any, header: Any, scratch: Any, n: Any, k: Any) -> Any:
    """History's addition to the bound of a visited child, that of n's edge number k."""
    history, visits = tree.history, visits_of(tree.blocks, n.child[k])
    place = 2 * code_of(header, scratch, np.int64(n.seat), np.int64(n.moves[k]))
    if header.history == 0.0 or history[place + 1] == 0.0 or visits == 0:
        return 0.0
    # visits * (1 - q): the payoff that it missed so far; with weights a and b a child may be worth more than 1.
    return header.history * history[place] / history[place + 1] / (visits * max(0.0, 1.0 - n.q[k]) + 1.0)


def mean_by_grave(tree: Any, header: Any, scratch: Any, n: Any, k: Any, reference: Any) -> Any:
    """The mean of the child of n's edge number k, mixed with the mean of its move in the memory `reference`."""
    memories, word = tree.memories, n.child[k]
    place = 2 * (reference * CODES + code_of(header, scratch, np.int64(n.seat), np.int64(n.moves[k])))
    if reference == 0 or memories[place + 1] == 0.0 or word & PROVEN:
        return np.float64(n.q[k])
    count, visits = memories[place + 1], visits_of(tree.blocks, word)
    share = count / (count + visits + BIAS * count * visits)
    return (1.0 - share) * n.q[k] + share * memories[place] / count
