"""Interpreted records compute as compiled code does, and refuse what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.views import Records

DTYPE = np.dtype(
    [("small", np.int8), ("word", np.uint64), ("cells", np.uint16, 3), ("grid", np.int8, (2, 2)), ("on", np.bool_)],
    align=True,
)


def record() -> tuple[Records, np.ndarray]:
    array = np.zeros(2, DTYPE)
    return Records(array), array


def test_small_fields_compute_in_full_width() -> None:
    records, array = record()
    s = records[1]
    s.small = 100
    s.cells[0] = 0x8000
    assert s.small * 100 + 60 == 10060
    assert s.cells[0] << 4 == 0x80000
    assert array["small"].tolist() == [0, 100]


def test_words_of_64_bits_stay_unsigned() -> None:
    s = record()[0][0]
    s.word = np.uint64(1 << 63)
    assert s.word >> np.uint64(63) == 1
    assert isinstance(s.word, np.uint64)


def test_arrays_of_arrays() -> None:
    s = record()[0][0]
    s.grid[1, 0] = 5
    assert s.grid[1][0] == 5
    assert len(s.grid) == 2
    assert [list(row) for row in s.grid] == [[0, 0], [5, 0]]


def test_a_value_that_does_not_fit_is_refused() -> None:
    s = record()[0][0]
    with pytest.raises(OverflowError, match=r"the field small \(int8\) cannot hold 128"):
        s.small = 128
    with pytest.raises(OverflowError):
        s.cells[1] = np.int64(-1)
    assert s.small == 0
    assert s.cells[1] == 0


def test_a_misspelt_field_is_refused() -> None:
    s = record()[0][0]
    with pytest.raises(AttributeError):
        s.smal = 1


def test_a_whole_array_is_refused_in_words() -> None:
    """Native code would allocate another array for its result."""
    whole: Any = record()[0][0].cells
    for attempt in ("whole + 1", "1 - whole", "whole > 0", "-whole", "whole & whole"):
        with pytest.raises(TypeError, match="on a whole array makes a new array, which rules must not do: loop over"):
            eval(attempt, {"whole": whole})
    with pytest.raises(AttributeError, match="rules cannot use copy of an array of State: loop over its cells"):
        whole.copy()


def test_an_array_field_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match="write the elements of the array field cells"):
        record()[0][0].cells = [1, 2, 3]
