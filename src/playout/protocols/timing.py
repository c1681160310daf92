"""How long to think about a move under a clock, so that the clock is never overrun, also on a busy machine."""

from __future__ import annotations

__all__ = ["FOREVER", "RESERVE", "SHORTEST", "Lag", "thinking_time"]

SHARE = 20
"""A move takes 1 / SHARE of the time left, plus most of the increment."""

RESERVE = 0.2
"""Seconds on the clock that are left alone: on a busy machine an answer may come so much later than it was meant to."""

FOREVER = 1e9
"""Seconds of a search that only the next command ends."""

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


class Lag:
    """How much more a clock loses by a move than was planned: messages, and a busy machine, on which all takes longer.

    It is learnt from what the clock says at the next move. Where it is more than the increment, the time for the moves
    that may still come has to be put aside.
    """

    MOVES = 80
    """So many are put aside for."""
    FIRST = 0.01
    """Seconds, as long as nothing is known."""
    MOST = 1.0
    """Seconds; a clock that lost more was set."""

    def __init__(self) -> None:
        self.seconds = self.FIRST
        """The lag of a move: a moving average, which rises faster than it falls."""
        self._expected: float | None = None

    def see(self, left: float) -> None:
        """A clock says what is left, before a move."""
        if self._expected is not None and 0 <= self._expected - left <= self.MOST:
            more = self._expected - left - self.seconds
            self.seconds += (0.2 if more > 0 else 0.1) * more
        self._expected = None

    def moved(self, left: float, increment: float, planned: float) -> None:
        """With so much on the clock a move was made that was to take so long."""
        self._expected = left + increment - planned

    def share(self, left: float, increment: float, *, moves: int | None = None, reserve: float = RESERVE) -> float:
        """Seconds to think, as `thinking_time`, with the lag taken into account."""
        aside = self.MOVES * max(0.0, self.seconds - increment)
        return thinking_time(left, max(0.0, increment - self.seconds), moves=moves, reserve=reserve + aside)
