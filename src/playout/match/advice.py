"""The thinking time of an agent under a clock."""

from __future__ import annotations

import math
from dataclasses import replace

from playout.agents import Agent, Engine, Searcher
from playout.limits import Limit
from playout.match.match import Match

__all__ = ["advise"]


def advise(player: Agent, own: Limit, match: Match) -> None:
    """Set the limit of the agent to move to the clock's advice, or to its own limit if that is shorter.

    own: the limit in the agent's spelling; without one, only the clock decides. An engine without a limit in its
    spelling is told the clocks, and divides its time itself.
    """
    clock, left = match.clock, match.left()
    if isinstance(player, Engine) and not player.is_limited and clock.base is not None:
        player.clock = (tuple(left), clock.increment)
    elif isinstance(player, (Searcher, Engine)) and not own.proven:
        seconds = clock.advice(left[match.state.turn])
        player.limit = replace(player.limit, seconds=min(seconds, own.seconds or math.inf))
