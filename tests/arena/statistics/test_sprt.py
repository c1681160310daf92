"""The sequential test: published ratios, and error rates within alpha and beta."""

from __future__ import annotations

import math

import numpy as np
import pytest

from playout.arena.statistics.elo import score_of_elo
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.sprt import Sprt
from playout.rules import OptionError, PlayoutError
from tests.arena.simulated import SmallGame, counted, outcomes, round_robin


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "llr"),
    [
        (0.5, 2.5, [21184, 40708, 21404], -1.57),
        (0.0, 2.0, [57030, 106593, 57433], -2.59),
        (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
    ],
)
def test_ratios_are_those_that_fastchess_expects_of_itself(
    elo0: float, elo1: float, counts: list[float], llr: float
) -> None:
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(llr, abs=0.006)


def test_without_draws_a_ratio_is_that_of_two_coins() -> None:
    """Wins and losses alone: the likelihood is binomial, and nothing is left to be estimated."""
    test = Sprt(0, 100)
    s0, s1 = score_of_elo(0), score_of_elo(100)
    wins, losses = 60, 40
    expected = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert float(test.ratios([losses, wins])) == pytest.approx(expected)
    assert test.llr([losses, 0, wins]) == pytest.approx(expected, abs=0.01)


def test_near_equality_a_ratio_is_that_of_the_normal_approximation() -> None:
    counts = np.array([223, 9863, 21279, 10037, 246])
    scores = np.linspace(0, 1, 5)
    total, mean = counts.sum(), counts @ scores / counts.sum()
    variance = counts @ (scores - mean) ** 2 / total
    s0, s1 = score_of_elo(0.5), score_of_elo(2.5)
    expected = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0.5, 2.5).llr(counts.tolist()) == pytest.approx(expected, rel=0.01)


def test_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    low, high = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert (low, high) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def test_results_are_counted_in_pairs_and_left_over_matches_alone() -> None:
    rng = np.random.default_rng(3)
    results = round_robin(rng, [40.0, 0.0], 50, draws=0.5, opening=100)
    share = np.where(results.seats[:, 0] == 0, results.payoffs[:, 0], results.payoffs[:, 1])
    pairs = np.bincount((2 * np.bincount(results.groups, share)).astype(int), minlength=5)
    test = Sprt(0, 20)
    assert test.llr(results) == pytest.approx(test.llr(pairs.tolist()))
    # A seat swap of the agents swaps the counts.
    assert test.llr(results, 1, 0) == pytest.approx(test.llr(pairs[::-1].tolist()))
    more = MatchResults.of(
        results.names,
        np.concatenate([results.seats, [[0, 1]] * 3]),
        np.concatenate([results.payoffs, [[1.0, 0.0], [0.5, 0.5], [1.0, 0.0]]]),
        np.concatenate([results.groups, [100, 101, 102]]),
    )
    assert test.llr(more) == pytest.approx(test.llr(pairs.tolist()) + test.llr([0, 1, 2]))


def test_payoffs_by_degrees_are_tested_as_they_are() -> None:
    rng = np.random.default_rng(4)
    share = np.clip(rng.normal(0.6, 0.1, 200), 0, 1)
    results = MatchResults.of(["a", "b"], np.tile([0, 1], (200, 1)), np.stack([share, 1 - share], axis=1))
    assert Sprt(0, 70).decide(results) == "H1"
    assert Sprt(70, 200).decide(results) == "H0"


def test_nothing_is_decided_before_the_first_match() -> None:
    nothing = MatchResults.of(["a", "b"], np.zeros((0, 2)), np.zeros((0, 2)))
    assert Sprt(0, 5).llr(nothing) == 0
    assert Sprt(0, 5).decide([0, 0, 0, 0, 0]) is None


def test_the_sentence_says_what_was_found() -> None:
    test = Sprt(0, 50)
    assert test.sentence(counted(90, 0, 30)).startswith("H1 accepted: a is more likely +50 than +0 Elo from b (LLR ")
    assert test.sentence(counted(60, 0, 90)).startswith("H0 accepted: a is more likely +0 than +50 Elo from b")
    assert test.sentence(counted(3, 0, 2)).startswith("Undecided whether a is +0 or +50 Elo from b")


def test_nonsense_is_refused() -> None:
    with pytest.raises(OptionError, match="elo0 has to be below elo1"):
        Sprt(5, 0)
    with pytest.raises(OptionError, match="alpha is an error probability"):
        Sprt(0, 5, alpha=0.7)
    with pytest.raises(PlayoutError, match=r"three .* or five"):
        Sprt(0, 5).llr([1, 2])
    with pytest.raises(PlayoutError, match="both are the same"):
        Sprt(0, 5).llr(counted(1, 0, 0), "a", "a")
    three = MatchResults.of(["a", "b", "c"], [[0, 1, 2]], [[1.0, 0.5, 0.0]])
    with pytest.raises(PlayoutError, match="matches of two seats, and these have 3"):
        Sprt(0, 5).llr(three)


@pytest.mark.parametrize(
    ("elo0", "elo1", "draws"),
    [
        (0, 100, 0.0),
        (-20, 30, 0.8),
        pytest.param(0, 60, 0.0, marks=pytest.mark.slow),
        pytest.param(0, 40, 0.9, marks=pytest.mark.slow),
        pytest.param(0, 200, 0.3, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("truth", ["H0", "H1"])
def test_errors_are_as_rare_as_asked(elo0: float, elo1: float, draws: float, truth: str) -> None:
    """1,000 simulated tests, each evaluated after every pair; at most 5 % err, plus 2 % of sampling error."""
    rng = np.random.default_rng(20)
    test = Sprt(elo0, elo1)
    low, high = test.bounds
    elo = elo0 if truth == "H0" else elo1
    counts, ratios = np.zeros((1000, 5)), np.zeros(1000)
    running = np.arange(1000)
    for _ in range(2000):
        both = outcomes(rng, np.full((len(running), 2), elo), draws).sum(axis=1)
        counts[running, (2 * both).astype(int)] += 1
        ratios[running] = test.ratios(counts[running])
        running = running[(ratios[running] > low) & (ratios[running] < high)]
        if not len(running):
            break
    assert not len(running)
    wrong = (ratios >= high) if truth == "H0" else (ratios <= low)
    assert wrong.mean() <= 0.07


@pytest.mark.parametrize(("truth", "wrong"), [(350.0, "H1"), pytest.param(500.0, "H0", marks=pytest.mark.slow)])
def test_errors_are_as_rare_in_a_game_so_small_that_most_matches_are_repeats(truth: float, wrong: str) -> None:
    """A win in most matches, always by the same few lines. 200 tests, each looked at after every pair until it ends.

    At most 5 % err; with the sampling error of 200 tests, 8 %.
    """
    score = score_of_elo(truth)
    game = SmallGame((0.7, 0.15, score - 0.85, 1 - score), (1, 1, 1, 0))
    assert game.score == pytest.approx(score)
    test, rng, errors = Sprt(350, 500), np.random.default_rng(21), 0
    for _ in range(200):
        results = game.play(rng, 500).results()
        points = np.bincount(results.groups, np.where(results.seats == 0, results.payoffs, 0).sum(axis=1))
        counts = np.eye(5)[(2 * points).astype(int)].cumsum(axis=0)
        ratios = test.ratios(counts)
        ends = np.flatnonzero((ratios <= test.bounds[0]) | (ratios >= test.bounds[1]))
        assert len(ends), "more pairs are needed"
        errors += test.verdict(float(ratios[ends[0]])) == wrong
    assert test.llr(results) == pytest.approx(float(ratios[-1])), "these are the counts that the test itself sees"
    assert errors / 200 <= 0.08
