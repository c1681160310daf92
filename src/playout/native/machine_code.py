"""Machine code as it is stored. llvmlite makes it runnable; it runs without Numba, which loads slowly."""

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

__all__ = ["RESULT_FORMAT", "MachineCode", "Runnable", "machine"]

RESULT_FORMAT = "qq"
"""The `struct` format of the words before the arguments: the address of an exception's description, and the result."""

_RESULTS = {"q": "q", "Q": "Q", "d": "d", "?": "?7x"}


@dataclass(frozen=True)
class MachineCode:
    """The compiled kernel for one machine and one tuple of argument kinds."""

    object_file: bytes
    symbol: str
    """The name of the function int32 f(words). It returns 0, or another number after an exception."""
    result: str
    """The return type as a letter of `struct`; empty for None."""
    externals: tuple[str, ...]
    """The names of functions that the code calls but does not contain."""


@once
def machine() -> str:
    """The target of compilation: the system, the processor, and the environment variables for Numba."""
    told = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_"))
    return " ".join(
        (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), *told)
    )


class Runnable:
    """Machine code that can be called with the words of its arguments. A call releases the interpreter lock."""

    def __init__(self, code: MachineCode, kinds: tuple[Kind, ...]) -> None:
        if not all(map(llvm.address_of_symbol, code.externals)):
            from playout.native.compact import provide_externals

            provide_externals()
        self._engine = _new_engine()
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code.object_file))
        self._engine.finalize_object()
        address = self._engine.get_function_address(code.symbol)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)
        self._words = struct.Struct(RESULT_FORMAT + struct_format(kinds))
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
    """Each kernel has its own engine, because functions of two kernels may have the same name."""
    _initialize()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target.create_target_machine(jit=True))


@once
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
