"""The memory of a backend: arrays of the CPU's, or of a GPU's, made and moved by the same calls."""

from __future__ import annotations

import time
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from playout.native import cuda
from playout.native.cuda.driver import Event

__all__ = ["Memory", "memory_of"]


class Memory(Protocol):
    """Arrays that batches of a backend take."""

    def empty(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """An array whose contents are not set."""

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """An array of zeros."""

    def view(self, array: Any, dtype: DTypeLike, shape: tuple[int, ...]) -> Any:
        """The same memory as an array of another type and shape."""

    def to_device(self, value: Any) -> Any:
        """A copy of an array of NumPy's, or of a tuple of them."""

    def to_host(self, value: Any) -> Any:
        """A copy as an array of NumPy's, or a tuple of them."""

    def write(self, array: Any, source: NDArray[Any]) -> None:
        """Copy an array of NumPy's into one of the same shape and type."""

    def free(self) -> int:
        """Bytes that can be allocated, about."""

    def watch(self) -> Watch:
        """What measures the backend's own time."""


class Watch(Protocol):
    """Measures the time that a backend works."""

    def begin(self) -> None: ...

    def end(self) -> None: ...

    def seconds(self) -> float:
        """From the last `begin` to the last `end`, once both are reached."""


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

    def watch(self) -> Watch:
        return HostWatch()


class HostWatch:
    """The clock of this machine."""

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

    def watch(self) -> Watch:
        return CudaWatch()


class CudaWatch:
    """The GPU's own clock."""

    def __init__(self) -> None:
        self._begin, self._end = Event(), Event()

    def begin(self) -> None:
        self._begin.record()

    def end(self) -> None:
        self._end.record()

    def seconds(self) -> float:
        return self._end.seconds_since(self._begin)


def memory_of(backend: str) -> Memory:
    """The memory in which batches of a backend find their arrays."""
    return CudaMemory() if backend == "cuda" else HostMemory()
