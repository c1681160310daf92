"""How long to think: simulated matches in which a machine answers late, and a clock must not run out."""

from __future__ import annotations

import random

import pytest

from playout.protocols.timing import MIN_SECONDS, Lag, thinking_time
from playout.servers.gtp_clock import GtpClock


@pytest.mark.parametrize("left", [0.0, 0.05, 0.3, 1.0, 60.0, 3600.0])
@pytest.mark.parametrize("increment", [0.0, 0.01, 2.0])
@pytest.mark.parametrize("moves", [None, 1, 5, 40])
def test_a_move_never_takes_more_than_is_left_beside_the_reserve(
    left: float, increment: float, moves: int | None
) -> None:
    seconds = thinking_time(left, increment, moves=moves, reserve=0.2)
    assert MIN_SECONDS <= seconds <= max(MIN_SECONDS, left - 0.2)


def test_the_last_move_before_more_time_may_take_most_of_it() -> None:
    assert thinking_time(10.0, moves=1, reserve=0.2) > 5.0 > thinking_time(10.0, reserve=0.2)


@pytest.mark.parametrize("lag", [0.001, 0.008, 0.014])
def test_the_lag_is_learnt_and_put_aside(lag: float) -> None:
    """1 s + 0.01 s, 120 moves a match: each costs the thought and a lag, which may be more than the increment."""
    rng, meter = random.Random(1), Lag()
    for match in range(20):
        left = 1.0
        for _ in range(120):
            meter.see(left)
            seconds = meter.share(left, 0.01)
            meter.moved(left, 0.01, seconds)
            left -= seconds + rng.uniform(0, 2 * lag)
            assert left > 0 or match == 0  # the first match may come as a surprise
            left += 0.01
    assert lag / 2 < meter.seconds < 2 * lag


def test_a_clock_that_is_set_teaches_nothing() -> None:
    meter = Lag()
    meter.moved(5.0, 0.0, 0.1)
    meter.see(60.0)
    meter.moved(60.0, 0.0, 0.1)
    meter.see(1.0)
    assert meter.seconds == Lag.FIRST


def test_the_clocks_of_go() -> None:
    clock = GtpClock()
    assert clock.thinking(0) is None
    clock.settings(0, 10, 0)  # the protocol's way to say: no limit
    assert clock.thinking(0) is None
    clock.settings(60, 0, 0)
    first = clock.thinking(0)
    assert first is not None
    assert 0 < first < 10
    clock.left(0, 1, 0)
    last = clock.thinking(0)
    assert last is not None
    assert last < 0.1
    clock.settings(0, 10, 1)
    each = clock.thinking(1)
    assert each is not None
    assert 3 < each < 9.9
    clock.used(1, 9.0)
    assert clock.thinking(1) == each  # another period has begun
    clock.settings(1, 5, 5)
    clock.used(0, 1.5)
    later = clock.thinking(0)
    assert later is not None
    assert later < 4.5 / 5


def test_a_main_time_lasts_for_a_long_match_of_go() -> None:
    """Nobody sends `time_left`, and the controller's clock loses 8 ms a move that the engine does not see."""
    clock, outside = GtpClock(), 5.0
    clock.settings(5, 0, 0)
    for _ in range(120):
        seconds = clock.thinking(0)
        assert seconds is not None
        clock.used(0, seconds)
        outside -= seconds + 0.008
    assert outside > 0
