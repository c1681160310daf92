"""numba-cuda: kernels to PTX. Nothing else imports it, and it takes long to load.

It needs no GPU: code is made for a compute capability that the caller names. Of numba-cuda's private parts only those
in `PARTS` are used. What is done otherwise than numba-cuda does it:

- Tables (the arrays that rules refer to) lie in global memory: constant memory has room for 64 KB, and serves a group
  of threads one after the other where they read different places.
- A function with many arguments, such as the arrays of a tree, is inlined: each call would pass all of them. Those of a
  large game are not: it would take minutes to compile.
- No multiplication and addition is rounded as one, so that results equal the CPU's to the bit.
- An exception that code raises is noted in a variable of the module, also where nothing is debugged.
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
from playout.native.compact import missing, part, quick_for
from playout.native.cuda.code import CudaCode, Scratch
from playout.native.cuda.driver import CudaError

__all__ = ["PARTS", "VERSION", "compile_items", "inner", "why_missing"]

VERSION = "0.30.4"
"""Of numba-cuda: the one that was tested; pyproject.toml pins it."""

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
"""What is overridden and called, as module:name."""

_MANY_ARGUMENTS = 48
"""Words; a function that takes more is inlined. An array of one dimension is seven."""

_ALIGNMENT = 16
"""Of scratch arrays, in bytes. Numba aligns the fields within a record, and puts the record itself anywhere."""

_called: set[str] = set()
"""Functions that are not inlined, by name."""

_raised: list[str] = []
"""Exceptions that code may raise, each with its number: functions that several kernels share keep theirs."""


def why_missing() -> str:
    """Why nothing can be compiled for a GPU here, in a sentence; empty if it can."""
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
        return f"numba-cuda {found} has no {', '.join(lacking)}: {how}, anew"
    if not part("numba.cuda.cudadrv.nvvm:is_available")():
        return f"NVIDIA's compiler (libnvvm) is not found: {how}"
    return ""


@once
def _load() -> None:
    """Import numba-cuda. It reads a name that NumPy 2.5 removed, which no kernel uses, and others that it warns of."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined, unused-ignore]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        missing((*PARTS, "numba.cuda:jit"))


def inner(function: Callable[..., Any], *, inline: bool, is_large: bool) -> Callable[..., Any]:
    """A function that only compiled code calls. is_large: it belongs to a large game."""
    reason = why_missing()
    if reason:
        raise CudaError(reason)
    dispatcher: Any = part("numba.cuda:jit")(device=True, forceinline=inline)(function)
    if is_large and not inline:
        _called.add(function.__name__)
        _take_constants_as_numbers(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def _take_constants_as_numbers(dispatcher: Any) -> None:
    """Have a function compiled once for each type of arguments, also where constants are passed."""
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
    """PTX of a kernel whose thread i calls item(i, *scratch, *arguments), for i below its first argument.

    item: as `inner` returns it. kinds: of the arguments that follow.
    """
    from playout.native.compiler import argument_types

    arguments = argument_types(kinds)
    names = [f"a{k}" for k in range(len(arguments))]
    places = [f"s{k}" for k in range(len(scratch))]
    made = "".join(f"s{k} = cuda.local.array(shape{k}, kind{k}, {_ALIGNMENT})\n        " for k in range(len(scratch)))
    text = _ENTRY.format(arguments=", ".join(names), scratch=made, items=", ".join(places + names))
    namespace: dict[str, Any] = {"item": item, "cuda": importlib.import_module("numba.cuda")}
    for k, one in enumerate(scratch):
        namespace |= {f"shape{k}": one.shape, f"kind{k}": part("numba:from_dtype")(one.dtype)}
    exec(compile(text, "<items>", "exec"), namespace)
    return _compile(namespace["entry"], (part("numba:types.int64"), *arguments), capability)


def _compile(entry: Any, arguments: tuple[Any, ...], capability: tuple[int, int]) -> CudaCode:
    target = part("numba.cuda.descriptor:cuda_target")
    target.typing_context.refresh()
    target.target_context.refresh()
    with part("numba.cuda.core.compiler_lock:global_compiler_lock"), _changed(capability), quick_for(target):
        result = part("numba.cuda.compiler:compile_cuda")(entry, None, arguments, nvvm_options={}, cc=capability)
        symbol = result.fndesc.llvm_func_name
        part("numba.cuda.compiler:kernel_fixup")(result.library.get_function(symbol), True)
        arch = "compute_{}{}".format(*capability)
        texts = map(_with_short_names, result.library.llvm_strs)
        ptx = part("numba.cuda.cudadrv.nvvm:compile_ir")(list(texts), opt=3, fma=False, arch=arch)
    failed = _with_short_names(f"{symbol}__errcode__")
    return CudaCode(ptx.strip(b"\0"), _with_short_names(symbol), failed, tuple(_raised))


def _with_short_names(text: str) -> str:
    """Code with short names in the place of Numba's, which spell out every type: they are most of its letters."""
    return re.sub(r"_ZN[\w$.]{60,}", lambda found: f"f{hashlib.sha256(found[0].encode()).hexdigest()[:24]}", text)


@contextmanager
def _changed(capability: tuple[int, int]) -> Iterator[None]:
    """Numba-cuda as it is needed here, and as it was afterwards."""
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
        if text not in _raised:
            _raised.append(text)
        return first + _raised.index(text)

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
    """Says of a function whether it is inlined, before it is written."""

    def pre_lower(self: Any) -> None:
        original(self)
        function = self.builder.function
        if len(function.args) > _MANY_ARGUMENTS:
            function.attributes.add("alwaysinline")
        elif self.fndesc.qualname.rpartition(".")[2] in _called:
            function.attributes.add("noinline")

    return pre_lower


def _make_table(self: Any, builder: Any, kind: Any, array: Any) -> Any:
    """A table in global memory, one for equal contents."""
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
