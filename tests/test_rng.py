"""The generator against published numbers, the same interpreted and native, streams apart from each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout import loading, native
from playout.rng import Rng, _mix, below, new_stream, next_word, seed, shuffle, uniform
from playout.rules import OptionError

# xoroshiro128++ from the state (1, 2): the reference implementation's first outputs.
REFERENCE = [
    393217,
    669327710093319,
    1732421326133921491,
    11394790081659126983,
    9555452776773192676,
    3586421180005889563,
    1691397964866707553,
    10735626796753111697,
    15216282715349408991,
    14247243556711267923,
]
# SplitMix64 from the state 1234567: the reference implementation's first outputs.
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def draw(rng: Any, key: Any, words: Any, numbers: Any, reals: Any) -> None:
    """Kernel: everything the generator can draw, into arrays."""
    for i in range(len(words)):
        seed(rng, key, i)
        words[i] = next_word(rng)
        numbers[i] = below(rng, i + 1)
        reals[i] = uniform(rng)


def test_published_outputs() -> None:
    words = np.array([1, 2], np.uint64)
    with np.errstate(over="ignore"):
        assert [int(next_word(words)) for _ in REFERENCE] == REFERENCE


def test_the_seeding_function_is_splitmix() -> None:
    golden = 0x9E3779B97F4A7C15
    with np.errstate(over="ignore"):
        outputs = [int(_mix(np.uint64((1234567 + i * golden) % 2**64))) for i in range(1, 6)]
    assert outputs == SPLITMIX


@pytest.mark.parametrize("key", [0, 7, 2**63 - 1])
def test_native_draws_the_same_numbers(key: int) -> None:
    rules = loading.read("tic_tac_toe")
    drawn = {}
    for backend in ("python", "cpu"):
        arrays = (np.zeros(200, np.uint64), np.zeros(200, np.int64), np.zeros(200))
        native.bind(draw, rules, backend)(new_stream(0), key, *arrays)
        drawn[backend] = arrays
    for interpreted, compiled in zip(drawn["python"], drawn["cpu"], strict=True):
        assert (interpreted == compiled).all()
    assert (drawn["cpu"][0] >= np.uint64(2**63)).any(), "the highest bit was never set, so nothing is shown"


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 100])
def test_below_is_uniform(n: int) -> None:
    rng, count = Rng(n), 2000 * n if n < 10 else 20000
    seen = np.bincount([rng.below(n) for _ in range(count)], minlength=n)
    expected = count / n
    chi = float(((seen - expected) ** 2 / expected).sum())
    # Mean n - 1, deviation sqrt(2 (n - 1)): six deviations.
    assert len(seen) == n
    assert chi <= (n - 1) + 6 * (2 * (n - 1)) ** 0.5


def test_below_rejects_what_would_be_uneven() -> None:
    """With n = 3 * 2^30 a quarter of the words must be drawn again; without that the low third is twice as likely."""
    n = 3 << 30
    rng = Rng(5)
    low = sum(rng.below(n) < 1 << 30 for _ in range(6000))
    assert abs(low / 6000 - 1 / 3) < 6 * (2 / 9 / 6000) ** 0.5


def test_uniform_stays_below_one_and_has_the_right_mean() -> None:
    rng = Rng(1)
    values = [rng.uniform() for _ in range(4000)]
    assert min(values) >= 0 and max(values) < 1
    assert abs(np.mean(values) - 0.5) < 6 / np.sqrt(12 * 4000)


def test_shuffle_gives_every_order_equally_often() -> None:
    rng = new_stream(3)
    seen: dict[tuple[int, ...], int] = {}
    with np.errstate(over="ignore"):
        for _ in range(6000):
            items = np.array([0, 1, 2])
            shuffle(rng, items, 3)
            seen[tuple(items.tolist())] = seen.get(tuple(items.tolist()), 0) + 1
    assert len(seen) == 6
    assert all(abs(count - 1000) < 6 * (6000 * 5 / 36) ** 0.5 for count in seen.values())


def test_streams_of_a_seed_differ_and_are_not_correlated() -> None:
    streams = [Rng(9, index) for index in range(64)]
    rows = np.array([[stream.uniform() for _ in range(200)] for stream in streams])
    correlation = np.corrcoef(rows) - np.eye(64)
    assert np.abs(correlation).max() < 6 / np.sqrt(200)


def test_split_gives_streams_of_their_own() -> None:
    parent = Rng(4)
    first, second = parent.split(2)
    third = parent.split(1)[0]
    draws = [stream.below(1 << 31) for stream in (first, second, third, parent)]
    assert len(set(draws)) == 4
    assert [stream.below(1 << 31) for stream in Rng(4).split(2)] == draws[:2]


def test_a_fresh_generator_differs_each_time() -> None:
    assert Rng().key != Rng().key


@pytest.mark.parametrize("key", [-1, 2**63, 1.5, "7", True])
def test_bad_seeds_are_refused(key: Any) -> None:
    with pytest.raises(OptionError, match="a seed is a whole number from 0"):
        Rng(key)
