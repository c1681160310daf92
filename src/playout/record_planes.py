"""The default planes of a game without `planes`: the fields of its record as planes of zeros and ones.

The first planes show the seat to move, one plane per seat. Then follow the fields in the order of the record. A number
is shown by its binary digits, or as FIELDS in the game's file declares. Fields with rows and columns are shown cell by
cell; numbers of other fields fill whole planes. If the first axis of a field has an entry for each seat, the entry of
the seat to move comes first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from playout.bits import EMPTY, ONE

__all__ = ["BITS", "SEATS", "SEATS_FROM_1", "FieldKind", "fields_shown", "planes_of_record", "record_shape"]

SEATS, SEATS_FROM_1, BITS = "seats", "seats+1", "bits"
"""Kinds of fields: a seat's number or -1; a seat's number + 1, or 0; binary digits of a set or a number."""

FieldKind: TypeAlias = "str | tuple[int, int] | None"
"""One of these kinds, or (lowest value, highest value), or None if the field is not shown."""

MAX_UNDECLARED_BITS = 16
"""A number with more bits than this has to be declared in FIELDS."""

MAX_VALUE_PLANES = 16
"""A range of at most this many values is shown with a plane per value, a larger range by binary digits."""

MAX_PLANES = 4096
"""The largest number of planes."""


class _ShownField(NamedTuple):
    name: str
    cell: np.dtype[Any]
    axes: tuple[int, ...]
    """The lengths of the axes, without rows and columns if the field is on the grid."""
    on_grid: bool
    width: int
    """The number of planes of one number."""
    kind: Any


@lru_cache(maxsize=256)
def record_shape(
    dtype: np.dtype[Any], players: int, declared: tuple[tuple[str, FieldKind], ...]
) -> tuple[int, int, int]:
    """The numbers of planes, rows and columns. Raises ValueError (what to declare) if a field cannot be shown."""
    fields, (rows, columns) = _fields(dtype, players, declared)
    count = players + sum(math.prod(field.axes) * field.width for field in fields)
    if count > MAX_PLANES:
        raise ValueError(
            f"its record would make {count:,} planes, and the limit is {MAX_PLANES:,}: leave fields out by FIELDS"
        )
    return count, rows, columns


def fields_shown(dtype: np.dtype[Any], declared: tuple[tuple[str, FieldKind], ...]) -> list[str]:
    """The names of the fields that planes show."""
    known = dict(declared)
    return [name for name in dtype.names or () if known.get(name, BITS) is not None]


def _fields(
    dtype: np.dtype[Any], players: int, declared: tuple[tuple[str, FieldKind], ...]
) -> tuple[list[_ShownField], tuple[int, int]]:
    known = dict(declared)
    shown = fields_shown(dtype, declared)
    grids = {dtype[name].shape[-2:] for name in shown if len(dtype[name].shape) >= 2}
    grid = grids.pop() if len(grids) == 1 else (1, 1)
    found = []
    for name in shown:
        cell, shape = dtype[name].base, dtype[name].shape
        on_grid = len(shape) >= 2 and shape[-2:] == grid
        kind = known.get(name)
        found.append(
            _ShownField(name, cell, shape[:-2] if on_grid else shape, on_grid, _width(name, cell, kind, players), kind)
        )
    return found, (int(grid[0]), int(grid[1]))


def _width(name: str, cell: np.dtype[Any], kind: FieldKind, players: int) -> int:
    """The number of planes of one number of a field."""
    if cell.kind == "f":
        raise ValueError(f"its field {name} is a float, which has no binary digits: leave it out by FIELDS")
    if kind in (SEATS, SEATS_FROM_1):
        return players
    if isinstance(kind, tuple):
        return kind[1] - kind[0] if kind[1] - kind[0] < MAX_VALUE_PLANES else (kind[1] - kind[0]).bit_length()
    bits = 1 if cell.kind == "b" else 8 * cell.itemsize
    if kind is None and bits > MAX_UNDECLARED_BITS:
        raise ValueError(
            f"its field {name} is {cell}, which may be a hash or a counter: "
            f'say by FIELDS = {{"{name}": ...}} what it is'
        )
    return bits


@lru_cache(maxsize=256)
def planes_of_record(
    dtype: np.dtype[Any], players: int, declared: tuple[tuple[str, FieldKind], ...]
) -> Callable[..., Any]:
    """A function planes(s, seat, out) that writes the fields of a record."""
    fields, _ = _fields(dtype, players, declared)
    lines = ["def planes(s, seat, out):", "    mark(out, seat, -1, 0)"]
    plane = players
    for field in fields:
        by_seat = bool(field.axes) and field.axes[0] == players
        axes = [*field.axes, *(dtype[field.name].shape[-2:] if field.on_grid else ())]
        lines += ["    " * (axis + 1) + f"for i{axis} in range({size}):" for axis, size in enumerate(axes)]
        indices = [f"i{axis}" for axis in range(len(axes))]
        number = " + ".join([str(plane), *(f"i{k} * {_stride(field, k)}" for k in range(len(field.axes)))])
        cell = ", ".join(indices[-2:]) if field.on_grid else "-1, 0"
        if by_seat:
            indices[0] = f"(i0 + seat) % {players}"
        value = f"s.{field.name}[{', '.join(indices)}]" if axes else f"s.{field.name}"
        lines.append("    " * (len(axes) + 1) + _writing(field, f"out, {number}, {cell}", value, players))
        plane += math.prod(field.axes) * field.width
    namespace: dict[str, Any] = {"mark": mark, "digits": write_digits, "word": write_word, "__name__": __name__}
    namespace |= {"value": write_value, "seat_of": write_seat}
    exec("\n".join(lines), namespace)
    made: Callable[..., Any] = namespace["planes"]
    return made


def _writing(field: _ShownField, place: str, value: str, players: int) -> str:
    """The source of the call that writes one number of a field."""
    if field.kind in (SEATS, SEATS_FROM_1):
        first = 1 if field.kind == SEATS_FROM_1 else 0
        return f"seat_of({place}, {value} - {first}, seat, {players})"
    if isinstance(field.kind, tuple):
        least, most = field.kind
        if most - least < MAX_VALUE_PLANES:
            return f"value({place}, {value}, {least}, {most})"
        return f"digits({place}, {value} - {least}, {field.width})"
    if field.cell.kind == "b":
        return f"digits({place}, 1 if {value} else 0, 1)"
    if field.cell == np.uint64:
        return f"word({place}, {value})"
    return f"digits({place}, {value}, {field.width})"


def mark(out: Any, plane: Any, row: Any, column: Any) -> None:
    """Write 1 to a cell, or to all cells of the plane if the row is below 0."""
    if row >= 0:
        out[plane, row, column] = 1
        return
    for i in range(out.shape[1]):
        for k in range(out.shape[2]):
            out[plane, i, k] = 1


def write_digits(out: Any, plane: Any, row: Any, column: Any, value: Any, width: Any) -> None:
    """Write the binary digits of a number, the lowest first; a negative number in two's complement."""
    for i in range(width):
        if value >> i & 1:
            mark(out, plane + i, row, column)


def write_word(out: Any, plane: Any, row: Any, column: Any, value: Any) -> None:
    """Write the 64 binary digits of a uint64."""
    for i in range(64):
        if value >> np.uint64(i) & ONE != EMPTY:
            mark(out, plane + i, row, column)


def write_value(out: Any, plane: Any, row: Any, column: Any, value: Any, least: Any, most: Any) -> None:
    """Mark the plane of a value; each value above the lowest has one."""
    if least < value <= most:
        mark(out, plane + value - least - 1, row, column)


def write_seat(out: Any, plane: Any, row: Any, column: Any, owner: Any, seat: Any, players: Any) -> None:
    """Mark the plane of a seat; the plane of the seat to move is first."""
    if 0 <= owner < players:
        mark(out, plane + (owner + players - seat) % players, row, column)


def _stride(field: _ShownField, axis: int) -> int:
    """The number of planes from one index of an axis to the next."""
    return math.prod(field.axes[axis + 1 :]) * field.width
