"""Multi-armed bandits (Robbins 1952) and their regret.

A player pulls one of several arms at a time. Each pays at random with an unknown mean. The regret is the loss against
pulling the best arm every time.

    history = play([0.4, 0.5, 0.6], "ucb1", 1000, seed=1)
    print(compare([0.4, 0.5, 0.6], ["ucb1", "thompson"], 1000, repeats=100, seed=1))

An arm is a number, the probability that it pays 1 and not 0, or an `Arm` with a function that draws a reward in 0..1.
Strategies are spelt like agents: `epsilon_greedy(epsilon=0.1)`; `STRATEGIES` lists them.

Each arm of each repeat has its own random stream. So the n-th pull of an arm pays the same to every strategy, and a
comparison is between players with the same luck. Repeat 0 of a comparison equals `play`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playout.bandits.sampling import new_streams
from playout.bandits.strategies import STRATEGIES, Seen, new_strategy
from playout.notices import Progress
from playout.options.kinds import check_count, check_number
from playout.rng import Rng, uniform
from playout.rules import OptionError, PlayoutError

__all__ = ["STRATEGIES", "Arm", "History", "RegretComparison", "RegretCurve", "compare", "play"]


@dataclass(frozen=True)
class Arm:
    """An arm of a bandit."""

    draw: Callable[[Rng], float] | None
    """A function that draws a reward in 0..1; None is a coin, which pays 1 with probability `mean`, else 0."""
    mean: float | None = None
    """The expected reward; for a function, only the regret needs it."""


@dataclass(frozen=True, eq=False)
class History:
    """The pulls and rewards of one player. Curves have one entry for each pull: the value after it."""

    strategy: str
    seed: int
    means: tuple[float | None, ...]
    """The true mean reward of each arm."""
    choices: NDArray[np.int64]
    """[pulls] The arm of each pull."""
    rewards: NDArray[np.float64]
    """[pulls] The reward of each pull."""

    @property
    def counts(self) -> NDArray[np.int64]:
        """[arms] The number of pulls of each arm."""
        return np.bincount(self.choices, minlength=len(self.means))

    @property
    def realised_regret(self) -> NDArray[np.float64]:
        """[pulls] The mean reward of the best arm minus the actual reward, summed: T mu* - sum of rewards."""
        return _realised(_true_means(self.means), self.rewards)

    @property
    def expected_regret(self) -> NDArray[np.float64]:
        """[pulls] The same with the mean reward of each pulled arm: T mu* - sum over arms of T_i mu_i."""
        return _expected(_true_means(self.means), self.choices)

    def __str__(self) -> str:
        text = f"{self.strategy}: {len(self.choices):,} pulls paid {self.rewards.sum():,.1f}"
        text += f"; pulls of each arm: {', '.join(f'{count:,}' for count in self.counts)}"
        if None not in self.means:
            text += f"; regret {self.realised_regret[-1]:,.1f} realised, {self.expected_regret[-1]:,.1f} expected"
        return text


@dataclass(frozen=True, eq=False)
class RegretCurve:
    """A mean over repeats, after each pull, with its standard error."""

    mean: NDArray[np.float64]
    error: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RegretComparison:
    """The regret of several strategies on the same machine, by spelling; printed, the least regret comes first."""

    pulls: int
    repeats: int
    seed: int
    expected: dict[str, RegretCurve]
    realised: dict[str, RegretCurve]

    def __str__(self) -> str:
        lines = [f"expected regret after {self.pulls:,} pulls, mean of {self.repeats:,} repeats"]
        width = max(map(len, self.expected))
        for name, curve in sorted(self.expected.items(), key=lambda item: float(item[1].mean[-1])):
            lines.append(f"{name:<{width}}  {curve.mean[-1]:>10,.2f} ± {curve.error[-1]:,.2f}")
        return "\n".join(lines)


def play(
    arms: Sequence[float | Arm | Callable[[Rng], float]], strategy: str, pulls: int, *, seed: int | None = None
) -> History:
    """Let one player pull `pulls` times. The same seed gives the same history; without a seed, each call draws one."""
    known = _read_arms(arms)
    key = Rng(seed).key
    choices, rewards = _run(known, strategy, check_count("pulls", pulls), key, 1)
    return History(strategy, key, tuple(arm.mean for arm in known), choices[:, 0], rewards[:, 0])


def compare(
    arms: Sequence[float | Arm | Callable[[Rng], float]],
    strategies: Sequence[str],
    pulls: int,
    *,
    repeats: int = 100,
    seed: int | None = None,
) -> RegretComparison:
    """The mean regret curves of strategies, each played `repeats` times (at least 2, for the errors)."""
    known = _read_arms(arms)
    means = _true_means(tuple(arm.mean for arm in known))
    if isinstance(strategies, str) or not strategies or len(set(strategies)) < len(strategies):
        raise OptionError(f"strategies has to be a list of different strategies, not {strategies!r}")
    for strategy in strategies:
        new_strategy(strategy)  # an invalid strategy is refused before any is played
    pulls, repeats, key = check_count("pulls", pulls), check_count("repeats", repeats, 2), Rng(seed).key
    expected, realised = {}, {}
    for strategy in strategies:
        choices, rewards = _run(known, strategy, pulls, key, repeats)
        expected[strategy] = _mean_curve(_expected(means, choices))
        realised[strategy] = _mean_curve(_realised(means, rewards))
    return RegretComparison(pulls, repeats, key, expected, realised)


def _run(
    arms: list[Arm], spelling: str, pulls: int, key: int, repeats: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The choices and rewards, both [pulls, repeats], of players side by side."""
    strategy = new_strategy(spelling)
    size = len(arms)
    # Each player has a stream for decisions, one for the rewards of each arm, two for beliefs about each arm.
    streams = new_streams(key, repeats, 1 + 3 * size)
    machine = _Machine(arms, streams[:, :, 1 : 1 + size])
    seen = Seen(
        pulls=0,
        counts=np.zeros((repeats, size)),
        sums=np.zeros((repeats, size)),
        squares=np.zeros((repeats, size)),
        luck=streams[:, :, 0],
        beliefs=streams[:, :, 1 + size :].reshape(2, repeats, 2, size).swapaxes(1, 2),
    )
    players = np.arange(repeats)
    choices, rewards = np.zeros((pulls, repeats), np.int64), np.zeros((pulls, repeats))
    progress = Progress(f"pulls by {spelling}", pulls)
    try:
        for pull in range(pulls):
            chosen = strategy.choose(seen)
            reward = machine.pay(chosen)
            choices[pull], rewards[pull] = chosen, reward
            seen.pulls += 1
            seen.counts[players, chosen] += 1
            seen.sums[players, chosen] += reward
            seen.squares[players, chosen] += reward * reward
            progress.update(pull)
    finally:
        progress.close()
    return choices, rewards


class _Machine:
    """The arms with their random streams, uint64[2, repeats, arms]."""

    def __init__(self, arms: list[Arm], streams: NDArray[np.uint64]) -> None:
        self.draws = [arm.draw for arm in arms]
        self.coins = np.array([arm.mean if arm.draw is None else math.nan for arm in arms], np.float64)
        self.streams = streams
        self.rng = Rng(0)

    def pay(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """[repeats] The rewards of the chosen arms: all coins at once, then functions one by one."""
        reward = np.zeros(len(chosen))
        means = self.coins[chosen]
        tossed = np.flatnonzero(~np.isnan(means))
        words = self.streams[:, tossed, chosen[tossed]]
        reward[tossed] = uniform(words) < means[tossed]
        self.streams[:, tossed, chosen[tossed]] = words
        for player in np.flatnonzero(np.isnan(means)):
            arm = int(chosen[player])
            draw = self.draws[arm]
            assert draw is not None
            self.rng.words = self.streams[:, player, arm]  # a view, so that the stream itself advances
            reward[player] = check_number(f"a reward of arm {arm}", draw(self.rng), "a number from 0 to 1", 0, 1)
        return reward


def _read_arms(arms: Sequence[float | Arm | Callable[[Rng], float]]) -> list[Arm]:
    """The arms, if they are valid."""
    known = []
    for number, given in enumerate(arms):
        if callable(given):
            arm = Arm(given)
        elif isinstance(given, Arm):
            arm = given
        else:
            wanted = "a probability from 0 to 1, or a function that draws a reward"
            arm = Arm(None, check_number(f"arm {number}", given, wanted, 0, 1))
        if arm.mean is not None or arm.draw is None:
            check_number(f"the mean of arm {number}", arm.mean, "a number from 0 to 1", 0, 1)
        known.append(arm)
    if not known:
        raise OptionError("there are no arms; give at least one, like [0.4, 0.6]")
    return known


def _true_means(means: tuple[float | None, ...]) -> NDArray[np.float64]:
    for number, mean in enumerate(means):
        if mean is None:
            raise PlayoutError(f"regret needs the mean of arm {number}; write Arm(draw, mean=...)")
    return np.array(means, np.float64)


def _expected(means: NDArray[np.float64], choices: NDArray[np.int64]) -> NDArray[np.float64]:
    """Curves along the first axis."""
    return np.cumsum(means.max() - means[choices], axis=0)


def _realised(means: NDArray[np.float64], rewards: NDArray[np.float64]) -> NDArray[np.float64]:
    """Curves along the first axis."""
    return np.cumsum(means.max() - rewards, axis=0)


def _mean_curve(curves: NDArray[np.float64]) -> RegretCurve:
    return RegretCurve(curves.mean(axis=1), curves.std(axis=1, ddof=1) / math.sqrt(curves.shape[1]))
