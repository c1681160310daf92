"""Elo ratings by maximum likelihood, with 95 % intervals from cluster-robust standard errors."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from playout.arena.cells import chance
from playout.arena.statistics.elo import ELO, normal, student
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.newton_fit import Stage, fit
from playout.arena.statistics.paired_comparisons import PairedComparisons, connected_components, paired_comparisons
from playout.arena.statistics.plackett_luce import ranking_stages
from playout.rules import OptionError, PlayoutError

__all__ = ["PRIOR", "Difference", "Model", "Ratings", "rate"]

Model = Literal["scores", "rankings"]

PRIOR = 0.5
"""Virtual matches of each agent, half won and half lost, spread over its opponents."""


@dataclass(frozen=True)
class Difference:
    """The Elo difference of two agents with its 95 % interval."""

    elo: float
    low: float
    high: float
    los: float
    """Likelihood of superiority: the probability that the difference is above 0."""

    def __str__(self) -> str:
        return f"{self.elo:+.1f} Elo [{self.low:+.1f}, {self.high:+.1f}], LOS {chance(self.los)} %"


@dataclass(frozen=True, eq=False)
class Ratings:
    """The Elo rating of each agent with its 95 % interval; nan for an agent without a match."""

    names: tuple[str, ...]
    model: Model
    elo: NDArray[np.float64]
    """(agents,)"""
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    covariance: NDArray[np.float64] = field(repr=False)
    """(agents, agents): of `elo`."""
    components: NDArray[np.int64] = field(repr=False)
    """(agents,): the connected component of each agent; only agents of the same component can be compared."""
    anchor: str | None
    """The agent whose rating is 0; None: the mean rating is 0."""
    reach: float
    """Half the width of an interval in standard errors."""

    @property
    def comparable(self) -> bool:
        """Whether all agents are in one connected component."""
        return int(self.components.max()) == 0

    def difference(self, a: int, b: int) -> Difference | None:
        """The Elo difference of a and b; None if no chain of matches connects them."""
        if self.components[a] != self.components[b] or math.isnan(self.elo[a]):
            return None
        elo = float(self.elo[a] - self.elo[b])
        variance = float(self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b])
        error = math.sqrt(max(0.0, variance))
        los = normal(elo / error) if error else 0.5
        return Difference(elo, elo - self.reach * error, elo + self.reach * error, los)


def rate(results: MatchResults, *, model: Model | None = None, anchor: str | int | None = None) -> Ratings:
    """Rate the agents.

    model: "scores" (Bradley-Terry for two seats; a draw is half a win) or "rankings" (Plackett-Luce with ties, for any
    number of seats). The default is scores for two seats, else rankings. anchor: the agent whose rating is 0; by
    default the mean rating is 0.
    """
    results.check()
    model = model or ("scores" if results.most_seats <= 2 else "rankings")
    if model not in ("scores", "rankings"):
        raise OptionError(f"there is no rating model {model!r}; there are scores and rankings")
    if model == "scores" and results.most_seats > 2:
        raise OptionError(
            f"the model scores is for matches of two seats, and these have {results.most_seats}; use model='rankings'"
        )
    count = len(results.names)
    comparisons = paired_comparisons(results)
    match_counts = comparisons.match_counts(count)
    components = connected_components(match_counts)
    stages = score_stages(comparisons, results.clusters) if model == "scores" else ranking_stages(results)
    found = fit([*stages, prior_stage(match_counts)] if match_counts.any() else stages, count, components)
    elo, covariance = ELO * found.strengths, ELO**2 * found.covariance
    at = None if anchor is None else results.number(anchor)
    if at is not None:
        if not match_counts[at].any():
            raise PlayoutError(
                f"{results.names[at]} has played no match, so it cannot be the anchor; name another agent"
            )
        same = np.flatnonzero(components == components[at])
        shift = np.eye(count)
        shift[same, at] -= 1
        elo, covariance = shift @ elo, shift @ covariance @ shift.T
    unmet = ~match_counts.any(axis=1)
    elo[unmet] = np.nan
    covariance[unmet, :] = covariance[:, unmet] = np.nan
    reach = student(found.degrees_of_freedom)
    error = np.sqrt(np.maximum(0, np.diag(covariance)))
    return Ratings(
        names=results.names,
        model=model,
        elo=elo,
        low=elo - reach * error,
        high=elo + reach * error,
        covariance=covariance,
        components=components,
        anchor=None if at is None else results.names[at],
        reach=reach,
    )


def score_stages(comparisons: PairedComparisons, clusters: NDArray[np.int64]) -> list[Stage]:
    """Matches of two seats as choices of a winner; a draw is half a choice of each agent."""
    if not len(comparisons.match):
        return []
    members = np.tile(np.stack([comparisons.first, comparisons.second], axis=1), (2, 1))
    chosen = np.repeat([0, 1], len(comparisons.match))
    weights = np.concatenate([comparisons.share, 1 - comparisons.share])
    return [Stage((1,), members, chosen, weights, np.tile(clusters[comparisons.match], 2))]


def prior_stage(match_counts: NDArray[np.int64]) -> Stage:
    """The prior: virtual matches, so that the rating of a perfect score stays finite."""
    shares = match_counts / np.maximum(1, match_counts.sum(axis=1, keepdims=True))
    weights = PRIOR * (shares + shares.T)
    first, second = np.nonzero(np.triu(weights))
    members = np.stack([first, second], axis=1)
    half = weights[first, second] / 2
    return Stage((1,), np.tile(members, (2, 1)), np.repeat([0, 1], len(first)), np.tile(half, 2), None)
