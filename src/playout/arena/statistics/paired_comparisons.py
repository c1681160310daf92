"""Paired comparisons: the result of every pair of agents in every match."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playout.arena.statistics.match_results import MatchResults

__all__ = ["PairedComparisons", "connected_components", "paired_comparisons"]


@dataclass(frozen=True, eq=False)
class PairedComparisons:
    """One row for each pair of seats of each match, each array (rows,)."""

    match: NDArray[np.int64]
    """The row of the match in the results."""
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    """The agents' numbers, the lower one first."""
    share: NDArray[np.float64]
    """The first's score: 1 for a win, 0.5 for a draw; with two seats (1 + payoff difference) / 2."""
    order: NDArray[np.int64]
    """1: the first won, 0: a draw, -1: the second won."""

    def match_counts(self, agents: int) -> NDArray[np.int64]:
        """(agents, agents): how often each two played each other."""
        cells = np.bincount(self.first * agents + self.second, minlength=agents * agents)
        table = cells.reshape(agents, agents).astype(np.int64)
        return table + table.T


def paired_comparisons(results: MatchResults) -> PairedComparisons:
    """The paired comparisons of all matches."""
    seats, payoffs = results.seats.astype(np.int64), results.payoffs
    two = (seats >= 0).sum(axis=1) == 2
    columns: list[tuple[NDArray[np.int64], ...]] = []
    shares = []
    for i in range(seats.shape[1]):
        for j in range(i + 1, seats.shape[1]):
            a, b = seats[:, i], seats[:, j]
            rows = np.flatnonzero((a >= 0) & (b >= 0) & (a != b))
            gap = np.where(a < b, 1, -1)[rows] * (payoffs[rows, i] - payoffs[rows, j])
            sign = np.sign(gap)
            shares.append((1 + np.where(two[rows], gap, sign)) / 2)
            low, high = np.minimum(a, b)[rows], np.maximum(a, b)[rows]
            columns.append((rows, low, high, sign.astype(np.int64)))
    if not columns:
        nothing = np.zeros(0, np.int64)
        return PairedComparisons(nothing, nothing, nothing, np.zeros(0), nothing)
    match, first, second, order = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    return PairedComparisons(match, first, second, np.concatenate(shares), order)


def connected_components(match_counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """(agents,): the number of each agent's connected component in the graph of agents that have played each other."""
    components = np.full(len(match_counts), -1)
    for start in range(len(match_counts)):
        if components[start] < 0:
            number, queue = int(components.max()) + 1, [start]
            while queue:
                agent = queue.pop()
                if components[agent] < 0:
                    components[agent] = number
                    queue += [int(other) for other in np.flatnonzero(match_counts[agent])]
    return components
