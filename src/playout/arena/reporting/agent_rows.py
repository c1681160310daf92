"""The numbers of each agent in a tournament: results in all and by seat, time, forfeits."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.pair_scores import cluster_sums, intervals
from playout.arena.statistics.ratings import Ratings

__all__ = ["AgentRow", "RatedRow", "SeatRow", "agent_rows"]


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """The results of an agent in one seat. Unknown numbers are nan."""

    matches: int
    wins: int
    """Matches in which it alone had the highest payoff."""
    draws: int
    """Matches in which it shared the highest payoff."""
    losses: int
    score: float
    """Mean payoff, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class RatedRow(SeatRow):
    """Results with 95 % intervals of the score and of the Elo."""

    agent: str
    score_low: float
    score_high: float
    elo: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """The columns by name, the agent first."""
        return {"agent": self.agent, **asdict(self)}


@dataclass(frozen=True, kw_only=True)
class AgentRow(RatedRow):
    """The results of an agent in a tournament."""

    seats: tuple[SeatRow, ...]
    plies: int
    """Decisions made."""
    seconds: float
    slowest: float
    """Seconds of the slowest move."""
    forfeits: dict[str, int]
    """The number of forfeits by reason."""

    @property
    def seconds_per_move(self) -> float:
        return self.seconds / self.plies if self.plies else math.nan


def agent_rows(results: MatchResults, ratings: Ratings) -> list[AgentRow]:
    """A row for each agent, in the order of the results."""
    count, width = len(results.names), results.seats.shape[1]
    seats, payoffs = results.seats.astype(np.int64), results.payoffs
    sitting = seats >= 0
    won, drawn = _wins_and_draws(payoffs, sitting)
    # One cell for each agent in each seat.
    cells = seats * width + np.arange(width)
    size = count * width

    def by_seat(rows: NDArray[np.bool_], values: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        weights = None if values is None else values[rows]
        return np.bincount(cells[rows], weights, size).reshape(count, width).astype(np.float64)

    matches, wins, draws = by_seat(sitting), by_seat(won), by_seat(drawn)
    against = by_seat(sitting & (sitting.sum(axis=1) > 1)[:, None])
    losses, points = against - wins - draws, by_seat(sitting, payoffs)
    clusters = np.broadcast_to(results.clusters[:, None], seats.shape)
    low, high = intervals(*cluster_sums(seats[sitting], clusters[sitting], payoffs[sitting]), count)
    agent = seats[sitting]
    plies = np.bincount(agent, results.plies[sitting], count)
    used = np.bincount(agent, results.seconds[sitting], count)
    slowest = np.zeros(count)
    np.maximum.at(slowest, agent, results.slowest[sitting])
    forfeits: list[Counter[str]] = [Counter() for _ in results.names]
    for match in np.flatnonzero(results.forfeits >= 0):
        loser = results.seats[match, results.forfeits[match]]
        forfeits[loser][results.reasons[match] or "forfeit"] += 1
    total = matches.sum(axis=1)
    with np.errstate(invalid="ignore"):
        score, seat_score = points.sum(axis=1) / total, points / matches
    return [
        AgentRow(
            agent=name,
            matches=int(total[a]),
            score=float(score[a]),
            score_low=float(low[a]),
            score_high=float(high[a]),
            elo=float(ratings.elo[a]),
            low=float(ratings.low[a]),
            high=float(ratings.high[a]),
            wins=int(wins[a].sum()),
            draws=int(draws[a].sum()),
            losses=int(losses[a].sum()),
            seats=tuple(
                SeatRow(
                    matches=int(matches[a, seat]),
                    wins=int(wins[a, seat]),
                    draws=int(draws[a, seat]),
                    losses=int(losses[a, seat]),
                    score=float(seat_score[a, seat]),
                )
                for seat in range(width)
            ),
            plies=int(plies[a]),
            seconds=float(used[a]),
            slowest=float(slowest[a]),
            forfeits=dict(sorted(forfeits[a].items())),
        )
        for a, name in enumerate(results.names)
    ]


def _wins_and_draws(
    payoffs: NDArray[np.float64], sitting: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(matches, seats): wins and draws; a match of one seat has neither."""
    best = np.max(payoffs, axis=1, keepdims=True, initial=0, where=sitting)
    top = sitting & (payoffs == best) & (sitting.sum(axis=1) > 1)[:, None]
    alone = top.sum(axis=1, keepdims=True) == 1
    return top & alone, top & ~alone
