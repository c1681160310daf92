"""The Monte Carlo method finds known numbers, and errs as much as it says."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from playout import OptionError, PlayoutError
from playout.bandits import monte_carlo
from playout.bandits.monte_carlo import Estimate, area, buffon, pi

UNIT = ((0.0, 1.0), (0.0, 1.0))


def test_pi_and_its_error() -> None:
    """Four times a share of pi/4: the variance of one sample is 16 (pi/4) (1 - pi/4) = pi (4 - pi)."""
    found = pi(200_000, seed=1)
    predicted = math.sqrt(math.pi * (4 - math.pi) / 200_000)
    assert found.error == pytest.approx(predicted, rel=0.01)
    assert found.value == pytest.approx(math.pi, abs=6 * predicted)
    assert found.samples == 200_000


@pytest.mark.parametrize(("needle", "line"), [(1.0, 1.0), (0.5, 1.0), (2.0, 3.0)])
def test_buffon_and_its_error(needle: float, line: float) -> None:
    """The share of crossings is 2 needle / (pi line), and the relative error of its inverse sqrt((1 - p) / (p N))."""
    found = buffon(200_000, needle=needle, line=line, seed=2)
    share = 2 * needle / (math.pi * line)
    predicted = math.pi * math.sqrt((1 - share) / (share * 200_000))
    assert found.error == pytest.approx(predicted, rel=0.02)
    assert found.value == pytest.approx(math.pi, abs=6 * predicted)


@pytest.mark.parametrize("method", [pi, buffon])
def test_errors_are_as_large_as_stated(method: Callable[..., Estimate]) -> None:
    """Over 300 runs the error in units of the stated one has mean 0 and variance 1."""
    runs = [method(4000, seed=seed) for seed in range(300)]
    units = np.array([(run.value - math.pi) / run.error for run in runs])
    assert abs(units.mean()) < 6 / math.sqrt(300) + 0.05  # an inverse, as Buffon's, leans a little
    assert units.var() == pytest.approx(1, abs=6 * math.sqrt(2 / 300))


def test_a_hundred_times_the_samples_is_a_tenth_of_the_error() -> None:
    assert pi(500_000, seed=3).error / pi(5000, seed=3).error == pytest.approx(0.1, rel=0.05)


def under_the_parabola(x: float, y: float) -> bool:
    return y < x * x


def in_the_triangle(x: float, y: float) -> bool:
    return x > -2 and y > -1 and x + y < 0


@pytest.mark.parametrize(
    ("inside", "box", "truth"),
    [
        (under_the_parabola, UNIT, 1 / 3),
        (under_the_parabola, ((0.0, 2.0), (0.0, 4.0)), 8 / 3),
        (in_the_triangle, ((-3.0, 2.0), (-2.0, 3.0)), 9 / 2),  # corners (-2, -1), (1, -1), (-2, 2)
    ],
)
def test_a_known_area(inside: Any, box: Any, truth: float) -> None:
    found = area(inside, box, 50_000, seed=4)
    size = (box[0][1] - box[0][0]) * (box[1][1] - box[1][0])
    predicted = math.sqrt(truth * (size - truth) / 50_000)
    assert found.error == pytest.approx(predicted, rel=0.03)
    assert found.value == pytest.approx(truth, abs=6 * predicted)


def test_pi_is_the_area_of_a_circle() -> None:
    circle = area(lambda x, y: x * x + y * y < 1, ((-1, 1), (-1, 1)), 10_000, seed=5)
    assert circle == pi(10_000, seed=5)


def test_every_point_or_none() -> None:
    assert area(lambda x, y: True, ((0, 2), (1, 4)), 100, seed=1) == Estimate(6.0, 0.0, 100)
    assert area(lambda x, y: False, ((0, 2), (1, 4)), 100, seed=1) == Estimate(0.0, 0.0, 100)


def test_points_lie_in_the_box_and_each_sample_is_one() -> None:
    points = []

    def note(x: float, y: float) -> bool:
        points.append((x, y))
        return True

    samples = 2 * monte_carlo.LANES + 5
    area(note, ((-1, 0), (5, 7)), samples, seed=6)
    assert len(set(points)) == samples
    assert all(-1 <= x < 0 and 5 <= y < 7 for x, y in points)


def test_a_seed_repeats_an_estimate() -> None:
    assert buffon(5000, seed=7) == buffon(5000, seed=7) != buffon(5000, seed=8)
    assert pi(5000, seed=7) == pi(5000, seed=7) != pi(5000, seed=8)


def test_without_a_seed_points_are_fresh() -> None:
    points = []

    def note(x: float, y: float) -> bool:
        points.append((x, y))
        return True

    for _ in range(2):
        area(note, UNIT, 1)
    assert points[0] != points[1]


def test_printing() -> None:
    assert str(Estimate(3.14159, 0.00164, 1_000_000)) == "3.1416 ± 0.0016 (1,000,000 samples)"
    assert str(Estimate(1234.5, 12.3, 50)) == "1,234 ± 12 (50 samples)"
    assert str(Estimate(6.0, 0.0, 100)) == "6.000000 ± 0.000000 (100 samples)"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pi(0), "samples has to be a whole number of at least 1, not 0"),
        (lambda: pi(-1.5), "samples has to be a whole number of at least 1, not -1.5"),  # type: ignore[arg-type]
        (lambda: buffon(10, needle=2), "needle has to be a length above 0 and up to the distance between lines, not 2"),
        (lambda: buffon(10, needle=0), "needle has to be a length above 0"),
        (lambda: buffon(10, line=-1), "line has to be a length above 0, not -1"),
        (lambda: area(under_the_parabola, ((0, 1), (1, 1)), 10), "is empty"),
        (lambda: area(under_the_parabola, (0, 1), 10), "box has to be"),  # type: ignore[arg-type]
        (lambda: area(under_the_parabola, ((0, 1), (0, math.inf)), 10), "a side of the box has to be a number"),
        (lambda: pi(10, seed=-1), "a seed is a whole number from 0"),
    ],
)
def test_refusals(call: Callable[[], Estimate], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        call()


def test_needles_that_never_cross() -> None:
    with pytest.raises(PlayoutError, match="none of 10 needles crossed a line"):
        buffon(10, needle=1e-9, seed=1)
