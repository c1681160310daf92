"""Minimax's inner part: every line, on a stack of plain arrays that can be stopped anywhere.

A node's value is a vector by seat. The seat to move takes what is worth most to itself; chance takes the mean.
"""

from __future__ import annotations

from typing import Any

from playout.rules import CHANCE, OVER, copy, emit, evaluate, moves, odds, payoffs, play, turn

__all__ = [
    "BEST",
    "COUNT",
    "FIELDS",
    "FINISHED",
    "LEAVES",
    "LONGEST",
    "NEXT",
    "PLY",
    "RUNNING",
    "SEAT",
    "STATUS",
    "STUCK",
    "UNSEEN",
    "search_all",
]

# Places in `counters` (int64).
PLY, STATUS, LEAVES = 0, 1, 2
RUNNING, FINISHED, STUCK = 0, 1, 2

# The fields of a row of `stack` (int64): how many moves or outcomes, the next one, the seat, plies to the end of the
# best line, whether an evaluation was needed below, and the best move.
COUNT, NEXT, SEAT, PLIES, OPEN, BEST = range(6)
FIELDS = 6
UNSEEN = -1

# What a trace is told, each with the ply: a node is entered, is a leaf (1: evaluated), has a better move, is left.
NEW, LEAF, BETTER, LEFT = 1, 2, 3, 4

LONGEST = 32
"""Moves of a line that are kept."""


def search_all(
    states: Any,
    stack: Any,
    values: Any,
    counters: Any,
    roots: Any,
    worth: Any,
    root_lines: Any,
    lines: Any,
    lists: Any,
    chances: Any,
    scratch: Any,
    odd: Any,
    payoff: Any,
    depth: Any,
    middle: Any,
    seats: Any,
    amount: Any,
) -> Any:
    """Kernel: continue the search of states[0] for at most `amount` nodes; returns how many were looked at.

    states: a position for each ply; stack: int64[plies, FIELDS]; values: float64[plies, PLAYERS], the best of each node
    so far, and lines: int64[plies, LONGEST] how it goes on; roots: int64[width, 3], worth: float64[width, PLAYERS] and
    root_lines: int64[width, LONGEST]: (nodes, plies, open), values and line of each root move; lists and chances:
    [plies, width]. depth 0: to the end. counters[STATUS] is FINISHED in the end, or STUCK if a line did not end within
    the plies there is room for.
    """
    ply, done = counters[PLY], 0
    while counters[STATUS] == RUNNING:
        if stack[ply, COUNT] == UNSEEN:
            if done >= amount:
                break
            done += 1
            roots[max(stack[0, NEXT] - 1, 0), 0] += 1
            emit(NEW, ply, 0, 0, 0)
            resolved = enter(
                states[ply], stack, values, lines, lists, chances, scratch, odd, payoff, counters, depth, ply, seats
            )
            if not resolved:
                continue
            emit(LEAF, ply, stack[ply, OPEN], 0, 0)
        elif stack[ply, NEXT] < stack[ply, COUNT]:
            if ply + 1 == len(stack):
                counters[STATUS] = STUCK
                break
            i = stack[ply, NEXT]
            stack[ply, NEXT] = i + 1
            copy(states, ply + 1, states, ply)
            play(states[ply + 1], lists[ply, i])
            ply += 1
            stack[ply, COUNT] = UNSEEN
            continue
        emit(LEFT, ply, 0, 0, 0)
        if ply == 0:
            counters[STATUS] = FINISHED
            break
        ply -= 1
        if ply == 0:
            keep(stack, values, lists, lines, roots, worth, root_lines)
        if stack[ply, SEAT] == CHANCE:
            average(stack, values, chances, ply)
        elif is_better(stack, values, ply, middle):
            i = stack[ply, NEXT] - 1
            stack[ply, BEST] = lists[ply, i]
            stack[ply, PLIES] = stack[ply + 1, PLIES] + 1
            for k in range(values.shape[1]):
                values[ply, k] = values[ply + 1, k]
            prolong(lines, ply, lines, ply + 1, lists[ply, i])
            emit(BETTER, ply, lists[ply, i], 0, 0)
        stack[ply, OPEN] |= stack[ply + 1, OPEN]
    counters[PLY] = ply
    return done


def enter(
    s: Any,
    stack: Any,
    values: Any,
    lines: Any,
    lists: Any,
    chances: Any,
    scratch: Any,
    odd: Any,
    payoff: Any,
    counters: Any,
    depth: Any,
    ply: Any,
    seats: Any,
) -> Any:
    """A new node: its values if the match or the depth ends here (True), or its list of moves or outcomes."""
    seat = turn(s)
    stack[ply, SEAT] = seat
    stack[ply, NEXT] = 0
    stack[ply, COUNT] = 0
    stack[ply, PLIES] = 0
    stack[ply, OPEN] = 0
    stack[ply, BEST] = -1
    lines[ply, 0] = UNSEEN
    if seat == OVER or (depth > 0 and ply == depth):
        counters[LEAVES] += 1
        if seat == OVER:
            payoffs(s, payoff)
        else:
            stack[ply, OPEN] = 1
            for k in range(seats):
                payoff[k] = evaluate(s, k)
        for k in range(values.shape[1]):
            values[ply, k] = payoff[k]
        return True
    for k in range(values.shape[1]):
        values[ply, k] = 0.0
    n = odds(s, scratch, odd) if seat == CHANCE else moves(s, scratch)
    stack[ply, COUNT] = n
    for i in range(n):
        lists[ply, i] = scratch[i]
        chances[ply, i] = odd[i]
    return False


def keep(stack: Any, values: Any, lists: Any, lines: Any, roots: Any, worth: Any, root_lines: Any) -> None:
    """Note what was found out about a root move."""
    i = stack[0, NEXT] - 1
    roots[i, 1] = stack[1, PLIES] + 1
    roots[i, 2] = stack[1, OPEN]
    for k in range(values.shape[1]):
        worth[i, k] = values[1, k]
    prolong(root_lines, i, lines, 1, lists[0, i])


def average(stack: Any, values: Any, chances: Any, ply: Any) -> None:
    """Add an outcome's values, by its probability; the line ends here, and the longest counts for the plies."""
    for k in range(values.shape[1]):
        values[ply, k] += chances[ply, stack[ply, NEXT] - 1] * values[ply + 1, k]
    stack[ply, PLIES] = max(stack[ply, PLIES], stack[ply + 1, PLIES] + 1)


def is_better(stack: Any, values: Any, ply: Any, middle: Any) -> Any:
    """Whether the child is worth more to the seat to move than the best before, or as much at a better time."""
    seat, plies, before = stack[ply, SEAT], stack[ply + 1, PLIES] + 1, stack[ply, PLIES]
    own, best = values[ply + 1, seat], values[ply, seat]
    if stack[ply, NEXT] == 1 or own > best:
        return True
    return own == best and ((own > middle and plies < before) or (own < middle and plies > before))


def prolong(target: Any, i: Any, lines: Any, j: Any, move: Any) -> None:
    """Line i of `target` becomes line j with a move before it."""
    target[i, 0] = move
    for k in range(1, LONGEST):
        target[i, k] = lines[j, k - 1]
        if lines[j, k - 1] == UNSEEN:
            break
