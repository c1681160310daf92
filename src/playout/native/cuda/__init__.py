"""Runs kernels on a GPU: many items at once, one per thread.

`driver` is the GPU, used through its driver's library. `memory` has the arrays on the GPU. `compiler` generates code
with numba-cuda, which no other module imports. `kernel` caches and launches that code.
"""

from playout.native.cuda.driver import CudaError, Device, device, free_memory, synchronize, why_missing
from playout.native.cuda.memory import DeviceArray, empty, to_device, to_host, zeros

__all__ = [
    "CudaError",
    "Device",
    "DeviceArray",
    "device",
    "empty",
    "free_memory",
    "synchronize",
    "to_device",
    "to_host",
    "why_missing",
    "zeros",
]
