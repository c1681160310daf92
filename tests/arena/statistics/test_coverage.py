"""95 % intervals contain the true value in 93 to 97 of 100 simulated tournaments."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from playout.arena.seatings import ALL, SQUARES
from playout.arena.statistics.elo import ELO
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.pair_scores import intervals, pair_scores
from playout.arena.statistics.ratings import rate
from tests.arena.simulated import SmallGame, expected, races, round_robin, scheduled_races

REPEATS = 1000

Draw = Callable[[np.random.Generator], MatchResults]


def average_score(elo: float, opening: float) -> float:
    """What is to be expected over all openings, whose advantage is normal: by a fine sum."""
    steps = np.linspace(-8, 8, 4001)
    weights = np.exp(-(steps**2) / 2)
    return float(weights @ expected(elo + opening * steps) / weights.sum())


def held(draw: Draw, truth: list[float], seed: int, repeats: int = REPEATS) -> dict[str, float]:
    """How often intervals contain the true value: of each agent against the mean, and of the difference of each two."""
    rng = np.random.default_rng(seed)
    right = np.asarray(truth) - np.mean(truth)
    hits = dict.fromkeys([*combinations(range(len(truth)), 2), *range(len(truth))], 0)
    for _ in range(repeats):
        rated = rate(draw(rng))
        for agent, elo in enumerate(right):
            hits[agent] += bool(rated.low[agent] <= elo <= rated.high[agent])
        for a, b in combinations(range(len(truth)), 2):
            found = rated.difference(a, b)
            assert found is not None
            hits[a, b] += found.low <= right[a] - right[b] <= found.high
    return {str(name): count / repeats for name, count in hits.items()}


@pytest.mark.parametrize(
    ("elo", "pairs", "draws", "opening"),
    [
        (60.0, 60, 0.6, 400.0),
        pytest.param(150.0, 60, 0.0, 0.0, marks=pytest.mark.slow),
        pytest.param(0.0, 60, 0.0, 0.0, marks=pytest.mark.slow),
        pytest.param(350.0, 100, 0.0, 0.0, marks=pytest.mark.slow),
        pytest.param(20.0, 80, 0.8, 0.0, marks=pytest.mark.slow),
        pytest.param(250.0, 60, 0.9, 0.0, marks=pytest.mark.slow),
        pytest.param(100.0, 60, 0.0, 250.0, marks=pytest.mark.slow),
    ],
)
def test_for_two_agents(elo: float, pairs: int, draws: float, opening: float) -> None:
    """Unequal, drawish, and on openings that favour a seat: then it is the score over all openings that counts."""
    score = average_score(elo, opening)
    truth = ELO * float(np.log(score / (1 - score)))
    shares = held(lambda rng: round_robin(rng, [elo, 0.0], pairs, draws=draws, opening=opening), [truth, 0.0], 11)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.7, pytest.param(0.0, marks=pytest.mark.slow)])
def test_for_a_round_robin_of_four(draws: float) -> None:
    truth = [0.0, 60.0, 180.0, 320.0]
    shares = held(lambda rng: round_robin(rng, truth, 40, draws=draws), truth, 12)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


@pytest.mark.slow
def test_for_a_round_robin_on_openings_that_favour_a_seat() -> None:
    """Equal agents, so that the truth is 0 whatever the openings do."""
    shares = held(lambda rng: round_robin(rng, [0.0] * 4, 30, draws=0.5, opening=300), [0.0] * 4, 13)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


@pytest.mark.slow
@pytest.mark.parametrize("winner_only", [False, True])
def test_for_three_seats(winner_only: bool) -> None:
    truth = [0.0, 100.0, 220.0]
    shares = held(lambda rng: races(rng, truth, 150, winner_only=winner_only), truth, 14)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


@pytest.mark.parametrize(
    ("seats", "agents"),
    [
        (4, 4),
        pytest.param(3, 3, marks=pytest.mark.slow),
        pytest.param(5, 5, marks=pytest.mark.slow),
        pytest.param(4, 6, marks=pytest.mark.slow),
    ],
)
def test_for_squares_of_seatings_where_seats_and_openings_are_unfair(seats: int, agents: int) -> None:
    """Equal agents, so that the truth is 0 whatever the seats and openings do; 60 groups."""
    truth = [0.0] * agents
    shares = held(lambda rng: scheduled_races(rng, truth, seats, 60 * seats, seat=150, opening=200), truth, 19)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("winner_only", [False, True])
def test_for_squares_of_seatings_with_unequal_agents(seats: int, winner_only: bool) -> None:
    truth = np.linspace(0, 200, seats).tolist()
    shares = held(lambda rng: scheduled_races(rng, truth, seats, 100 * seats, winner_only=winner_only), truth, 20)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_for_unequal_agents_in_unfair_seats(seats: int) -> None:
    """Elo is then that over all seatings and openings: the truth is what a tournament of 40,000 groups finds."""
    elo = np.linspace(0, 200, seats).tolist()
    many = rate(scheduled_races(np.random.default_rng(21), elo, seats, 40_000 * seats, seat=150, opening=200))

    def draw(rng: np.random.Generator) -> MatchResults:
        return scheduled_races(rng, elo, seats, 100 * seats, seat=150, opening=200)

    shares = held(draw, many.elo.tolist(), 22, 2 * REPEATS)
    assert all(0.93 <= share <= 0.97 for share in shares.values()), shares


def test_few_matches_of_four_agents_say_something() -> None:
    """48 matches are 12 squares, or all seatings twice. Intervals of few groups are too wide rather than too narrow."""
    rng = np.random.default_rng(23)
    widths: dict[str, list[float]] = {SQUARES: [], ALL: []}
    hits = 0
    for _ in range(200):
        for design, found in widths.items():
            rated = rate(scheduled_races(rng, [0.0] * 4, 4, 48, design=design, seat=150, opening=200))
            found.append(float(np.mean(rated.high - rated.low)))
            hits += design == SQUARES and int(((rated.low <= 0) & (rated.high >= 0)).sum())
    assert hits >= 0.93 * 800
    assert np.median(widths[SQUARES]) < np.median(widths[ALL]) / 3


@pytest.mark.slow
def test_for_davidsons_draws() -> None:
    """Draws by his model, which the rankings estimate together with the strengths."""
    truth = [0.0, 120.0]

    def play(rng: np.random.Generator) -> MatchResults:
        chances = np.array([np.exp(120 / ELO), 1.5 * np.exp(60 / ELO), 1.0])
        payoffs = rng.choice([1.0, 0.5, 0.0], 150, p=chances / chances.sum())
        return MatchResults.of(["a", "b"], np.tile([1, 0], (150, 1)), np.stack([payoffs, 1 - payoffs], axis=1))

    rng = np.random.default_rng(15)
    hits = 0
    for _ in range(REPEATS):
        found = rate(play(rng), model="rankings").difference(1, 0)
        assert found is not None
        hits += found.low <= truth[1] <= found.high
    assert 0.93 <= hits / REPEATS <= 0.97


def test_for_the_score_of_a_pair() -> None:
    rng = np.random.default_rng(16)
    score = average_score(80.0, 200.0)
    hits = 0
    for _ in range(REPEATS):
        pairs = pair_scores(round_robin(rng, [80.0, 0.0], 60, draws=0.4, opening=200))
        hits += bool(pairs.low[0, 1] <= score <= pairs.high[0, 1])
    assert 0.93 <= hits / REPEATS <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        SmallGame((0.8, 0.15, 0.05), (0.5, 1, 0)),
        pytest.param(SmallGame((0.72, 0.1, 0.06, 0.05, 0.04, 0.03), (1, 0.5, 1, 0, 0.5, 1)), marks=pytest.mark.slow),
    ],
)
def test_in_a_game_so_small_that_most_matches_are_repeats(game: SmallGame) -> None:
    """Likely lines weigh as often as they are likely, for Elo and for the score; 60 pairs, and only a few lines."""
    truth = ELO * float(np.log(game.score / (1 - game.score)))
    rng = np.random.default_rng(18)
    hits, held, mean = 0, 0, 0.0
    for _ in range(REPEATS):
        results = game.play(rng, 60).results()
        found, pairs = rate(results).difference(0, 1), pair_scores(results)
        assert found is not None
        hits += found.low <= truth <= found.high
        held += bool(pairs.low[0, 1] <= game.score <= pairs.high[0, 1])
        mean += float(pairs.score[0, 1]) / REPEATS
    assert 0.93 <= hits / REPEATS <= 0.97
    assert 0.93 <= held / REPEATS <= 0.97
    # Four standard errors of a mean over these matches, each of a spread of 1/2 at most.
    assert abs(mean - game.score) < 4 * 0.5 / np.sqrt(120 * REPEATS)


@pytest.mark.parametrize("matches", [40, 100, 400])
def test_a_share_of_wins_by_the_exact_sum_over_all_results(matches: int) -> None:
    """Exact: every number of wins with its binomial probability. A true share of 0 or 1 is always contained.

    Between, coverage goes up and down with the truth, as that of every interval for counts does; so it is their mean
    that is held to 95 %, and no truth from 5 to 95 % to less than 92 %.
    """
    wins = np.arange(matches + 1)
    owner = np.repeat(wins, matches)
    sums = (np.tile(np.arange(matches), matches + 1) < owner).astype(np.float64)
    low, high = intervals(owner, sums, np.ones(len(sums)), matches + 1)
    assert (low <= wins / matches).all() and (wins / matches <= high).all()
    truth = np.linspace(0, 1, 201)
    ways = np.array([math.lgamma(matches + 1) - math.lgamma(k + 1) - math.lgamma(matches - k + 1) for k in wins])
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = (
            ways
            + np.nan_to_num(wins * np.log(truth)[:, None])
            + np.nan_to_num((matches - wins) * np.log1p(-truth)[:, None])
        )
    covered = (np.exp(logs) * ((low <= truth[:, None]) & (truth[:, None] <= high))).sum(axis=1)
    assert covered[[0, -1]] == pytest.approx([1, 1])
    assert 0.94 <= covered.mean() <= 0.97
    assert covered[10:-10].min() >= 0.92


def test_matches_of_one_opening_are_not_independent() -> None:
    """If four matches share what decides them, taking them for four observations would be far too sure."""
    rng = np.random.default_rng(17)
    grouped = alone = 0
    for _ in range(300):
        once = round_robin(rng, [0.0, 0.0], 30)
        seats, payoffs = np.repeat(once.seats, 4, axis=0), np.repeat(once.payoffs, 4, axis=0)
        for groups in (np.repeat(np.arange(60), 4), None):
            found = rate(MatchResults.of(once.names, seats, payoffs, groups)).difference(0, 1)
            assert found is not None
            if groups is None:
                alone += found.low <= 0 <= found.high
            else:
                grouped += found.low <= 0 <= found.high
    assert grouped / 300 > 0.91
    assert alone / 300 < 0.8
