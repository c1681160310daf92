"""What code for a GPU is made of, and how it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["CudaCode", "Scratch"]


@dataclass(frozen=True)
class Scratch:
    """A small array that belongs to one item while it runs."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype.descr} {self.dtype.itemsize} {self.shape}"


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
