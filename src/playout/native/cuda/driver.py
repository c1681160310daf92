"""Access to the GPU through the library of NVIDIA's driver (libcuda), which needs no further installation.

It uses the device's primary context, as PyTorch and numba-cuda do, so arrays, streams and graphs can be shared with
them.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache as once
from typing import Any

from playout.rules import PlayoutError

__all__ = [
    "LOWEST_CAPABILITY",
    "CudaError",
    "Device",
    "DeviceFunction",
    "Module",
    "TimeMark",
    "allocate",
    "call",
    "device",
    "enter",
    "free_memory",
    "link",
    "release",
    "stream_handle",
    "synchronize",
    "why_missing",
]

LOWEST_CAPABILITY = 7, 5
"""The lowest compute capability that NVIDIA's current compilers support."""

_OUT_OF_MEMORY = 2
_HINTS = {
    _OUT_OF_MEMORY: "the GPU has no memory left for this: close other programs that use it, or use smaller batches",
    35: "the GPU's driver is too old for the libraries: update NVIDIA's driver",
    100: "there is no GPU that CUDA can use here",
    101: "CUDA_VISIBLE_DEVICES names a GPU that is not there",
    209: "the code was compiled for another GPU: `playout cache clear` removes it",
    222: "the GPU's driver is older than the compiler: update NVIDIA's driver, or install an older nvcc",
    700: "code on the GPU accessed memory outside its arrays; restart the process",
    701: "a block needs more registers or memory than the GPU has: use smaller blocks",
    702: "code on the GPU ran longer than the system allows: use smaller batches",
    716: "code on the GPU read from a misaligned address; this is a bug in Playout: please report it",
    719: "code on the GPU failed; restart the process",
    803: "the GPU's driver and its library have different versions: restart the machine after an update",
    999: "the GPU does not respond; restarting the machine may help",
}


class CudaError(PlayoutError):
    """The GPU is missing, too old, or failed."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code
        """The driver's error code; 0 if the error is not the driver's."""

    @property
    def is_out_of_memory(self) -> bool:
        return self.code == _OUT_OF_MEMORY


@dataclass(frozen=True)
class Device:
    """The GPU in use: the first one that CUDA_VISIBLE_DEVICES allows."""

    name: str
    capability: tuple[int, int]
    processors: int
    """The number of multiprocessors."""
    memory: int
    """The size of its memory in bytes."""
    driver: tuple[int, int]
    """The newest version of CUDA that its driver supports."""


_guard = threading.Lock()
_threads = threading.local()


@once
def _library() -> ctypes.CDLL:
    name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        return ctypes.CDLL(name)
    except OSError:
        raise CudaError(
            f"there is no NVIDIA driver here ({name} is not found): install it, or use the backend cpu"
        ) from None


def call(name: str, *arguments: Any) -> None:
    """Call a function of the driver. Raises CudaError, with a sentence, if the call fails."""
    code = getattr(_library(), name)(*arguments)
    if code:
        raise CudaError(_explain(name, code), code)


def _explain(name: str, code: int) -> str:
    text = ctypes.c_char_p()
    known = _library().cuGetErrorName(code, ctypes.byref(text)) == 0 and text.value is not None
    word = text.value.decode() if known and text.value else f"error {code}"
    return f"{_HINTS.get(code, 'the GPU refused a request')} ({word} from {name})"


@once
def _context() -> tuple[int, int]:
    """The device's number and its primary context."""
    call("cuInit", 0)
    count = ctypes.c_int()
    call("cuDeviceGetCount", ctypes.byref(count))
    if count.value == 0:
        raise CudaError("there is no GPU that CUDA can use here: use the backend cpu")
    number, context = ctypes.c_int(), ctypes.c_void_p()
    call("cuDeviceGet", ctypes.byref(number), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), number)
    return number.value, context.value or 0


def enter() -> None:
    """Make the context this thread's current one."""
    if not getattr(_threads, "is_ready", False):
        with _guard:
            context = _context()[1]
        call("cuCtxSetCurrent", ctypes.c_void_p(context))
        _threads.is_ready = True


@once
def device() -> Device:
    """The GPU. Raises CudaError if there is no usable one."""
    enter()
    number = _context()[0]
    name, version = ctypes.create_string_buffer(256), ctypes.c_int()
    call("cuDeviceGetName", name, 256, number)
    call("cuDriverGetVersion", ctypes.byref(version))
    major, minor, processors = (_attribute(number, kind) for kind in (75, 76, 16))
    found = Device(
        name.value.decode(),
        (major, minor),
        processors,
        _memory()[1],
        (version.value // 1000, version.value % 1000 // 10),
    )
    if found.capability < LOWEST_CAPABILITY:
        least = ".".join(map(str, LOWEST_CAPABILITY))
        raise CudaError(f"the {found.name} has compute capability {major}.{minor}; the backend cuda needs {least}")
    return found


def _attribute(number: int, kind: int) -> int:
    value = ctypes.c_int()
    call("cuDeviceGetAttribute", ctypes.byref(value), kind, number)
    return value.value


def why_missing() -> str:
    """The reason why no GPU can be used, as a sentence; empty if one can."""
    try:
        device()
    except CudaError as error:
        return str(error)
    return ""


def _memory() -> tuple[int, int]:
    enter()
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
    return free.value, total.value


def free_memory() -> int:
    """The number of free bytes in the GPU's memory."""
    return _memory()[0]


def allocate(size: int) -> int:
    """Allocate `size` bytes on the GPU. Returns their address."""
    enter()
    address = ctypes.c_uint64()
    try:
        call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(1, size)))
    except CudaError as error:
        if error.is_out_of_memory:
            raise CudaError(
                f"the GPU has no memory left for {size / 1e6:,.0f} MB ({free_memory() / 1e6:,.0f} MB are free): "
                "close other programs that use it, or use smaller batches",
                error.code,
            ) from None
        raise
    return address.value


def release(address: int) -> None:
    """Free memory. Does nothing at the end of the process, when the driver may be unloaded already."""
    if not sys.is_finalizing():
        enter()
        _library().cuMemFree_v2(ctypes.c_uint64(address))


def stream_handle(stream: Any) -> ctypes.c_void_p:
    """The driver's handle of a stream. Takes a stream of PyTorch or numba-cuda, or a number; None or 0 is the default
    stream.
    """
    if stream is None or isinstance(stream, int):
        return ctypes.c_void_p(stream or 0)
    for name in ("cuda_stream", "handle"):
        value = getattr(stream, name, None)
        if value is not None:
            return ctypes.c_void_p(int(getattr(value, "value", value) or 0))
    raise TypeError(f"a stream is a number or a PyTorch stream, not a {type(stream).__name__}")


def synchronize(stream: Any = None) -> None:
    """Wait until all work of a stream is done, or of the whole GPU if the stream is None."""
    enter()
    if stream is None:
        call("cuCtxSynchronize")
    else:
        call("cuStreamSynchronize", stream_handle(stream))


class TimeMark:
    """A CUDA event: a point in a stream's work. Two of them measure the GPU's own time."""

    def __init__(self) -> None:
        enter()
        self._handle = ctypes.c_void_p()
        call("cuEventCreate", ctypes.byref(self._handle), 0)

    def record(self, stream: Any = None) -> None:
        enter()
        call("cuEventRecord", self._handle, stream_handle(stream))

    def seconds_since(self, begin: TimeMark) -> float:
        """The seconds from `begin` to this event on the GPU. Waits until both are reached."""
        enter()
        milliseconds = ctypes.c_float()
        call("cuEventSynchronize", self._handle)
        call("cuEventElapsedTime", ctypes.byref(milliseconds), begin._handle, self._handle)
        return milliseconds.value / 1000

    def __del__(self) -> None:
        if not sys.is_finalizing():
            _library().cuEventDestroy_v2(self._handle)


_LOG = 16384


@contextmanager
def _linker() -> Iterator[tuple[ctypes.c_void_p, ctypes.Array[ctypes.c_char]]]:
    """The driver's linker, and the buffer for its error messages."""
    log = ctypes.create_string_buffer(_LOG)
    keys = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
    values = (ctypes.c_void_p * 2)(ctypes.addressof(log), _LOG)
    state = ctypes.c_void_p()
    call("cuLinkCreate_v2", 2, keys, values, ctypes.byref(state))
    try:
        yield state, log
    finally:
        _library().cuLinkDestroy(state)


def link(ptx: bytes, name: str) -> bytes:
    """Link PTX to machine code for this GPU (a cubin)."""
    enter()
    with _linker() as (state, log):
        image, size = ctypes.c_void_p(), ctypes.c_size_t()
        try:
            code = ctypes.create_string_buffer(ptx)
            call("cuLinkAddData_v2", state, 1, code, ctypes.c_size_t(len(ptx) + 1), name.encode(), 0, None, None)
            call("cuLinkComplete", state, ctypes.byref(image), ctypes.byref(size))
        except CudaError as error:
            message = log.value.decode(errors="replace").strip()
            raise CudaError(f"{error}{': ' * bool(message)}{message}", error.code) from None
        return ctypes.string_at(image, size.value)


class Module:
    """Machine code that was loaded onto the GPU."""

    def __init__(self, cubin: bytes) -> None:
        enter()
        self._handle = ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(self._handle), cubin)

    def function(self, name: str) -> DeviceFunction:
        return DeviceFunction(self, self._handle, name)

    def variable(self, name: str) -> int:
        """The address of a global variable."""
        enter()
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        call("cuModuleGetGlobal_v2", ctypes.byref(address), ctypes.byref(size), self._handle, name.encode())
        return address.value


class DeviceFunction:
    """A kernel on the GPU."""

    def __init__(self, module: Module, handle: ctypes.c_void_p, name: str) -> None:
        enter()
        self._module = module
        self._handle = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(self._handle), handle, name.encode())
        self.registers = self._attribute(4)
        self.local_bytes = self._attribute(3)
        """Bytes of local memory per thread."""

    def _attribute(self, kind: int) -> int:
        value = ctypes.c_int()
        call("cuFuncGetAttribute", ctypes.byref(value), kind, self._handle)
        return value.value

    def launch(self, blocks: int, threads: int, stream: Any, words: Sequence[ctypes.Array[Any]] | Any) -> None:
        """Launch the kernel. words: an array of pointers to the arguments."""
        enter()
        call("cuLaunchKernel", self._handle, blocks, 1, 1, threads, 1, 1, 0, stream_handle(stream), words, None)
