"""The memory of a backend: one interface to arrays on the CPU and on the GPU."""

from __future__ import annotations

import time
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from playout.native import cuda
from playout.native.cuda.driver import TimeMark

__all__ = ["Memory", "memory_of"]


class Memory(Protocol):
    """Makes and moves arrays that batches on one backend take."""

    def empty(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """An array with undefined contents."""

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """An array of zeros."""

    def view(self, array: Any, dtype: DTypeLike, shape: tuple[int, ...]) -> Any:
        """The same memory as an array of another type and shape."""

    def to_device(self, value: Any) -> Any:
        """A copy of a NumPy array, or of a tuple of them, in this memory."""

    def to_host(self, value: Any) -> Any:
        """A copy as a NumPy array, or as a tuple of them."""

    def write(self, array: Any, source: NDArray[Any]) -> None:
        """Copy a NumPy array into one of the same shape and type in this memory."""

    def free(self) -> int:
        """The number of bytes that can be allocated, approximately."""

    def watch(self) -> Stopwatch:
        """A stopwatch of the backend's own time."""


class Stopwatch(Protocol):
    """Measures the time for which a backend works."""

    def begin(self) -> None: ...

    def end(self) -> None: ...

    def seconds(self) -> float:
        """The seconds from the last `begin` to the last `end`. Waits until the backend has reached both."""


class HostMemory:
    """NumPy's arrays."""

    def empty(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return np.empty(shape, dtype)

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return np.zeros(shape, dtype)

    def view(self, array: Any, dtype: DTypeLike, shape: tuple[int, ...]) -> Any:
        return array.view(dtype).reshape(shape)

    def to_device(self, value: Any) -> Any:
        return _copied(value)

    def to_host(self, value: Any) -> Any:
        return _copied(value)

    def write(self, array: Any, source: NDArray[Any]) -> None:
        array[...] = source

    def free(self) -> int:
        return 1 << 30

    def watch(self) -> Stopwatch:
        return HostWatch()


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


def _copied(value: Any) -> Any:
    if isinstance(value, tuple):
        parts = map(_copied, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value.copy() if isinstance(value, np.ndarray) else value


class CudaMemory:
    """Arrays on the GPU."""

    def empty(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return cuda.empty(shape, dtype)

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        return cuda.zeros(shape, dtype)

    def view(self, array: Any, dtype: DTypeLike, shape: tuple[int, ...]) -> Any:
        return array.view(dtype, shape)

    def to_device(self, value: Any) -> Any:
        return cuda.to_device(value)

    def to_host(self, value: Any) -> Any:
        return cuda.to_host(value)

    def write(self, array: Any, source: NDArray[Any]) -> None:
        array.write(source)

    def free(self) -> int:
        return cuda.free_memory()

    def watch(self) -> Stopwatch:
        return CudaWatch()


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


def memory_of(backend: str) -> Memory:
    """The memory of a backend."""
    return CudaMemory() if backend == "cuda" else HostMemory()
