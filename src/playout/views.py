"""Views of records for interpreted rules, with the arithmetic of compiled code.

A NumPy scalar computes in its own width, compiled code in 64 bits. So a field reads as a Python number here, a 64-bit
field as NumPy's 64-bit scalar, and writing a value that does not fit its field raises OverflowError.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Numbers", "Records", "duplicate", "fields_text", "record_view"]


class Numbers:
    """An array field of small integers: elements read as Python ints, and must fit when written."""

    __slots__ = ("_array", "_cells")

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        # A memoryview reads one number in a third of the time that a NumPy array takes.
        self._cells = memoryview(array) if array.ndim == 1 else None  # type: ignore[arg-type]

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and self._cells is not None:
            return self._cells[index]
        item = self._array[index]
        return Numbers(item) if isinstance(item, np.ndarray) else item.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(value, Numbers):
            self._array[index] = value._array
        elif isinstance(value, np.ndarray):
            self._array[index] = value
        else:
            # NumPy checks the range of a Python int, but silently drops the high bits of a NumPy scalar.
            self._array[index] = int(value)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return np.array(self._array, dtype=dtype)

    def __repr__(self) -> str:
        return repr(self._array.tolist())

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"rules cannot use {name} of an array of State: loop over its cells", name=name)


def _refuse_whole(sign: str) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise TypeError(f"{sign} on a whole array makes a new array, which rules must not do: loop over its cells")

    return refuse


for _words, _sign in (
    ("add radd iadd", "+"),
    ("sub rsub isub neg", "-"),
    ("mul rmul imul", "*"),
    ("truediv rtruediv", "/"),
    ("floordiv rfloordiv", "//"),
    ("mod rmod", "%"),
    ("and rand", "&"),
    ("or ror", "|"),
    ("xor rxor", "^"),
    ("invert", "~"),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
):
    for _word in _words.split():
        setattr(Numbers, f"__{_word}__", _refuse_whole(_sign))


def _scalar(name: str, index: int, convert: Callable[[Any], Any] | None) -> property:
    def get(self: Any) -> Any:
        cell = self._fields[index]
        if cell is None:
            cell = self._attach(index)
        return cell.item() if convert is not None else cell[()]

    def put(self: Any, value: Any) -> None:
        cell = self._fields[index]
        if cell is None:
            cell = self._attach(index)
        try:
            cell[()] = convert(value) if convert is not None else value
        except OverflowError:
            raise OverflowError(f"the field {name} ({cell.dtype}) cannot hold {value}") from None

    return property(get, put)


def _array(name: str, index: int) -> property:
    def get(self: Any) -> Any:
        field = self._fields[index]
        return self._attach(index) if field is None else field

    def put(self: Any, value: Any) -> None:
        raise TypeError(f"write the elements of the array field {name}, not the field: s.{name}[i] = ...")

    return property(get, put)


@lru_cache(maxsize=256)
def record_view(dtype: np.dtype[Any]) -> type:
    """A class whose instances read and write one record of `dtype` in place."""
    names = dtype.names or ()
    members: dict[str, Any] = {"__slots__": ("_fields", "_place", "_records")}
    kinds: list[tuple[str, bool]] = []
    for index, name in enumerate(names):
        cell = dtype[name]
        small = cell.base.kind in "iub" and cell.base.itemsize < 8
        kinds.append((name, small))
        if cell.shape:
            members[name] = _array(name, index)
        elif cell.kind == "b":
            members[name] = _scalar(name, index, bool)
        elif small or cell.kind == "i":
            members[name] = _scalar(name, index, int)
        else:
            members[name] = _scalar(name, index, None)

    def begin(self: Any, records: NDArray[Any], i: tuple[int, ...]) -> None:
        self._records, self._place = records, i
        self._fields = [None] * len(kinds)

    def attach(self: Any, index: int) -> Any:
        """Make the view of a field at its first use, since most functions of a game use few fields."""
        name, small = kinds[index]
        field = self._records[name][(*self._place, ...)]
        self._fields[index] = Numbers(field) if field.ndim and small else field
        return self._fields[index]

    def describe(self: Any) -> str:
        return "\n".join(f"{name} = {field}" for name, field in zip(names, fields_of(self), strict=True))

    members |= {"__init__": begin, "__repr__": describe, "_attach": attach, "_names": names}
    return type("Record", (), members)


def fields_of(record: Any) -> list[Any]:
    """All fields of a record view."""
    return [record._attach(index) if field is None else field for index, field in enumerate(record._fields)]


class Records:
    """An array of records, of any dimensions, whose items are views, for interpreted kernels."""

    __slots__ = ("_views", "array")

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self._views: dict[Any, Any] = {}

    def __reduce__(self) -> tuple[type[Records], tuple[NDArray[Any]]]:
        return Records, (self.array,)

    def __len__(self) -> int:
        return len(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def __getitem__(self, i: Any) -> Any:
        view = self._views.get(i)
        if view is None:
            place = tuple(map(int, i)) if isinstance(i, tuple) else (int(i),)
            view = self._views[i] = record_view(self.array.dtype)(self.array, place)
        return view


def duplicate(record: Any) -> Any:
    """An independent copy of a record view."""
    fields = [field._array if isinstance(field, Numbers) else field for field in fields_of(record)]
    kind = np.dtype([(name, field.dtype, field.shape) for name, field in zip(record._names, fields, strict=True)])
    copy = np.zeros(1, kind)
    for name, field in zip(record._names, fields, strict=True):
        copy[name][0] = field
    return Records(copy)[0]


SHOWN_CELLS = 400
"""The largest number of cells of an array that are shown."""

SHOWN_WIDTH = 60
"""Characters of a row of cells."""


def fields_text(record: np.void) -> str:
    """A position of a game without `show`: a line for each field, or more for a large array."""
    names = record.dtype.names or ()
    width = max(map(len, names), default=0)
    rows = [(name, row) for name in names for row in _value_rows(record[name])]
    before = [None, *(name for name, _ in rows)]
    return "\n".join(
        f"{'' if name == last else name:{width}}  {row}" for (name, row), last in zip(rows, before, strict=False)
    )


def _value_rows(value: Any) -> list[str]:
    """A number as it is; a small array in one line, with a bar between its rows; a large one row by row."""
    if not isinstance(value, np.ndarray):
        return [str(value)]
    if value.size > SHOWN_CELLS:
        cells = " ".join(map(str, value.ravel()[:SHOWN_CELLS].tolist()))
        return textwrap.wrap(f"{cells} ... ({value.size:,} cells)", SHOWN_WIDTH)
    rows = [" ".join(map(str, row)) for row in value.reshape(-1, value.shape[-1]).tolist()]
    line = " | ".join(rows)
    return [line] if len(line) <= SHOWN_WIDTH else [part for row in rows for part in textwrap.wrap(row, SHOWN_WIDTH)]
