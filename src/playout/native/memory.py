"""The memory of a backend: one interface to arrays on the CPU and on the GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from playout.native import cuda
from playout.native.cuda.driver import TimeMark

__all__ = ["Memory", "memory_of"]


class Stopwatch(Protocol):
    """Measures the time for which a backend works."""

    def begin(self) -> None: ...

    def end(self) -> None: ...

    def seconds(self) -> float:
        """The seconds from the last `begin` to the last `end`. Waits until the backend has reached both."""


@dataclass(frozen=True)
class Memory:
    """The functions that make and move arrays for batches on one backend."""

    empty: Callable[[tuple[int, ...], DTypeLike], Any]
    """An array with undefined contents."""
    zeros: Callable[[tuple[int, ...], DTypeLike], Any]
    """An array of zeros."""
    to_device: Callable[[Any], Any]
    """A copy of a NumPy array, or of a tuple of them, in this memory."""
    to_host: Callable[[Any], Any]
    """A copy as a NumPy array, or as a tuple of them."""
    write: Callable[[Any, NDArray[Any]], None]
    """Copies a NumPy array into one of the same shape and type in this memory."""
    free: Callable[[], int]
    """The number of bytes that can be allocated, approximately."""
    watch: Callable[[], Stopwatch]
    """A stopwatch of the backend's own time."""


class HostWatch:
    """Measures with the clock of this machine."""

    def __init__(self) -> None:
        self._begin = self._end = 0.0

    def begin(self) -> None:
        self._begin = time.perf_counter()

    def end(self) -> None:
        self._end = time.perf_counter()

    def seconds(self) -> float:
        return self._end - self._begin


class CudaWatch:
    """Measures with the GPU's own clock."""

    def __init__(self) -> None:
        self._begin, self._end = TimeMark(), TimeMark()

    def begin(self) -> None:
        self._begin.record()

    def end(self) -> None:
        self._end.record()

    def seconds(self) -> float:
        return self._end.seconds_since(self._begin)


def _copied(value: Any) -> Any:
    if isinstance(value, tuple):
        parts = map(_copied, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value.copy() if isinstance(value, np.ndarray) else value


HOST = Memory(
    empty=np.empty,
    zeros=np.zeros,
    to_device=_copied,
    to_host=_copied,
    write=np.copyto,
    free=lambda: 1 << 30,
    watch=HostWatch,
)

CUDA = Memory(
    empty=cuda.empty,
    zeros=cuda.zeros,
    to_device=cuda.to_device,
    to_host=cuda.to_host,
    write=lambda array, source: array.write(source),
    free=cuda.free_memory,
    watch=CudaWatch,
)


def memory_of(backend: str) -> Memory:
    """The memory of a backend."""
    return CUDA if backend == "cuda" else HOST
