"""The thinking time of a move under a clock, with a reserve so that a busy machine does not overrun the clock."""

from __future__ import annotations

__all__ = ["FOREVER", "MIN_SECONDS", "RESERVE", "Lag", "thinking_time"]

SHARE = 20
"""A move takes 1 / SHARE of the time left, plus most of the increment."""

RESERVE = 0.2
"""Seconds on the clock that are never planned: on a busy machine an answer may be this late."""

FOREVER = 1e9
"""The limit in seconds of an endless search, which the next command ends."""

MIN_SECONDS = 0.001
"""Seconds for a move if there is no time to think."""


def thinking_time(left: float, increment: float = 0.0, *, moves: int | None = None, reserve: float = RESERVE) -> float:
    """Seconds to think, with `left` on the clock.

    increment: seconds added after each move. moves: the number of moves until the clock gets more time, if known.
    reserve: seconds that are not used. The result is at most `left - reserve`, but at least MIN_SECONDS.
    """
    usable = max(0.0, left - reserve)
    if moves is None or moves > SHARE:
        seconds = min(usable / 2, usable / SHARE + 0.8 * increment)
    else:
        seconds = min(usable, usable / (moves + 0.5) + 0.8 * increment)
    return max(seconds, MIN_SECONDS)


class Lag:
    """The lag of a move: the time that a clock loses beyond the plan, by messages and on a busy machine.

    It is estimated from the clock at the next move. If it is more than the increment, time for the lag of later moves
    is kept in reserve.
    """

    MOVES = 80
    """The number of later moves for which time is kept."""
    FIRST = 0.01
    """The first estimate in seconds."""
    LARGEST = 1.0
    """The largest lag in seconds; a clock that has lost more was set."""

    def __init__(self) -> None:
        self.seconds = self.FIRST
        """The lag of a move: a moving average, which rises faster than it falls."""
        self._expected: float | None = None

    def see(self, left: float) -> None:
        """Learn from the time left on the clock before a move."""
        if self._expected is not None and 0 <= self._expected - left <= self.LARGEST:
            more = self._expected - left - self.seconds
            self.seconds += (0.2 if more > 0 else 0.1) * more
        self._expected = None

    def moved(self, left: float, increment: float, planned: float) -> None:
        """Note a move: the time left before it, the increment, and the planned time."""
        self._expected = left + increment - planned

    def share(self, left: float, increment: float, *, moves: int | None = None, reserve: float = RESERVE) -> float:
        """Seconds to think, like `thinking_time`, with a reserve for the lag."""
        aside = self.MOVES * max(0.0, self.seconds - increment)
        return thinking_time(left, max(0.0, increment - self.seconds), moves=moves, reserve=reserve + aside)
