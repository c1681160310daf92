"""The random generator: xoroshiro128++ (Blackman and Vigna 2019), seeded and split by SplitMix64.

The functions are kernels and give the same numbers on every backend. A stream is an array of two uint64.
`seed(rng, key, index)` starts stream number `index` of a key. Streams start at independent points of a cycle of 2^128,
so every thread, worker or playout can have its own, and results do not depend on the order in which they run.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.notices import shown
from playout.rules import OptionError

__all__ = ["Rng", "below", "check_seed", "new_key", "new_stream", "next_word", "seed", "shuffle", "uniform"]

# All constants are uint64: a signed constant would make the result signed in compiled code.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_S11, _S15, _S17, _S21, _S27, _S28 = (np.uint64(n) for n in (11, 15, 17, 21, 27, 28))
_S30, _S31, _S32, _S36, _S47, _S49 = (np.uint64(n) for n in (30, 31, 32, 36, 47, 49))
_DOUBLE = 1.0 / (1 << 53)


def _mix(z: Any) -> Any:
    """SplitMix64's finaliser: a bijection of 64 bits that spreads a change of one bit over all of them."""
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return z ^ (z >> _S31)


def seed(rng: Any, key: Any, index: Any) -> None:
    """Put rng at the start of stream `index` of `key`, both below 2^63."""
    a = _mix(np.uint64(key) + _GOLDEN)
    b = _mix(a + (np.uint64(index) + np.uint64(1)) * _GOLDEN)
    rng[0] = b
    # The generator never leaves the state with both words 0.
    rng[1] = _mix(b + _GOLDEN) | np.uint64(b == np.uint64(0))


def next_word(rng: Any) -> Any:
    """The next 64 random bits."""
    a = rng[0]
    b = rng[1]
    s = a + b
    word = ((s << _S17) | (s >> _S47)) + a
    b = b ^ a
    rng[0] = ((a << _S49) | (a >> _S15)) ^ b ^ (b << _S21)
    rng[1] = (b << _S28) | (b >> _S36)
    return word


def below(rng: Any, n: Any) -> Any:
    """A whole number from 0 to n - 1, each equally likely, for 0 < n < 2^32 (Lemire 2019)."""
    size = np.uint64(n)
    product = (next_word(rng) >> _S32) * size
    low = product & _LOW
    if low < size:
        threshold = (_TWO_32 - size) % size
        while low < threshold:
            product = (next_word(rng) >> _S32) * size
            low = product & _LOW
    return np.int64(product >> _S32)


def uniform(rng: Any) -> Any:
    """A number in [0, 1): a multiple of 2^-53."""
    return np.float64(next_word(rng) >> _S11) * _DOUBLE


def shuffle(rng: Any, items: Any, n: Any) -> None:
    """Put the first n items into random order, every order equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


def new_stream(key: int, index: int = 0) -> NDArray[np.uint64]:
    """A stream for kernels."""
    rng = np.zeros(2, np.uint64)
    with np.errstate(over="ignore"):
        seed(rng, key, index)
    return rng


class Rng:
    """A stream of random numbers for people: `Rng(7)` is the same everywhere, `Rng()` is fresh."""

    def __init__(self, key: int | None = None, index: int = 0) -> None:
        self.key = new_key(key)
        self.index = index
        self.words = new_stream(self.key, index)

    def split(self, count: int) -> list[Rng]:
        """`count` streams, independent of each other and of this one."""
        with np.errstate(over="ignore"):
            key = int(next_word(self.words) >> np.uint64(1))
        return [Rng(key, index) for index in range(count)]

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        if not 0 < n < 1 << 32:
            raise OptionError(f"below() takes a number from 1 to 2^32 - 1, not {n}")
        with np.errstate(over="ignore"):
            return int(below(self.words, n))

    def uniform(self) -> float:
        """A number in [0, 1)."""
        with np.errstate(over="ignore"):
            return float(uniform(self.words))


def new_key(key: int | None) -> int:
    """The given seed, if it is valid, or a fresh one."""
    return secrets.randbits(62) if key is None else check_seed(key)


def check_seed(key: int) -> int:
    """The seed, if it is valid."""
    if isinstance(key, bool) or not isinstance(key, (int, np.integer)) or not 0 <= key < 1 << 63:
        raise OptionError(f"a seed is a whole number from 0 to 2^63 - 1, not {shown(key)}")
    return int(key)
