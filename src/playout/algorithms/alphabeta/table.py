"""A transposition table: results of positions in pairs of entries, each entry of two 64-bit words.

The first word of an entry has 42 bits of the position's hash, 9 of the depth, 1 whether an evaluation was needed, 2 of
the bound and the lower 10 of the best move. The second word has the score, relative to the position, the upper 8 bits
of the move and 4 bits of the entry's cost in nodes. The first entry of a pair is the most expensive one so far, the
second the newest of the others.
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
"""The depth of a search to the end of the match."""

TO_DEPTH = Switch("to_depth")
"""Whether there are other depths than FOREVER. Without it, the kernel can only solve positions."""

LOWER, UPPER = 1, 2
"""The score is a lower bound, or an upper bound. Both together: the score is exact."""

NOTHING = np.uint64(0)
"""An entry that was never written."""

MOVE = (1 << 18) - 1
"""The bits of a move that an entry holds."""

PAIR = 4
"""Words of a pair of entries, which is also the smallest table."""

NEAR, NEAR_WORDS = 12, 1 << 17
"""Positions with at most NEAR plies left share NEAR_WORDS words, which stay in the processor's cache."""

DEFAULT = 68
"""The default size of a table in megabytes: 2^22 entries."""

_LINE = 64
"""Bytes of a cache line; a pair never lies across two lines."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_CHECK = np.uint64(((1 << 42) - 1) << 22)
_S10, _S13, _S22, _S29, _S32 = (np.uint64(n) for n in (10, 13, 22, 29, 32))


@cache
def words_of(memory: float | None) -> int:
    """The length of the largest table within `memory` megabytes, a power of two."""
    words = PAIR
    while words * 16 <= (memory or DEFAULT) * MEGABYTE:
        words *= 2
    return words


def make_table(words: int) -> NDArray[np.uint64]:
    """An empty table, aligned so that each pair lies within a cache line."""
    space = np.zeros(words + _LINE // 8, np.uint64)
    first = -space.ctypes.data % _LINE // 8
    return space[first : first + words]


def carry_over(table: NDArray[np.uint64], old: NDArray[np.uint64], first: int, last: int) -> None:
    """Copy entries of the old table into the words from first to last of a larger one.

    The bits of a hash that decide the index in the larger table are not stored. So an entry is copied to every index
    that it may have, with the lowest cost, since only one of the copies can be found.
    """
    factor = len(table) // len(old)
    pairs = old[first // factor : last // factor].reshape(-1, 1, PAIR).copy()
    pairs[:, :, 1::2] &= ~np.uint64(15)
    table[first:last].reshape(-1, factor, PAIR)[:] = pairs


def spread(word: Any) -> Any:
    """Kernel: a bijection that spreads every difference of two keys over all bits."""
    word = (np.uint64(word) ^ (np.uint64(word) >> _S29)) * _MULTIPLIER
    return word ^ (word >> _S29)


def part_for(length: Any, plies: Any) -> Any:
    """Kernel: the number of words of a table of this length that hold positions with `plies` plies left."""
    return length if plies > NEAR else min(length, NEAR_WORDS)


def place(word: Any, length: Any) -> Any:
    """Kernel: the index of a hash's pair in `length` words: its highest bits. The entry keeps the other bits."""
    return np.int64(((word >> _S32) * np.uint64(length // PAIR)) >> _S32) * PAIR


def is_for(entry: Any, word: Any) -> Any:
    """Kernel: whether an entry was made for this hash."""
    return entry != NOTHING and (entry ^ (word << _S22)) & _CHECK == NOTHING


def find(table: Any, i: Any, word: Any) -> Any:
    """Kernel: the two words of this hash's entry in the pair at i; NOTHING if it is not there, or if i is below 0."""
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
    """Kernel: the best move of an entry, shortened by `short`."""
    return np.int64(entry & np.uint64(1023)) | (second & 4080) << 6


def short(move: Any) -> Any:
    """Kernel: the bits of a move that an entry holds."""
    return move & MOVE


def stored_score(second: Any) -> Any:
    """Kernel: the score of an entry."""
    return second >> 12


def store(table: Any, i: Any, word: Any, kind: Any, move: Any, score: Any, nodes: Any) -> None:
    """Kernel: write an entry whose search took `nodes` nodes; kind: from `kind_of`."""
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
    """Kernel: bound, depth and use of an evaluation as one number, for an entry."""
    return depth << 13 | opened << 12 | bound << 10


def usable(entry: Any, found: Any, depth: Any, alpha: Any, beta: Any, deeper: Any) -> Any:
    """Kernel: whether an entry decides a search of this depth and window; deeper: entries of deeper searches count."""
    stored = np.int64(entry >> _S13) & 511
    if stored < depth or (stored > depth and deeper == 0):
        return False
    bound = np.int64(entry >> _S10) & 3
    return bound == 3 or (bound == LOWER and found >= beta) or (bound == UPPER and found <= alpha)


def adjust(score: Any, plies: Any) -> Any:
    """Kernel: a score whose plies are counted from a position `plies` plies later in the line."""
    return score + plies if score > 0 else score - plies if score < 0 else score
