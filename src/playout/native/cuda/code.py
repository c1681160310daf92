"""The code of a kernel for a GPU, as it is stored."""

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
    """The compiled kernel for one tuple of argument kinds."""

    image: bytes
    """PTX, or a cubin after linking."""
    symbol: str
    failed: str
    """The name of an int32 variable in the code: 0, or the number of the exception that the code raised."""
    raised: tuple[str, ...]
    """The `repr` of the exceptions that the code may raise; the first has number 1."""
