"""How long an agent thinks about its next move under a clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from playout.agents import Agent, Engine, Searcher
from playout.limits import Limit
from playout.match.clocks import Clock

__all__ = ["advise"]


def advise(player: Agent, own: Limit, clock: Clock, seat: int, left: Sequence[float]) -> None:
    """Let an agent think as long as the clock advises, and no longer than its own limit.

    own: the limit that the agent was spelt with; without one, the clock alone decides. left: seconds on the clock, by
    seat. An engine that was spelt without a limit is told the clocks, and divides its time itself.
    """
    if isinstance(player, Engine) and not player.is_limited and clock.base is not None:
        player.clock = (tuple(left), clock.increment)
    elif isinstance(player, (Searcher, Engine)) and not own.proven:
        player.limit = replace(player.limit, seconds=min(clock.advice(left[seat]), own.seconds or math.inf))
