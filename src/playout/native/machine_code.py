"""Machine code as it is kept: made runnable by llvmlite, and called without Numba, which takes long to load."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache as once
from typing import Any

import llvmlite.binding as llvm

from playout.native.arguments import Kind, struct_format

__all__ = ["HEAD", "MachineCode", "Runnable", "machine"]

HEAD = "qq"
"""The words before the arguments: the address of an exception's description, and the result."""

_RESULTS = {"q": "q", "Q": "Q", "d": "d", "?": "?7x"}


@dataclass(frozen=True)
class MachineCode:
    """A kernel for one machine and for arguments of certain kinds."""

    object_file: bytes
    symbol: str
    """The name of its function: int32 f(words), which is not 0 after an exception."""
    result: str
    """What it returns, as a letter of `struct`; empty for nothing."""
    externals: tuple[str, ...]
    """Names of functions that it calls and does not hold."""


@once
def machine() -> str:
    """What code is made for: the system, the processor, and what Numba is told about them."""
    told = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_"))
    return " ".join(
        (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), *told)
    )


class Runnable:
    """Machine code that can be called with the words of its arguments; the interpreter's lock is free meanwhile."""

    def __init__(self, code: MachineCode, kinds: tuple[Kind, ...]) -> None:
        if not all(map(llvm.address_of_symbol, code.externals)):
            from playout.native.compact import provide_externals

            provide_externals()
        self._engine = _new_engine()
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code.object_file))
        self._engine.finalize_object()
        address = self._engine.get_function_address(code.symbol)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)
        self._words = struct.Struct(HEAD + struct_format(kinds))
        self._block = ctypes.c_char * self._words.size
        self._result = struct.Struct(f"8x{_RESULTS[code.result]}") if code.result else None

    def __call__(self, words: Sequence[Any]) -> Any:
        block = self._block()
        self._words.pack_into(block, 0, 0, 0, *words)
        if self._function(block):
            from playout.native.compact import raise_described

            raise_described(struct.unpack_from("q", block)[0])
        return None if self._result is None else self._result.unpack_from(block)[0]


def _new_engine() -> Any:
    """An engine of its own for each kernel: what two of them call by the same name need not be the same."""
    _initialize()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target.create_target_machine(jit=True))


@once
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
