"""The memory of a search: how many records fit a limit in megabytes, and arrays of records."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.rules import OptionError

__all__ = ["CACHE_LINE", "FEWEST", "MEGABYTE", "MEMORY", "capacity_within", "reserve"]

MEGABYTE = 1_000_000

MEMORY = 1000.0
"""The default memory of a search in megabytes. It is reserved, and used only as it fills."""

SMALL = 1_000
"""Bytes for random streams and other small arrays."""

CACHE_LINE = 64
"""Bytes of a cache line: a record of 32 bytes should not lie on two lines."""

FEWEST = 16
"""The least number of nodes of a search."""


def capacity_within(memory: float, size: int, *, besides: int, name: str, fewest: int = FEWEST, parts: int = 1) -> int:
    """The number of records of `size` bytes that fit into memory / parts megabytes together with `besides` other bytes.

    Raises OptionError if fewer than `fewest` fit; `name` is the owner of the records in the message.
    """
    besides += SMALL
    count = (int(memory * MEGABYTE / parts) - besides) // size
    if count < fewest:
        least = math.ceil(parts * (besides + fewest * size) / MEGABYTE * 1000) / 1000
        raise OptionError(f"{name} needs a memory of at least {least:g} megabytes, not {memory:g}")
    return min(2**31 - 1, count)


def reserve(count: int, kind: Any) -> NDArray[Any]:
    """An array of `count` zeroed records, aligned to a cache line; raises if the machine lacks the memory."""
    size = count * np.dtype(kind).itemsize
    try:
        memory = np.zeros(size + CACHE_LINE, np.uint8)  # large ones take memory only as it is used
    except MemoryError:
        raise OptionError(
            f"this machine cannot reserve {size / MEGABYTE:,.0f} megabytes for a tree; give a smaller limit memory"
        ) from None
    first = -memory.ctypes.data % CACHE_LINE
    return memory[first : first + size].view(kind)
