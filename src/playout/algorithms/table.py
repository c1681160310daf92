"""A transposition table: what is known about positions met before, in entries of two words.

The first word holds 42 bits of the position's hash, then 9 of the depth, 1 whether an evaluation was needed, 2 of the
bound and 10 of the best move; the second is the score, counted from the position itself. The newest entry stays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.limits import MEGABYTE

__all__ = [
    "LOWER",
    "NOTHING",
    "UPPER",
    "adjust",
    "entry_of",
    "is_for",
    "place",
    "spread",
    "usable",
    "words_of",
]

LOWER, UPPER = 1, 2
"""The score is at least, or at most, this much; both: exactly."""

NOTHING = np.uint64(0)
"""An entry that was never written."""

DEFAULT = 68
"""Megabytes of a table where nobody says; 2^22 entries."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_CHECK = np.uint64(((1 << 42) - 1) << 22)
_S10, _S13, _S22, _S29, _S32 = (np.uint64(n) for n in (10, 13, 22, 29, 32))


def words_of(memory: float | None) -> int:
    """The length of the largest table within so many megabytes, a power of two."""
    words = 4
    while words * 16 <= (memory or DEFAULT) * MEGABYTE:
        words *= 2
    return words


def spread(word: Any) -> Any:
    """Kernel: a bijection that moves what differs between positions to all bits."""
    word = (np.uint64(word) ^ (np.uint64(word) >> _S29)) * _MULTIPLIER
    return word ^ (word >> _S29)


def place(word: Any, length: Any) -> Any:
    """Kernel: the entry of a hash in a table of so many words: by its highest bits, the entry keeps the others."""
    return np.int64(((word >> _S32) * np.uint64(length >> 1)) >> _S32) * 2


def is_for(entry: Any, word: Any) -> Any:
    """Kernel: whether an entry was made for this hash."""
    return (entry ^ (word << _S22)) & _CHECK == NOTHING


def usable(entry: Any, found: Any, depth: Any, alpha: Any, beta: Any) -> Any:
    """Kernel: whether an entry answers a search of that depth and window."""
    if np.int64(entry >> _S13) & 511 != depth:
        return False
    bound = np.int64(entry >> _S10) & 3
    return bound == 3 or (bound == LOWER and found >= beta) or (bound == UPPER and found <= alpha)


def entry_of(word: Any, bound: Any, depth: Any, opened: Any, move: Any) -> Any:
    """Kernel: the first word of an entry."""
    return (word << _S22) | np.uint64(depth << 13 | opened << 12 | bound << 10 | (move & 1023))


def adjust(score: Any, plies: Any) -> Any:
    """Kernel: a score whose distance is counted from so many plies later in the line."""
    return score + plies if score > 0 else score - plies if score < 0 else score
