"""Streams side by side are the streams alone; gamma and Beta numbers have their moments and distribution."""

from __future__ import annotations

import math

import numpy as np
import pytest

from playout import Rng
from playout.bandits.sampling import beta, gamma, new_streams
from playout.rng import uniform

COUNT = 20_000


def test_streams_side_by_side_are_the_streams_alone() -> None:
    streams = new_streams(7, 2, 3)
    drawn = np.array([uniform(streams) for _ in range(4)])
    for row in range(2):
        for column in range(3):
            alone = Rng(7, row * 3 + column)
            assert drawn[:, row, column].tolist() == [alone.uniform() for _ in range(4)]


@pytest.mark.parametrize("shape", [1.0, 1.5, 4.0, 300.0])
def test_gamma_numbers_have_their_moments(shape: float) -> None:
    """Mean and variance are the shape; the fourth central moment is 3 shape^2 + 6 shape."""
    drawn = gamma(new_streams(1, COUNT), np.full(COUNT, shape))
    assert drawn.mean() == pytest.approx(shape, abs=6 * math.sqrt(shape / COUNT))
    assert drawn.var() == pytest.approx(shape, abs=6 * math.sqrt((2 * shape**2 + 6 * shape) / COUNT))


def test_gamma_of_shape_1_is_exponential() -> None:
    drawn = gamma(new_streams(2, COUNT), np.ones(COUNT))
    for level in (0.01, 0.1, 0.7, 2.0, 5.0):
        share = math.exp(-level)
        assert np.mean(drawn > level) == pytest.approx(share, abs=6 * math.sqrt(share * (1 - share) / COUNT))


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (3, 7), (900, 100)])
def test_the_mean_of_a_belief(wins: int, losses: int) -> None:
    """After `wins` and `losses`, Beta(1 + wins, 1 + losses) has the mean (1 + wins) / (2 + n): Laplace's rule."""
    a, b = 1 + wins, 1 + losses
    drawn = beta(new_streams(3, 2, COUNT), np.full(COUNT, float(a)), np.full(COUNT, float(b)))
    variance = a * b / ((a + b) ** 2 * (a + b + 1))
    assert drawn.mean() == pytest.approx(a / (a + b), abs=6 * math.sqrt(variance / COUNT))
    assert drawn.var() == pytest.approx(variance, rel=6 * math.sqrt(2 / COUNT))


def test_the_distribution_of_a_belief() -> None:
    """Beta(2, 1) is below x with probability x^2, Beta(1, 3) above x with (1 - x)^3."""
    two, one, three = (np.full(COUNT, value) for value in (2.0, 1.0, 3.0))
    for x in (0.1, 0.5, 0.9):
        low = np.mean(beta(new_streams(4, 2, COUNT), two, one) < x)
        high = np.mean(beta(new_streams(5, 2, COUNT), one, three) > x)
        assert low == pytest.approx(x**2, abs=6 * math.sqrt(x**2 * (1 - x**2) / COUNT))
        assert high == pytest.approx((1 - x) ** 3, abs=6 * math.sqrt((1 - x) ** 3 / COUNT))


def test_numbers_do_not_depend_on_those_beside_them() -> None:
    shapes = np.array([1.0, 2.5, 40.0, 1.0])
    together = new_streams(6, 4)
    both = [gamma(together, shapes).tolist() for _ in range(50)]
    for number, shape in enumerate(shapes):
        alone = new_streams(6, 4)[:, number : number + 1]
        assert [float(gamma(alone, np.array([shape]))[0]) for _ in range(50)] == [row[number] for row in both]
