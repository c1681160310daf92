"""Strength against fixed opponents, the rungs: Elo above `random`, with error bars."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from playout.arena.executors.local import LocalExecutor
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.ratings import rate
from playout.arena.tournament import tournament
from playout.game import Game

__all__ = ["RUNGS", "Ladder", "Strength"]

RUNGS = ("random", "uct(simulations=100)", "uct(simulations=1000)", "uct(simulations=10000)")
"""From the weakest to the strongest; what they play is seeded, so they are the same in every run."""

ENOUGH = 0.2
"""The score against a rung from which the next one is tried as well."""

OPENING = 2
"""Random plies at the beginning of a match."""


@dataclass(frozen=True)
class Strength:
    """A network's Elo above the first rung with its 95 % interval, and its scores."""

    elo: float
    low: float
    high: float
    scores: dict[str, float]
    """Against each rung that it met: the share of points, 1 for winning all."""


@dataclass
class Ladder:
    """All matches of the exams of a run: rungs against rungs once, then every network against rungs."""

    rows: list[tuple[tuple[str, ...], tuple[float, ...], int]] = field(default_factory=list)
    """Of each match agents and payoffs by seat, and its group (see MatchResults)."""

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, record: dict[str, Any]) -> Ladder:
        return cls([(tuple(names), tuple(payoffs), group) for names, payoffs, group in record["rows"]])

    def examine(
        self, game: Game, name: str, spelling: str, *, matches: int, workers: int | None, seed: int
    ) -> Strength:
        """Have a network (`name` in the rows) meet the rungs, as far up as it gets."""
        executor = LocalExecutor(workers)
        if not self.rows:
            for pair in pairwise(RUNGS):
                played = tournament(game, pair, matches=matches, seed=1, openings=OPENING, executor=executor)
                self._add(played.results, {})
        scores = {}
        for rung in RUNGS:
            results = tournament(
                game, [spelling, rung], matches=matches, seed=seed, openings=OPENING, executor=executor
            ).results
            self._add(results, {spelling: name})
            scores[rung] = float(results.payoffs[results.seats == 0].mean())
            if scores[rung] < ENOUGH:
                break
        ratings = rate(self.results(), anchor=RUNGS[0])
        at = ratings.names.index(name)
        return Strength(float(ratings.elo[at]), float(ratings.low[at]), float(ratings.high[at]), scores)

    def _add(self, results: MatchResults, names: dict[str, str]) -> None:
        base = 1 + max((group for _, _, group in self.rows), default=-1)
        for seats, payoffs, group in zip(results.seats, results.payoffs, results.groups, strict=True):
            who = tuple(names.get(results.names[k], results.names[k]) for k in seats)
            self.rows.append((who, tuple(map(float, payoffs)), base + int(group)))

    def results(self) -> MatchResults:
        """As the arena's statistics take them."""
        names = sorted({name for who, _, _ in self.rows for name in who})
        seats = [[names.index(name) for name in who] for who, _, _ in self.rows]
        payoffs = np.array([row[1] for row in self.rows])
        return MatchResults.of(names, seats, payoffs, [row[2] for row in self.rows])
