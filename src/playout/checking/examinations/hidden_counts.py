"""Counts of the hidden values of a position: single values, and pairs that come together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from playout.examining.patient import Position

__all__ = ["Key", "by_kind", "differences", "hides_the_same", "in_words"]

Key = tuple[Any, ...]
"""The key of a count: its kind, the row of a field, and numbers."""

WORDS = {
    "value": "{1} is hidden in {0}",
    "agree": "two hidden values agree in {0}",
    "seen": "a hidden value agrees with a seen one in {0}",
    "bit": "bit {1} is set in {0}",
    "cell": "{2} is in {0}[{1}]",
    "values": "{1} and {2} are hidden together in {0}",
    "values apart": "two hidden values in {0} differ by {1}",
    "bits": "bits {1} and {2} are set together in {0}",
    "bits apart": "two bits that are {1} apart are set together in {0}",
    "cells": "{0}[{1}] and {0}[{2}] agree",
    "cells apart": "two cells of {0} that are {1} apart agree",
}
"""A key in words, by its kind."""

MIN_CELLS_PER_VALUE = 3
"""A row of a field with at least this many cells per value has a cell for each card; any other row lists cards."""

MIN_SET_BYTES = 2
"""A whole number of at least this many bytes may be a set of bits."""

BITS = 64

MODULUS = 20
"""Pairs of numbers are counted modulo this, so that a row has at most 210 kinds of pairs and 20 of distances."""

MAX_PAIRED = 64
"""The largest number of hidden values in a row, or cells of one value, whose pairs are counted."""


def differences(truth: Position, guessed: Position, view: Position) -> Counter[Key]:
    """The counts in the true position minus those in a guess. Exchanging the two changes nothing but the sign.

    The order within a row that lists cards does not count, since a hand may be stored in any order.
    """
    found: Counter[Key] = Counter()
    fields = [field for field in truth.dtype.names or () if (truth[field] != guessed[field]).any()]
    for name, true, other, shown in _rows(fields, truth, guessed, view):
        if (true != other).any():
            place = (true != shown) | (other != shown)
            by_cell = _is_by_cell(true, other)
            found.update(_counts(name, true, shown, place, by_cell))
            found.subtract(_counts(name, other, shown, place, by_cell))
    return found


def hides_the_same(before: Position, view: Position, after: Position, view_after: Position) -> bool:
    """Whether a view after a move hides exactly what it hid before: in each row the same values in the same order.

    A row may list further cards that are shown, before or after the hidden ones.
    """
    pairs = ((before, view), (after, view_after))
    names = before.dtype.names or ()
    fields = [field for field in names if any((item[field] != shown[field]).any() for item, shown in pairs)]
    return all(
        np.array_equal(old[old != old_shown], new[new != new_shown])
        for _, old, old_shown, new, new_shown in _rows(fields, before, view, after, view_after)
    )


def _rows(fields: Sequence[str], *positions: Position) -> Iterator[tuple[Any, ...]]:
    """The rows of some fields: a name, and the row in each position."""
    for field in fields:
        items = [np.atleast_1d(position[field][0]) for position in positions]
        tables = [item.reshape(-1, item.shape[-1]) for item in items]
        for row, rows in enumerate(zip(*tables, strict=True)):
            yield (field if len(tables[0]) == 1 else f"{field}[{row}]", *rows)


def _is_by_cell(*rows: Any) -> bool:
    """Whether these rows have a cell for each card, which holds its place, and do not list cards."""
    return MIN_CELLS_PER_VALUE * len(np.unique(np.concatenate(rows))) <= len(rows[0])


def by_kind(key: Key) -> tuple[Any, ...]:
    """Sorts keys: single values before pairs."""
    return list(WORDS).index(key[0]), *key[1:]


def in_words(key: Key) -> str:
    kind, *numbers = key
    return WORDS[kind].format(*numbers)


def _counts(name: str, row: Any, shown: Any, place: Any, by_cell: bool) -> Counter[Key]:
    """Counts in a row of a field. place: which of its cells are hidden."""
    found: Counter[Key] = Counter()
    inside = row[place]
    values, counts = np.unique(inside, return_counts=True)
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        found["value", name, value] = count
    found["agree", name] = int((counts * (counts - 1) // 2).sum())
    found["seen", name] = int((inside[:, None] == shown[~place][None, :]).sum())
    if row.dtype.kind in "iu":
        if row.dtype.itemsize >= MIN_SET_BYTES:
            _count_bits(found, name, inside)
        if not by_cell:
            _count_all_pairs(found, "values", name, inside)
    if by_cell:
        cells = np.flatnonzero(place)
        for cell in cells.tolist():
            found["cell", name, cell, row[cell].item()] = 1
        for value in values:
            _count_all_pairs(found, "cells", name, cells[row[cells] == value])
    return found


def _count_bits(found: Counter[Key], name: str, values: Any) -> None:
    """Count how often each bit and each pair of bits is set."""
    words = values[values >= 0].astype(np.uint64)
    is_set = ((words[:, None] >> np.arange(BITS, dtype=np.uint64)) & np.uint64(1)).astype(np.int64)
    together = is_set.T @ is_set
    for bit, count in enumerate(together.diagonal().tolist()):
        if count:
            found["bit", name, bit] = count
    a, b = np.nonzero(np.triu(together, 1))
    _count_pairs(found, "bits", name, a, b, together[a, b])


def _count_all_pairs(found: Counter[Key], kind: str, name: str, numbers: Any) -> None:
    """Count the pairs of these numbers, unless there are too many."""
    if 2 <= len(numbers) <= MAX_PAIRED:
        a, b = (numbers[at].astype(np.int64) for at in _all_pairs(len(numbers)))
        _count_pairs(found, kind, name, a, b, (a != b).astype(np.int64))


@cache
def _all_pairs(n: int) -> tuple[Any, ...]:
    """The first and the second indices of all pairs of n things."""
    return np.triu_indices(n, 1)


def _count_pairs(found: Counter[Key], kind: str, name: str, a: Any, b: Any, counts: Any) -> None:
    """Count pairs, and how far they are apart. counts: how often each pair occurs."""
    apart = np.bincount(np.abs(a - b) % MODULUS, counts)
    a, b = a % MODULUS, b % MODULUS
    pairs = np.bincount(np.minimum(a, b) * MODULUS + np.maximum(a, b), counts)
    for distance in np.flatnonzero(apart).tolist():
        found[f"{kind} apart", name, distance] += int(apart[distance])
    for pair in np.flatnonzero(pairs).tolist():
        found[kind, name, pair // MODULUS, pair % MODULUS] += int(pairs[pair])
