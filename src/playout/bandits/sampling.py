"""Arrays of random streams, gamma and Beta numbers, and checks, for bandits and the Monte Carlo examples.

The generator's `uniform` also works on an array of streams: uint64[2, ...] gives float64[...], and each stream yields
the same numbers as alone. So NumPy runs many independent repeats at once.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from playout.rng import seed, uniform

__all__ = ["beta", "gamma", "new_streams"]


def new_streams(key: int, *shape: int) -> NDArray[np.uint64]:
    """uint64[2, *shape]: streams 0, 1, 2 ... of a key, in the order of a C array."""
    streams = np.zeros((2, *shape), np.uint64)
    with np.errstate(over="ignore"):
        seed(streams, key, np.arange(math.prod(shape)).reshape(shape))
    return streams


def beta(streams: NDArray[np.uint64], wins: NDArray[np.float64], losses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers with the density x^(wins - 1) (1 - x)^(losses - 1), up to a factor; parameters of at least 1.

    streams: uint64[2, 2, *wins.shape], two for each number.
    """
    parts = gamma(streams, np.stack([wins, losses]))
    share: NDArray[np.float64] = parts[0] / (parts[0] + parts[1])
    return share


def gamma(streams: NDArray[np.uint64], shape: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gamma-distributed numbers of scale 1 (Marsaglia and Tsang 2000), for shape parameters of at least 1.

    streams: uint64[2, *shape.shape], one for each number; they advance.
    """
    result = np.zeros(shape.shape)
    waiting = np.ones(shape.shape, np.bool_)
    while waiting.any():
        drawn = streams[:, waiting]
        # A normal number by Box and Muller; 1 - uniform is never 0.
        normal = np.sqrt(-2 * np.log(1 - uniform(drawn))) * np.cos(2 * np.pi * uniform(drawn))
        level = np.log(1 - uniform(drawn))
        streams[:, waiting] = drawn
        d = shape[waiting] - 1 / 3
        root = 1 + normal / np.sqrt(9 * d)
        cube = np.where(root > 0, root * root * root, 1.0)
        rejected = (root <= 0) | (level >= normal * normal / 2 + d * (1 - cube + np.log(cube)))
        result[waiting] = d * cube
        waiting[waiting] = rejected
    return result
