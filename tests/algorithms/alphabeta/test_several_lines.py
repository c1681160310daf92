"""`lines`: the best moves have exact values and whole lines, by minimax, which values every move."""

from __future__ import annotations

import random
from typing import Any

import pytest

import playout
from playout.algorithms.results import Candidate, SearchResult
from tests.algorithms.runs import tree

SMALL = ({"rows": 4, "columns": 4}, {"rows": 3, "columns": 5, "line": 3})

SOLVING = ["alphabeta(lines=3)", "alphabeta(lines=3, null_windows=False)", "alphabeta(lines=3, deepening=True)"]


def positions(count: int) -> list[playout.State]:
    found: list[playout.State] = []
    rng = random.Random(5)
    while len(found) < count:
        state = playout.load("connect_four", **rng.choice(SMALL)).start()
        for _ in range(rng.randint(2, 6)):
            state = state if state.over else state.play(rng.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


def best_three(result: SearchResult) -> list[Candidate]:
    """The first candidates: three, or all that the position has."""
    found = list(result.candidates[:3])
    assert len(found) == min(3, len(result.state.moves()))
    return found


@pytest.mark.parametrize("spelling", SOLVING)
def test_solved_lines_equal_minimax(spelling: str) -> None:
    for state in positions(12):
        expected = {item.move: item for item in playout.search(state, "minimax(pruning=False)").candidates}
        values = sorted((item.values[state.turn] for item in expected.values() if item.values), reverse=True)
        found = best_three(playout.search(state, spelling))
        assert [item.values and item.values[state.turn] for item in found] == values[:3]
        for item in found:
            assert item.proven and item.values == expected[item.move].values
            final = state.game.replay((*state.history, *item.line))
            assert final.over and final.payoffs == item.values, "the line shows the value"
            if item.values != (0.5, 0.5):
                assert item.plies == expected[item.move].plies == len(item.line)


def test_lines_to_a_depth_equal_minimax_to_that_depth() -> None:
    rng = random.Random(6)
    for _ in range(12):
        leaves = tuple(rng.uniform(-20, 20) for _ in range(64))
        state = tree(leaves=leaves, branching=4)
        for depth in (2, 3):
            given: dict[str, Any] = {"depth": depth}
            expected = playout.search(state, "minimax(pruning=False)", **given).candidates
            values = sorted((item.values[0] for item in expected if item.values), reverse=True)
            found = best_three(playout.search(state, "alphabeta(lines=3)", **given))
            assert [item.values and item.values[0] for item in found] == pytest.approx(values[:3], abs=1e-9)
            assert all(len(item.line) == depth for item in found)


def test_while_it_runs_the_lines_are_those_of_the_last_depth() -> None:
    """Each of the three has a value from the first depth on, however the search is cut."""
    state = playout.load("chess").start()
    search = playout.new_search(state, "alphabeta(lines=3)", backend="python")
    for nodes in range(300, 1500, 150):
        search.advance(150)
        found = search.result()
        known = [item.values[0] for item in found.candidates if item.values is not None]
        assert nodes < 400 or len(known) >= 3
        assert known[0] == found.values[0] == max(known)


def test_the_best_move_is_worth_the_same_with_others_beside_it() -> None:
    """The values of the best move do not depend on how many others are wanted."""
    for state in positions(6):
        one, three = (playout.search(state, f"alphabeta(lines={count})") for count in (1, 3))
        assert (one.values, one.proven) == (three.values, three.proven)
        assert one.nodes <= three.nodes
