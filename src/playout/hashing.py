"""Hashes of numbers and of whole positions, as kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

__all__ = ["fold", "fold_word", "key_of_fields", "key_of_object"]

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_S29 = np.uint64(29)


def fold_word(word: Any, bits: Any) -> Any:
    """A hash with 64 more bits mixed in."""
    word = (word ^ bits) * _MULTIPLIER
    return word ^ (word >> _S29)


def fold(word: Any, number: Any) -> Any:
    """A hash with one more number mixed in."""
    return fold_word(word, np.uint64(np.int64(number)))


def _fold_fraction(word: Any, number: Any) -> Any:
    return fold(word, np.float64(number).view(np.int64))


def key_of_object(s: Any) -> Any:
    """The hash of an object, or of its text if it is unhashable; equal positions have equal texts."""
    kind: Any = type(s)
    if kind.__hash__ in (None, object.__hash__):
        has_text = kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__
        s = str(s) if has_text else str(vars(s))
    return np.uint64(hash(s) & (1 << 64) - 1)


@lru_cache(maxsize=256)
def key_of_fields(dtype: np.dtype[Any]) -> Callable[..., Any]:
    """A function that hashes all fields of a record, without padding, which copies may change.

    Small numbers of an array are packed into words of 64 bits, and each word is hashed at once.
    """
    lines = ["def key(s):", "    word = np.uint64(1)"]
    for name in dtype.names or ():
        cell = dtype[name]
        if not cell.shape:
            lines.append(f"    word = {_fold_of(cell)}(word, s.{name})")
            continue
        *axes, length = cell.shape
        for axis, size in enumerate(axes):
            lines.append("    " * (axis + 1) + f"for i{axis} in range({size}):")
        before, indent = "".join(f"i{axis}, " for axis in range(len(axes))), "    " * (len(axes) + 1)
        packed = 8 // cell.base.itemsize if cell.base.kind in "iub" else 1
        whole = length - length % packed if packed > 1 else 0
        if whole:
            words = [f"(bits(s.{name}[{before}i + {k}], {8 * cell.base.itemsize * k}))" for k in range(packed)]
            lines.append(f"{indent}for i in range(0, {whole}, {packed}):")
            lines.append(f"{indent}    word = fold_word(word, {' | '.join(words)})".replace("bits(", f"bits_{packed}("))
        if whole < length:
            lines.append(f"{indent}for i in range({whole}, {length}):")
            lines.append(f"{indent}    word = {_fold_of(cell)}(word, s.{name}[{before}i])")
    lines.append("    return word")
    namespace: dict[str, Any] = {"np": np, "fold": fold, "fold_fraction": _fold_fraction, "fold_word": fold_word}
    namespace |= {"bits_2": _bits_of_32, "bits_4": _bits_of_16, "bits_8": _bits_of_8, "__name__": __name__}
    exec("\n".join(lines), namespace)
    made: Callable[..., Any] = namespace["key"]
    return made


def _fold_of(cell: np.dtype[Any]) -> str:
    return "fold_fraction" if cell.base.kind == "f" else "fold"


def _bits_of_8(number: Any, place: Any) -> Any:
    return (np.uint64(np.int64(number)) & np.uint64(0xFF)) << np.uint64(place)


def _bits_of_16(number: Any, place: Any) -> Any:
    return (np.uint64(np.int64(number)) & np.uint64(0xFFFF)) << np.uint64(place)


def _bits_of_32(number: Any, place: Any) -> Any:
    return (np.uint64(np.int64(number)) & np.uint64(0xFFFFFFFF)) << np.uint64(place)
