"""How long to think about a move under a clock, so that the clock is never overrun, also on a busy machine."""

from __future__ import annotations

__all__ = ["RESERVE", "SHORTEST", "thinking_time"]

SHARE = 20
"""A move takes 1 / SHARE of the time left, plus most of the increment."""

RESERVE = 0.15
"""Seconds on the clock that are left alone: on a busy machine an answer may come so much later than it was meant to."""

SHORTEST = 0.001
"""Seconds for a move if there is no time to think."""


def thinking_time(left: float, increment: float = 0.0, *, moves: int | None = None, reserve: float = RESERVE) -> float:
    """Seconds to think, with `left` on the clock.

    increment: seconds added after each move. moves: how many have to be made before the clock gets more time, if that
    is known. reserve: seconds that are left alone. Never more than `left - reserve`, but at least SHORTEST.
    """
    usable = max(0.0, left - reserve)
    if moves is None or moves > SHARE:
        seconds = min(usable / 2, usable / SHARE + 0.8 * increment)
    else:
        seconds = min(usable, usable / (moves + 0.5) + 0.8 * increment)
    return max(seconds, SHORTEST)
