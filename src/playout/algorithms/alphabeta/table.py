"""A transposition table: what is known about positions met before, in pairs of entries of two words each.

The first word of an entry holds 42 bits of the position's hash, then 9 of the depth, 1 whether an evaluation was
needed, 2 of the bound and the lower 10 of the best move; the second is the score, counted from the position itself,
above the move's upper 8 bits and 4 bits of what the entry cost. Of a pair, the first entry is the most expensive one so
far, and the second the newest of the others.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.memory import MEGABYTE
from playout.rules import Switch

__all__ = [
    "FOREVER",
    "LOWER",
    "NEAR",
    "NEAR_WORDS",
    "NOTHING",
    "PAIR",
    "TO_DEPTH",
    "UPPER",
    "adjust",
    "carry_over",
    "find",
    "kind_of",
    "make_table",
    "move_of",
    "part_for",
    "place",
    "short",
    "spread",
    "store",
    "stored_score",
    "usable",
    "words_of",
]

FOREVER = 511
"""The depth that stands for a search to the end of the match."""

TO_DEPTH = Switch("to_depth")
"""Whether there are other depths. Without them the kernel has only what solves a position."""

LOWER, UPPER = 1, 2
"""The score is at least, or at most, this much; both: exactly."""

NOTHING = np.uint64(0)
"""An entry that was never written."""

MOVE = (1 << 18) - 1
"""The bits of a move that an entry holds."""

PAIR = 4
"""Words of two entries; the smallest table has so many."""

NEAR, NEAR_WORDS = 12, 1 << 17
"""Positions with so few plies left share a part of the table so small that it stays in the processor's cache."""

DEFAULT = 68
"""Megabytes of a table by default; 2^22 entries."""

_LINE = 64
"""Bytes that a processor fetches at once; a pair never lies across two of them."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_CHECK = np.uint64(((1 << 42) - 1) << 22)
_S10, _S13, _S22, _S29, _S32 = (np.uint64(n) for n in (10, 13, 22, 29, 32))


@cache
def words_of(memory: float | None) -> int:
    """The length of the largest table within so many megabytes, a power of two."""
    words = PAIR
    while words * 16 <= (memory or DEFAULT) * MEGABYTE:
        words *= 2
    return words


def make_table(words: int) -> NDArray[np.uint64]:
    """An empty table, whose pairs lie within the processor's lines."""
    space = np.zeros(words + _LINE // 8, np.uint64)
    first = -space.ctypes.data % _LINE // 8
    return space[first : first + words]


def carry_over(table: NDArray[np.uint64], old: NDArray[np.uint64], first: int, last: int) -> None:
    """Fill the words from first to last of a larger table with what the old one has for them.

    The bits of a hash that would tell an entry's place in the larger table are not stored, so it is copied to every
    place that it may have; with the lowest cost, since only one of the copies can be found.
    """
    factor = len(table) // len(old)
    pairs = old[first // factor : last // factor].reshape(-1, 1, PAIR).copy()
    pairs[:, :, 1::2] &= ~np.uint64(15)
    table[first:last].reshape(-1, factor, PAIR)[:] = pairs


def spread(word: Any) -> Any:
    """Kernel: a bijection that moves what differs between positions to all bits."""
    word = (np.uint64(word) ^ (np.uint64(word) >> _S29)) * _MULTIPLIER
    return word ^ (word >> _S29)


def part_for(length: Any, plies: Any) -> Any:
    """Kernel: the words, of a table of this length, among which a position with so many plies left has its place."""
    return length if plies > NEAR else min(length, NEAR_WORDS)


def place(word: Any, length: Any) -> Any:
    """Kernel: the pair of a hash in a table of so many words: by its highest bits, the entry keeps the others."""
    return np.int64(((word >> _S32) * np.uint64(length // PAIR)) >> _S32) * PAIR


def is_for(entry: Any, word: Any) -> Any:
    """Kernel: whether an entry was made for this hash."""
    return entry != NOTHING and (entry ^ (word << _S22)) & _CHECK == NOTHING


def find(table: Any, i: Any, word: Any) -> Any:
    """Kernel: what the pair at i holds for this hash: the two words of an entry; or NOTHING, as where i is below 0."""
    if i < 0:
        return NOTHING, np.int64(0)
    entry = table[i]
    if is_for(entry, word):
        return entry, np.int64(table[i + 1])
    entry = table[i + 2]
    if is_for(entry, word):
        return entry, np.int64(table[i + 3])
    return NOTHING, np.int64(0)


def move_of(entry: Any, second: Any) -> Any:
    """Kernel: the best move of an entry, as `short` has it."""
    return np.int64(entry & np.uint64(1023)) | (second & 4080) << 6


def short(move: Any) -> Any:
    """Kernel: as much of a move as an entry holds."""
    return move & MOVE


def stored_score(second: Any) -> Any:
    """Kernel: the score of an entry."""
    return second >> 12


def store(table: Any, i: Any, word: Any, kind: Any, move: Any, score: Any, nodes: Any) -> None:
    """Kernel: write an entry that took so many nodes; `kind` is made by `kind_of`."""
    cost = 0
    while nodes > 3 and cost < 15:
        nodes >>= 2
        cost += 1
    entry = (word << _S22) | np.uint64(kind | (move & 1023))
    before = table[i]
    if before != NOTHING and not is_for(before, word):
        if np.int64(table[i + 1]) & 15 > cost:
            i += 2
        else:
            table[i + 2] = before
            table[i + 3] = table[i + 1]
    table[i] = entry
    table[i + 1] = np.uint64(np.int64(score) << 12 | np.int64(move & MOVE) >> 10 << 4 | cost)


def kind_of(bound: Any, depth: Any, opened: Any) -> Any:
    """Kernel: what an entry says about its score, as one number."""
    return depth << 13 | opened << 12 | bound << 10


def usable(entry: Any, found: Any, depth: Any, alpha: Any, beta: Any, deeper: Any) -> Any:
    """Kernel: whether an entry answers a search of that depth and window; deeper: from a deeper search, too."""
    stored = np.int64(entry >> _S13) & 511
    if stored < depth or (stored > depth and deeper == 0):
        return False
    bound = np.int64(entry >> _S10) & 3
    return bound == 3 or (bound == LOWER and found >= beta) or (bound == UPPER and found <= alpha)


def adjust(score: Any, plies: Any) -> Any:
    """Kernel: a score whose distance is counted from so many plies later in the line."""
    return score + plies if score > 0 else score - plies if score < 0 else score
