"""The GPU, through the library that NVIDIA's driver brings (libcuda): nothing has to be installed for it.

The context is the device's primary one, which PyTorch and numba-cuda use too; so arrays, streams and graphs can be
shared with them.
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
    "LEAST_CAPABILITY",
    "CudaError",
    "Device",
    "Event",
    "Function",
    "Module",
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

LEAST_CAPABILITY = 7, 5
"""Of the GPU: the oldest one that NVIDIA's present compilers know."""

_OUT_OF_MEMORY = 2
_HINTS = {
    _OUT_OF_MEMORY: "the GPU has no memory left for this: close other programs that use it, or do less at once",
    35: "the driver of the GPU is older than the libraries need: update NVIDIA's driver",
    100: "there is no GPU that CUDA can use here",
    101: "CUDA_VISIBLE_DEVICES names a GPU that is not there",
    209: "the code was compiled for another GPU: `playout cache clear` removes it",
    222: "the driver of the GPU is older than the compiler: update NVIDIA's driver, or install an older nvcc",
    700: "code on the GPU used memory that is not its own; the process has to be started again",
    701: "a thread needs more registers or memory than the GPU has for so many at once: use smaller blocks",
    702: "code on the GPU ran longer than the system allows: do less at once",
    716: "code on the GPU read a number at an odd address, which is a fault of Playout's: please report it",
    719: "code on the GPU failed; the process has to be started again",
    803: "the driver of the GPU and its library differ in version: restart the machine after an update",
    999: "the GPU does not answer; a restart of the machine may help",
}


class CudaError(PlayoutError):
    """The GPU is missing, too small, or failed."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code
        """The driver's own number of the error; 0 for others."""

    @property
    def is_out_of_memory(self) -> bool:
        return self.code == _OUT_OF_MEMORY


@dataclass(frozen=True)
class Device:
    """The GPU that is used: the first one that CUDA_VISIBLE_DEVICES leaves."""

    name: str
    capability: tuple[int, int]
    processors: int
    """Multiprocessors."""
    memory: int
    """Bytes."""
    driver: tuple[int, int]
    """The newest version of CUDA that its driver knows."""


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
    """Call a function of the driver; raises CudaError, in words, for what it refuses."""
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
    """The GPU; raises CudaError where there is none that can be used."""
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
    if found.capability < LEAST_CAPABILITY:
        least = ".".join(map(str, LEAST_CAPABILITY))
        raise CudaError(f"the {found.name} has compute capability {major}.{minor}; the backend cuda needs {least}")
    return found


def _attribute(number: int, kind: int) -> int:
    value = ctypes.c_int()
    call("cuDeviceGetAttribute", ctypes.byref(value), kind, number)
    return value.value


def why_missing() -> str:
    """Why there is no GPU to use, in a sentence; empty where there is one."""
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
    """Bytes of the GPU's memory that nobody uses."""
    return _memory()[0]


def allocate(size: int) -> int:
    """Allocate `size` bytes on the GPU; returns their address."""
    enter()
    address = ctypes.c_uint64()
    try:
        call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(1, size)))
    except CudaError as error:
        if error.is_out_of_memory:
            raise CudaError(
                f"the GPU has no memory left for {size / 1e6:,.0f} MB ({free_memory() / 1e6:,.0f} MB are free): "
                "close other programs that use it, or do less at once",
                error.code,
            ) from None
        raise
    return address.value


def release(address: int) -> None:
    """Give memory back; at the end of the process, when the driver may be gone already, nothing happens."""
    if not sys.is_finalizing():
        enter()
        _library().cuMemFree_v2(ctypes.c_uint64(address))


def stream_handle(stream: Any) -> ctypes.c_void_p:
    """A stream as the driver takes it: None or 0 is the default one; PyTorch's, numba-cuda's, or a number."""
    if stream is None or isinstance(stream, int):
        return ctypes.c_void_p(stream or 0)
    for name in ("cuda_stream", "handle"):
        value = getattr(stream, name, None)
        if value is not None:
            return ctypes.c_void_p(int(getattr(value, "value", value) or 0))
    raise TypeError(f"a stream is a number or a stream of PyTorch's, not a {type(stream).__name__}")


def synchronize(stream: Any = None) -> None:
    """Wait until all work of a stream is done; of the whole GPU without one."""
    enter()
    if stream is None:
        call("cuCtxSynchronize")
    else:
        call("cuStreamSynchronize", stream_handle(stream))


class Event:
    """A point in a stream's work, to measure the GPU's own time between two."""

    def __init__(self) -> None:
        enter()
        self._handle = ctypes.c_void_p()
        call("cuEventCreate", ctypes.byref(self._handle), 0)

    def record(self, stream: Any = None) -> None:
        enter()
        call("cuEventRecord", self._handle, stream_handle(stream))

    def seconds_since(self, begin: Event) -> float:
        """Seconds on the GPU from `begin` to this event, once both are reached."""
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
    """A linker of the driver's, and where it writes what it refuses."""
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
    """The GPU's own machine code (a cubin) of code in PTX."""
    enter()
    with _linker() as (state, log):
        image, size = ctypes.c_void_p(), ctypes.c_size_t()
        try:
            code = ctypes.create_string_buffer(ptx)
            call("cuLinkAddData_v2", state, 1, code, ctypes.c_size_t(len(ptx) + 1), name.encode(), 0, None, None)
            call("cuLinkComplete", state, ctypes.byref(image), ctypes.byref(size))
        except CudaError as error:
            said = log.value.decode(errors="replace").strip()
            raise CudaError(f"{error}{': ' * bool(said)}{said}", error.code) from None
        return ctypes.string_at(image, size.value)


class Module:
    """Machine code that was brought onto the GPU."""

    def __init__(self, cubin: bytes) -> None:
        enter()
        self._handle = ctypes.c_void_p()
        call("cuModuleLoadData", ctypes.byref(self._handle), cubin)

    def function(self, name: str) -> Function:
        return Function(self, self._handle, name)

    def variable(self, name: str) -> int:
        """The address of a global variable."""
        enter()
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        call("cuModuleGetGlobal_v2", ctypes.byref(address), ctypes.byref(size), self._handle, name.encode())
        return address.value


class Function:
    """A kernel's entry."""

    def __init__(self, module: Module, handle: ctypes.c_void_p, name: str) -> None:
        enter()
        self._module = module
        self._handle = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(self._handle), handle, name.encode())
        self.registers = self._attribute(4)
        self.local_bytes = self._attribute(3)
        """Of its own memory, by thread."""
        self.most_threads = self._attribute(0)
        """In a block."""

    def _attribute(self, kind: int) -> int:
        value = ctypes.c_int()
        call("cuFuncGetAttribute", ctypes.byref(value), kind, self._handle)
        return value.value

    def launch(self, blocks: int, threads: int, stream: Any, words: Sequence[ctypes.Array[Any]] | Any) -> None:
        """words: an array of pointers to the arguments."""
        enter()
        call("cuLaunchKernel", self._handle, blocks, 1, 1, threads, 1, 1, 0, stream_handle(stream), words, None)
