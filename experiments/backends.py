"""Where matches are played: in this process, or on a GPU where it can play the agents."""

from __future__ import annotations

from collections.abc import Sequence

import playout
from experiments.common import Options
from experiments.in_process import InProcessExecutor
from playout.arena.executors import Executor
from playout.arena.executors.gpu.executor import GpuExecutor
from playout.arena.executors.gpu.players import GpuPlayers
from playout.arena.tournament import define
from playout.rules import PlayoutError

__all__ = ["executor_for", "gpu", "is_on_gpu", "refusal"]


def gpu() -> Executor:
    """A GPU, which plays all matches of a row at once."""
    return GpuExecutor()


def refusal(game: str | playout.Game, agents: Sequence[str]) -> str:
    """Why a GPU cannot play these agents; empty if it can."""
    definition = define(game, agents, pairing="round-robin", seed=0, openings=0, clock=None)
    try:
        GpuPlayers(definition, "cuda")
    except PlayoutError as error:
        return str(error)
    finally:
        for entrant in definition.entrants:
            entrant.close()
    return ""


def is_on_gpu(options: Options, game: str | playout.Game, agents: Sequence[str]) -> bool:
    """Whether matches of these agents are played on a GPU. Prints why not, if a GPU was asked for."""
    if options.backend == "cpu":
        return False
    reason = refusal(game, agents)
    if reason:
        print(f"played on the CPU: {reason}", flush=True)
    return not reason


def executor_for(options: Options, game: str | playout.Game, agents: Sequence[str]) -> Executor:
    """The executor for a tournament of these agents. Both play the same matches."""
    return gpu() if is_on_gpu(options, game, agents) else InProcessExecutor()
