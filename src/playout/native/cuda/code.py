"""What code for a GPU is made of, and how it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["WARP", "CudaCode", "Scratch"]

WARP = 32
"""Threads that a GPU runs together; the threads of a block that shares memory."""


@dataclass(frozen=True)
class Scratch:
    """A small array that belongs to one item while it runs."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    is_shared: bool = False
    """On a GPU: whether it lies in the fast memory that the threads of a block share, each with its part of it."""

    def __str__(self) -> str:
        return f"{self.dtype.descr} {self.dtype.itemsize} {self.shape} {self.is_shared}"


@dataclass(frozen=True)
class CudaCode:
    """A kernel for arguments of certain kinds."""

    image: bytes
    """PTX, or a cubin once it was linked."""
    symbol: str
    failed: str
    """The name of a variable, int32: 0, or the number of what the code raised."""
    raised: tuple[str, ...]
    """What it may raise, from number 1 on, as Python writes it."""
