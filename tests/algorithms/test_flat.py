"""Flat Monte Carlo finds what one move decides, for every seat, and sees no hidden card."""

from __future__ import annotations

import time

import pytest

import playout
from playout import OptionError, PlayoutError
from playout.algorithms.flat import flat


@pytest.mark.parametrize("backend", ["cpu", "python"])
@pytest.mark.parametrize(("line", "win", "values"), [("ababab", "a", (1.0, 0.0)), ("gagbgcf", "d", (0.0, 1.0))])
def test_an_immediate_win_is_certain(line: str, win: str, values: tuple[float, float], backend: str) -> None:
    state = playout.load("connect_four").replay(line)
    best = flat(state, playouts=20, seed=1, backend=backend)[0]
    assert state.format(best.move) == win
    assert best.values == values


def test_native_equals_interpreted() -> None:
    state = playout.load("connect_four").replay("dde")
    assert flat(state, playouts=30, seed=4) == flat(state, playouts=30, seed=4, backend="python")


def test_the_hidden_card_makes_no_difference() -> None:
    game = playout.load("kuhn_poker")
    views = [game.replay(["Q", other]).seen_by(0) for other in "JK"]
    assert flat(views[0], playouts=200, seed=3) == flat(views[1], playouts=200, seed=3)


def test_the_clock_is_kept() -> None:
    state = playout.load("connect_four").start()
    flat(state, playouts=1)
    begin = time.perf_counter()
    candidates = flat(state, seconds=0.2)
    assert 0.2 <= time.perf_counter() - begin < 2.0, "a generous bound: the machine may be busy"
    assert len(candidates) == 7
    assert candidates[0].playouts > 100


def test_refusals() -> None:
    game = playout.load("connect_four")
    with pytest.raises(OptionError, match="either seconds or playouts"):
        flat(game.start())
    with pytest.raises(OptionError, match="above 0"):
        flat(game.start(), playouts=0)
    with pytest.raises(PlayoutError, match="the match is over"):
        flat(game.replay("abababa"), playouts=1)
    with pytest.raises(PlayoutError, match="chance decides here"):
        flat(playout.load("kuhn_poker").start(), playouts=1)
