"""Pig against its published solution (Neller and Presser, Optimal Play of the Dice Game Pig, 2004)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import playout
from playout import CHANCE, OVER, OptionError
from tests.native.kernels import pig_values

GOAL = 10


def equations(goal: int, rounds: int) -> dict[tuple[int, int, int], float]:
    """The chance of the seat to move by own score, other score and points, from the equations of the paper."""
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    chances = dict.fromkeys(states, 0.0)

    def chance(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else chances[i, j, k]

    for _ in range(rounds):
        for i, j, k in states:
            roll = (1 - chance(j, i, 0) + sum(chance(i, j, k + r) for r in range(2, 7))) / 6
            hold = 1 - chance(j, i + k, 0)
            chances[i, j, k] = max(roll, hold)
    return chances


@cache
def expected() -> dict[tuple[int, int, int], float]:
    return equations(GOAL, 200)


def test_value_by_playing_states() -> None:
    """Value iteration over all positions that State.play leads to gives what the equations give."""
    start = playout.load("pig", goal=GOAL).start()
    numbers, states, odds, followers = {start: 0}, [start], [], []
    for state in states:  # grows while it is walked through
        odds.append([chance for _, chance in state.odds()] if state.turn == CHANCE else [])
        after = [state.play(move) for move in state.moves()]
        if any(other.over for other in after):
            after = [other for other in after if other.over]  # to hold wins at once
        states += [other for other in dict.fromkeys(after) if other not in numbers]
        for other in after:
            numbers.setdefault(other, len(numbers))
        followers.append([numbers[other] for other in after])

    values = [state.payoffs[0] if state.over else 0.5 for state in states]
    turns = [state.turn for state in states]
    for _ in range(100):
        for number in reversed(range(len(states))):
            found = [values[other] for other in followers[number]]
            if turns[number] == CHANCE:
                values[number] = sum(chance * value for chance, value in zip(odds[number], found, strict=True))
            elif turns[number] != OVER:
                values[number] = max(found) if turns[number] == 0 else min(found)
    assert values[0] == pytest.approx(expected()[0, 0, 0], abs=1e-9)


@pytest.mark.parametrize("backend", ["cpu", "python"])
def test_values_by_the_rules(backend: str) -> None:
    values = pig_values(4 if backend == "python" else GOAL, 1e-12, backend)
    chances = equations(4, 200) if backend == "python" else expected()
    for (i, j, k), chance in chances.items():
        assert values[i, j, k] == pytest.approx(chance, abs=1e-9)


def test_published_value() -> None:
    """The first to roll wins 53.06 % of the matches to 100."""
    values = pig_values(100, 1e-9, "cpu")
    assert round(values[0, 0, 0], 4) == 0.5306
    assert np.all((values >= 0) & (values <= 1))


def test_a_turn() -> None:
    state = playout.load("pig").replay(["roll", 4, "roll", 6])
    assert str(state) == "scores: 0 to 0 (goal 100)\nthis turn: 10"
    assert [state.format(move) for move in state.moves()] == ["roll", "hold"]
    held = state.play("hold")
    assert held.turn == 1
    assert str(held).startswith("scores: 10 to 0")
    lost = state.play("roll").play("1")
    assert lost.turn == 1
    assert str(lost).startswith("scores: 0 to 0")


def test_a_turn_begins_with_a_roll() -> None:
    state = playout.load("pig").start()
    assert [state.format(move) for move in state.moves()] == ["roll"]
    with pytest.raises(playout.MoveError, match="legal: roll"):
        state.play("hold")


def test_whoever_reaches_the_goal_wins() -> None:
    game = playout.load("pig", goal=6)
    assert game.replay(["roll", 6, "hold"]).payoffs == (1.0, 0.0)
    assert game.replay(["roll", 1, "roll", 6, "hold"]).payoffs == (0.0, 1.0)
    assert not game.replay(["roll", 6]).over
    assert not game.replay(["roll", 5, "hold"]).over


def test_outcomes_are_those_of_a_die() -> None:
    rolling = playout.load("pig").start().play("roll")
    assert dict(rolling.odds()) == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))
    rng = playout.Rng(3)
    faces = [rolling.sample(rng).history[-1] for _ in range(600)]
    assert set(faces) == set(range(1, 7))
    # 100 each, with a standard deviation of 9.1.
    assert all(50 < faces.count(face) < 150 for face in range(1, 7))


@pytest.mark.parametrize("goal", [0, -1, 1001, "100", True, 10.0, None])
def test_a_bad_goal_is_refused(goal: object) -> None:
    with pytest.raises(OptionError, match="goal has to be a whole number from 1 to 1000"):
        playout.load("pig", goal=goal)
