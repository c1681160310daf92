"""Strength as Elo above `random`, with error bars, measured against fixed opponents, the rungs of a ladder."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from playout.arena.entrants import Entrant
from playout.arena.executors.local import LocalExecutor
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.ratings import rate
from playout.arena.tournament import tournament
from playout.arena.tuning.tuned_agents import opponents
from playout.game import Game
from playout.spelling import Spec

__all__ = ["RUNGS", "Ladder", "Strength"]

RUNGS = ("random", "uct(simulations=100)", "uct(simulations=1000)", "uct(simulations=10000)")
"""The fixed opponents from the weakest to the strongest. They are seeded, so they are the same in every run."""

PASSING_SHARE = 0.4
"""A network that scores at least this share of an even score against a rung also meets the next one."""

OPENING = 2
"""The number of random plies at the beginning of a match."""


@dataclass(frozen=True)
class Strength:
    """A network's Elo above the first rung with its 95 % interval, and its score against each rung."""

    elo: float
    low: float
    high: float
    scores: dict[str, float]
    """The network's mean payoff, 0 to 1, against each rung that it met; in n seats, even is 1/n."""


@dataclass
class Ladder:
    """All matches of a run's exams. The rungs play each other once; every network plays the rungs."""

    rows: list[tuple[tuple[str, ...], tuple[float, ...], int]] = field(default_factory=list)
    """One row per match: agents and payoffs by seat, and the group (see MatchResults)."""

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, record: dict[str, Any]) -> Ladder:
        return cls([(tuple(names), tuple(payoffs), group) for names, payoffs, group in record["rows"]])

    def examine(
        self, game: Game, name: str, spelling: str, *, matches: int, workers: int | None, seed: int
    ) -> Strength:
        """Play a network (`name` in the rows) against the rungs, from the lowest up, while it scores PASSING_SHARE."""
        executor = LocalExecutor(workers)
        if not self.rows:
            for low, high in pairwise(RUNGS):
                self._play(game, low, high, high, matches, 1, executor)
        scores = {}
        for rung in RUNGS:
            scores[rung] = self._play(game, rung, spelling, name, matches, seed, executor)
            if scores[rung] < PASSING_SHARE / game.seats:
                break
        ratings = rate(self.results(), anchor=RUNGS[0])
        at = ratings.names.index(name)
        return Strength(float(ratings.elo[at]), float(ratings.low[at]), float(ratings.high[at]), scores)

    def _play(
        self, game: Game, rung: str, spelling: str, name: str, matches: int, seed: int, executor: LocalExecutor
    ) -> float:
        """Play an agent against a rung, which has all other seats, each with another seed; returns its mean payoff."""
        others = [Entrant(given).spelling for given in opponents(rung, [Spec.read(spelling)], game.seats - 1)]
        results = tournament(
            game,
            [*others, spelling],
            pairing="field",
            matches=matches,
            seed=seed,
            openings=OPENING,
            executor=executor,
        ).results
        names = [*(rung for _ in others), name]
        base = 1 + max((group for _, _, group in self.rows), default=-1)
        for seats, payoffs, group in zip(results.seats, results.payoffs, results.groups, strict=True):
            who = tuple(names[k] for k in seats)
            self.rows.append((who, tuple(map(float, payoffs)), base + int(group)))
        return float(results.payoffs[results.seats == len(others)].mean())

    def results(self) -> MatchResults:
        """The matches in the form of the arena's statistics."""
        names = sorted({name for who, _, _ in self.rows for name in who})
        seats = [[names.index(name) for name in who] for who, _, _ in self.rows]
        payoffs = np.array([row[1] for row in self.rows])
        return MatchResults.of(names, seats, payoffs, [row[2] for row in self.rows])
