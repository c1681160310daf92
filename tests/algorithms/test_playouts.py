"""Random playouts: the right mean, the same numbers everywhere, any number of threads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout import OptionError, RulesError
from playout.algorithms import playouts as module

GAMES = ["connect_four", "kuhn_poker", "pig", "tic_tac_toe"]


def test_the_published_mean_of_connect_four() -> None:
    """0.557 for the first seat, a draw counting a half; 4 million playouts have a standard error of 0.00024."""
    mean = playout.playouts(playout.load("connect_four").start(), 4_000_000, seed=11, threads=2)
    assert abs(mean[0] - 0.557) < 0.001
    assert sum(mean) == pytest.approx(1)


def test_tic_tac_toe_against_the_exact_mean() -> None:
    """Random tic-tac-toe: 737/1260 first-seat wins, 121/420 losses, 8/63 draws (counted over the whole tree)."""
    exact = 737 / 1260 + 8 / 63 / 2
    mean = playout.playouts(playout.load("tic_tac_toe").start(), 1_000_000, seed=2)
    assert abs(mean[0] - exact) < 6 * 0.5 / 1000


def test_kuhn_poker_against_the_exact_mean() -> None:
    """Uniform play: showdowns cancel by symmetry; folds give seat 0 (1/4 - 1/8) of an ante."""
    mean = playout.playouts(playout.load("kuhn_poker").start(), 1_000_000, seed=2)
    assert abs(mean[0] - 0.125) < 6 * 1.5 / 1000


@pytest.mark.parametrize("name", GAMES)
def test_native_equals_interpreted_to_the_bit(name: str) -> None:
    state = playout.load(name).start()
    assert playout.playouts(state, 300, seed=5) == playout.playouts(state, 300, seed=5, backend="python")


@pytest.mark.parametrize("count", [1, 255, 256, 257, 100_000])
def test_threads_do_not_change_the_result(count: int) -> None:
    state = playout.load("connect_four", rows=9, columns=9, blocked=(3, 4)).start()
    means = {playout.playouts(state, count, seed=3, threads=threads) for threads in (1, 2, 5)}
    assert len(means) == 1


def test_a_seed_repeats_and_another_differs() -> None:
    state = playout.load("connect_four").start()
    assert playout.playouts(state, 1000, seed=1) == playout.playouts(state, 1000, seed=1)
    assert playout.playouts(state, 1000, seed=1) != playout.playouts(state, 1000, seed=2)
    # Two means of 1,000 matches are equal once in fifty times; five are not.
    assert len({playout.playouts(state, 1000) for _ in range(5)}) > 1


def test_the_state_is_left_alone_and_a_finished_one_is_its_own_result() -> None:
    state = playout.load("connect_four").replay("abababa")
    assert playout.playouts(state, 10, seed=0) == (1.0, 0.0)
    start = playout.load("connect_four").start()
    before = start._position.tobytes()
    playout.playouts(start, 1000, seed=0)
    assert start._position.tobytes() == before


def test_hidden_cards_are_guessed_anew() -> None:
    """Seat 0 holds the queen; against a random card of the other two the showdowns cancel, as in the full game."""
    match = playout.load("kuhn_poker").replay(["Q", "K"])
    seen = playout.playouts(match.seen_by(0), 400_000, seed=1)[0]
    peeked = playout.playouts(match, 400_000, seed=1)[0]
    assert abs(seen - 0.125) < 6 * 1.5 / 632
    assert peeked < 0, "the truth is a king, against which the queen loses"


@pytest.mark.parametrize("limit", [{"count": 0}, {"count": -5}, {"count": 1.5}, {"count": 10, "threads": 0}])
def test_bad_counts_are_refused(limit: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="has to be a whole number of at least 1"):
        playout.playouts(playout.load("tic_tac_toe").start(), **limit)


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(RulesError, match="there is no backend 'gpu': use one of cpu, python, cuda"):
        playout.playouts(playout.load("tic_tac_toe").start(), 1, backend="gpu")


def test_a_match_without_end_is_reported_not_waited_for(endless_game: Path) -> None:
    state = playout.load(endless_game).start()
    for backend in ("python", "cpu"):
        with pytest.raises(RulesError, match=r"did not end within 500 plies; .*MAX_LENGTH"):
            playout.playouts(state, 1, seed=0, backend=backend)


def test_an_exception_in_a_thread_reaches_the_caller(endless_game: Path) -> None:
    with pytest.raises(RulesError, match="did not end"):
        playout.playouts(playout.load(endless_game).start(), 10_000, seed=0, threads=2)


def test_rate_is_a_rate() -> None:
    assert module.rate(playout.load("tic_tac_toe").start(), "cpu", seconds=0.05) > 0
