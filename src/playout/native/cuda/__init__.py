"""Kernels on a GPU: many items at once, one a thread.

`driver` is the GPU (through the library that its driver brings), `memory` the arrays that lie there, `compiler` makes
code for it (with numba-cuda, which nothing else imports), `kernel` keeps and launches that code.
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
