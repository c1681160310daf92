"""Compiles kernels to machine code with Numba. Numba loads slowly, so this is imported only when something has to be
compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache as once
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, typing
from numba.core import types as numba_types
from numba.extending import intrinsic

from playout.native.arguments import ArrayKind, Kind, NamedKind
from playout.native.compact import COMPACT_PARTS, ENTRY_PARTS, EntryLibrary, cached_typing, make_compact, missing, part
from playout.native.machine_code import RESULT_FORMAT, MachineCode
from playout.notices import say
from playout.rules import OPTIONAL, REQUIRED, Rules, RulesError

types: Any = numba_types

__all__ = ["argument_types", "compile_kernel", "copy_memory", "do_nothing", "guilty", "inner", "prefetch"]

# No interpreter lock, no checks of divisions, no reference counts: kernels and rules allocate nothing, and counting the
# references of arrays took half of UCT's time. No wrappers for calls from Python: nobody needs them, and they took a
# third of the compile time.
_FLAGS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

_C, _FORTRAN, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400  # bits of ArrayKind.flags
_COPY_BYTES, _MAX_COPIES = 128, 8  # bytes that LLVM copies without a call; larger records take several copies
_NUMBERS = {"q": types.int64, "Q": types.uint64, "d": types.float64, "?": types.boolean}


def inner(function: Callable[..., Any], *, inline: bool, is_large: bool) -> Callable[..., Any]:
    """A function that only compiled code calls. It is compiled into its callers and not cached by itself.

    is_large: it belongs to a large game, so it is compiled once per type, without special code for constant arguments.
    """
    dispatcher: Any = numba.njit(**_FLAGS, forceinline=inline)(function)
    if _has_compact_parts():
        make_compact(dispatcher, is_large=is_large)
    return dispatcher  # type: ignore[no-any-return]


@once
def _has_compact_parts() -> bool:
    """Whether this Numba has the private parts that compact compilation relies on. If not, prints a note once."""
    lacking = missing(COMPACT_PARTS)
    if lacking:
        otherwise = "compiling games takes several times as long"
        say(f"note: Numba {numba.__version__} has no {', '.join(lacking)}: {otherwise}")
    return not lacking


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """In compiled code: prefetch an entry of an array into the processor's cache."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = cgutils.get_item_pointer(context, builder, signature.args[0], data, [arguments[1]])
        address = builder.bitcast(pointer, cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(
            instruction, [address, number(0), number(3), number(1)]
        )  # for reading, keep in all caches, data cache
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def do_nothing(typing_context: Any, kind: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """In compiled code: an event without a recorder does nothing."""
    return types.void(kind, a, b, c, d), lambda context, builder, signature, arguments: context.get_dummy_value()


@intrinsic  # type: ignore[untyped-decorator]
def copy_memory(typing_context: Any, target: Any, i: Any, source: Any, j: Any) -> Any:
    """In compiled code: target[i] = source[j], for arrays of the same record type and indices >= 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = []
        for kind, value, index in zip(signature.args[::2], arguments[::2], arguments[1::2], strict=True):
            array = context.make_array(kind)(context, builder, value)
            pointers.append(cgutils.get_item_pointer(context, builder, kind, array, [index]))
        _write_copy(context, builder, pointers[0], pointers[1], target.dtype.size)
        return context.get_dummy_value()

    return types.void(target, types.intp, source, types.intp), generate


def _write_copy(context: Any, builder: Any, target: Any, source: Any, size: int) -> None:
    """Copy `size` bytes. Small records are copied in parts, so that LLVM inlines the copies."""
    piece = _COPY_BYTES if size <= _COPY_BYTES * _MAX_COPIES else size
    target, source = (builder.bitcast(place, cgutils.voidptr_t) for place in (target, source))
    for begin in range(0, size, piece):
        offset = context.get_constant(types.intp, begin)
        places = [builder.gep(place, [offset]) for place in (target, source)]
        cgutils.raw_memcpy(builder, *places, context.get_constant(types.intp, 1), min(piece, size - begin))


def compile_kernel(function: Callable[..., Any], kinds: tuple[Kind, ...]) -> tuple[MachineCode, bool]:
    """Machine code for arguments of these kinds, and whether another process can use it too."""
    lacking = missing(ENTRY_PARTS)
    if lacking:
        raise RulesError(f"Numba {numba.__version__} has no {', '.join(lacking)}: install another version of it")
    dispatcher: Any = inner(function, inline=False, is_large=False)
    with (
        part("numba.core.compiler_lock:global_compiler_lock"),
        cached_typing() if _has_compact_parts() else nullcontext(),
    ):
        result = dispatcher.get_compile_result(typing.signature(None, *argument_types(kinds)))
        context = result.target_context
        library = EntryLibrary(context.codegen(), function.__name__)
        library.add_linking_library(result.library)
        module = library.create_ir_module(function.__name__)
        _write_entry(context, module, f"entry_{function.__name__}", result.fndesc)
        library.add_ir_module(module)
        library.finalize()
    externals = library.externals()
    if any(name.startswith("Py") for name in externals):
        raise TypeError("it prints, or does something that only the interpreter can do: leave that out")
    code = MachineCode(
        library.object_file(), f"entry_{function.__name__}", _letter(result.signature.return_type), externals
    )
    return code, not library.has_dynamic_globals


def argument_types(kinds: tuple[Kind, ...]) -> tuple[Any, ...]:
    """The Numba types of arguments of these kinds."""
    return _numba_types(iter(kinds))


def _numba_types(kinds: Iterator[Kind]) -> tuple[Any, ...]:
    """The Numba types of the next kinds, up to the end of their tuple."""
    found: list[Any] = []
    for kind in kinds:
        if kind == ")":
            break
        if isinstance(kind, ArrayKind):
            layout = "C" if kind.flags & _C else "F" if kind.flags & _FORTRAN else "A"
            readonly, aligned = not kind.flags & _WRITEABLE, bool(kind.flags & _ALIGNED)
            element = numba.from_dtype(kind.dtype)
            found.append(types.Array(element, kind.dimensions, layout, readonly=readonly, aligned=aligned))
        elif isinstance(kind, NamedKind):
            found.append(types.BaseTuple.from_types(_numba_types(kinds), kind.form))
        else:
            found.append(types.BaseTuple.from_types(_numba_types(kinds)) if kind == "(" else _NUMBERS[kind])
    return tuple(found)


def _letter(kind: Any) -> str:
    """The kernel's return type as a letter of `struct`; empty for None."""
    if isinstance(kind, types.NoneType):
        return ""
    if isinstance(kind, types.Boolean):
        return "?"
    if isinstance(kind, types.Integer):
        return "q" if kind.signed else "Q"
    if isinstance(kind, types.Float):
        return "d"
    raise TypeError(f"a kernel returns a number or nothing, not {kind}")


def _write_entry(context: Any, module: Any, name: str, description: Any) -> None:
    """Write a function that calls the compiled one with arguments from a block of words, and stores the result in the
    block.
    """
    word = ir.IntType(64)
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), [word.as_pointer()]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    block = function.args[0]
    places = (builder.gep(block, [word(i)]) for i in range(len(RESULT_FORMAT), 1 << 30))
    arguments = [_argument(context, builder, kind, places) for kind in description.argtypes]
    called = context.declare_function(module, description)
    status, result = context.call_conv.call_function(
        builder, called, description.restype, description.argtypes, arguments
    )
    builder.store(builder.ptrtoint(status.excinfoptr, word), block)
    letter = _letter(description.restype)
    if letter:
        wide = _NUMBERS[letter]
        value = context.cast(builder, result, description.restype, wide)
        data = context.get_value_as_data(builder, wide, value)
        builder.store(data, builder.bitcast(builder.gep(block, [word(1)]), data.type.as_pointer()))
    builder.ret(builder.select(status.is_error, ir.IntType(32)(1), ir.IntType(32)(0)))


def _argument(context: Any, builder: Any, kind: Any, places: Iterator[Any]) -> Any:
    """An argument, read from the next words of the block."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_argument(context, builder, part, places) for part in kind])
    if not isinstance(kind, types.Array):
        data = builder.load(builder.bitcast(next(places), context.get_data_type(kind).as_pointer()))
        return context.data_model_manager[kind].from_data(builder, data)
    array = context.make_array(kind)(context, builder)
    data, *numbers = (builder.load(next(places)) for _ in range(1 + 2 * kind.ndim))
    part("numba.np.arrayobj:populate_array")(
        array,
        data=builder.inttoptr(data, array.data.type),
        shape=numbers[: kind.ndim],
        strides=numbers[kind.ndim :],
        itemsize=context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype))),
        meminfo=None,
    )
    return array._getvalue()


def guilty(function: Callable[..., Any], rules: Rules) -> str | None:
    """The first function of the contract that cannot be compiled alone. Used when an error names no location."""
    words: Any = dict.fromkeys(("out", "outcomes", "moves"), numba.int64[::1])
    words |= dict.fromkeys(("p", "scores"), numba.float64[::1]) | {"rng": numba.uint64[::1]}
    words |= {"s": numba.from_dtype(rules.dtype), "move": numba.int64, "seat": numba.int64, "n": numba.int64}
    for name, (parameters, _) in {**REQUIRED, **OPTIONAL}.items():
        for value in function.__globals__.values():
            if getattr(getattr(value, "py_func", None), "__name__", "").rpartition("_")[0] == name:
                kinds = [words[word] for word in parameters.split(", ")]
                if name == "payoffs":
                    kinds[1] = numba.float64[::1]
                try:
                    value.compile(tuple(kinds))
                except Exception:
                    return name
    return None
