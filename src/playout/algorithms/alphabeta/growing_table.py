"""The transposition table of a search. It begins small and grows when it is crowded, within its memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.alphabeta.table import NEAR_WORDS, PAIR, carry_over, make_table, words_of
from playout.algorithms.memory import MEGABYTE
from playout.algorithms.saving import Contents, Kept

__all__ = ["GrowingTable"]

SMALL = 1 << 15
"""Words of the first table: small, since clearing a large one takes longer than a short search."""

PIECE = 1 << 18
"""Words of a new table that are filled at a time: 2 MB, about a millisecond."""

SAMPLE = 4096
"""The size of the sample that measures how full the table is, in words."""


class GrowingTable:
    """The table and its growth. A search without a table has a table of a single pair, which is never written.

    per_word: the table is crowded after this number of nodes for each word; an entry has two words.
    """

    def __init__(self, memory: float | None, *, is_used: bool, per_word: int) -> None:
        self.is_used = is_used
        self._per_word = per_word
        self._largest = words_of(memory)
        self.clear()

    def clear(self) -> None:
        """Replace the table by an empty one of the first size."""
        self._make(min(SMALL, self._largest) if self.is_used else PAIR)

    def _make(self, words: int) -> None:
        self.words: NDArray[np.uint64] = make_table(words)
        """The table of the kernel; see table.py."""
        self._old = self.words[:0]
        self._ready = len(self.words)
        self.has_moved = False
        """Whether it has grown, so that the indices of entries have changed."""

    @property
    def fullness(self) -> float | None:
        """The share of the largest possible table that has entries, by a sample."""
        if not self.is_used:
            return None
        # The first word of each entry; the beginning is for positions near the end of a match.
        sample = self.words[-min(SAMPLE, len(self.words)) :: PAIR // 2]
        return float(np.count_nonzero(sample)) / len(sample) * len(self.words) / self._largest

    @property
    def megabytes(self) -> float | None:
        return self.words.nbytes / MEGABYTE if self.is_used else None

    def until_crowded(self, nodes: int) -> int:
        """The number of nodes from `nodes` on until the table has to grow."""
        if len(self.words) >= self._largest or not self.is_used:
            return 1 << 62
        return max(0, self._per_word * len(self.words) - nodes)

    def grow(self, nodes: int) -> bool:
        """Make a larger table if this one is crowded after `nodes` nodes; returns whether the table is ready.

        The first access to a page of memory takes long, so a new table is filled piece by piece, and the
        clock is read between two pieces.
        """
        if self.until_crowded(nodes) == 0:
            try:
                larger = make_table(min(4 * len(self.words), self._largest))
            except MemoryError:  # the machine has less memory than the limit: stop growing
                self._largest = len(self.words)
                return True
            self._old, self.words, self._ready = self.words, larger, 0
        self._fill_piece()
        return self._ready == len(self.words)

    def _fill_piece(self) -> None:
        """Copy entries of the old table into the next piece of the new one."""
        if self._ready == len(self.words):
            return
        last = min(self._ready + PIECE, len(self.words))
        carry_over(self.words, self._old, self._ready, last)
        self._ready = last
        if last == len(self.words):
            if len(self._old) >= NEAR_WORDS:  # positions near the end keep their indices
                self.words[:NEAR_WORDS] = self._old[:NEAR_WORDS]
            self._old = self._old[:0]
            self.has_moved = True

    def contents(self) -> Contents:
        """The contents of a file: the size, and the pairs that have entries, with their indices."""
        while self._ready < len(self.words):
            self._fill_piece()
        pairs = self.words.reshape(-1, PAIR)
        used = np.flatnonzero(pairs[:, 0])  # the first entry of a pair is filled first
        return {"words": len(self.words), "pairs": len(used)}, {"used": used, "table": pairs[used]}

    def restore(self, kept: Kept, places: NDArray[Any]) -> None:
        """Take over what `contents` returned. places: the indices of the entries of the current line's nodes.

        Indices are checked, since the kernel relies on them; contents of entries need no check.
        """
        words, count = kept.number("words", PAIR, self._largest), kept.number("pairs", 0, self._largest)
        if words & (words - 1) or (words > PAIR) != (self.is_used and self._largest > PAIR):
            raise ValueError("its table has another size")
        used, pairs = kept.array("used", np.int64, (count,)), kept.array("table", np.uint64, (count, PAIR))
        if (used < 0).any() or (used >= words // PAIR).any() or (places < -1).any() or (places > words - PAIR).any():
            raise ValueError("an entry lies beyond its table")
        self._make(words)
        self.words.reshape(-1, PAIR)[used] = pairs
