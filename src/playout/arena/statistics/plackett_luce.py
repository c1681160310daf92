"""The Plackett-Luce model with Davidson's ties, for matches with any number of seats.

A match is a ranking. First the best payoff is chosen from all seats, then the next from the remaining ones, and so on;
seats with equal payoffs are chosen together. A tie parameter is estimated for each (r, s) that occurs: s of r
remaining seats share a place. So a draw is evidence of equal strength where the payoffs could have differed, while a
tie that the game forces (all losers get 0) is no evidence.

Plackett (1975), Luce (1959), Davidson (1970); ties as in Firth, Kosmidis and Turner (2019).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.newton_fit import Stage, subsets

__all__ = ["ranking_stages"]


def ranking_stages(results: MatchResults) -> list[Stage]:
    """The matches as stages of the choice model."""
    seats, payoffs, clusters = results.seats, results.payoffs, results.clusters
    present = (seats >= 0).sum(axis=1)
    # Highest payoff first, missing seats last.
    order = np.argsort(np.where(seats >= 0, -payoffs, np.inf), axis=1, kind="stable")
    seats, payoffs = np.take_along_axis(seats, order, 1), np.take_along_axis(payoffs, order, 1)
    stages = []
    for size in range(2, int(present.max(initial=0)) + 1):
        members, tied, rows = _remaining(seats, payoffs, present, size)
        sizes = tuple(int(size) for size in np.unique(tied))
        if sizes and sizes != (size,):
            stages.append(_stage(members, tied, sizes, clusters[rows]))
    return stages


def _remaining(
    seats: NDArray[np.int32], payoffs: NDArray[np.float64], present: NDArray[np.int64], size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.intp]]:
    """Matches with `size` agents left to place: these agents, best first; how many share the next place; the rows."""
    members, tied, rows = [], [], []
    for count in range(size, int(present.max()) + 1):
        first = count - size
        chosen = np.flatnonzero(present == count)
        if first:
            # No stage begins here if the seat before has the same place.
            chosen = chosen[payoffs[chosen, first - 1] != payoffs[chosen, first]]
        left = payoffs[chosen, first:count]
        members.append(seats[chosen, first:count].astype(np.int64))
        tied.append((left == left[:, :1]).sum(axis=1))
        rows.append(chosen)
    return np.concatenate(members), np.concatenate(tied), np.concatenate(rows)


def _stage(
    members: NDArray[np.int64], tied: NDArray[np.int64], sizes: tuple[int, ...], clusters: NDArray[np.int64]
) -> Stage:
    """Rows of a stage: the agents in ascending order, and which subset of them was chosen."""
    size = members.shape[1]
    order = np.argsort(members, axis=1, kind="stable")
    ranks = np.argsort(order, axis=1)
    bits = np.where(np.arange(size) < tied[:, None], np.left_shift(1, ranks), 0).sum(axis=1)
    masks = np.array([sum(1 << place for place in chosen) for chosen in subsets(size, sizes)])
    by_mask = np.argsort(masks)
    chosen = by_mask[np.searchsorted(masks, bits, sorter=by_mask)]
    ordered = np.take_along_axis(members, order, 1)
    return Stage(sizes, ordered, chosen, np.ones(len(members)), clusters)
