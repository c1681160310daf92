"""The choice of a tuning's matches: the same number for each value, or most for the values that look best.

Group g of the schedule is the baseline against candidate g modulo the number of candidates: the baseline is the first
agent of a gauntlet, or with more than two seats all but one agent of each table. The statistics then see one agent in
several seats (`merged`). A grid plays the groups in order. A bandit (UCB1-tuned of Auer, Cesa-Bianchi and
Fischer 2002) chooses the candidate whose next group is played; a pull is a group, and its reward is the candidate's
mean score in it.

A bandit decides in rounds, so that there is work for many processes. Its decisions depend only on the results of
earlier rounds: not on the processes, the order of matches, the number of matches asked for, or interruptions. So all
decisions can be repeated from the store, and a longer run begins with the matches of a shorter one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from playout.arena.schedule import Schedule
from playout.arena.seeds import stream_key
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.paired_comparisons import paired_comparisons
from playout.bandits.sampling import new_streams
from playout.bandits.strategies import Seen, new_strategy

__all__ = ["BanditPlan", "GridPlan", "TuningPlan", "merged"]

STRATEGY = "ucb1_tuned"

FIRST_GROUPS = 2
"""The number of groups of each candidate in the first round of a bandit."""

ROUND_GROWTH = 0.5
"""The number of groups in a later round, relative to all groups before. It keeps rounds, and so pauses, few."""


class TuningPlan(Protocol):
    """Decides which matches are played next."""

    wanted: int
    """The total number of matches: those asked for, or all if fewer exist."""

    def rounds(self) -> Iterator[list[int]]:
        """The match numbers of each round. The next round is requested once `learn` has seen this one."""
        ...

    def learn(self, results: MatchResults) -> None:
        """Called after each round with the results of all matches so far."""
        ...


class GridPlan:
    """Plays the same number of matches of each candidate: at least `matches` in all, if there are enough."""

    def __init__(self, schedule: Schedule, matches: int) -> None:
        rounds = -(-matches // (schedule.seatings * len(schedule.tables)))
        self._numbers = [number for turn in range(rounds) for number in schedule.round(turn)]
        self.wanted = len(self._numbers)

    def rounds(self) -> Iterator[list[int]]:
        yield self._numbers

    def learn(self, results: MatchResults) -> None:
        """Does nothing: the plan is fixed."""


class BanditPlan:
    """Plays most matches of the candidates with the highest upper confidence bounds, and at least one group of each."""

    def __init__(self, schedule: Schedule, matches: int) -> None:
        self.candidates = len(schedule.tables)
        self.size = schedule.seatings
        self.wanted = len(schedule.numbers(max(matches, self.size * self.candidates)))
        self._schedule = schedule
        self._strategy = new_strategy(STRATEGY)
        streams = new_streams(stream_key("tuning", schedule.seed), 1, 1 + 2 * self.candidates)
        table = np.zeros((1, self.candidates))
        rng, beliefs = streams[:, :, 0], streams[:, :, 1:].reshape(2, 1, 2, self.candidates).swapaxes(1, 2)
        self._seen = Seen(0, table.copy(), table.copy(), table.copy(), rng, beliefs)
        self._chosen: list[int] = []

    @property
    def groups(self) -> list[int]:
        """The groups chosen so far, in the order of the decisions."""
        return list(self._chosen)

    def rounds(self) -> Iterator[list[int]]:
        left = self.wanted // self.size
        while left > 0:
            count = FIRST_GROUPS * self.candidates
            if self._chosen:
                count = max(self.candidates, int(ROUND_GROWTH * len(self._chosen)))
            chosen = [self._choose() for _ in range(min(count, left))]
            self._chosen += chosen
            left -= len(chosen)
            yield sorted(group * self.size + order for group in chosen for order in range(self.size))

    def _choose(self) -> int:
        """Choose the next group. Until its result is known, its reward is taken to be the candidate's mean.

        A candidate without further openings is left out.
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
        """The next group of a candidate."""
        return int(self._seen.counts[0, arm]) * self.candidates + arm

    def learn(self, results: MatchResults) -> None:
        groups = np.array(self._chosen, np.int64)
        scores = group_scores(results, groups)
        for totals, values in ((self._seen.sums, scores), (self._seen.squares, scores * scores)):
            totals[0] = np.bincount(groups % self.candidates, values, self.candidates)


def merged(results: MatchResults, baseline: str, candidates: int) -> MatchResults:
    """The results with all agents before the last `candidates` as one, agent 0, of this name."""
    before = len(results.names) - candidates - 1
    seats = np.where(results.seats < 0, -1, np.maximum(0, results.seats - before)).astype(np.int32)
    return replace(results, names=(baseline, *results.names[before + 1 :]), seats=seats)


def group_scores(results: MatchResults, groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """The mean score of the candidate against the baseline, which is agent 0, in each of these groups."""
    pairs = paired_comparisons(results)
    known, where = np.unique(results.groups[pairs.match], return_inverse=True)
    means = np.bincount(where, 1 - pairs.share) / np.bincount(where)
    found: NDArray[np.float64] = means[np.searchsorted(known, groups)]
    return found
