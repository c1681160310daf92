"""The clock of a match: what each seat has left, from the times of its moves."""

from __future__ import annotations

from collections.abc import Sequence

from playout.match.clocks import Clock, read_clock

__all__ = ["MatchClock"]


class MatchClock:
    """A clock as the arena has it, `BASE+INCREMENT` in seconds, for the matches of a server."""

    def __init__(self, text: str, seats: int) -> None:
        self.clock: Clock = read_clock(text)
        self._seats = seats

    def left(self, turns: Sequence[int], seconds: Sequence[float | None]) -> list[float]:
        """Seconds left by seat. turns: who made each move, below 0 for chance; seconds: its time, None for no time."""
        left = [float(self.clock.base or 0.0)] * self._seats
        for seat, used in zip(turns, seconds, strict=True):
            if seat >= 0 and used is not None:
                left[seat] += self.clock.increment - used
        return left
