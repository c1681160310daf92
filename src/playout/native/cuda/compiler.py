"""Compiles kernels to PTX with numba-cuda. No other module imports numba-cuda, which loads slowly.

It needs no GPU: the caller gives a compute capability. `PARTS` lists the private parts of numba-cuda that are used.
Differences from numba-cuda:

- Tables (the arrays that rules refer to) lie in global memory. Constant memory has only 64 KB, and serves the threads
  of a warp one after the other if they read different addresses.
- A function with many arguments, such as the arrays of a tree, is inlined, because each call would pass all of them.
  Functions of a large game are not inlined, because that would take minutes to compile.
- Multiplications and additions are not fused, so that results equal the CPU's to the bit.
- An exception sets a variable of the module, also without debugging.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import re
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache as once
from typing import Any

import numpy as np
from llvmlite import ir

from playout.native.arguments import Kind
from playout.native.compact import cached_typing_for, missing, part
from playout.native.cuda.code import CudaCode, Scratch
from playout.native.cuda.driver import CudaError

__all__ = ["PARTS", "VERSION", "compile_items", "inner", "why_missing"]

VERSION = "0.30.4"
"""The version of numba-cuda that was tested; pyproject.toml pins it."""

PARTS = (
    "numba.cuda.compiler:compile_cuda",
    "numba.cuda.compiler:kernel_fixup",
    "numba.cuda.codegen:CUDACodeLibrary.llvm_strs",
    "numba.cuda.core.callconv:FIRST_USEREXC",
    "numba.cuda.core.callconv:_MinimalCallHelper._add_exception",
    "numba.cuda.core.compiler_lock:global_compiler_lock",
    "numba.cuda.cudadrv.nvvm:ADDRSPACE_GLOBAL",
    "numba.cuda.cudadrv.nvvm:compile_ir",
    "numba.cuda.descriptor:cuda_target",
    "numba.cuda.dispatcher:CUDADispatcher.fold_argument_types",
    "numba.cuda.dispatcher:get_current_device",
    "numba.cuda.lowering:CUDALower.pre_lower",
    "numba.cuda.target:CUDATargetContext.make_constant_array",
)
"""The parts of numba-cuda that are overridden or called, as module:name."""

_MANY_ARGUMENTS = 48
"""A function that takes more words than this is inlined. An array of one dimension takes seven words."""

_ALIGNMENT = 16
"""The alignment of scratch arrays in bytes. Numba aligns the fields within a record, but not the record itself."""

_never_inlined: set[str] = set()
"""The names of functions that are never inlined."""

_exceptions: list[str] = []
"""The exceptions that code may raise. An exception's index is its number, which stays the same in functions that
several kernels share.
"""


def why_missing() -> str:
    """The reason why no code can be compiled for a GPU here, as a sentence; empty if it can."""
    how = "install it with `pip install playout[cuda]`"
    try:
        found = importlib.metadata.version("numba-cuda")
    except importlib.metadata.PackageNotFoundError:
        return f"numba-cuda is not installed: {how}"
    if found != VERSION:
        return f"numba-cuda {found} is installed, and {VERSION} is needed: {how}"
    _load()
    lacking = missing(PARTS)
    if lacking:
        return f"numba-cuda {found} has no {', '.join(lacking)}: {how} again"
    if not part("numba.cuda.cudadrv.nvvm:is_available")():
        return f"NVIDIA's compiler (libnvvm) is not found: {how}"
    return ""


@once
def _load() -> None:
    """Import numba-cuda. It uses names that NumPy 2.5 removed or deprecated and that no kernel needs."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined, unused-ignore]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        missing((*PARTS, "numba.cuda:jit"))


def inner(function: Callable[..., Any], *, inline: bool, is_large: bool) -> Callable[..., Any]:
    """A function that only compiled code calls. is_large: whether it belongs to a large game."""
    reason = why_missing()
    if reason:
        raise CudaError(reason)
    dispatcher: Any = part("numba.cuda:jit")(device=True, forceinline=inline)(function)
    if is_large and not inline:
        _never_inlined.add(function.__name__)
        _take_constants_as_numbers(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def _take_constants_as_numbers(dispatcher: Any) -> None:
    """Compile a function once for each type of arguments, not again for each constant argument."""
    fold = dispatcher.fold_argument_types

    def folded(arguments: Any, keywords: Any) -> Any:
        signature, kinds = fold(arguments, keywords)
        return signature, tuple(map(part("numba.types:unliteral"), kinds))

    dispatcher.fold_argument_types = folded


_ENTRY = """\
def entry(count, {arguments}):
    i = cuda.grid(1)
    if i < count:
        {scratch}item(i, {items})
"""


def compile_items(
    item: Callable[..., Any], scratch: Sequence[Scratch], kinds: tuple[Kind, ...], capability: tuple[int, int]
) -> CudaCode:
    """PTX of a kernel whose thread i calls item(i, *scratch, *arguments), for each i below the kernel's first argument.

    item: a function that `inner` returned. kinds: those of the arguments after the first.
    """
    from playout.native.compiler import argument_types

    arguments = argument_types(kinds)
    names = [f"a{k}" for k in range(len(arguments))]
    scratch_names = [f"s{k}" for k in range(len(scratch))]
    made = "".join(f"s{k} = cuda.local.array(shape{k}, kind{k}, {_ALIGNMENT})\n        " for k in range(len(scratch)))
    text = _ENTRY.format(arguments=", ".join(names), scratch=made, items=", ".join(scratch_names + names))
    namespace: dict[str, Any] = {"item": item, "cuda": importlib.import_module("numba.cuda")}
    for k, one in enumerate(scratch):
        namespace |= {f"shape{k}": one.shape, f"kind{k}": part("numba:from_dtype")(one.dtype)}
    exec(compile(text, "<items>", "exec"), namespace)
    return _compile(namespace["entry"], (part("numba:types.int64"), *arguments), capability)


def _compile(entry: Any, arguments: tuple[Any, ...], capability: tuple[int, int]) -> CudaCode:
    target = part("numba.cuda.descriptor:cuda_target")
    target.typing_context.refresh()
    target.target_context.refresh()
    with part("numba.cuda.core.compiler_lock:global_compiler_lock"), _patched(capability), cached_typing_for(target):
        result = part("numba.cuda.compiler:compile_cuda")(entry, None, arguments, nvvm_options={}, cc=capability)
        symbol = result.fndesc.llvm_func_name
        part("numba.cuda.compiler:kernel_fixup")(result.library.get_function(symbol), True)
        arch = "compute_{}{}".format(*capability)
        texts = map(_with_short_names, result.library.llvm_strs)
        ptx = part("numba.cuda.cudadrv.nvvm:compile_ir")(list(texts), opt=3, fma=False, arch=arch)
    failed = _with_short_names(f"{symbol}__errcode__")
    return CudaCode(ptx.strip(b"\0"), _with_short_names(symbol), failed, tuple(_exceptions))


def _with_short_names(text: str) -> str:
    """Code with Numba's names replaced by short ones. Numba's spell out every type and are most of the text."""
    return re.sub(r"_ZN[\w$.]{60,}", lambda found: f"f{hashlib.sha256(found[0].encode()).hexdigest()[:24]}", text)


@contextmanager
def _patched(capability: tuple[int, int]) -> Iterator[None]:
    """Patch numba-cuda within this context."""
    lower, target, helper = (
        part(name)
        for name in (
            "numba.cuda.lowering:CUDALower",
            "numba.cuda.target:CUDATargetContext",
            "numba.cuda.core.callconv:_MinimalCallHelper",
        )
    )
    dispatcher = part("numba.cuda:dispatcher")
    first: int = part("numba.cuda.core.callconv:FIRST_USEREXC")
    device = types.SimpleNamespace(compute_capability=capability)

    def add_exception(self: Any, kind: Any, values: Any, place: Any) -> int:
        text = repr(kind(*(values or ()))) if kind is not None else "an exception"
        if text not in _exceptions:
            _exceptions.append(text)
        return first + _exceptions.index(text)

    changes = (
        (dispatcher, "get_current_device", lambda: device),
        (lower, "pre_lower", _before_lowering(lower.pre_lower)),
        (target, "make_constant_array", _make_table),
        (helper, "_add_exception", add_exception),
    )
    before = [getattr(owner, name) for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for (owner, name, _), value in zip(changes, before, strict=True):
            setattr(owner, name, value)


def _before_lowering(original: Callable[[Any], None]) -> Callable[[Any], None]:
    """A `pre_lower` that also decides whether the function is inlined."""

    def pre_lower(self: Any) -> None:
        original(self)
        function = self.builder.function
        if len(function.args) > _MANY_ARGUMENTS:
            function.attributes.add("alwaysinline")
        elif self.fndesc.qualname.rpartition(".")[2] in _never_inlined:
            function.attributes.add("noinline")

    return pre_lower


def _make_table(self: Any, builder: Any, kind: Any, array: Any) -> Any:
    """A table in global memory. Equal tables share one."""
    array = np.ascontiguousarray(array)
    data = array.tobytes()
    name = f"table_{hashlib.sha256(data).hexdigest()[:24]}"
    module = builder.module
    table = module.globals.get(name)
    if table is None:
        bytes_ = ir.ArrayType(ir.IntType(8), len(data))
        table = ir.GlobalVariable(module, bytes_, name, addrspace=part("numba.cuda.cudadrv.nvvm:ADDRSPACE_GLOBAL"))
        table.linkage = "linkonce_odr"
        table.global_constant = True
        table.initializer = ir.Constant(bytes_, bytearray(data))
        table.align = 16
    number = part("numba:types.intp")
    made = self.make_array(kind)(self, builder)
    self.populate_array(
        made,
        data=builder.bitcast(builder.addrspacecast(table, ir.IntType(8).as_pointer(), "generic"), made.data.type),
        shape=[self.get_constant(number, n) for n in array.shape],
        strides=[self.get_constant(number, n) for n in array.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()
