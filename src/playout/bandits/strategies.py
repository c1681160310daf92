"""The strategies of multi-armed bandits, which choose the next arm, for many players at once.

A strategy is a class with a method `choose(seen)`. Its options are the keyword arguments of the class. Arrays have
one row for each player (R, the repeats) and one column for each arm (K). Rewards are in 0..1.
"""

from __future__ import annotations

import inspect
import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.tree.bound import growth_of, ucb
from playout.bandits.sampling import beta
from playout.notices import nearest
from playout.options.kinds import check_count, check_number
from playout.rng import uniform
from playout.rules import OptionError
from playout.spelling import read_spelling

__all__ = ["STRATEGIES", "Seen", "Strategy", "new_strategy"]

Numbers = NDArray[np.float64]
Arms = NDArray[np.int64]


@dataclass
class Seen:
    """The knowledge of the players, and the random streams of their decisions."""

    pulls: int
    """The pulls of each player so far."""
    counts: Numbers
    """[R, K] The pulls of each arm."""
    sums: Numbers
    """[R, K] The sum of its rewards."""
    squares: Numbers
    """[R, K] The sum of its squared rewards."""
    luck: NDArray[np.uint64]
    """[2, R] A random stream for each player."""
    beliefs: NDArray[np.uint64]
    """[2, 2, R, K] Two random streams for each player and arm."""

    @property
    def tries(self) -> Numbers:
        """[R, K] The counts as divisors: 1 for an arm that was never pulled."""
        return np.maximum(self.counts, 1)

    @property
    def means(self) -> Numbers:
        """[R, K] The mean reward of each arm; 0 for an arm that was never pulled."""
        return self.sums / self.tries

    def best(self, scores: Numbers) -> Arms:
        """[R] An arm with the highest score; arms that were never pulled come first, ties are broken at random."""
        scores = np.where(self.counts == 0, np.inf, scores)
        highest = scores == scores.max(axis=1, keepdims=True)
        lot = np.floor(uniform(self.luck) * highest.sum(axis=1))
        chosen: Arms = (highest.cumsum(axis=1) > lot[:, np.newaxis]).argmax(axis=1)
        return chosen


class Strategy(Protocol):
    """A strategy; an object serves one run, from the first pull to the last."""

    def choose(self, seen: Seen) -> Arms:
        """[R] Each player's next arm."""
        ...


class Naive:
    """Tries each arm `tries` times, then pulls the one with the best mean for ever."""

    def __init__(self, *, tries: int = 10) -> None:
        self.tries = check_count("tries", tries)
        self.committed: Arms | None = None

    def choose(self, seen: Seen) -> Arms:
        if seen.pulls < self.tries * seen.counts.shape[1]:
            return seen.best(-seen.counts)
        if self.committed is None:
            self.committed = seen.best(seen.means)
        return self.committed


class EpsilonGreedy:
    """Pulls another arm with probability `epsilon`, else the arm with the best mean so far (Sutton and Barto)."""

    def __init__(self, *, epsilon: float = 0.1) -> None:
        self.epsilon = check_number("epsilon", epsilon, "a probability from 0 to 1", 0, 1)

    def choose(self, seen: Seen) -> Arms:
        arms = seen.counts.shape[1]
        greedy = seen.best(seen.means)
        explores = uniform(seen.luck) < self.epsilon
        # Shift the index cyclically by 1 to K - 1: each other arm is equally likely.
        step = 1 + np.floor(uniform(seen.luck) * (arms - 1)).astype(np.int64)
        return np.where(explores & (seen.pulls >= arms), (greedy + step) % arms, greedy)


class Ucb1:
    """The highest upper confidence bound: mean + c sqrt(ln n / n_j) (Auer, Cesa-Bianchi and Fischer 2002)."""

    def __init__(self, *, c: float = math.sqrt(2)) -> None:
        self.c = check_number("c", c, "a number of at least 0", 0)

    def choose(self, seen: Seen) -> Arms:
        return seen.best(self.bounds(seen))

    def bounds(self, seen: Seen) -> Numbers:
        """[R, K] The upper confidence bounds."""
        bounds: Numbers = ucb(seen.means, growth_of(max(seen.pulls, 1)), self.c * np.sqrt(1 / seen.tries))
        return bounds


class Ucb1Tuned:
    """UCB1 with the observed variance instead of the largest possible one (the same paper, section 4)."""

    def choose(self, seen: Seen) -> Arms:
        return seen.best(self.bounds(seen))

    def bounds(self, seen: Seen) -> Numbers:
        """[R, K] The upper confidence bounds: mean + sqrt(ln n / n_j min(1/4, V_j))."""
        means, share = seen.means, math.log(max(seen.pulls, 1)) / seen.tries
        variance = seen.squares / seen.tries - means * means + np.sqrt(2 * share)
        result: Numbers = means + np.sqrt(share * np.minimum(0.25, variance))
        return result


class Ucb2:
    """Pulls an arm for an epoch; each epoch of an arm is longer than its last one (the same paper, figure 2).

    After r epochs an arm was pulled tau(r) = ceil((1 + alpha)^r) times; epochs without pulls are skipped.
    """

    def __init__(self, *, alpha: float = 0.001) -> None:
        self.alpha = check_number("alpha", alpha, "a number above 0 and below 1", 1e-9, 1 - 1e-9)
        self.arm: Arms = np.zeros(1, np.int64)
        self.left: Numbers = np.zeros(1)

    def choose(self, seen: Seen) -> Arms:
        self.arm = np.where(self.left == 0, seen.best(self.bounds(seen)), self.arm)
        count = np.take_along_axis(seen.counts, self.arm[:, np.newaxis], axis=1)[:, 0]
        self.left = np.where(self.left == 0, self.next_tau(count) - count, self.left) - 1
        return self.arm

    def bounds(self, seen: Seen) -> Numbers:
        """[R, K] The upper confidence bounds between epochs, when the count of an arm is its tau."""
        tau = seen.tries
        logarithm = 1 + np.log(np.maximum(seen.pulls / tau, 1))
        result: Numbers = seen.means + np.sqrt((1 + self.alpha) * logarithm / (2 * tau))
        return result

    def next_tau(self, tau: Numbers) -> Numbers:
        """The least ceil((1 + alpha)^r) above tau, and 1 after 0."""
        epoch = np.floor(np.log(np.maximum(tau, 1)) / math.log1p(self.alpha)) + 1
        longer = np.maximum(np.ceil((1 + self.alpha) ** epoch), tau + 1)
        return np.where(tau == 0, 1.0, longer)


class Thompson:
    """Draws a mean for each arm from the belief about it, and pulls the arm with the highest (Thompson 1933).

    The first belief is Beta(1, 1): all means are equally likely. A reward x adds x to the first parameter and 1 - x to
    the second. For rewards of 0 and 1 this is Bayes' rule; for other rewards it overestimates the spread.
    """

    def choose(self, seen: Seen) -> Arms:
        chosen: Arms = beta(seen.beliefs, 1 + seen.sums, 1 + seen.counts - seen.sums).argmax(axis=1)
        return chosen


STRATEGIES: dict[str, type[Naive | EpsilonGreedy | Ucb1 | Ucb1Tuned | Ucb2 | Thompson]] = {
    "naive": Naive,
    "epsilon_greedy": EpsilonGreedy,
    "ucb1": Ucb1,
    "ucb1_tuned": Ucb1Tuned,
    "ucb2": Ucb2,
    "thompson": Thompson,
}


def new_strategy(spelling: str) -> Strategy:
    """The strategy with this spelling, before its first pull."""
    name, options = read_spelling(spelling)
    if name not in STRATEGIES:
        known = list(STRATEGIES)
        raise OptionError(f"there is no strategy {name!r}{nearest(name, known)}; there are {', '.join(known)}")
    known = list(inspect.signature(STRATEGIES[name]).parameters)
    for word in options:
        if word not in known:
            have = f"it has {', '.join(known)}" if known else "it has none"
            raise OptionError(f"{name} has no option {word!r}{nearest(word, known)}; {have}")
    return STRATEGIES[name](**options)
