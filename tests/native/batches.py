"""Kernels of items, for tests of batches on any backend."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.playouts import finish
from playout.rng import seed
from playout.rules import Rules, copy, payoffs


class Ends(NamedTuple):
    """How playouts end."""

    payoffs: NDArray[np.float64]
    """[items, seats]"""
    words: NDArray[np.uint64]
    """[items]: of the generator, which tells whether just the same was drawn."""


def new_ends(rules: Rules, count: int) -> Ends:
    return Ends(np.zeros((count, rules.players)), np.zeros(count, np.uint64))


def playout_scratch(rules: Rules) -> tuple[tuple[Any, int], ...]:
    """A position, a generator, a list of moves and payoffs."""
    return (rules.dtype, 1), (np.uint64, 2), (np.int64, rules.max_moves), (np.float64, rules.players)


def play_one(
    i: Any, states: Any, rng: Any, scratch: Any, payoff: Any, roots: Any, key: Any, longest: Any, ends: Any
) -> None:
    """Kernel: playout number i of a key from roots[0]."""
    seed(rng, key, i)
    copy(states, 0, roots, 0)
    finish(states[0], rng, scratch, longest)
    payoffs(states[0], payoff)
    for k in range(len(payoff)):
        ends.payoffs[i, k] = payoff[k]
    ends.words[i] = rng[0]


def refuse_fifty(i: Any, out: Any) -> None:
    """Kernel: raises at one item."""
    if i == 50:
        raise ValueError("fifty is not to be had")
    out[i] = i


def double(i: Any, values: Any) -> None:
    """Kernel: without scratch, without a game."""
    values[i] = 2 * values[i]
