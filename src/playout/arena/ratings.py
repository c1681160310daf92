"""Ratings: Elo with 95 % intervals, by greatest likelihood, with an error that knows which matches belong together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from playout.arena.choices import Stage, fit
from playout.arena.elo import ELO, normal, student
from playout.arena.plackett_luce import ranking_stages
from playout.arena.results import Results
from playout.rules import OptionError

__all__ = ["PRIOR", "Difference", "Model", "Ratings", "rate"]

Model = Literal["scores", "rankings"]

PRIOR = 0.5
"""Virtual matches of each agent, half won and half lost, spread over the opponents that it has met."""


@dataclass(frozen=True)
class Difference:
    """By how much one agent is stronger than another."""

    elo: float
    low: float
    high: float
    los: float
    """Likelihood of superiority: the chance that the difference is above 0."""

    def __str__(self) -> str:
        return f"{self.elo:+.1f} Elo [{self.low:+.1f}, {self.high:+.1f}], LOS {100 * self.los:.1f} %"


@dataclass(frozen=True, eq=False)
class Ratings:
    """What each agent is worth against the others. An agent without a match has none: its numbers are nan."""

    names: tuple[str, ...]
    model: Model
    elo: NDArray[np.float64]
    """(agents,)"""
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    covariance: NDArray[np.float64] = field(repr=False)
    """(agents, agents): of the Elo numbers."""
    parts: NDArray[np.int64] = field(repr=False)
    """(agents,): agents that are linked by matches share a number; others cannot be compared."""
    reach: float
    """Standard errors from the middle to the end of an interval."""

    @property
    def comparable(self) -> bool:
        """Whether all agents are linked by matches."""
        return int(self.parts.max()) == 0

    def difference(self, a: int, b: int) -> Difference | None:
        """How much stronger a is than b; None if no chain of matches links them."""
        if self.parts[a] != self.parts[b] or math.isnan(self.elo[a]):
            return None
        elo = float(self.elo[a] - self.elo[b])
        variance = float(self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b])
        error = math.sqrt(max(0.0, variance))
        los = normal(elo / error) if error else 0.5
        return Difference(elo, elo - self.reach * error, elo + self.reach * error, los)


def rate(results: Results, *, model: Model | None = None, anchor: str | int | None = None) -> Ratings:
    """Rate the agents.

    `model` is "scores" (matches of two seats: the Elo difference is that of the expected score, a draw is half a win)
    or "rankings" (Plackett-Luce with ties, for any number of seats); by default scores for two seats, else rankings.
    The mean of all agents is 0, or that of `anchor` if one is named.
    """
    results.check()
    model = model or ("scores" if results.most_seats <= 2 else "rankings")
    if model not in ("scores", "rankings"):
        raise OptionError(f"there is no rating model {model!r}; there are scores and rankings")
    if model == "scores" and results.most_seats > 2:
        raise OptionError(
            f"scores rate matches of two seats, and these have {results.most_seats}; use model='rankings'"
        )
    count = len(results.names)
    met = meetings(results)
    parts = linked(met)
    stages = score_stages(results) if model == "scores" else ranking_stages(results)
    found = fit([*stages, prior_stage(met)] if met.any() else stages, count, parts)
    elo, covariance = ELO * found.strengths, ELO**2 * found.covariance
    if anchor is not None:
        at = results.number(anchor)
        same = np.flatnonzero(parts == parts[at])
        shift = np.eye(count)
        shift[same, at] -= 1
        elo, covariance = shift @ elo, shift @ covariance @ shift.T
    unmet = ~met.any(axis=1)
    elo[unmet] = np.nan
    covariance[unmet, :] = covariance[:, unmet] = np.nan
    reach = student(found.freedom)
    error = np.sqrt(np.maximum(0, np.diag(covariance)))
    return Ratings(results.names, model, elo, elo - reach * error, elo + reach * error, covariance, parts, reach)


def meetings(results: Results) -> NDArray[np.float64]:
    """(agents, agents): how often two sat in the same match that counts."""
    count = len(results.names)
    seats = results.seats[results.evidence].astype(np.int64)
    met = np.zeros(count * count)
    for i in range(seats.shape[1]):
        for j in range(i):
            both = (seats[:, i] >= 0) & (seats[:, j] >= 0) & (seats[:, i] != seats[:, j])
            met += np.bincount(seats[both, i] * count + seats[both, j], minlength=count * count)
    table = met.reshape(count, count)
    return table + table.T


def linked(met: NDArray[np.float64]) -> NDArray[np.int64]:
    """(agents,): which part each agent belongs to: agents linked by a chain of matches are in one part."""
    parts = np.full(len(met), -1)
    for start in range(len(met)):
        if parts[start] < 0:
            number, ahead = int(parts.max()) + 1, [start]
            while ahead:
                agent = ahead.pop()
                if parts[agent] < 0:
                    parts[agent] = number
                    ahead += [int(other) for other in np.flatnonzero(met[agent])]
    return parts


def score_stages(results: Results) -> list[Stage]:
    """Matches of two seats as choices of a winner; a draw is half a choice of each."""
    seats = results.seats[results.evidence].astype(np.int64)
    payoffs, clusters = results.payoffs[results.evidence], results.clusters[results.evidence]
    two = (seats >= 0).sum(axis=1) == 2
    rows = np.arange(int(two.sum()))[:, None]
    places = np.argsort(seats[two] < 0, axis=1, kind="stable")[:, :2]
    seats, payoffs, clusters = seats[two][rows, places], payoffs[two][rows, places], clusters[two]
    apart = seats[:, 0] != seats[:, 1]
    seats, payoffs, clusters = seats[apart], payoffs[apart], clusters[apart]
    if not len(seats):
        return []
    share = (1 + payoffs[:, 0] - payoffs[:, 1]) / 2
    chosen = np.repeat([0, 1], len(seats))
    return [
        Stage((1,), np.tile(seats, (2, 1)), chosen, np.concatenate([share, 1 - share]), np.tile(clusters, 2)),
    ]


def prior_stage(met: NDArray[np.float64]) -> Stage:
    """What is believed before the first match: a few virtual ones, so that a perfect score stays finite."""
    shares = met / np.maximum(1, met.sum(axis=1, keepdims=True))
    weights = PRIOR * (shares + shares.T)
    first, second = np.nonzero(np.triu(weights))
    members = np.stack([first, second], axis=1)
    half = weights[first, second] / 2
    return Stage((1,), np.tile(members, (2, 1)), np.repeat([0, 1], len(first)), np.tile(half, 2), None)
