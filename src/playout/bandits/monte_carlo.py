"""The Monte Carlo method: an estimate from many random samples (von Neumann, Ulam and Metropolis).

Three classic examples: the area of a shape, pi from a circle, and pi from Buffon's needle (1777).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playout.bandits.sampling import new_streams
from playout.options.kinds import check_count, check_number
from playout.rng import Rng, uniform
from playout.rules import OptionError, PlayoutError

__all__ = ["Estimate", "area", "buffon", "pi"]

LANES = 4096
"""The number of parallel random streams: sample i is drawn by stream i modulo LANES."""


@dataclass(frozen=True)
class Estimate:
    """An estimate of a number from random samples."""

    value: float
    error: float
    """The standard error, estimated from the samples: in two of three cases the true value is within it."""
    samples: int

    def __str__(self) -> str:
        # Two digits of the error are worth printing.
        digits = 6 if self.error == 0 else max(0, 1 - math.floor(math.log10(self.error)))
        return f"{self.value:,.{digits}f} ± {self.error:,.{digits}f} ({self.samples:,} samples)"


def area(
    inside: Callable[[float, float], bool],
    box: tuple[tuple[float, float], tuple[float, float]],
    samples: int,
    *,
    seed: int | None = None,
) -> Estimate:
    """The area of a shape: S M / N, where M of N random points of a box of area S lie inside.

    `inside(x, y)` says whether a point belongs to the shape, and `box` is ((least x, most x), (least y, most y)).
    """
    (left, right), (bottom, top) = _read_box(box)
    samples = check_count("samples", samples)
    hits = 0
    for x, y in _points(samples, 2, seed):
        across, up = left + (right - left) * x, bottom + (top - bottom) * y
        hits += sum(map(bool, map(inside, across.tolist(), up.tolist())))
    return _scaled((right - left) * (top - bottom), hits, samples)


def pi(samples: int, *, seed: int | None = None) -> Estimate:
    """Pi as four times the share of random points of a square that lie in the circle it surrounds."""
    samples = check_count("samples", samples)
    hits = 0
    for x, y in _points(samples, 2, seed):
        hits += int(np.count_nonzero((2 * x - 1) ** 2 + (2 * y - 1) ** 2 < 1))
    return _scaled(4.0, hits, samples)


def buffon(samples: int, *, needle: float = 1.0, line: float = 1.0, seed: int | None = None) -> Estimate:
    """Pi from needles thrown on a floor with parallel lines: one crosses a line with probability 2 needle / (pi line).

    `needle` is the length of a needle and `line` the distance between lines, which has to be at least as long.
    """
    samples = check_count("samples", samples)
    line = check_number("line", line, "a length above 0", 1e-300)
    needle = check_number("needle", needle, "a length above 0 and up to the distance between lines", 1e-300, line)
    crossings = 0
    thrown = 0
    for x, y, place in _points(None, 3, seed):
        # A random direction without pi: the direction of a random point within the circle.
        across, up = 2 * x - 1, 2 * y - 1
        reach = across * across + up * up
        good = np.flatnonzero((reach > 0) & (reach < 1))[: samples - thrown]
        # The line is crossed if its distance from the needle's middle is at most half the needle's height.
        height = needle * np.abs(up[good]) / np.sqrt(reach[good])
        crossings += int(np.count_nonzero(place[good] * line <= height))
        thrown += len(good)
        if thrown == samples:
            break
    if not crossings:
        raise PlayoutError(f"none of {samples:,} needles crossed a line, which says nothing about pi; throw more")
    share = crossings / samples
    value = 2 * needle / (line * share)
    return Estimate(value, value * math.sqrt((1 - share) / (share * samples)), samples)


def _scaled(size: float, hits: int, samples: int) -> Estimate:
    """The size times the share of hits, with a binomial standard error."""
    share = hits / samples
    return Estimate(size * share, size * math.sqrt(share * (1 - share) / samples), samples)


def _points(samples: int | None, dimensions: int, seed: int | None) -> Iterator[NDArray[np.float64]]:
    """Random points of the unit cube in batches, float64[dimensions, batch]; endless if samples is None."""
    streams = new_streams(Rng(seed).key, LANES)
    while samples is None or samples > 0:
        batch = np.stack([uniform(streams) for _ in range(dimensions)])
        yield batch[:, :samples]
        if samples is not None:
            samples -= LANES


def _read_box(box: tuple[tuple[float, float], tuple[float, float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    try:
        ((left, right), (bottom, top)) = box
        sides = [check_number("a side of the box", side, "a number", -math.inf) for side in (left, right, bottom, top)]
    except (TypeError, ValueError):
        raise OptionError(f"box has to be ((least x, most x), (least y, most y)), not {box!r}") from None
    if sides[0] >= sides[1] or sides[2] >= sides[3]:
        raise OptionError(f"the box {box!r} is empty; write ((least x, most x), (least y, most y))")
    return (sides[0], sides[1]), (sides[2], sides[3])
