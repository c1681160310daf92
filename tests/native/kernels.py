"""Kernels that only the tests need: they follow a match, and solve Pig, on any backend.

Like the kernels of the toolkit they are bound to a game by `native.bind`, so what they count is what the rules do
as native code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import playout
from playout import native
from playout.rules import OVER, payoffs, play, turn


def follow(states: Any, line: Any, turns: Any, payoff: Any) -> None:
    """Kernel: plays the moves of `line` (int64[n]) on states[0], notes each turn (int64[n]) and the last payoffs."""
    for i in range(len(line)):
        play(states[0], line[i])
        turns[i] = turn(states[0])
    payoffs(states[0], payoff)


def solve_pig(states: Any, goal: Any, values: Any, accuracy: Any) -> None:
    """Kernel: the chance to win of the seat to move at Pig under best play, by value iteration over the rules.

    values: float64[goal, goal, goal + 1] by own score, other score and points of this turn; a seat that can win by
    holding does. A match only goes from a sum of scores to the same or a higher one, so sums are solved downward.
    """
    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), total // 2 + 1):
            change = 1.0
            while change > accuracy:
                change = improve(states, own, total - own, goal, values)
                change = max(change, improve(states, total - own, own, goal, values))


def improve(states: Any, own: Any, other: Any, goal: Any, values: Any) -> Any:
    """Kernel: one sweep over the points of a turn; returns the largest change."""
    change = 0.0
    for points in range(goal - own - 1, -1, -1):
        rolled = 0.0
        for outcome in range(1, 7):
            put(states[0], own, other, points)
            play(states[0], 0)
            play(states[0], outcome)
            rolled += worth(states[0], goal, values) / 6.0
        held = 0.0
        if points > 0:
            put(states[0], own, other, points)
            play(states[0], 1)
            held = worth(states[0], goal, values)
        best = max(rolled, held)
        change = max(change, abs(best - values[own, other, points]))
        values[own, other, points] = best
    return change


def put(s: Any, own: Any, other: Any, points: Any) -> None:
    """Seat 0 is to move."""
    s.scores[0] = own
    s.scores[1] = other
    s.points = points
    s.turn = 0
    s.rolling = False


def worth(s: Any, goal: Any, values: Any) -> Any:
    """What the position is worth to seat 0."""
    if turn(s) == OVER:
        return 1.0 if s.scores[0] >= goal else 0.0
    if s.turn == 1:
        return 1.0 - values[s.scores[1], s.scores[0], s.points]
    if s.scores[0] + s.points >= goal:
        return 1.0
    return values[s.scores[0], s.scores[1], s.points]


def follow_match(state: playout.State, line: list[int], backend: str) -> tuple[list[int], list[float]]:
    """Whose turn it is after each move of a match, and the payoffs after the last."""
    turns, payoff = np.zeros(len(line), np.int64), np.zeros(state.game.rules.players)
    kernel = native.bind(follow, state.game.rules, backend)
    kernel(native.view(_places(state, 1), backend), np.array(line, np.int64), turns, payoff)
    return turns.tolist(), payoff.tolist()


def pig_values(goal: int, accuracy: float, backend: str) -> NDArray[np.float64]:
    """The chance of the seat to move by own score, other score and points of this turn."""
    state = playout.load("pig", goal=goal).start()
    values = np.zeros((goal, goal, goal + 1))
    native.bind(solve_pig, state.game.rules, backend)(native.view(_places(state, 1), backend), goal, values, accuracy)
    return values


def _places(state: playout.State, count: int) -> NDArray[Any]:
    """Room for positions, of which the first is this one."""
    states = state.game.rules.allocate(count)
    state.game.rules.copy(states, 0, state._position, 0)
    return states
