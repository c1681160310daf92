"""Arrays on the GPU, and copies to and from the CPU. A PyTorch tensor on the GPU may be used wherever a kernel takes an
array.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from playout.native.cuda import driver

__all__ = ["DeviceArray", "empty", "to_device", "to_host", "zeros"]


class _Block:
    """Memory on the GPU, freed when nothing refers to it any more."""

    def __init__(self, size: int) -> None:
        self.address = driver.allocate(size)

    def __del__(self) -> None:
        address = getattr(self, "address", 0)
        if address:
            driver.release(address)


class DeviceArray:
    """A C-contiguous array on the GPU."""

    def __init__(self, owner: object, address: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        """owner: an object that keeps the memory allocated."""
        self._owner = owner
        self.address = address
        self.shape = shape
        self.dtype = dtype

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, part: slice) -> DeviceArray:
        """A range of rows, array[begin:end], in the same memory."""
        begin, end, step = part.indices(self.shape[0])
        if step != 1:
            raise IndexError("an array on the GPU can only be sliced into consecutive rows, array[begin:end]")
        row = math.prod(self.shape[1:]) * self.dtype.itemsize
        return DeviceArray(self._owner, self.address + begin * row, (max(0, end - begin), *self.shape[1:]), self.dtype)

    def view(self, dtype: DTypeLike, shape: tuple[int, ...]) -> DeviceArray:
        """The same memory as an array of another type and shape."""
        found = DeviceArray(self._owner, self.address, shape, np.dtype(dtype))
        if found.nbytes > self.nbytes:
            raise ValueError(f"{found.dtype}{shape} has more bytes than {self.dtype}{self.shape}")
        return found

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "descr": self.dtype.descr,
            "data": (self.address, False),
            "strides": None,
            "version": 3,
        }

    def write(self, source: NDArray[Any], stream: Any = None) -> None:
        """Copy an array of the same shape and type into this one, after the earlier work of the stream."""
        if source.shape != self.shape or source.dtype != self.dtype:
            raise ValueError(f"{source.dtype}{source.shape} does not fit {self.dtype}{self.shape}")
        data = np.ascontiguousarray(source)
        place = ctypes.c_void_p(data.ctypes.data), ctypes.c_size_t(data.nbytes)
        driver.enter()
        driver.call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(self.address), *place, driver.stream_handle(stream))
        driver.synchronize(stream or 0)

    def to_host(self, stream: Any = None) -> NDArray[Any]:
        """A copy as a NumPy array. Waits for the stream's work."""
        data = np.empty(self.shape, self.dtype)
        place = ctypes.c_uint64(self.address), ctypes.c_size_t(data.nbytes)
        driver.enter()
        driver.call("cuMemcpyDtoHAsync_v2", ctypes.c_void_p(data.ctypes.data), *place, driver.stream_handle(stream))
        driver.synchronize(stream or 0)
        return data

    def clear(self, stream: Any = None) -> None:
        """Set every byte to 0."""
        driver.enter()
        size = ctypes.c_size_t(self.nbytes)
        driver.call("cuMemsetD8Async", ctypes.c_uint64(self.address), 0, size, driver.stream_handle(stream))


def empty(shape: int | tuple[int, ...], dtype: DTypeLike) -> DeviceArray:
    """An array with undefined contents."""
    shape = shape if isinstance(shape, tuple) else (shape,)
    kind = np.dtype(dtype)
    block = _Block(math.prod(shape) * kind.itemsize)
    return DeviceArray(block, block.address, shape, kind)


def zeros(shape: int | tuple[int, ...], dtype: DTypeLike) -> DeviceArray:
    """An array of zeros."""
    array = empty(shape, dtype)
    array.clear()
    return array


def to_device(value: Any) -> Any:
    """A copy of an array on the GPU. A tuple or named tuple is copied with all its arrays."""
    if isinstance(value, np.ndarray):
        array = empty(value.shape, value.dtype)
        array.write(value)
        return array
    return _through(value, to_device)


def to_host(value: Any) -> Any:
    """The reverse of `to_device`: a copy as a NumPy array, or as a tuple of them."""
    return value.to_host() if isinstance(value, DeviceArray) else _through(value, to_host)


def _through(value: Any, function: Any) -> Any:
    if isinstance(value, tuple):
        parts = map(function, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
