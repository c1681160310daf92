"""The numbers that a search by PUCT is run with, as kernels take them."""

from __future__ import annotations

from typing import NamedTuple

from playout.algorithms.puct.options import NetOptions
from playout.rules import Rules

__all__ = ["PuctSettings", "settings_for"]


class PuctSettings(NamedTuple):
    """What kernels are told beside the forest."""

    c: float
    """Exploration: what a prior counts against a value."""
    reduction: float
    """What an edge without visits is worth less than its node, times the root of the priors that were visited."""
    sharpness: float
    """What a value counts against the logarithm of a prior in sequential halving and in the improved policy."""
    considered: int
    """Edges of the root between which sequential halving decides; 0: the root is searched by PUCT as well."""
    least: float
    """A payoff p counts as (p - least) / span."""
    span: float
    win_takes_all: bool
    """Whether a win leaves nothing to the other seats."""


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
