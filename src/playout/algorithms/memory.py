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
"""Megabytes that a search may take by default. They are reserved, and used only as they fill."""

SMALL = 1_000
"""Bytes for random streams and other small arrays."""

CACHE_LINE = 64
"""Bytes that a processor reads together: a record of 32 bytes should not lie on two of these."""

FEWEST = 16
"""The fewest nodes that a search is run with."""


def capacity_within(memory: float, size: int, *, besides: int, name: str, fewest: int = FEWEST, parts: int = 1) -> int:
    """How many records of `size` bytes fit into one of `parts` of `memory` megabytes beside `besides` bytes.

    Refuses a limit that leaves no memory for `fewest` of them; `name` says who needs them.
    """
    besides += SMALL
    count = (int(memory * MEGABYTE / parts) - besides) // size
    if count < fewest:
        least = math.ceil(parts * (besides + fewest * size) / MEGABYTE * 1000) / 1000
        raise OptionError(f"{name} needs a memory of at least {least:g} megabytes, not {memory:g}")
    return min(2**31 - 1, count)


def reserve(count: int, kind: Any) -> NDArray[Any]:
    """An array of `count` records, all 0, that begins with a cache line; refused if the machine lacks the memory."""
    size = count * np.dtype(kind).itemsize
    try:
        memory = np.zeros(size + CACHE_LINE, np.uint8)  # large ones take memory only as it is used
    except MemoryError:
        raise OptionError(
            f"this machine cannot reserve {size / MEGABYTE:,.0f} megabytes for a tree; give a smaller limit memory"
        ) from None
    first = -memory.ctypes.data % CACHE_LINE
    return memory[first : first + size].view(kind)
