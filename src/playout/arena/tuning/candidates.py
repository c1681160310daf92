"""The candidates of a tuning: the agent with the parameter set to each of the values."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import numpy as np

from playout.agents import Agent, agent
from playout.agents.spelling import SWITCHES
from playout.algorithms.registry import ALGORITHMS, check_spelling
from playout.arena.clocks import Clock
from playout.arena.entrants import Entrant
from playout.rules import OptionError
from playout.spelling import read_spelling, write_spelling

__all__ = ["check_limit", "check_values", "spell", "tell_apart"]


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


def spell(given: str, parameter: str, values: tuple[Any, ...]) -> list[str]:
    """The spelling of the agent with each value. Refuses an unknown parameter and an invalid value."""
    if not isinstance(given, str):
        raise OptionError(
            f"the agent to tune is a spelling like uct(simulations=100), in which {parameter} is set; {given!r} is none"
        )
    name, options = read_spelling(given)
    agent(write_spelling(name, {word: value for word, value in options.items() if word != parameter}))
    if name not in ALGORITHMS:
        raise OptionError(f"{name} has no parameter to tune; name a search, like uct(simulations=100)")
    if parameter == "seed":
        raise OptionError("the seed cannot be tuned: no seed is stronger than another")
    if parameter not in SWITCHES:
        check_spelling(write_spelling(name, {parameter: values[0]}))
    spelt = [write_spelling(name, {**options, parameter: value}) for value in values]
    for spelling in spelt:
        agent(spelling)
    return spelt


def check_limit(given: str | Agent, clock: Clock | None) -> None:
    """Refuse a search without a limit, unless there is a clock."""
    entrant = Entrant(given)
    if entrant.unlimited and not (clock and clock.limits):
        name, options = read_spelling(entrant.spelling)
        limit = {"simulations": 100} if "simulations" in ALGORITHMS[name].limits else {"depth": 4}
        example = write_spelling(name, {**options, **limit})
        raise OptionError(f"{entrant.spelling} has no limit; give it one, like {example}, or set a clock")


def tell_apart(baseline: str | Agent, spelt: list[str]) -> str | Agent:
    """The baseline, with a seed added if its spelling would otherwise be that of a candidate."""
    spelling = Entrant(baseline).spelling
    if spelling not in spelt:
        return baseline
    name, options = read_spelling(spelling)
    seed = options.get("seed")
    return write_spelling(name, {**options, "seed": 0 if seed is None else seed + 1})
