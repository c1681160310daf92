"""Which searches can have exact search beside the tree."""

from __future__ import annotations

from playout.algorithms.uct.options import UctOptions
from playout.game import State
from playout.rules import OptionError, PlayoutError

__all__ = ["LEAST_MEMORY", "price_of"]

LEAST_MEMORY = 10.0
"""Megabytes: with less there is no room for a table beside the tree."""


def price_of(state: State, options: UctOptions, given: UctOptions | None, memory: float | None) -> int:
    """The nodes of alpha-beta for each simulation, 0 without exact search.

    options: as they are resolved for the game; given: as they were given. Where exact search does not fit, it is
    refused if it was given, and left out if the game's file sets it.
    """
    price = options.exact or 0
    is_given = given is not None and bool(given.exact)
    unfit = _unfit(state)
    if price and unfit and is_given:
        raise PlayoutError(f"exact={price} is for {unfit}; leave exact out")
    # Trees that exchange their counts would ask alpha-beta the same questions.
    is_shared = options.threads > 1
    if price and is_shared and is_given:
        raise OptionError(f"exact={price} works beside one tree; leave threads out, or exact")
    is_small = memory is not None and memory < LEAST_MEMORY
    if price and is_small and is_given:
        raise OptionError(f"exact={price} needs a memory of at least {LEAST_MEMORY:g} megabytes; give more, or exact=0")
    return 0 if unfit or is_shared or is_small else price


def _unfit(state: State) -> str:
    """The requirement of alpha-beta that a game does not meet; empty if it meets all."""
    rules = state.game.rules
    if rules.has("mask"):
        return f"games of full information, and {rules.name} hides some"
    if rules.has("chance"):
        return f"games without chance, and {rules.name} has some"
    if state.game.seats != 2:
        return f"games of two seats, and {rules.name} has {state.game.seats}"
    if rules.payoff_sum is None:
        return f"games whose payoffs have a constant sum, and those of {rules.name} vary"
    return ""
