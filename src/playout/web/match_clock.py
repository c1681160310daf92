"""The clock of a match: what each seat has left, from the times of its moves, and what that means for an agent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from playout.agents import Agent, Engine, Searcher
from playout.arena.clocks import Clock, read_clock
from playout.spelling import Spec

__all__ = ["MatchClock"]


class MatchClock:
    """A clock as the arena has it, `BASE+INCREMENT` in seconds, for the matches of a server."""

    def __init__(self, text: str, seats: int) -> None:
        self.clock: Clock = read_clock(text)
        self._seats = seats

    def left(self, turns: Sequence[int], seconds: Sequence[float | None]) -> list[float]:
        """Seconds left by seat after moves of these seats (-1 or less: chance) that took so long (None: no time)."""
        left = [float(self.clock.base or 0.0)] * self._seats
        for seat, used in zip(turns, seconds, strict=True):
            if seat >= 0 and used is not None:
                left[seat] += self.clock.increment - used
        return left

    def advise(self, player: Agent, spelling: str, seat: int, left: Sequence[float]) -> None:
        """Let a search think as long as the clock advises, and no longer than its own limit in seconds.

        An engine without a limit is told the clocks, and divides its time itself.
        """
        if isinstance(player, Engine) and not player.is_limited:
            player.clock = (tuple(left), self.clock.increment)
        elif isinstance(player, (Searcher, Engine)) and not player.limit.proven:
            own = Spec.read(spelling).limit.seconds or math.inf
            player.limit = replace(player.limit, seconds=min(self.clock.advice(left[seat]), own))
