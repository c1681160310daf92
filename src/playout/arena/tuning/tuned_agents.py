"""The candidates of a tuning: the agent with the parameter set to each of the values."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import numpy as np

from playout.agents import Agent, agent
from playout.algorithms.registry import ALGORITHMS, check_words
from playout.arena.entrants import Entrant
from playout.match.clocks import Clock
from playout.rules import OptionError
from playout.spelling import AGENT_WORDS, Spec

__all__ = ["check_limit", "check_values", "opponents", "spell", "tell_apart"]


def check_values(parameter: str, values: Iterable[Any]) -> tuple[Any, ...]:
    """Check the values: at least two, all different, each a literal of Python."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise OptionError(f"the values of {parameter} have to be a list, like [0.5, 1.0], not {values!r}")
    known: list[Any] = []
    for given in values:
        value = given.item() if isinstance(given, np.generic) else given
        try:
            same = ast.literal_eval(repr(value)) == value
        except (ValueError, SyntaxError, TypeError):
            same = False
        if not same:
            raise OptionError(f"a value of {parameter} has to be a number, a text, True, False or None, not {value!r}")
        if any(value == other and isinstance(value, bool) == isinstance(other, bool) for other in known):
            raise OptionError(f"{parameter}={value!r} is named twice; name each value once")
        known.append(value)
    if len(known) < 2:
        raise OptionError(f"tuning compares two values of {parameter} or more; name another beside {known}")
    return tuple(known)


def spell(given: str | Spec, parameter: str, values: tuple[Any, ...]) -> list[Spec]:
    """The agent with each value. Refuses an unknown parameter and an invalid value."""
    if not isinstance(given, (str, Spec)):
        raise OptionError(
            f"the agent to tune is a spelling like uct(simulations=100), in which {parameter} is set, not {given!r}"
        )
    spec = Spec.read(given)
    agent(spec.without(parameter))
    if spec.name not in ALGORITHMS:
        raise OptionError(f"{spec.name} has no parameter to tune; name a search, like uct(simulations=100)")
    if parameter == "seed":
        raise OptionError("the seed cannot be tuned: no seed is stronger than another")
    if parameter not in AGENT_WORDS:
        check_words(Spec(spec.name, **{parameter: values[0]}))
    spelt = [spec.replace(**{parameter: value}) for value in values]
    for candidate in spelt:
        agent(candidate)
    return spelt


def check_limit(given: str | Spec | Agent, clock: Clock | None) -> None:
    """Refuse a search without a limit, unless there is a clock."""
    entrant = Entrant(given)
    spec = entrant.spec
    if spec is not None and entrant.unlimited and not (clock and clock.limits):
        limit = {"simulations": 100} if "simulations" in ALGORITHMS[spec.name].limits else {"depth": 4}
        raise OptionError(f"{spec} has no limit; give it one, like {spec.replace(**limit)}, or set a clock")


def tell_apart(baseline: str | Spec | Agent, spelt: list[Spec]) -> str | Spec | Agent:
    """The baseline, with a seed added if its spelling would otherwise be that of a candidate."""
    spec = Entrant(baseline).spec
    if spec is None or spec not in spelt:
        return baseline
    return spec.replace(seed=0 if spec.seed is None else spec.seed + 1)


def opponents(baseline: str | Spec | Agent, spelt: list[Spec], count: int) -> list[str | Spec | Agent]:
    """The baseline for each of `count` seats; if there are several, each has a seed of its own."""
    if count == 1:
        return [baseline]
    spec = Entrant(baseline).spec
    if spec is None:
        raise OptionError(
            "in a game of more than two seats the baseline has several seats, each with another seed; give a "
            f"spelling, like uct(simulations=100), not {baseline!r}"
        )
    found: list[str | Spec | Agent] = []
    seed = 0 if spec.seed is None else spec.seed
    while len(found) < count:
        if spec.replace(seed=seed) not in spelt:
            found.append(spec.replace(seed=seed))
        seed += 1
    return found
