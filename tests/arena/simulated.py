"""Simulated matches of agents with known strengths."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from playout.arena.match_records import MatchRow, pack
from playout.arena.schedule import Schedule
from playout.arena.seatings import SQUARES
from playout.arena.statistics.elo import ELO
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.played_matches import PlayedMatches


def expected(elo: NDArray[np.float64] | float) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.asarray(elo) / ELO)))


def outcomes(rng: np.random.Generator, elo: NDArray[np.float64], draws: float) -> NDArray[np.float64]:
    """The first seat's payoffs at these differences. `draws`: the share of the greatest possible rate of draws.

    However many draws there are, the expected score is that of the difference.
    """
    score = expected(elo)
    drawn = draws * 2 * np.minimum(score, 1 - score)
    uniform = rng.random(score.shape)
    return np.where(uniform < score - drawn / 2, 1.0, np.where(uniform < score + drawn / 2, 0.5, 0.0))


def round_robin(
    rng: np.random.Generator, elo: list[float], pairs: int, *, draws: float = 0.0, opening: float = 0.0
) -> MatchResults:
    """Each two agents play `pairs` openings twice, with swapped seats.

    An opening gives the first seat an advantage that is drawn anew for each, with deviation `opening` in Elo.
    """
    seats, payoffs = [], []
    for a, b in combinations(range(len(elo)), 2):
        bonus = rng.normal(0, opening, pairs)
        first = outcomes(rng, elo[a] - elo[b] + bonus, draws)
        second = outcomes(rng, elo[b] - elo[a] + bonus, draws)
        seats += [np.tile([a, b], (pairs, 1)), np.tile([b, a], (pairs, 1))]
        payoffs += [np.stack([first, 1 - first], axis=1), np.stack([second, 1 - second], axis=1)]
    rounds = len(seats) // 2
    groups = np.concatenate([np.tile(np.arange(pairs) + pairs * number, 2) for number in range(rounds)])
    names = [f"agent {number}" for number in range(len(elo))]
    return MatchResults.of(names, np.concatenate(seats), np.concatenate(payoffs), groups)


def races(
    rng: np.random.Generator, elo: list[float], matches: int, *, winner_only: bool = False, seats: int | None = None
) -> MatchResults:
    """Matches of several seats by the model of Plackett and Luce: each agent runs, a strong one tends to be faster."""
    count = len(elo)
    chosen = np.argsort(rng.random((matches, count)), axis=1)[:, : seats or count]
    times = rng.exponential(size=chosen.shape) / np.exp(np.array(elo)[chosen] / ELO)
    places = np.argsort(np.argsort(times, axis=1), axis=1)
    payoffs = (places == 0).astype(np.float64) if winner_only else 1 - places / (chosen.shape[1] - 1)
    return MatchResults.of([f"agent {number}" for number in range(count)], chosen, payoffs)


def scheduled_races(
    rng: np.random.Generator,
    elo: list[float],
    seats: int,
    matches: int,
    *,
    design: str = SQUARES,
    seat: float = 0.0,
    opening: float = 0.0,
    winner_only: bool = False,
) -> MatchResults:
    """Races of the seatings that a tournament plays.

    The first seat has an advantage of `seat` Elo, the last one the same disadvantage. An opening favours each seat by a
    number of its own, with deviation `opening`: all matches of a group share it.
    """
    names = [f"agent {number}" for number in range(len(elo))]
    schedule = Schedule(names, seats, design=design)
    seatings = [schedule.seating(number) for number in schedule.numbers(matches)]
    agents = np.array([seating.agents for seating in seatings])
    groups = np.array([seating.group for seating in seatings])
    bonus = rng.normal(0, opening, (groups.max() + 1, seats))[groups] + np.linspace(seat, -seat, seats)
    times = rng.exponential(size=agents.shape) / np.exp((np.array(elo)[agents] + bonus) / ELO)
    places = np.argsort(np.argsort(times, axis=1), axis=1)
    payoffs = (places == 0).astype(np.float64) if winner_only else 1 - places / (seats - 1)
    return MatchResults.of(names, agents, payoffs, groups)


def counted(wins: int, draws: int, losses: int) -> MatchResults:
    """A match of two agents with these results of the first, which always has the first seat."""
    payoffs = np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])
    return MatchResults.of(["a", "b"], np.tile([0, 1], (len(payoffs), 1)), np.stack([payoffs, 1 - payoffs], axis=1))


@dataclass(frozen=True)
class SmallGame:
    """A game with a handful of lines, of which each match draws one: most matches repeat an earlier one.

    The first agent gets `points` for the line, in the seat that the schedule gives it.
    """

    chances: tuple[float, ...]
    points: tuple[float, ...]

    @property
    def score(self) -> float:
        """What the first agent is to expect."""
        return float(np.dot(self.chances, self.points))

    def play(self, rng: np.random.Generator, pairs: int) -> PlayedMatches:
        """Pairs of matches with their moves, as a tournament passes them to its statistics."""
        matches = PlayedMatches(["a", "b"], 2, (0.0, 1.0), group_size=2)
        zeros, times = (0.0, 0.0), pack([0])
        ends = [
            [((0, 1), (won, 1 - won), pack([line])), ((1, 0), (1 - won, won), pack([line]))]
            for line, won in enumerate(self.points)
        ]
        rows = []
        for number, line in enumerate(rng.choice(len(self.chances), 2 * pairs, p=self.chances).tolist()):
            agents, payoffs, moves = ends[line][number % 2]
            rows.append(MatchRow(number, agents, payoffs, zeros, zeros, (1, 0), -1, "", 0, moves, times))
        matches.add(rows)
        return matches
