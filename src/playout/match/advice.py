"""The thinking time of an agent under a clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from playout.agents import Agent, Engine, Searcher
from playout.limits import Limit
from playout.match.clocks import Clock

__all__ = ["advise"]


def advise(player: Agent, own: Limit, clock: Clock, seat: int, left: Sequence[float]) -> None:
    """Set the limit of an agent to the clock's advice, or to its own limit if that is shorter.

    own: the limit in the agent's spelling; without one, only the clock decides. left: seconds on the clock, by seat. An
    engine without a limit in its spelling is told the clocks, and divides its time itself.
    """
    if isinstance(player, Engine) and not player.is_limited and clock.base is not None:
        player.clock = (tuple(left), clock.increment)
    elif isinstance(player, (Searcher, Engine)) and not own.proven:
        player.limit = replace(player.limit, seconds=min(clock.advice(left[seat]), own.seconds or math.inf))
