"""Tuning: find the best value of an agent's parameter by matches against a baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from playout.agents import Agent
from playout.arena.entrants import Entrant
from playout.arena.executors import Executor
from playout.arena.executors.choosing import executor_on
from playout.arena.openings import Openings
from playout.arena.storage.store import Store
from playout.arena.tournament import TournamentResult, TournamentRun, begin, check_matches, define
from playout.arena.tuning.findings import TuningResult
from playout.arena.tuning.plan import BanditPlan, GridPlan, TuningPlan, merged
from playout.arena.tuning.tuned_agents import check_limit, check_values, opponents, spell, tell_apart
from playout.game import Game, load
from playout.match.clocks import Clock
from playout.notices import nearest
from playout.rules import OptionError
from playout.spelling import Spec

__all__ = ["PLANS", "tune"]

PLANS: dict[str, Callable[..., TuningPlan]] = {"grid": GridPlan, "bandit": BanditPlan}
"""The ways to allocate matches to values."""


def tune(
    game: str | Path | type | Game,
    agent: str | Spec,
    *,
    parameter: str,
    values: Iterable[Any],
    baseline: str | Spec | Agent | None = None,
    matches: int = 200,
    by: str = "grid",
    seed: int | None = None,
    store: str | Path | None = None,
    openings: str | Path | Openings | int = 0,
    clock: Clock | None = None,
    backend: str = "cpu",
    workers: int | None = None,
    executor: Executor | None = None,
    watch: Callable[[TuningResult], None] | None = None,
) -> TuningResult:
    """The best of several values: `tune("connect_four", "uct(simulations=100)", parameter="c", values=[0.5, 1.0])`.

    The agent with each value plays the baseline (default: the agent as given); in a game of more than two seats the
    baseline has all other seats, with a seed of its own in each. matches: the total. by: grid, the same number for
    each value (rounds are completed), or bandit, most for the values that look best. seed, store, openings, clock,
    backend, workers, executor: as for a tournament; the same call continues the tuning in the store, also with more
    matches. watch: called with the result so far about twice a second.
    """
    check_matches(matches)
    if by not in PLANS:
        raise OptionError(f"there is no way to tune {by!r}{nearest(by, list(PLANS))}; there are {', '.join(PLANS)}")
    loaded = load(game)
    if loaded.seats < 2:
        raise OptionError(f"tuning needs an opponent, and {loaded.name} has one seat")
    known = check_values(parameter, values)
    spelt = spell(agent, parameter, known)
    opponent = tell_apart(agent if baseline is None else baseline, spelt)
    for given in (spelt[0], opponent):
        check_limit(given, clock)
    name, others = Entrant(opponent).spelling, opponents(opponent, spelt, loaded.seats - 1)
    pairing = "gauntlet" if loaded.seats == 2 else "field"
    definition = define(loaded, [*others, *spelt], pairing=pairing, seed=seed, openings=openings, clock=clock)
    executor = executor or executor_on(backend, workers)
    with Store(store, write=True) as kept:
        definition = begin(definition, seed, kept)
        plan = PLANS[by](definition.schedule, matches)
        run = TournamentRun(definition, kept, plan.wanted, matches)

        def so_far(result: TournamentResult, complete: bool = False) -> TuningResult:
            return TuningResult(loaded.name, parameter, known, by, definition.seed, result, complete, name)

        with getattr(executor, "keep_workers", nullcontext)():  # local workers wait for the next round
            for numbers in plan.rounds():
                run.advance(numbers, executor, watch and (lambda result: watch(so_far(result))))
                plan.learn(merged(run.result().results, name, len(known)))
        return so_far(run.result(), complete=True)
