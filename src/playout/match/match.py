"""A match as it stands. The arena and the web app both play on one; who asks the players is theirs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.game import State
from playout.match.clocks import Clock
from playout.match.lost import payoffs_of_lost_match

__all__ = ["Match"]


class Match:
    """The last position, who made each move in how many seconds, the clocks, and how the match ended."""

    def __init__(
        self, state: State, clock: Clock, turns: Sequence[int] = (), seconds: Sequence[float | None] = ()
    ) -> None:
        """turns: who made each move that led to `state`, below 0 for chance; seconds: its time, None for no time."""
        self.state = state
        self.clock = clock
        self.turns = list(turns)
        self.seconds = list(seconds)
        self.lost: int | None = None
        """The seat that lost before the end: it resigned, broke a rule or ran out of time."""
        self.agreed: tuple[float, ...] | None = None
        """The payoffs of a match that ended otherwise before its board shows an end."""
        self._left = self._from_the_start()

    def add(self, after: State, seconds: float | None = None) -> None:
        """A move was made. seconds: the time of the seat to move; None: nobody thought."""
        self._spend(self._left, self.state.turn, seconds)
        self.turns.append(self.state.turn)
        self.seconds.append(seconds)
        self.state = after

    def go_back(self, state: State) -> None:
        """Take back all moves after an earlier position, with their time, and the end of the match."""
        plies = len(state.history)
        del self.turns[plies:], self.seconds[plies:]
        self.state, self.lost, self.agreed = state, None, None
        self._left = self._from_the_start()

    def lose(self, seat: int) -> tuple[float, ...]:
        """This seat has lost before the end; returns the payoffs."""
        self.lost = seat
        return payoffs_of_lost_match(self.state.game.rules, self.state.game.seats, seat)

    def _from_the_start(self) -> list[float]:
        left = [math.inf if self.clock.base is None else float(self.clock.base)] * self.state.game.seats
        for seat, used in zip(self.turns, self.seconds, strict=True):
            self._spend(left, seat, used)
        return left

    def _spend(self, left: list[float], seat: int, used: float | None) -> None:
        if seat >= 0 and used is not None:
            left[seat] += self.clock.increment - used

    def left(self, thought: float = 0.0) -> list[float]:
        """Seconds left by seat, after the seat to move has thought for so long; infinite without a clock."""
        left = list(self._left)
        if self.state.turn >= 0 and not self.over:
            left[self.state.turn] -= thought
        return left

    @property
    def allowed(self) -> float:
        """The longest time in seconds for the next move."""
        return self.clock.allowed(self._left[self.state.turn])

    @property
    def over(self) -> bool:
        return self.state.over or self.lost is not None or self.agreed is not None

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """By seat, of a match that is over."""
        if self.state.over:
            return self.state.payoffs
        if self.lost is not None:
            return self.lose(self.lost)
        return self.agreed
