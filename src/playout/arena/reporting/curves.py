"""Strength by budget: agents that differ in one limit only form a curve."""

from __future__ import annotations

import math
from dataclasses import dataclass

from playout.arena.statistics.ratings import Ratings
from playout.rules import OptionError
from playout.spelling import Spec

__all__ = ["BUDGETS", "BudgetCurve", "budget_curves"]

BUDGETS = ("simulations", "visits", "seconds", "nodes", "depth")
"""The limits that count as a budget."""


@dataclass(frozen=True)
class BudgetCurve:
    """One agent with several budgets, ascending."""

    agent: str
    """Its spelling without the limit."""
    limit: str
    budgets: tuple[float, ...]
    elo: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def budget_curves(ratings: Ratings) -> list[BudgetCurve]:
    """The curves among these agents; names that cannot be parsed as an agent are left out."""
    families: dict[tuple[str, str], list[tuple[float, int]]] = {}
    for number, agent in enumerate(ratings.names):
        try:
            spec = Spec.read(agent)
        except OptionError:
            continue
        for limit in BUDGETS:
            budget = getattr(spec.limit, limit)
            if isinstance(budget, (int, float)) and budget > 0 and not math.isnan(ratings.elo[number]):
                without_limit = Spec(spec.name, **dict(sorted(spec.without(limit).words)))
                families.setdefault((str(without_limit), limit), []).append((float(budget), number))
    curves = []
    for (agent, limit), points in families.items():
        if len({budget for budget, _ in points}) > 1:
            points.sort()
            order = [number for _, number in points]
            numbers = [tuple(float(values[at]) for at in order) for values in (ratings.elo, ratings.low, ratings.high)]
            curves.append(BudgetCurve(agent, limit, tuple(budget for budget, _ in points), *numbers))
    return curves
