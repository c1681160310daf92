"""The transposition table: what a pair of entries keeps."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from playout.algorithms.alphabeta.table import (
    LOWER,
    NOTHING,
    PAIR,
    UPPER,
    carry_over,
    find,
    kind_of,
    make_table,
    move_of,
    place,
    store,
    stored_score,
    words_of,
)

KIND = kind_of(LOWER, 7, 0)


def put(table: NDArray[np.uint64], word: int, score: int, nodes: int) -> None:
    store(table, 0, np.uint64(word), KIND, 3, score, nodes)


def scores(table: NDArray[np.uint64], *words: int) -> list[int | None]:
    found = [find(table, 0, np.uint64(word)) for word in words]
    return [None if entry == NOTHING else int(stored_score(second)) for entry, second in found]


def test_an_entry_is_found_as_it_was_written() -> None:
    table = make_table(PAIR)
    for score in (0, 5, -5, 1 << 50, -(1 << 50)):
        for move in (0, 1023, 1024, 0x2A5F3, (1 << 18) - 1):
            store(table, 0, np.uint64(42), kind_of(LOWER | UPPER, 511, 1), move, score, 10**9)
            entry, second = find(table, 0, np.uint64(42))
            assert (stored_score(second), move_of(entry, second)) == (score, move)
            assert int(entry) & ((1 << 22) - 1) == 511 << 13 | 1 << 12 | 3 << 10 | move & 1023
    assert scores(table, 43) == [None]


def test_the_dearest_stays_and_of_the_others_the_newest() -> None:
    table = make_table(PAIR)
    put(table, 1, 11, nodes=1000)
    put(table, 2, 22, nodes=10)
    put(table, 3, 33, nodes=100)
    assert scores(table, 1, 2, 3) == [11, None, 33]
    put(table, 4, 44, nodes=100_000)
    assert scores(table, 4, 1, 3) == [44, 11, None], "what was dearest before is the newest of the others"
    put(table, 4, 45, nodes=1)
    assert scores(table, 4, 1) == [45, 11], "what is known of a position is replaced whatever it cost"


@pytest.mark.parametrize("words", [4, 64, 1 << 20])
def test_a_pair_lies_within_a_line_of_the_processor(words: int) -> None:
    table = make_table(words)
    assert (len(table), table.ctypes.data % 64) == (words, 0)
    hashes = np.random.default_rng(1).integers(0, 1 << 64, 1000, np.uint64)
    places = {int(place(word, words)) for word in hashes}
    assert all(0 <= item <= words - PAIR and item % PAIR == 0 for item in places)


def test_a_larger_table_has_what_the_smaller_had() -> None:
    """Each entry is found at its new place, and gives way to whatever comes."""
    small, large = make_table(64), make_table(256)
    words = np.random.default_rng(2).integers(0, 1 << 64, 12, np.uint64)
    for score, word in enumerate(words):
        store(small, place(word, 64), word, KIND, 3, score, 10**6)
    for first in range(0, 256, 64):
        carry_over(large, small, first, first + 64)
    for word in words:
        entry, second = find(small, place(word, 64), word)
        again, other = find(large, place(word, 256), word)
        assert (entry, stored_score(second), move_of(entry, second)) == (
            again,
            stored_score(other),
            move_of(again, other),
        )
    store(large, place(words[0], 256), words[0] ^ np.uint64(1), KIND, 3, 99, 1)
    entry, second = find(large, place(words[0], 256), words[0] ^ np.uint64(1))
    assert (entry != NOTHING, stored_score(second)) == (True, 99)
    assert large[place(words[0], 256) + 1] == second, "it is the dearest now"


def test_the_memory_is_kept() -> None:
    assert words_of(68) * 8 <= 68e6 < words_of(68) * 16
    assert words_of(0.00001) == PAIR
