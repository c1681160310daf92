"""The score of each agent against each other, with intervals that treat matches on one opening as one observation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playout.arena.statistics.elo import normal, student
from playout.arena.statistics.match_results import MatchResults, numbered
from playout.arena.statistics.paired_comparisons import paired_comparisons
from playout.arena.statistics.ratings import PRIOR

__all__ = ["PairScores", "cluster_sums", "intervals", "pair_scores"]


@dataclass(frozen=True, eq=False)
class PairScores:
    """(agents, agents) each: the row against the column; nan where the two have not played each other."""

    wins: NDArray[np.int64]
    draws: NDArray[np.int64]
    score: NDArray[np.float64]
    """The mean of the row's shares: 1 for a win, 0.5 for a draw."""
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    """The ends of its 95 % interval."""
    los: NDArray[np.float64]
    """Likelihood of superiority, from the matches between the two alone."""

    @property
    def losses(self) -> NDArray[np.int64]:
        return self.wins.T

    @property
    def matches(self) -> NDArray[np.int64]:
        return self.wins + self.draws + self.losses


def cluster_sums(
    owners: NDArray[np.int64], clusters: NDArray[np.int64], values: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """For each cluster of each owner: the owner, the sum and the number of its values."""
    number = numbered(owners, clusters)
    count = int(number.max(initial=-1)) + 1
    owner = np.zeros(count, np.int64)
    owner[number] = owners
    sums = np.bincount(number, values, count).astype(np.float64)
    return owner, sums, np.bincount(number, minlength=count).astype(np.float64)


def intervals(
    owner: NDArray[np.int64], sums: NDArray[np.float64], counts: NDArray[np.float64], owners: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(owners,): the ends of the 95 % interval of each owner's mean, from the output of `cluster_sums`.

    The interval is symmetric in log-odds, so it stays between 0 and 1; it equals that of the ratings of two agents.
    The prior moves its centre from the mean towards 1/2. It is extended to contain the mean where it does not, as
    for a perfect score.
    """
    prior = 2 * PRIOR
    total, points = np.bincount(owner, counts, owners), np.bincount(owner, sums, owners)
    mean = (points + prior / 2) / (total + prior)
    squares = np.bincount(owner, (sums - counts * mean[owner]) ** 2, owners) + prior / 2 * (mean**2 + (1 - mean) ** 2)
    clusters = np.bincount(owner, minlength=owners) + prior
    degrees_of_freedom = np.maximum(1, clusters - 1)
    error = np.sqrt(squares * clusters / degrees_of_freedom) / ((total + prior) * mean * (1 - mean))
    sizes, where = np.unique(degrees_of_freedom, return_inverse=True)
    reach = np.array([student(size) for size in sizes])[where] * error
    middle = np.log(mean / (1 - mean))
    ends = [1 / (1 + np.exp(-(middle + side * reach))) for side in (-1, 1)]
    with np.errstate(invalid="ignore"):
        seen = points / total  # nan without matches, and so are the ends
    return np.minimum(ends[0], seen), np.maximum(ends[1], seen)


def pair_scores(results: MatchResults) -> PairScores:
    """The score of each agent against each other, from all matches."""
    count = len(results.names)
    comparisons = paired_comparisons(results)
    cell = comparisons.first * count + comparisons.second
    size = count * count
    counted = {
        sign: np.bincount(cell[comparisons.order == sign], minlength=size).reshape(count, count) for sign in (1, 0, -1)
    }
    wins = counted[1] + counted[-1].T
    draws = counted[0] + counted[0].T
    owner, sums, counts = cluster_sums(cell, results.clusters[comparisons.match], comparisons.share)
    matches = wins + draws + wins.T
    points = np.bincount(owner, sums, size).reshape(count, count)
    upper = np.triu(np.ones((count, count), np.bool_), 1)
    with np.errstate(invalid="ignore"):
        score = _mirrored(np.where(upper, points / matches, np.nan), upper)
    low, high = (ends.reshape(count, count) for ends in intervals(owner, sums, counts, size))
    excess = np.bincount(owner, sums - counts / 2, size)
    squares = np.bincount(owner, (sums - counts / 2) ** 2, size)
    z = np.divide(excess, np.sqrt(squares), out=np.zeros(size), where=squares > 0)
    los = np.array([normal(value) for value in z]).reshape(count, count)
    unmet = matches == 0
    return PairScores(
        wins,
        draws,
        score,
        np.where(upper, low, 1 - high.T),
        np.where(upper, high, 1 - low.T),
        np.where(unmet, np.nan, _mirrored(los, upper)),
    )


def _mirrored(table: NDArray[np.float64], upper: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Fill in the entries below the diagonal: 1 minus those above."""
    return np.where(upper, table, 1 - table.T)
