"""Batches: a kernel does item i, and all of them are done, on the CPU by one thread or many, native and interpreted."""

from __future__ import annotations

import numpy as np
import pytest

import playout
from playout import RulesError, loading, native
from playout.algorithms.playouts import playouts
from tests.native.batches import Ends, double, new_ends, play_one, playout_scratch, refuse_fifty


def play(game: str | playout.Game, backend: str, count: int, key: int = 7, **how: int) -> Ends:
    state = (playout.load(game) if isinstance(game, str) else game).start()
    rules = state.game.rules
    root = rules.allocate(1)
    rules.copy(root, 0, state.position, 0)
    run = native.batch(play_one, rules, backend, scratch=playout_scratch(rules))
    ends = new_ends(rules, count)
    run(count, root, key, rules.max_length, ends, **how)
    run.check()
    return ends


@pytest.mark.parametrize("game", ["tic_tac_toe", "kuhn_poker"])
def test_items_are_the_same_in_any_number_of_threads_and_interpreted(game: str) -> None:
    ends = play(game, "cpu", 1000)
    assert len(np.unique(ends.words)) == 1000, "each item is a playout of its own"
    for threads in (2, 3, 64):
        again = play(game, "cpu", 1000, threads=threads)
        assert (again.words == ends.words).all() and (again.payoffs == ends.payoffs).all()
    interpreted = play(game, "python", 40, threads=2)
    assert (interpreted.words == ends.words[:40]).all() and (interpreted.payoffs == ends.payoffs[:40]).all()


def test_the_mean_of_the_items_is_that_of_playouts() -> None:
    ends = play("tic_tac_toe", "cpu", 2560)
    state = playout.load("tic_tac_toe").start()
    assert tuple(ends.payoffs.mean(0)) == pytest.approx(playouts(state, 2560, seed=7), abs=1e-12)


class Count:
    """A match of three plies, which the last one wins."""

    PLAYERS = 2
    MAX_MOVES = 2

    def __init__(self) -> None:
        self.plies = 0

    def turn(self) -> int:
        return self.plies % 2 if self.plies < 3 else playout.OVER

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        self.plies += 1

    def payoffs(self) -> list[float]:
        return [1.0, 0.0]


def test_a_class_is_played_interpreted() -> None:
    game = playout.load(Count)
    assert play(game, "python", 5).payoffs.tolist() == [[1.0, 0.0]] * 5
    with pytest.raises(RulesError, match="runs interpreted: use the backend python"):
        play(game, "cuda", 5)


@pytest.mark.parametrize("backend", native.BACKENDS)
def test_what_an_item_raises_comes_out(backend: str) -> None:
    run = native.batch(refuse_fifty, loading.read("tic_tac_toe"), backend)
    with pytest.raises(ValueError, match="fifty is not to be had"):
        run(100, np.zeros(100, np.int64))
    run(50, np.zeros(50, np.int64))


@pytest.mark.parametrize("backend", native.BACKENDS)
def test_no_item_and_no_scratch(backend: str) -> None:
    run = native.batch(double, loading.read("tic_tac_toe"), backend)
    values = np.arange(5)
    run(0, values)
    assert values.tolist() == [0, 1, 2, 3, 4]
    run(4, values)
    assert values.tolist() == [0, 2, 4, 6, 4], "items 0 to 3, and no other"


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(RulesError, match="no backend 'gpu': use one of cpu, python, cuda"):
        native.batch(double, loading.read("tic_tac_toe"), "gpu")
