"""The clocks of a Go match in GTP: a main time, then periods of a number of moves in a number of seconds."""

from __future__ import annotations

from playout.protocols.timing import RESERVE, Lag, thinking_time

__all__ = ["GtpClock"]


class GtpClock:
    """Seconds left to each colour. Without `time_left` it counts the time of this side, and a lag for each move."""

    def __init__(self) -> None:
        self._main, self._period, self._stones = 0, 0, 0
        self._left = [(0.0, 0), (0.0, 0)]
        """For each seat: the seconds left, and the number of moves for which they are given; 0: the main time."""

    def settings(self, main: int, period: int, stones: int) -> None:
        """The command `time_settings`: seconds, then `period` seconds for every `stones` moves."""
        self._main, self._period, self._stones = main, period, stones
        self.restart()

    @property
    def _is_limited(self) -> bool:
        return (self._main > 0 or self._period > 0) and not (self._period > 0 and self._stones == 0)

    def restart(self) -> None:
        """Full clocks for another match."""
        first = (float(self._main), 0) if self._main > 0 else (float(self._period), self._stones)
        self._left = [first, first]

    def left(self, seat: int, seconds: int, stones: int) -> None:
        """The command `time_left`."""
        self._left[seat] = (float(seconds), stones)
        if not self._is_limited:
            self._main = max(1, seconds)

    def used(self, seat: int, seconds: float) -> None:
        """Count the seconds of a move, without the time of its messages."""
        left, stones = self._left[seat]
        left -= seconds + Lag.FIRST
        if stones == 1:
            left, stones = float(self._period), self._stones
        elif stones > 1:
            stones -= 1
        elif left <= 0 and self._period > 0:
            left, stones = self._period + left, self._stones
        self._left[seat] = (max(0.0, left), stones)

    def thinking(self, seat: int) -> float | None:
        """Seconds to think about a move; None if there is no limit."""
        if not self._is_limited:
            return None
        left, stones = self._left[seat]
        if stones > 0:
            return thinking_time(left, moves=stones, reserve=min(RESERVE, left / 5))
        later = self._period / self._stones if self._period > 0 and self._stones > 0 else 0.0
        aside = 0.0 if later > 0 else min(Lag.MOVES * Lag.FIRST, left / 2)  # the lag of later moves
        return thinking_time(left + later, later, reserve=RESERVE + aside)
