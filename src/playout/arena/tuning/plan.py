"""Which matches a tuning plays: all values alike, or most for those that look best.

The baseline is the first agent of a gauntlet, so group g of the schedule is a meeting of the baseline with candidate
g modulo their number. A grid plays the groups in order. A bandit (UCB1-tuned of Auer, Cesa-Bianchi and Fischer 2002)
decides which candidate's next group is played; a pull is a group, and pays the candidate's mean score in it.

A bandit decides in rounds, so that there is work for many processes. What it decides depends on the results of the
rounds before and on nothing else: not on who plays, in which order, how many matches are asked for in all, or whether
the run was stopped between. So all decisions can be made again from the store, and a longer run begins with a shorter
one's matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from playout.arena.schedule import Schedule, stream_key
from playout.arena.statistics.results import Results
from playout.bandits.sampling import new_streams
from playout.bandits.strategies import Seen, new_strategy

__all__ = ["BanditPlan", "GridPlan", "TuningPlan"]

STRATEGY = "ucb1_tuned"

FIRST = 2
"""Groups of each candidate in a bandit's first round."""

GROWTH = 0.5
"""A later round's groups for each one that was played before: few rounds, and so few pauses, even of many matches."""


class TuningPlan(Protocol):
    """Says what is played next."""

    wanted: int
    """Matches in all: as many as were asked for, or as there are."""

    def rounds(self) -> Iterator[list[int]]:
        """The numbers of the matches of each round; the next one is asked for when these were played."""
        ...

    def learn(self, results: Results) -> None:
        """Told, after each round, of all matches so far."""
        ...


class GridPlan:
    """The same number of matches for each candidate: at least `matches` in all, if there are so many."""

    def __init__(self, schedule: Schedule, matches: int) -> None:
        rounds = -(-matches // (schedule.seatings * len(schedule.tables)))
        self._numbers = [number for turn in range(rounds) for number in schedule.round(turn)]
        self.wanted = len(self._numbers)

    def rounds(self) -> Iterator[list[int]]:
        yield self._numbers

    def learn(self, results: Results) -> None:
        """All was decided before."""


class BanditPlan:
    """Most matches for the candidates with the highest upper confidence bounds, at least one group for each."""

    def __init__(self, schedule: Schedule, matches: int) -> None:
        self.candidates = len(schedule.tables)
        self.size = schedule.seatings
        self.wanted = len(schedule.numbers(max(matches, self.size * self.candidates)))
        self._schedule = schedule
        self._strategy = new_strategy(STRATEGY)
        streams = new_streams(stream_key("tuning", schedule.seed), 1, 1 + 2 * self.candidates)
        table = np.zeros((1, self.candidates))
        luck, beliefs = streams[:, :, 0], streams[:, :, 1:].reshape(2, 1, 2, self.candidates).swapaxes(1, 2)
        self._seen = Seen(0, table.copy(), table.copy(), table.copy(), luck, beliefs)
        self._chosen: list[int] = []

    @property
    def groups(self) -> list[int]:
        """The groups that were chosen so far, in the order of the decisions."""
        return list(self._chosen)

    def rounds(self) -> Iterator[list[int]]:
        left = self.wanted // self.size
        while left > 0:
            count = FIRST * self.candidates
            if self._chosen:
                count = max(self.candidates, int(GROWTH * len(self._chosen)))
            decided = [self._choose() for _ in range(min(count, left))]
            self._chosen += decided
            left -= len(decided)
            yield sorted(group * self.size + order for group in decided for order in range(self.size))

    def _choose(self) -> int:
        """The next group. Until its result is known it is taken for what its candidate gets in the mean.

        A candidate that has played all of its openings is left out.
        """
        seen = self._seen
        left = [arm for arm in range(self.candidates) if self._schedule.has_group(self._next(arm))]
        columns = {name: getattr(seen, name)[..., left] for name in ("counts", "sums", "squares", "beliefs")}
        arm = left[int(self._strategy.choose(replace(seen, **columns))[0])]
        group, count = self._next(arm), int(seen.counts[0, arm])
        if count:
            seen.sums[0, arm] *= (count + 1) / count
            seen.squares[0, arm] *= (count + 1) / count
        seen.counts[0, arm] += 1
        seen.pulls += 1
        return group

    def _next(self, arm: int) -> int:
        """The first group of a candidate that was not chosen yet."""
        return int(self._seen.counts[0, arm]) * self.candidates + arm

    def learn(self, results: Results) -> None:
        groups = np.array(self._chosen, np.int64)
        scores = group_scores(results, groups)
        for totals, values in ((self._seen.sums, scores), (self._seen.squares, scores * scores)):
            totals[0] = np.bincount(groups % self.candidates, values, self.candidates)


def group_scores(results: Results, groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """What the baseline's opponent scored in each of these groups, in the mean of its matches."""
    rows = np.arange(results.matches)
    first = (results.seats[:, 0] == 0).astype(np.int64)  # the seat of the candidate: the baseline is agent 0
    shares = (1 + results.payoffs[rows, first] - results.payoffs[rows, 1 - first]) / 2
    where = np.searchsorted(known := np.unique(results.groups), results.groups)
    means = np.bincount(where, shares) / np.bincount(where)
    found: NDArray[np.float64] = means[np.searchsorted(known, groups)]
    return found
