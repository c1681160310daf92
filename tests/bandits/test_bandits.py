"""Bandits: decisions worked out by hand, regret by its definitions, and the growth that theory promises."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from playout import OptionError, PlayoutError, Rng
from playout.bandits import runs as bandits
from playout.bandits.runs import Arm, _read_arms, _run
from playout.bandits.sampling import new_streams
from playout.bandits.strategies import Seen, Thompson, Ucb1, Ucb1Tuned, Ucb2

MEANS = [0.9, 0.6, 0.5]
EVERY = [*bandits.STRATEGIES, "naive(tries=1)", "epsilon_greedy(epsilon=0.5)", "ucb1(c=0.5)", "ucb2(alpha=0.5)"]


def seen_by(players: int, counts: list[int], sums: list[float]) -> Seen:
    """That many players who have all seen the same rewards of 0 and 1."""
    tried, won = (np.tile(np.array(row, np.float64), (players, 1)) for row in (counts, sums))
    streams = new_streams(3, players, 1 + 2 * len(counts))
    beliefs = streams[:, :, 1:].reshape(2, players, 2, len(counts)).swapaxes(1, 2)
    return Seen(sum(counts), tried, won, won, streams[:, :, 0], beliefs)


def test_ucb1_by_hand() -> None:
    """n = 10, ln 10 = 2.302585: 3/4 + sqrt(2 ln 10 / 4), 0 + sqrt(2 ln 10 / 1), 2/5 + sqrt(2 ln 10 / 5)."""
    seen = seen_by(1, [4, 1, 5], [3, 0, 2])
    assert Ucb1().bounds(seen)[0] == pytest.approx([1.822983, 2.145966, 1.359705], abs=1e-6)
    assert Ucb1().choose(seen) == [1]
    # Without the root of two: 1.508713, 1.517427, 1.078614. With half of that factor the first arm leads.
    assert Ucb1(c=1).bounds(seen)[0] == pytest.approx([1.508713, 1.517427, 1.078614], abs=1e-6)
    assert Ucb1(c=0.5).choose(seen) == [0]


def test_ucb1_tuned_by_hand() -> None:
    """mean + sqrt(ln n / n_j min(1/4, V)), where V is the variance seen + sqrt(2 ln n / n_j)."""
    # n = 100: V = 3/4 - 9/16 + sqrt(2 ln 100 / 40) = 0.667 is more than a quarter.
    assert Ucb1Tuned().bounds(seen_by(1, [40, 60], [30, 60]))[0, 0] == pytest.approx(0.75 + math.sqrt(0.115129 / 4))
    # n = 1000: V = 0.95 - 0.95^2 + sqrt(2 ln 1000 / 900) = 0.0475 + 0.123897 is less.
    bound = Ucb1Tuned().bounds(seen_by(1, [100, 900], [50, 855]))[0, 1]
    assert bound == pytest.approx(0.95 + math.sqrt(math.log(1000) / 900 * 0.171397), abs=1e-6)


def test_ucb2_by_hand() -> None:
    """alpha = 1/2, n = 10, tau = 4 and 6: mean + sqrt(1.5 ln(10 e / tau) / (2 tau))."""
    bounds = Ucb2(alpha=0.5).bounds(seen_by(1, [4, 6], [1, 3]))[0]
    assert bounds == pytest.approx([0.25 + math.sqrt(1.5 * 1.916291 / 8), 0.5 + math.sqrt(1.5 * 1.510826 / 12)], 1e-6)


def ladder(alpha: float, most: int) -> list[int]:
    """0, then ceil((1 + alpha)^r) for r = 0, 1, 2 ... as far as `most`, each number once."""
    steps = [0]
    power = 1.0
    while steps[-1] <= most:
        if math.ceil(power) > steps[-1]:
            steps.append(math.ceil(power))
        power *= 1 + alpha
    return steps


@pytest.mark.parametrize("alpha", [0.01, 0.1, 0.5, 0.9])
def test_ucb2_keeps_to_an_arm_for_an_epoch(alpha: float) -> None:
    steps = ladder(alpha, 3000)
    if alpha == 0.5:
        assert steps[:8] == [0, 1, 2, 3, 4, 6, 8, 12]
    choices = bandits.play([0.5, 0.5, 0.45], f"ucb2(alpha={alpha})", 3000, seed=2).choices.tolist()
    epochs, begin = [0, 0, 0], 0
    while begin < 3000:
        arm = choices[begin]
        length = steps[epochs[arm] + 1] - steps[epochs[arm]]
        assert set(choices[begin : begin + length]) == {arm}
        epochs[arm] += 1
        begin += length
    assert min(epochs) > 3


@pytest.mark.parametrize("strategy", ["epsilon_greedy(epsilon=1)", "ucb1(c=0)", "ucb1", "ucb1_tuned", "ucb2"])
def test_each_arm_is_tried_once_first(strategy: str) -> None:
    choices, _ = _run(_read_arms([0.9, 0.1, 0.5, 0.2]), strategy, 4, 1, 200)
    assert (np.sort(choices, axis=0) == np.arange(4)[:, np.newaxis]).all()
    # In every order: of 200, each of the 4 arms comes first about 50 times.
    assert (abs(np.bincount(choices[0]) - 50) < 6 * math.sqrt(200 * 3 / 16)).all()


def test_ties_are_broken_by_lot() -> None:
    chosen = Ucb1().choose(seen_by(3000, [5, 5, 5, 5], [2, 4, 4, 4]))
    assert (chosen > 0).all()
    assert (abs(np.bincount(chosen)[1:] - 1000) < 6 * math.sqrt(3000 * 2 / 9)).all()


def test_naive_commits_to_the_best_mean_so_far() -> None:
    choices, rewards = _run(_read_arms([0.5, 0.6, 0.7]), "naive(tries=5)", 200, 3, 50)
    for player in range(50):
        tried, paid = choices[:15, player], rewards[:15, player]
        assert np.bincount(tried).tolist() == [5, 5, 5]
        wins = np.bincount(tried, weights=paid)
        assert set(choices[15:, player]) == {choices[15, player]}
        assert wins[choices[15, player]] == wins.max()
    assert len(set(choices[15])) == 3, "five tries mislead some of fifty players"


def test_epsilon_is_the_share_of_other_arms() -> None:
    """In the long run the regret grows by epsilon times the mean gap of the other arms: 0.2 (0.8 + 0.4) / 2."""
    result = bandits.compare([0.9, 0.1, 0.5], ["epsilon_greedy(epsilon=0.2)"], 3000, repeats=100, seed=4)
    regret = result.expected["epsilon_greedy(epsilon=0.2)"].mean
    slope = (regret[2999] - regret[999]) / 2000
    # A pull's regret is 0.8, 0.4 or 0 with probability 0.1, 0.1 and 0.8.
    deviation = math.sqrt(0.1 * 0.8**2 + 0.1 * 0.4**2 - 0.12**2)
    assert slope == pytest.approx(0.12, abs=6 * deviation / math.sqrt(2000 * 100))


def test_thompson_chooses_by_belief() -> None:
    """Beta(2, 1) is above Beta(1, 2) with probability: integral of 2 x (2 x - x^2) = 4/3 - 1/2 = 5/6."""
    chosen = Thompson().choose(seen_by(20_000, [1, 1], [1, 0]))
    assert np.mean(chosen == 0) == pytest.approx(5 / 6, abs=6 * math.sqrt(5 / 36 / 20_000))


@pytest.mark.parametrize("strategy", EVERY)
def test_regret_is_what_its_definitions_say(strategy: str) -> None:
    history = bandits.play(MEANS, strategy, 700, seed=5)
    assert history.counts.sum() == 700
    assert history.expected_regret[-1] == pytest.approx(700 * 0.9 - history.counts @ np.array(MEANS))
    assert history.realised_regret[-1] == pytest.approx(700 * 0.9 - history.rewards.sum())
    first = np.bincount(history.choices[:100], minlength=3)
    assert history.expected_regret[99] == pytest.approx(100 * 0.9 - first @ np.array(MEANS))
    assert set(history.rewards.tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize("strategy", EVERY)
def test_realised_regret_is_expected_regret_in_the_mean(strategy: str) -> None:
    result = bandits.compare(MEANS, [strategy], 400, repeats=200, seed=6)
    difference = result.realised[strategy].mean - result.expected[strategy].mean
    # Each reward varies by at most 1/4.
    assert (abs(difference) < 6 * np.sqrt(np.arange(1, 401) / 4 / 200)).all()


def test_standard_errors_are_those_of_the_mean() -> None:
    """One arm with mean 1/2: the regret after T pulls is T/2 less a binomial number, with variance T/4."""
    result = bandits.compare([0.5], ["ucb1"], 100, repeats=2000, seed=7)
    assert (result.expected["ucb1"].mean == 0).all()
    predicted = np.sqrt(np.arange(1, 101) / 4 / 2000)
    assert result.realised["ucb1"].error == pytest.approx(predicted, rel=6 / math.sqrt(2 * 2000))


@pytest.mark.parametrize("means", [[0.9, 0.6], [0.55, 0.45], [0.9, 0.8, 0.5, 0.2]])
def test_ucb1_stays_below_the_bound_of_auer(means: list[float]) -> None:
    """Theorem 1: the regret is at most 8 sum(ln T / gap) + (1 + pi^2 / 3) sum(gap), for every T."""
    curve = bandits.compare(means, ["ucb1"], 3000, repeats=50, seed=8).expected["ucb1"]
    gaps = np.array([max(means) - mean for mean in means if mean < max(means)])
    bound = 8 * np.log(np.arange(1, 3001)) * (1 / gaps).sum() + (1 + math.pi**2 / 3) * gaps.sum()
    assert (curve.mean + 6 * curve.error <= bound).all()


@pytest.mark.slow
def test_the_regret_of_ucb1_grows_like_the_logarithm() -> None:
    """Its growth by ln T lies between the constant of Lai and Robbins, gap / KL, and that of Auer, 8 / gap."""
    curve = bandits.compare([0.9, 0.6], ["ucb1"], 10_000, repeats=100, seed=9).expected["ucb1"]
    divergence = 0.6 * math.log(0.6 / 0.9) + 0.4 * math.log(0.4 / 0.1)
    for begin, end in ((100, 1000), (1000, 10_000)):
        growth = (curve.mean[end - 1] - curve.mean[begin - 1]) / math.log(end / begin)
        error = 6 * (curve.error[end - 1] + curve.error[begin - 1]) / math.log(10)
        assert 0.3 / divergence < growth - error
        assert growth + error < 8 / 0.3


@pytest.mark.slow
def test_better_strategies_are_better() -> None:
    """Thompson attains the constant of Lai and Robbins (Kaufmann 2012), and UCB1-tuned beats UCB1 in Auer's paper."""
    result = bandits.compare([0.9, 0.6, 0.6, 0.6], ["ucb1", "ucb1_tuned", "thompson"], 2000, repeats=100, seed=10)
    slow = result.expected["ucb1"]
    for better in ("ucb1_tuned", "thompson"):
        fast = result.expected[better]
        assert fast.mean[-1] + 6 * math.hypot(fast.error[-1], slow.error[-1]) < slow.mean[-1]
    assert str(result).splitlines()[0] == "expected regret after 2,000 pulls, mean of 100 repeats"
    assert str(result).splitlines()[-1].startswith("ucb1  ")


@pytest.mark.parametrize("strategy", EVERY)
def test_a_player_is_the_same_alone_and_among_others(strategy: str) -> None:
    alone = bandits.play(MEANS, strategy, 150, seed=11)
    choices, rewards = _run(_read_arms(MEANS), strategy, 150, 11, 7)
    assert (alone.choices == choices[:, 0]).all()
    assert (alone.rewards == rewards[:, 0]).all()
    assert (choices[:, 0] != choices[:, 1]).any() or (rewards[:, 0] != rewards[:, 1]).any()


def test_all_strategies_meet_the_same_luck() -> None:
    def paid(strategy: str, arm: int) -> NDArray[np.float64]:
        history = bandits.play([0.5, 0.5], strategy, 300, seed=12)
        return np.extract(history.choices == arm, history.rewards)

    for arm in (0, 1):
        sequences = [paid(strategy, arm) for strategy in EVERY]
        longest = max(sequences, key=len)
        assert all((sequence == longest[: len(sequence)]).all() for sequence in sequences)


def test_a_seed_repeats_a_history() -> None:
    first, again, other, fresh = (bandits.play(MEANS, "thompson", 300, seed=seed) for seed in (1, 1, 2, None))
    assert (first.choices == again.choices).all()
    assert (first.rewards == again.rewards).all()
    assert (first.choices != other.choices).any()
    assert (bandits.play(MEANS, "thompson", 300, seed=fresh.seed).choices == fresh.choices).all()


@pytest.mark.parametrize("strategy", EVERY)
def test_a_function_that_tosses_a_coin_is_a_coin(strategy: str) -> None:
    def coin(rng: Rng) -> float:
        return float(rng.uniform() < 0.6)

    number = bandits.play([0.5, 0.6], strategy, 200, seed=13)
    function = bandits.play([0.5, Arm(coin, mean=0.6)], strategy, 200, seed=13)
    assert (number.choices == function.choices).all()
    assert (number.rewards == function.rewards).all()
    assert (number.expected_regret == function.expected_regret).all()


def test_any_reward_from_0_to_1_will_do() -> None:
    """Uniform rewards have mean 1/2; an arm that always pays 0.6 is better, and every learner finds out."""
    arms = [Arm(Rng.uniform, mean=0.5), Arm(lambda rng: 0.6, mean=0.6)]
    for strategy in ("ucb1(c=0.5)", "ucb1_tuned", "ucb2", "thompson"):
        history = bandits.play(arms, strategy, 2000, seed=14)
        assert history.counts[1] > 1000
        assert history.expected_regret[-1] == pytest.approx(0.1 * history.counts[0])


def test_printing() -> None:
    history = bandits.play([1, 0], "ucb1(c=0)", 5, seed=1)
    assert str(history) == ("ucb1(c=0): 5 pulls paid 4.0; pulls of each arm: 4, 1; regret 1.0 realised, 1.0 expected")
    assert str(bandits.play([lambda rng: 0.5], "thompson", 4)) == "thompson: 4 pulls paid 2.0; pulls of each arm: 4"


@pytest.mark.parametrize(
    ("arms", "strategy", "pulls", "message"),
    [
        ([], "ucb1", 10, "there are no arms; give at least one"),
        ([0.5, 1.5], "ucb1", 10, "arm 1 has to be a probability from 0 to 1, or a function"),
        ([math.nan], "ucb1", 10, "arm 0 has to be a probability"),
        ([True], "ucb1", 10, "arm 0 has to be a probability"),
        (["0.5"], "ucb1", 10, "arm 0 has to be a probability"),
        ([Arm(Rng.uniform, mean=-1)], "ucb1", 10, "the mean of arm 0 has to be a number from 0 to 1, not -1"),
        ([Arm(None)], "ucb1", 10, "the mean of arm 0 has to be a number from 0 to 1, not None"),
        ([lambda rng: 2.0], "ucb1", 10, "a reward of arm 0 has to be a number from 0 to 1, not 2.0"),
        ([0.5], "ucb1", 0, "pulls has to be a whole number of at least 1, not 0"),
        ([0.5], "ucb3", 10, r"there is no strategy 'ucb3' \(did you mean ucb2\?\); there are naive, epsilon_greedy"),
        ([0.5], "ucb1(d=1)", 10, "ucb1 has no option 'd'; it has c"),
        ([0.5], "thompson(c=1)", 10, "thompson has no option 'c'; it has none"),
        ([0.5], "ucb1(c=-1)", 10, "c has to be a number of at least 0, not -1"),
        ([0.5], "epsilon_greedy(epsilon=1.5)", 10, "epsilon has to be a probability from 0 to 1, not 1.5"),
        ([0.5], "epsilon_greedy(epsilon='a')", 10, "epsilon has to be a probability from 0 to 1, not 'a'"),
        ([0.5], "ucb2(alpha=0)", 10, "alpha has to be a number above 0 and below 1, not 0"),
        ([0.5], "naive(tries=0)", 10, "tries has to be a whole number of at least 1"),
        ([0.5], "ucb1(", 10, "cannot be read"),
    ],
)
def test_refusals(arms: Any, strategy: str, pulls: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        bandits.play(arms, strategy, pulls, seed=1)


def test_refusals_of_a_comparison() -> None:
    with pytest.raises(OptionError, match="a list of different strategies, not 'ucb1'"):
        bandits.compare([0.5], "ucb1", 10)
    with pytest.raises(OptionError, match="a list of different strategies"):
        bandits.compare([0.5], ["ucb1", "ucb1"], 10)
    with pytest.raises(OptionError, match="repeats has to be a whole number of at least 2, not 1"):
        bandits.compare([0.5], ["ucb1"], 10, repeats=1)
    with pytest.raises(PlayoutError, match=r"regret needs the mean of arm 1; write Arm\(draw, mean=...\)"):
        bandits.compare([0.5, Rng.uniform], ["ucb1"], 10)
    with pytest.raises(PlayoutError, match="regret needs the mean of arm 0"):
        _ = bandits.play([Rng.uniform], "ucb1", 10).expected_regret
