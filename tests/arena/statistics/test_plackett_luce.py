"""Rankings of more than two: closed forms, forced ties, and the top of the likelihood."""

from __future__ import annotations

import math

import numpy as np
import pytest

import playout.arena.statistics.ratings as ratings_module
from playout.arena.statistics.elo import ELO
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.newton_fit import fit
from playout.arena.statistics.plackett_luce import ranking_stages
from playout.arena.statistics.ratings import rate
from playout.rules import PlayoutError
from tests.arena.simulated import races


@pytest.fixture(autouse=True)
def no_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings_module, "PRIOR", 1e-9)


def three(payoffs: list[list[float]]) -> MatchResults:
    return MatchResults.of(["a", "b", "c"], np.tile([0, 1, 2], (len(payoffs), 1)), payoffs)


def test_when_the_winner_takes_all_strength_is_the_share_of_wins() -> None:
    """A tie that is forced on the losers says nothing about them: closed form, as for a loaded die."""
    wins = [50, 30, 20]
    payoffs = [row for seat, count in enumerate(wins) for row in [np.eye(3)[seat].tolist()] * count]
    rated = rate(three(payoffs))
    logs = np.log(wins)
    assert rated.elo == pytest.approx(ELO * (logs - logs.mean()), abs=1e-4)
    # The variance of a difference of log shares is 1/n + 1/m.
    found = rated.difference(0, 1)
    assert found is not None
    assert (found.high - found.low) / 2 / rated.reach == pytest.approx(ELO * math.sqrt(1 / 50 + 1 / 30), rel=0.02)


def test_when_one_seat_loses_and_two_share_the_win_the_loser_is_chosen() -> None:
    """Two of three share the first place, always. Strength is read from which two: exp((x + y) / 2), a closed form."""
    losses = [10, 20, 40]
    payoffs = [row for seat, count in enumerate(losses) for row in [(1 - np.eye(3)[seat]).tolist()] * count]
    rated = rate(three(payoffs))
    # P(c loses) ~ exp((a + b) / 2) = exp(-c / 2) as the strengths sum to 0.
    logs = -2 * np.log(losses)
    assert rated.elo == pytest.approx(ELO * (logs - logs.mean()), abs=1e-3)


def brute_force(results: MatchResults, strengths: np.ndarray, ties: dict[tuple[int, int], float]) -> float:
    """The log-likelihood, from the definition, one match after the other."""
    total = 0.0
    for seats, payoffs in zip(results.seats, results.payoffs, strict=True):
        left = [(payoff, agent) for payoff, agent in zip(payoffs, seats, strict=True) if agent >= 0]
        while len(left) > 1:
            chances = {}
            for bits in range(1, 1 << len(left)):
                chosen = [agent for i, (_, agent) in enumerate(left) if bits >> i & 1]
                chances[frozenset(chosen)] = math.exp(strengths[chosen].mean() + ties[len(left), len(chosen)])
            best = max(left)[0]
            first = frozenset(agent for payoff, agent in left if payoff == best)
            total += math.log(chances[first] / sum(chances.values()))
            left = [item for item in left if item[0] != best]
    return total


def test_the_fit_is_the_top_of_the_likelihood() -> None:
    """Payoffs in four steps, matches of two, three and four seats: every kind of tie, and no slope is left."""
    rng = np.random.default_rng(4)
    seats = np.array([rng.permutation(5)[:4] for _ in range(150)])
    payoffs = np.clip(np.round(rng.random((150, 4)) * 1.4 + 0.15 * seats) / 3, 0, 1)
    seats[:40, 3] = -1
    seats[20:40, 1] = -1
    results = MatchResults.of(list("abcde"), seats, payoffs)
    found = fit(ranking_stages(results), 5, np.zeros(5, np.int64))
    further = [(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4)]
    assert len(found.ties) == len(further)
    top = np.concatenate([found.strengths, found.ties])

    def value(parameters: np.ndarray) -> float:
        ties = {(r, 1): 0.0 for r in (2, 3, 4)} | dict(zip(further, parameters[5:], strict=True))
        return brute_force(results, parameters[:5], ties)

    for unit in np.eye(11):
        assert value(top + 0.1 * unit) < value(top) > value(top - 0.1 * unit)
        assert (value(top + 1e-4 * unit) - value(top - 1e-4 * unit)) / 2e-4 == pytest.approx(0, abs=1e-4)


def test_stages_list_who_was_left_and_who_was_chosen() -> None:
    results = MatchResults.of(list("abcd"), [[3, 1, 0], [2, 0, 1]], [[0.5, 1.0, 0.0], [1.0, 1.0, 0.0]])
    two, three_left = ranking_stages(results)
    assert two.sizes == (1,)
    assert two.members.tolist() == [[0, 3]]
    assert two.chosen.tolist() == [1]
    assert three_left.sizes == (1, 2)
    assert three_left.members.tolist() == [[0, 1, 3], [0, 1, 2]]
    # The sets to choose from are 0, 1, 2, 01, 02, 12: agent 1 alone, then agents 0 and 2 together.
    assert three_left.chosen.tolist() == [1, 4]


def test_strength_is_found_in_races() -> None:
    truth = np.array([0.0, 100.0, 200.0, 300.0, -50.0])
    rated = rate(races(np.random.default_rng(3), truth.tolist(), 20_000, seats=4))
    assert rated.elo == pytest.approx(truth - truth.mean(), abs=8)


def test_many_seats_are_no_trouble_unless_any_number_may_share_a_place() -> None:
    rng = np.random.default_rng(1)
    truth = [20.0 * agent for agent in range(16)]
    rated = rate(races(rng, truth, 300))
    assert rated.elo[15] > rated.elo[0] + 150
    seats = np.array([rng.permutation(16) for _ in range(300)])
    with pytest.raises(PlayoutError, match=r"with 1[0-9] seats and ties of .* ratings support at most 4096"):
        rate(MatchResults.of(rated.names, seats, rng.integers(0, 3, (300, 16)) / 2))
