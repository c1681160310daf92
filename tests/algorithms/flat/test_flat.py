"""Flat Monte Carlo and UCB1 over moves: what one move decides is found, for every seat, and no hidden card is seen."""

from __future__ import annotations

import math
import time
from functools import cache
from typing import Any

import pytest

import playout
from playout import OptionError, PlayoutError, SearchResult
from playout.algorithms.flat.search import Flat
from playout.algorithms.registry import new_search


def run(state: playout.State, algorithm: str, backend: str, simulations: int, seed: int) -> SearchResult:
    """A search on one backend, which no spelling can choose."""
    return new_search(state, algorithm, seed=seed, backend=backend, simulations=simulations).run()


class Levers:
    """One seat, one move: lever i pays PAYS[i], every time."""

    PLAYERS = 1
    MAX_MOVES = 3
    PAYS: tuple[float, ...] = (1.0, 0.0)

    def __init__(self) -> None:
        self.pulled = -1

    def turn(self) -> int:
        return 0 if self.pulled < 0 else playout.OVER

    def moves(self) -> list[int]:
        return list(range(len(self.PAYS)))

    def play(self, move: int) -> None:
        self.pulled = move

    def payoffs(self) -> list[float]:
        return [self.PAYS[self.pulled]]


class ThreeLevers(Levers):
    """The same with three levers."""

    PAYS = (0.25, 1.0, 0.5)


def visits(result: SearchResult) -> dict[int, int]:
    return {item.move: item.visits for item in result.candidates}


@pytest.mark.parametrize("algorithm", ["flat", "ucb"])
@pytest.mark.parametrize("backend", ["cpu", "python"])
@pytest.mark.parametrize(("line", "win", "values"), [("ababab", "a", (1.0, 0.0)), ("gagbgcf", "d", (0.0, 1.0))])
def test_an_immediate_win_is_certain(
    line: str, win: str, values: tuple[float, float], backend: str, algorithm: str
) -> None:
    state = playout.load("connect_four").replay(line)
    result = run(state, algorithm, backend, simulations=140, seed=1)
    assert state.format(result.move) == win
    assert result.values == result.candidates[0].values == values
    assert result.line == (result.move,)
    assert not result.proven, "no number of playouts is a proof"


@pytest.mark.parametrize("algorithm", ["flat", "ucb", "flat(policy='suggest')", "ucb(policy='tactics', c=0.5)"])
def test_native_equals_interpreted(algorithm: str) -> None:
    state = playout.load("connect_four").replay("dde")
    native, interpreted = (run(state, algorithm, backend, 210, seed=4) for backend in ("cpu", "python"))
    assert native.candidates == interpreted.candidates


@pytest.mark.parametrize("algorithm", ["flat", "ucb"])
def test_the_hidden_card_makes_no_difference(algorithm: str) -> None:
    game = playout.load("kuhn_poker")
    views = [game.replay(["Q", other]).seen_by(0) for other in "JK"]
    results = [playout.search(view, algorithm, simulations=400, seed=3) for view in views]
    assert results[0].candidates == results[1].candidates


def test_flat_tries_every_move_equally_often() -> None:
    state = playout.load("connect_four").start()
    assert set(visits(playout.search(state, "flat", simulations=700, seed=1)).values()) == {100}
    assert sorted(visits(playout.search(state, "flat", simulations=703, seed=1)).values()) == [100] * 4 + [101] * 3


def test_a_value_is_the_mean_of_playouts() -> None:
    """Tic-tac-toe at random, against the mean over every way it can go."""
    state = playout.load("tic_tac_toe").start().play("b2")
    result = playout.search(state, "flat", simulations=800_000, seed=1)
    mean = sum(item.visits * item.values[0] for item in result.candidates if item.values) / result.work
    assert mean == pytest.approx(_random_value(state), abs=0.003)  # more than five standard errors


@cache
def _random_value(state: playout.State) -> float:
    """What seat 0 gets in random play, by going through all of it."""
    if state.over:
        return state.payoffs[0]
    moves = state.moves()
    return sum(_random_value(state.play(move)) for move in moves) / len(moves)


def test_ucb_tries_each_move_once_before_any_twice() -> None:
    state = playout.load("connect_four").start()
    for simulations in range(7, 9):
        counts = visits(playout.search(state, "ucb", simulations=simulations, seed=1))
        assert sorted(counts.values()) == [1] * (14 - simulations) + [2] * (simulations - 7)


@pytest.mark.parametrize(("simulations", "expected"), [(2, (1, 1)), (3, (2, 1)), (6, (5, 1)), (7, (5, 2))])
def test_ucb_by_hand(simulations: int, expected: tuple[int, int]) -> None:
    """Levers that pay 1 and 0, c = sqrt(2). The poor one is pulled again once its bound is the higher one:

    n = 5: 1 + sqrt(2 ln 5 / 4) = 1.897 and sqrt(2 ln 5) = 1.794; n = 6: 1 + sqrt(2 ln 6 / 5) = 1.847 and 1.893.
    """
    result = playout.search(playout.load(Levers).start(), "ucb", simulations=simulations)
    assert (visits(result)[0], visits(result)[1]) == expected


@pytest.mark.parametrize("c", [0.0, 0.5, math.sqrt(2)])
def test_ucb_follows_its_formula(c: float) -> None:
    counts, pays = [1, 1, 1], ThreeLevers.PAYS
    for n in range(3, 200):
        bounds = [pay + c * math.sqrt(math.log(n) / count) for pay, count in zip(pays, counts, strict=True)]
        counts[bounds.index(max(bounds))] += 1
    result = playout.search(playout.load(ThreeLevers).start(), f"ucb(c={c})", simulations=200)
    assert visits(result) == dict(enumerate(counts))
    assert result.move == 1
    assert {item.move: item.values for item in result.candidates} == {i: (pay,) for i, pay in enumerate(pays)}


@pytest.mark.parametrize("algorithm", ["flat", "ucb"])
def test_playouts_follow_the_policy(algorithm: str) -> None:
    """Seat 0 has three in a row, open at one end: whoever follows suggest blocks it or wins by it."""
    state = playout.load("connect_four").replay("agbgc")
    uniform = playout.search(state, f"{algorithm}(policy='uniform')", simulations=3500, seed=1)
    advised = playout.search(state, f"{algorithm}(policy='suggest')", simulations=3500, seed=1)
    assert playout.search(state, algorithm, simulations=3500, seed=1).candidates == uniform.candidates
    by_move = {item.move: item.values for item in advised.candidates}
    block = state.parse("d")
    assert all(values == (1.0, 0.0) for move, values in by_move.items() if move != block)
    assert by_move[block] != (1.0, 0.0)
    assert all(item.values != (1.0, 0.0) for item in uniform.candidates), "at random some miss it"


@pytest.mark.parametrize("algorithm", ["flat", "ucb"])
def test_the_clock_is_kept(algorithm: str) -> None:
    state = playout.load("connect_four").start()
    playout.search(state, algorithm, simulations=1)
    begin = time.perf_counter()
    result = playout.search(state, algorithm, seconds=0.2)
    assert 0.2 <= time.perf_counter() - begin < 2.0, "a generous bound: the machine may be busy"
    assert len(result.candidates) == 7
    assert result.simulations > 1000


def test_refusals(endless_game: Any) -> None:
    game = playout.load("connect_four")
    with pytest.raises(OptionError, match="flat needs a limit: one of seconds, simulations"):
        playout.search(game.start(), "flat")
    with pytest.raises(OptionError, match="above 0"):
        playout.search(game.start(), "flat", simulations=0)
    with pytest.raises(OptionError, match="c has to be a number from 0 to 100, not -1"):
        playout.search(game.start(), "ucb(c=-1)", simulations=10)
    for algorithm in ("flat", "ucb"):
        with pytest.raises(OptionError, match="connect_four has no playout policy 'sugest'; it has uniform, suggest"):
            playout.search(game.start(), f"{algorithm}(policy='sugest')", simulations=10)
    view = playout.load("kuhn_poker").replay(["Q", "J"]).seen_by(1)
    with pytest.raises(PlayoutError, match=r"seat 0 is to move, and this is what seat 1 sees; .*state.seen_by\(0\)"):
        playout.search(view, "flat", simulations=1)
    with pytest.raises(PlayoutError, match="the match is over"):
        playout.search(game.replay("abababa"), "flat", simulations=1)
    with pytest.raises(PlayoutError, match="chance decides here"):
        playout.search(playout.load("kuhn_poker").start(), "flat", simulations=1)
    with pytest.raises(PlayoutError, match="did not end within 500 plies"):
        playout.search(playout.load(endless_game).start(), "flat", simulations=1)


def test_a_depth_is_for_those_that_search_to_one() -> None:
    with pytest.raises(playout.OptionError, match="flat does not search to a depth; it takes seconds, simulations"):
        Flat(playout.load("tic_tac_toe").start(), depth=3)
