"""The arguments of native code: their kinds, by which code is chosen, and the words in which it gets them.

A kernel takes arrays, numbers, and tuples of them, also named tuples, whose fields it reads by name. A number is an
int64, a uint64, a float64 or a bool: a smaller one is widened. Every number is a word of eight bytes; an array is the
address of its data, its shape and its strides.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

__all__ = ["PACKED", "ArrayKind", "Kind", "NamedKind", "Reader", "array_kind", "fits", "struct_format"]


@dataclass(frozen=True, eq=False)
class ArrayKind:
    """What arrays have in common that the same code serves; there is one for each, and it is compared by identity."""

    dtype: np.dtype[Any]
    dimensions: int
    flags: int
    """Of `_LAYOUT`."""


@dataclass(frozen=True)
class NamedKind:
    """What opens a named tuple: its class, which compares by identity."""

    form: type[tuple[Any, ...]]

    def __repr__(self) -> str:
        return f"{self.form.__name__}({', '.join(self.form._fields)}"  # type: ignore[attr-defined]


Kind: TypeAlias = "str | ArrayKind | NamedKind"
"""Of a number a letter as `struct` has it; of an array an ArrayKind. A tuple's kinds stand between "(" and ")"; a named
tuple's begin with a NamedKind.
"""

# Bits of `ndarray.flags.num`: contiguous in the order of C, or of Fortran; aligned; writeable.
_C, _FORTRAN = 0x1, 0x2
_LAYOUT = _C | _FORTRAN | 0x100 | 0x400

PACKED = _C | 0x100 | 0x400
"""Of an array in the order of C, its items next to each other, that can be written."""

_FORMATS = {"q": "q", "Q": "Q", "d": "d", "?": "?7x", "(": "", ")": ""}

_array_kinds: dict[tuple[np.dtype[Any], int, int], ArrayKind] = {}


class Reader:
    """Reads the arguments of a kernel.

    To ask NumPy for the address of an array takes longer than all else, and mostly the arrays are those of the call
    before; so what was read of each is kept as long as it lives. Threads may read at once.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], ArrayKind, tuple[int, ...]]] = {}
        """By its place among the kinds, the array that was last seen there, with its kind and words."""

    def read(self, arguments: tuple[Any, ...]) -> tuple[tuple[Kind, ...], list[Any]]:
        """The kinds and the words of the arguments; a value of another type is refused."""
        kinds: list[Kind] = []
        words: list[Any] = []
        self._read(arguments, kinds, words)
        return tuple(kinds), words

    def _read(self, arguments: tuple[Any, ...], kinds: list[Kind], words: list[Any]) -> None:
        for value in arguments:
            known = self._known.get(len(kinds))
            if known is not None and known[0]() is value:
                kinds.append(known[1])
                words += known[2]
            elif (array := self.read_array(value)) is not None:
                kind, found, is_fixed = array
                if is_fixed:
                    self._known[len(kinds)] = weakref.ref(value), kind, found
                kinds.append(kind)
                words += found
            elif isinstance(value, tuple):
                kinds.append(NamedKind(type(value)) if hasattr(value, "_fields") else "(")
                self._read(value, kinds, words)
                kinds.append(")")
            else:
                kinds.append(_number_kind(value))
                words.append(value)

    def read_array(self, value: Any) -> tuple[ArrayKind, tuple[int, ...], bool] | None:
        """An array's kind and words, and whether they stay the same as long as it lives; None for anything else."""
        if not isinstance(value, np.ndarray):
            return None
        kind = array_kind(value.dtype, value.ndim, value.flags.num)
        return kind, (value.ctypes.data, *value.shape, *value.strides), True


def array_kind(dtype: np.dtype[Any], dimensions: int, flags: int) -> ArrayKind:
    """What arrays of this type and layout have in common; flags: as `ndarray.flags.num` has them."""
    flags &= _LAYOUT
    if flags & _C:  # an array of one row is in the order of Fortran, too, which code for C does not ask
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
    """Whether code for `known` computes the same with arguments of these kinds: a whole number may be a float64."""
    return len(kinds) == len(known) and all(
        one == other or (one == "q" and other == "d") for one, other in zip(kinds, known, strict=True)
    )


def struct_format(kinds: tuple[Kind, ...]) -> str:
    """The format of the words of such arguments, for `struct`."""
    return "".join(map(_format, kinds))


def _format(kind: Kind) -> str:
    if isinstance(kind, ArrayKind):
        return "Q" + "qq" * kind.dimensions
    return "" if isinstance(kind, NamedKind) else _FORMATS[kind]
