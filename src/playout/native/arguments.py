"""The arguments of native code: their kinds, which select the compiled code, and the words that it is called with.

A kernel takes arrays, numbers, and tuples of them; it reads the fields of a named tuple by name. A number is an int64,
a uint64, a float64 or a bool; smaller types are widened. A number takes one word of eight bytes. An array is passed as
the address of its data, its shape and its strides.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

__all__ = ["PACKED", "ArrayKind", "Kind", "NamedKind", "Reader", "array_kind", "fits", "struct_format"]


@dataclass(frozen=True, eq=False)
class ArrayKind:
    """The type and layout of an array. Arrays of one kind share compiled code. Each kind exists once and is compared by
    identity.
    """

    dtype: np.dtype[Any]
    dimensions: int
    flags: int
    """The bits of `_LAYOUT` that the array has."""


@dataclass(frozen=True)
class NamedKind:
    """Marks the start of a named tuple: its class, compared by identity."""

    form: type[tuple[Any, ...]]

    def __repr__(self) -> str:
        return f"{self.form.__name__}({', '.join(self.form._fields)}"  # type: ignore[attr-defined]


Kind: TypeAlias = "str | ArrayKind | NamedKind"
"""The kind of a number is its letter in `struct`; the kind of an array is an ArrayKind. The kinds of a tuple stand
between "(" and ")"; those of a named tuple between a NamedKind and ")".
"""

# Bits of `ndarray.flags.num`: C-contiguous, Fortran-contiguous, aligned, writeable.
_C, _FORTRAN = 0x1, 0x2
_LAYOUT = _C | _FORTRAN | 0x100 | 0x400

PACKED = _C | 0x100 | 0x400
"""The flags of an array that is C-contiguous, aligned and writeable."""

_FORMATS = {"q": "q", "Q": "Q", "d": "d", "?": "?7x", "(": "", ")": ""}

_array_kinds: dict[tuple[np.dtype[Any], int, int], ArrayKind] = {}


class Reader:
    """Reads the arguments of a kernel.

    Asking NumPy for the address of an array is the slowest part, and most calls pass the same arrays as an earlier
    call. So the kind and words of an array are kept as long as the array lives. Several threads may read at the same
    time.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], ArrayKind, tuple[int, ...]]] = {}
        """By its `id`: an array that was passed, its kind and its words."""

    def read(self, arguments: tuple[Any, ...]) -> tuple[tuple[Kind, ...], list[Any]]:
        """The kinds and the words of the arguments. Raises TypeError for a value of another type."""
        kinds: list[Kind] = []
        words: list[Any] = []
        self._read(arguments, kinds, words)
        return tuple(kinds), words

    def _read(self, arguments: tuple[Any, ...], kinds: list[Kind], words: list[Any]) -> None:
        for value in arguments:
            known = self._known.get(id(value))
            if known is not None and known[0]() is value:
                kinds.append(known[1])
                words += known[2]
            elif (array := self.read_array(value)) is not None:
                kind, found, is_fixed = array
                if is_fixed:
                    self._known[id(value)] = weakref.ref(value, partial(self._forget, id(value))), kind, found
                kinds.append(kind)
                words += found
            elif isinstance(value, tuple):
                kinds.append(NamedKind(type(value)) if hasattr(value, "_fields") else "(")
                self._read(value, kinds, words)
                kinds.append(")")
            else:
                kinds.append(_number_kind(value))
                words.append(value)

    def _forget(self, key: int, gone: weakref.ref[Any]) -> None:
        """An array is gone; another one may have its id by now."""
        known = self._known.get(key)
        if known is not None and known[0] is gone:
            self._known.pop(key, None)

    def read_array(self, value: Any) -> tuple[ArrayKind, tuple[int, ...], bool] | None:
        """An array's kind and words, and whether they stay the same as long as it lives. None if the value is not an
        array.
        """
        if not isinstance(value, np.ndarray):
            return None
        kind = array_kind(value.dtype, value.ndim, value.flags.num)
        return kind, (value.ctypes.data, *value.shape, *value.strides), True


def array_kind(dtype: np.dtype[Any], dimensions: int, flags: int) -> ArrayKind:
    """The kind of an array with this type, number of dimensions and `ndarray.flags.num`."""
    flags &= _LAYOUT
    if flags & _C:  # an array of one row is contiguous in both orders; code for C-contiguous arrays takes it
        flags &= ~_FORTRAN
    key = dtype, dimensions, flags
    return _array_kinds.get(key) or _array_kinds.setdefault(key, ArrayKind(*key))


def _number_kind(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "?"
    if isinstance(value, int):
        return "q" if value < 1 << 63 else "Q"
    if isinstance(value, (float, np.floating)):
        return "d"
    if isinstance(value, np.integer):
        return "Q" if isinstance(value, np.unsignedinteger) else "q"
    raise TypeError(f"native code takes arrays, numbers and tuples of them, not a {type(value).__name__}")


def fits(kinds: tuple[Kind, ...], known: tuple[Kind, ...]) -> bool:
    """Whether code compiled for `known` can be called with arguments of these kinds: an integer may be passed as a
    float64.
    """
    return len(kinds) == len(known) and all(
        one == other or (one == "q" and other == "d") for one, other in zip(kinds, known, strict=True)
    )


def struct_format(kinds: tuple[Kind, ...]) -> str:
    """The `struct` format of the words of such arguments."""
    return "".join(map(_format, kinds))


def _format(kind: Kind) -> str:
    if isinstance(kind, ArrayKind):
        return "Q" + "qq" * kind.dimensions
    return "" if isinstance(kind, NamedKind) else _FORMATS[kind]
