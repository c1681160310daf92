"""Ratings: published examples, closed forms, and what must hold whatever the results."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import playout.arena.statistics.ratings as ratings_module
from playout.arena.statistics.elo import ELO, elo_of_score, normal
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.ratings import rate
from playout.rules import OptionError, PlayoutError
from tests.arena.simulated import counted, races, round_robin

BASEBALL = {
    "Milwaukee": [0, 7, 9, 7, 7, 9, 11],
    "Detroit": [6, 0, 7, 5, 11, 9, 9],
    "Toronto": [4, 6, 0, 7, 7, 8, 12],
    "New York": [6, 8, 6, 0, 6, 7, 10],
    "Boston": [6, 2, 6, 7, 0, 7, 12],
    "Cleveland": [4, 4, 5, 6, 6, 0, 6],
    "Baltimore": [2, 4, 1, 3, 1, 7, 0],
}
"""American League, eastern division, 1987: wins of the row over the column (Agresti 2002, table 10.10)."""


def baseball() -> MatchResults:
    seats, payoffs = [], []
    for a, wins in enumerate(BASEBALL.values()):
        for b, count in enumerate(wins):
            seats += [[a, b]] * count
            payoffs += [[1.0, 0.0]] * count
    return MatchResults.of(list(BASEBALL), seats, payoffs)


def without_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings_module, "PRIOR", 1e-9)


@pytest.mark.parametrize("model", ["scores", "rankings"])
def test_baseball_is_rated_as_in_the_textbook(model: ratings_module.Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agresti (2002), table 10.11: strengths relative to Baltimore, and standard errors of about 0.3."""
    without_prior(monkeypatch)
    rated = rate(baseball(), anchor="Baltimore", model=model)
    assert [round(float(elo), 2) for elo in rated.elo / ELO] == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]
    errors = np.sqrt(np.diag(rated.covariance)) / ELO
    assert errors[:6] == pytest.approx(0.31, abs=0.06)
    assert errors[6] == 0


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo", "error"),
    [
        (449, 276, 275, 60.7, 18.5),
        (382, 320, 298, 21.6, 18.1),
        (435, 293, 272, 49.7, 18.5),
        (372, 322, 306, 17.4, 17.9),
    ],
)
def test_a_match_is_rated_as_match_tools_do(wins: int, losses: int, draws: int, elo: float, error: float) -> None:
    """Wins, losses, draws, Elo and the half width of the interval, as printed by cutechess for four real matches."""
    found = rate(counted(wins, draws, losses)).difference(0, 1)
    assert found is not None
    assert found.elo == pytest.approx(elo, abs=0.15)
    assert (found.high - found.low) / 2 == pytest.approx(error, abs=0.15)
    assert found.los == pytest.approx(normal((wins - losses) / math.sqrt(wins + losses)), abs=0.001)


def test_davidsons_model_has_a_closed_form_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratio of strengths is that of wins to losses, however many draws there are."""
    without_prior(monkeypatch)
    for draws in (10, 100):
        found = rate(counted(50, draws, 20), model="rankings").difference(0, 1)
        assert found is not None
        assert found.elo == pytest.approx(ELO * math.log(50 / 20), abs=1e-4)


def test_pairs_of_matches_have_the_pentanomial_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mean and variance of the five values of a pair, carried over to Elo by the slope of the curve."""
    without_prior(monkeypatch)
    results = round_robin(np.random.default_rng(2), [30.0, 0.0], 400, draws=0.7, opening=200)
    share = np.where(results.seats[:, 0] == 0, results.payoffs[:, 0], results.payoffs[:, 1])
    pairs = np.bincount(results.groups, share) / 2
    mean, error = pairs.mean(), pairs.std(ddof=1) / math.sqrt(len(pairs))
    found = rate(results).difference(0, 1)
    alone = rate(replace(results, groups=np.arange(results.matches))).difference(0, 1)
    assert found is not None
    assert alone is not None
    assert found.elo == pytest.approx(elo_of_score(mean), abs=1e-4)
    assert (found.high - found.low) / 2 == pytest.approx(1.966 * error * ELO / (mean * (1 - mean)), rel=0.001)
    assert found.high - found.low < 0.9 * (alone.high - alone.low)


def test_the_fit_is_the_top_of_the_likelihood() -> None:
    """Scores of four agents and a virtual half match each: no direction leads further up."""
    results = round_robin(np.random.default_rng(5), [0.0, 80.0, 150.0, 300.0], 15, draws=0.4)
    rated = rate(results)
    share, met = np.zeros((4, 4)), np.zeros((4, 4))
    for (a, b), (x, y) in zip(results.seats, results.payoffs, strict=True):
        share[a, b] += x
        share[b, a] += y
        met[a, b] += 1
        met[b, a] += 1
    virtual = ratings_module.PRIOR * 2 / 3

    def value(elo: np.ndarray) -> float:
        total = 0.0
        for a, b in combinations(range(4), 2):
            chance = 1 / (1 + math.exp((elo[b] - elo[a]) / ELO))
            total += (share[a, b] + virtual / 2) * math.log(chance) + (share[b, a] + virtual / 2) * math.log(1 - chance)
        return total

    best = value(rated.elo)
    for agent in range(4):
        for step in (-1.0, 1.0):
            moved = rated.elo.copy()
            moved[agent] += step
            assert value(moved) < best
    slope = [(value(rated.elo + unit) - value(rated.elo - unit)) / 2 for unit in np.eye(4)]
    assert slope == pytest.approx([0] * 4, abs=1e-6)


def test_independent_results_without_draws_have_the_textbook_error() -> None:
    """With many matches the robust error is that of the inverse information."""
    results = round_robin(np.random.default_rng(8), [0.0, 60.0, 120.0], 3000)
    alone = replace(results, groups=np.arange(results.matches))
    rated = rate(alone)
    information = np.zeros((3, 3))
    for a, b in combinations(range(3), 2):
        chance = 1 / (1 + math.exp((rated.elo[b] - rated.elo[a]) / ELO))
        unit = np.eye(3)[a] - np.eye(3)[b]
        information += 6000 * chance * (1 - chance) * np.outer(unit, unit)
    assert rated.covariance == pytest.approx(ELO**2 * np.linalg.pinv(information), rel=0.05)


def test_a_perfect_score_stays_finite_and_grows_with_the_matches() -> None:
    lows = []
    for matches in (1, 30, 300):
        found = rate(counted(matches, 0, 0)).difference(0, 1)
        assert found is not None
        assert 0 < found.elo < 2000
        assert math.isfinite(found.low)
        assert math.isfinite(found.high)
        lows.append(found.low)
    assert lows[0] < 0 < lows[1] < lows[2]


def test_nothing_but_draws_is_equality() -> None:
    found = rate(counted(0, 40, 0)).difference(0, 1)
    assert found is not None
    assert found.elo == pytest.approx(0, abs=1e-6)
    assert found.los == pytest.approx(0.5)
    assert 0 < found.high < 60


@pytest.mark.parametrize("model", ["scores", "rankings"])
def test_a_chain_of_perfect_scores_stays_finite(model: ratings_module.Model) -> None:
    seats = [[0, 1]] * 20 + [[1, 2]] * 20
    rated = rate(MatchResults.of(["a", "b", "c"], seats, [[1.0, 0.0]] * 40), model=model)
    assert rated.elo[0] > rated.elo[1] + 200 > rated.elo[2] + 400
    assert np.isfinite([rated.low, rated.high]).all()


def test_the_mean_is_0_or_the_anchor_is() -> None:
    results = round_robin(np.random.default_rng(1), [0.0, 100.0, 200.0], 20)
    middle, anchored = rate(results), rate(results, anchor="agent 1")
    assert middle.elo.mean() == pytest.approx(0, abs=1e-9)
    assert anchored.elo[1] == anchored.low[1] == anchored.high[1] == 0
    assert anchored.elo == pytest.approx(middle.elo - middle.elo[1])
    for a, b in combinations(range(3), 2):
        first, second = middle.difference(a, b), anchored.difference(a, b)
        assert first is not None
        assert second is not None
        assert (first.low, first.high) == pytest.approx((second.low, second.high))


def test_the_order_of_matches_and_agents_does_not_matter() -> None:
    results = round_robin(np.random.default_rng(6), [0.0, 100.0, 200.0], 20, draws=0.5)
    order = np.random.default_rng(7).permutation(results.matches)
    shuffled = MatchResults.of(
        results.names[::-1], 2 - results.seats[order], results.payoffs[order], results.groups[order]
    )
    rated, again = rate(results), rate(shuffled)
    assert again.elo[::-1] == pytest.approx(rated.elo, abs=1e-6)
    assert again.low[::-1] == pytest.approx(rated.low, abs=1e-6)


def test_agents_that_no_match_links_are_not_compared() -> None:
    seats = [[0, 1]] * 10 + [[2, 3]] * 10
    payoffs = [[1.0, 0.0]] * 6 + [[0.0, 1.0]] * 4 + [[1.0, 0.0]] * 9 + [[0.0, 1.0]]
    rated = rate(MatchResults.of(list("abcde"), seats, payoffs))
    assert not rated.comparable
    assert rated.difference(0, 2) is None
    assert rated.difference(4, 4) is None
    assert math.isnan(rated.elo[4])
    assert rated.elo[0] == pytest.approx(-rated.elo[1])
    assert rated.elo[2] == pytest.approx(-rated.elo[3])
    alone = rate(MatchResults.of(list("ab"), seats[:10], payoffs[:10]))
    assert rated.elo[:2] == pytest.approx(alone.elo, abs=1e-6)


def test_a_match_against_oneself_says_nothing() -> None:
    results = counted(30, 0, 10)
    more = MatchResults.of(
        results.names,
        np.concatenate([results.seats, [[0, 0]] * 50]),
        np.concatenate([results.payoffs, [[1.0, 0.0]] * 50]),
    )
    assert rate(more).elo == pytest.approx(rate(results).elo)
    assert np.isnan(rate(MatchResults.of(["a"], [[0, 0]], [[1.0, 0.0]])).elo).all()


def test_a_missing_seat_is_not_there() -> None:
    results = round_robin(np.random.default_rng(1), [0.0, 100.0, 200.0], 20)
    wide = MatchResults.of(
        results.names,
        np.insert(results.seats, 1, -1, axis=1),
        np.insert(results.payoffs, 1, np.nan, axis=1),
        results.groups,
    )
    assert rate(wide).low == pytest.approx(rate(results).low)
    assert rate(wide, model="rankings").low == pytest.approx(rate(results, model="rankings").low)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happened_every_rating_is_finite(seed: int) -> None:
    """Few matches of few agents, with any number of seats and any ties: perfect scores, forced draws, lone matches."""
    rng = np.random.default_rng(seed)
    agents, matches, width = int(rng.integers(2, 6)), int(rng.integers(1, 12)), int(rng.integers(2, 5))
    seats = rng.integers(-1, agents, (matches, width))
    payoffs = rng.integers(0, int(rng.integers(2, 4)), (matches, width)) / 2
    results = MatchResults.of([str(agent) for agent in range(agents)], seats, payoffs, rng.integers(0, 4, matches))
    models: list[ratings_module.Model] = ["rankings", "scores"] if results.most_seats <= 2 else ["rankings"]
    for model in models:
        rated = rate(results, model=model)
        met = {int(a) for row in seats for a in row if a >= 0 and len(set(row[row >= 0])) > 1}
        for agent in range(agents):
            numbers = (rated.elo[agent], rated.low[agent], rated.high[agent])
            assert all(math.isfinite(number) if agent in met else math.isnan(number) for number in numbers)
        for a, b in combinations(sorted(met), 2):
            found = rated.difference(a, b)
            assert found is None or found.low <= found.elo <= found.high


def test_always_a_draw_and_always_a_win_side_by_side_stay_finite() -> None:
    """Two agents only ever draw, and both only ever beat the third: Davidson's likelihood alone would run away."""
    seats = [[0, 1]] * 30 + [[0, 2]] * 30 + [[1, 2]] * 30
    results = MatchResults.of(list("abc"), seats, [[0.5, 0.5]] * 30 + [[1.0, 0.0]] * 60)
    rated = rate(results, model="rankings")
    assert np.isfinite([rated.elo, rated.low, rated.high]).all()
    assert rated.elo[0] == pytest.approx(rated.elo[1])
    assert rated.elo[1] > rated.elo[2] + 300


def test_what_cannot_be_rated_is_refused() -> None:
    with pytest.raises(PlayoutError, match="c has played no match, so it cannot be the anchor"):
        rate(replace(counted(1, 0, 0), names=("a", "b", "c")), anchor="c")
    with pytest.raises(PlayoutError, match="no matches to rate"):
        rate(MatchResults.of(["a", "b"], np.zeros((0, 2)), np.zeros((0, 2))))
    with pytest.raises(OptionError, match="no rating model 'glicko'"):
        rate(counted(1, 0, 0), model="glicko")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="these have 3; use model='rankings'"):
        rate(races(np.random.default_rng(1), [0.0, 0.0, 0.0], 5), model="scores")
