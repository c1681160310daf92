"""Elo, scores and probabilities, against tables."""

from __future__ import annotations

import math

import pytest

from playout.arena.statistics.elo import elo_of_score, likelihood_of_superiority, normal, score_of_elo, student


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (10 / 11, 400.0), (0.25, -190.85)]
)
def test_a_score_is_an_elo_difference(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=0.005)
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-5)


def test_the_ends_are_infinite_and_beyond_them_is_nothing() -> None:
    assert elo_of_score(1) == math.inf
    assert elo_of_score(0) == -math.inf
    assert score_of_elo(1e6) == 1
    assert score_of_elo(-1e6) == 0
    with pytest.raises(ValueError, match="from 0 to 1"):
        elo_of_score(1.5)


def test_the_normal_distribution_is_that_of_the_tables() -> None:
    assert normal(0) == 0.5
    assert normal(1.959964) == pytest.approx(0.975, abs=1e-7)
    assert normal(-1.644854) == pytest.approx(0.05, abs=1e-7)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (1e9, 1.960)],
)
def test_students_quantile_is_that_of_the_tables(freedom: float, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.0015)


def test_superiority_is_likely_by_the_published_formula() -> None:
    """Wins, losses and LOS as match tools print them."""
    assert likelihood_of_superiority(382, 320) == pytest.approx(0.990, abs=0.0005)
    assert likelihood_of_superiority(372, 322) == pytest.approx(0.971, abs=0.0005)
    assert likelihood_of_superiority(0, 0) == 0.5
    assert likelihood_of_superiority(5, 9) == pytest.approx(1 - likelihood_of_superiority(9, 5))
