"""The settings of a search by PUCT, as kernels take them."""

from __future__ import annotations

from typing import NamedTuple

from playout.algorithms.puct.options import NetOptions
from playout.rules import Rules

__all__ = ["PuctSettings", "settings_for"]


class PuctSettings(NamedTuple):
    """The settings that kernels take beside the forest."""

    c: float
    """Exploration: the weight of a prior against a value."""
    reduction: float
    """The reduction of an unvisited edge's value below its node's, times the square root of the visited priors' sum."""
    sharpness: float
    """The weight of a value against the logarithm of a prior, in sequential halving and in the improved policy."""
    considered: int
    """The number of root edges that sequential halving considers; 0: PUCT selects at the root, too."""
    least: float
    """A payoff p counts as (p - least) / span."""
    span: float
    win_takes_all: bool
    """Whether the other seats get nothing if one seat wins."""


def settings_for(
    rules: Rules,
    *,
    c: float = NetOptions.c,
    reduction: float = NetOptions.reduction,
    sharpness: float = 1.0,
    considered: int = 0,
) -> PuctSettings:
    """The settings for a game, with its scale of payoffs."""
    least, most = rules.payoff_bounds
    total = None if rules.payoff_sum is None else (rules.payoff_sum - rules.players * least) / (most - least)
    return PuctSettings(c, reduction, sharpness, considered, least, most - least, total == 1.0)
