"""Sets of numbers below 64, stored as the bits of one uint64. Kernels; each compiles to a single instruction."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["EMPTY", "ONE", "bit", "count", "lowest", "reverse_bytes", "without_lowest"]

EMPTY = np.uint64(0)
ONE = np.uint64(1)

_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_ODD_BYTES = np.uint64(0x00FF00FF00FF00FF)
_ODD_PAIRS = np.uint64(0x0000FFFF0000FFFF)
_S1, _S2, _S4, _S8, _S16, _S32, _S56 = (np.uint64(n) for n in (1, 2, 4, 8, 16, 32, 56))


def bit(index: Any) -> Any:
    """The set that contains only this number."""
    return ONE << np.uint64(index)


def count(word: Any) -> Any:
    """The size of a set."""
    word = word - (word >> _S1 & _PAIRS)
    word = (word & _FOURS) + (word >> _S2 & _FOURS)
    word = word + (word >> _S4) & _BYTES
    return np.int64(word * _SUM >> _S56)


def lowest(word: Any) -> Any:
    """The lowest number in a set; 64 if it is empty."""
    return count(~word & word - ONE)


def without_lowest(word: Any) -> Any:
    """A set without its lowest number."""
    return word & word - ONE


def reverse_bytes(word: Any) -> Any:
    """The eight bytes of a word in the opposite order: a board of 8 by 8, upside down."""
    word = word >> _S8 & _ODD_BYTES | (word & _ODD_BYTES) << _S8
    word = word >> _S16 & _ODD_PAIRS | (word & _ODD_PAIRS) << _S16
    return word >> _S32 | word << _S32
