"""Runs a kernel on the GPU: loads its code from the cache or compiles it, converts its arguments, and launches it."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from playout.native.arguments import PACKED, ArrayKind, Kind, NamedKind, Reader, array_kind
from playout.native.bounds import BoundError, explain_bound
from playout.native.compiled import Prepared, versions
from playout.native.cuda import driver
from playout.native.cuda.code import CudaCode, Scratch
from playout.native.cuda.driver import CudaError
from playout.native.cuda.memory import DeviceArray
from playout.native.interrupts import hold_interrupts, keep_interrupts
from playout.native.messages import explain
from playout.rules import Rules, RulesError

__all__ = ["CudaBatch"]

BLOCK = 128
"""The default number of threads in a block."""

_SOURCES = ("cuda/code", "cuda/compiler", "cuda/kernel")


class CudaBatch(Prepared["Launch"]):
    """A kernel that processes many items, one per thread. A call returns before the GPU is done."""

    where = "the GPU"

    def __init__(
        self,
        make: Callable[[], Callable[..., Any]],
        scratch: tuple[Scratch, ...],
        rules: Rules,
        name: str,
        digest: str,
        functions: dict[str, Callable[..., Any]],
    ) -> None:
        """make: copies the function for the compiler. functions: those that a search brings along."""
        super().__init__(rules, rules.name, name, digest)
        self._make_function = make
        self._scratch = scratch
        self._functions = functions
        self._reader = _Reader()
        self._launched: set[Launch] = set()

    def __call__(self, count: int, *arguments: Any, stream: Any = None, block: int = BLOCK) -> None:
        """Process items 0 to count - 1 with `block` threads per block, after the earlier work of the stream.

        With a count of 0, only loads or compiles the code.
        """
        kinds, words = self._reader.read(arguments)
        launch = self._runnable.get(kinds) or self._prepare(kinds)
        if count <= 0:
            return
        self._launched.add(launch)
        launch(count, words, stream, block)

    def check(self) -> None:
        """Wait until all launches are done. Raises RulesError if the kernel raised an exception."""
        driver.synchronize()
        for launch in self._launched:
            failed = launch.failed()
            if failed:
                self._refuse(failed)

    def _refuse(self, failed: str) -> None:
        if failed.startswith(BoundError.__name__):
            name, side = (word.strip(" '") for word in failed.partition("(")[2].rstrip(")").split(","))
            raise RulesError(explain_bound(BoundError(name, side), self._rules, self._functions))
        raise RulesError(f"{self._label} raised {failed} on the GPU; run the same on the CPU to see where")

    def shape(self, *arguments: Any) -> dict[str, int]:
        """The registers and the bytes of local memory per thread, in the code for such arguments."""
        kinds, _ = self._reader.read(arguments)
        function = (self._runnable.get(kinds) or self._prepare(kinds)).function
        return {"registers": function.registers, "local_bytes": function.local_bytes}

    def ptx(self, *arguments: Any, capability: tuple[int, int] = (9, 0)) -> bytes:
        """The PTX for such arguments, for a GPU of any capability. Needs no GPU; arrays may be NumPy's."""
        return self._compile_for(_HostReader().read(arguments)[0], capability).image

    def _target(self) -> str:
        capability = driver.device().capability
        try:
            compiler = version("numba-cuda")
        except PackageNotFoundError:
            compiler = ""
        scratch = " ".join(map(str, self._scratch))
        return f"cuda {capability} {compiler} {scratch} {versions(*_SOURCES)}"

    def _make(self, kinds: tuple[Kind, ...]) -> tuple[CudaCode, bool]:
        code = self._compile_for(kinds, driver.device().capability)
        linked = driver.link(code.image, self._label)
        return CudaCode(linked, code.symbol, code.failed, code.raised), True

    def _compile_for(self, kinds: tuple[Kind, ...], capability: tuple[int, int]) -> CudaCode:
        with hold_interrupts():
            from playout.native.cuda.compiler import compile_items

        with keep_interrupts():
            try:
                return compile_items(self._make_function(), self._scratch, kinds, capability)
            except CudaError:
                raise
            except Exception as error:  # not all that Numba raises is a NumbaError
                raise RulesError(f"on the GPU: {explain(error, self._rules, lambda: None)}") from error

    def _open(self, code: Any, kinds: tuple[Kind, ...]) -> Launch | None:
        return Launch(code, kinds) if isinstance(code, CudaCode) else None


class Launch:
    """Machine code on the GPU, to be launched with the words of its arguments."""

    def __init__(self, code: CudaCode, kinds: tuple[Kind, ...]) -> None:
        module = driver.Module(code.image)
        self.function = module.function(code.symbol)
        self._raised = code.raised
        self._failed = DeviceArray(module, module.variable(code.failed), (1,), np.dtype(np.int32))
        self._words = struct.Struct("q" + "".join(map(_format, kinds)))
        count = self._words.size // 8
        self._block = ctypes.c_char * self._words.size
        self._pointers = ctypes.c_void_p * count
        self._offsets = range(0, self._words.size, 8)

    def __call__(self, count: int, words: list[Any], stream: Any, threads: int) -> None:
        block = self._block()
        self._words.pack_into(block, 0, count, *words)
        base = ctypes.addressof(block)
        pointers = self._pointers(*[base + offset for offset in self._offsets])
        self.function.launch(-(-count // threads), threads, stream, pointers)

    def failed(self) -> str:
        """The `repr` of the exception that the code raised since the last call of this; empty if it raised none."""
        number = int(self._failed.to_host()[0])
        if number:
            self._failed.clear()
        return self._raised[number - 1] if number else ""


def _format(kind: Kind) -> str:
    """The `struct` format of an argument's words. An array is passed in numba-cuda's own layout."""
    if isinstance(kind, ArrayKind):
        return "qqqqQ" + "qq" * kind.dimensions
    return "" if isinstance(kind, NamedKind) else {"q": "q", "Q": "Q", "d": "d", "?": "?7x", "(": "", ")": ""}[kind]


class _Reader(Reader):
    """Reads arrays on the GPU: DeviceArrays, and others that have a `__cuda_array_interface__`."""

    def read_array(self, value: Any) -> tuple[ArrayKind, tuple[int, ...], bool] | None:
        if isinstance(value, DeviceArray):
            return *_described(value.dtype, value.shape, None, value.address), True
        if isinstance(value, np.ndarray):
            raise TypeError("the backend cuda takes arrays that lie on the GPU: use native.cuda.to_device")
        found = getattr(value, "__cuda_array_interface__", None)
        if found is None:
            return None
        plain = found["typestr"][1] != "V"
        dtype = np.dtype(found["typestr"] if plain else found["descr"])
        return *_described(dtype, tuple(found["shape"]), found.get("strides"), found["data"][0] or 0), False


class _HostReader(Reader):
    """Reads NumPy arrays as if they were on the GPU, for code that is compiled but not run."""

    def read_array(self, value: Any) -> tuple[ArrayKind, tuple[int, ...], bool] | None:
        if not isinstance(value, np.ndarray):
            return None
        return *_described(value.dtype, value.shape, value.strides, 0), False


def _described(
    dtype: np.dtype[Any], shape: tuple[int, ...], strides: tuple[int, ...] | None, address: int
) -> tuple[ArrayKind, tuple[int, ...]]:
    packed = tuple(math.prod(shape[i + 1 :]) * dtype.itemsize for i in range(len(shape)))
    strides = packed if strides is None else tuple(strides)
    flags = PACKED if strides == packed or 0 in shape else PACKED & ~1
    words = (0, 0, math.prod(shape), dtype.itemsize, address, *shape, *strides)
    return array_kind(dtype, len(shape), flags), words
