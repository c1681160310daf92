"""Compact compilation, and the private parts of Numba that compiling relies on.

What only compiled code calls is linked into its callers as intermediate code, as Numba first writes it. It is
optimised and made machine code once, as part of the whole. In large games a function is also compiled only once for
each type of arguments, where Numba would compile it again for every constant that is passed. What Numba does again and
again to the same end is done once (`quick`), and passes that serve what kernels never use are left out.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import numba

__all__ = [
    "COMPACT_PARTS",
    "ENTRY_PARTS",
    "EntryLibrary",
    "InnerLibrary",
    "make_compact",
    "missing",
    "part",
    "provide_externals",
    "quick",
    "quick_for",
    "raise_described",
]

COMPACT_PARTS = (
    "numba._dynfunc:make_function",
    "numba.core.dispatcher:_FunctionCompiler.fold_argument_types",
    "numba.core.dispatcher:_FunctionCompiler._compile_core",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module",
    "numba.core.codegen:JITCodeLibrary._finalize_final_module",
    "numba.core.codegen:JITCodeLibrary._finalize_dynamic_globals",
    "numba.core.codegen:JITCodeLibrary._finalized",
    "numba.core.compiler:CompilerBase.define_pipelines",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline",
    "numba.core.compiler:compile_extra",
    "numba.core.compiler:CompileResult._replace",
    "numba.core.compiler:Flags.no_compile",
    "numba.core.cpu:CPUContext.insert_user_function",
    "numba.core.cpu:CPUContext.refresh",
    "numba.core.typing:Context._lookup_global",
    "numba.core.typing:Context.refresh",
    "numba.core.typing:Context.resolve_function_type",
)
"""What compact compilation overrides and calls, as module:name."""

ENTRY_PARTS = (
    "numba.core.callconv:CPUCallConv.call_function",
    "numba.core.codegen:JITCodeLibrary.add_linking_library",
    "numba.core.codegen:JITCodeLibrary.create_ir_module",
    "numba.core.codegen:JITCodeLibrary.add_ir_module",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module",
    "numba.core.codegen:JITCodeLibrary._finalize_dynamic_globals",
    "numba.core.codegen:JITCPUCodegen._module_pass_manager",
    "numba.core.compiler_lock:global_compiler_lock",
    "numba.core.dispatcher:Dispatcher.get_compile_result",
    "numba.core.registry:cpu_target",
    "numba.core.serialize:_numba_unpickle",
    "numba.np.arrayobj:populate_array",
    "numba.np.linalg:ensure_blas",
)
"""What is needed to make machine code of a kernel, and to call it."""


def part(name: str) -> Any:
    """A part of Numba, given as module:name, or None if this Numba does not have it."""
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for word in path.split("."):
            found = getattr(found, word)
    except (ImportError, AttributeError):
        return None
    return found


def missing(names: tuple[str, ...]) -> list[str]:
    """Those of the parts that this Numba does not have."""
    return [name for name in names if part(name) is None]


def make_compact(dispatcher: Any, *, is_large: bool) -> None:
    """Compile an internal function without a Python wrapper; needs all of `COMPACT_PARTS`."""
    dispatcher._compiler.__class__ = LargeGameCompiler if is_large else InnerCompiler


_UNUSED_PASSES = (
    "numba.core.untyped_passes:InlineInlinables",  # functions of Numba's own `inline`; LLVM inlines ours
    "numba.core.untyped_passes:LiteralUnroll",
    "numba.core.typed_passes:NopythonRewrites",  # expressions of whole arrays, which would be allocated
    "numba.core.typed_passes:AnnotateTypes",  # for people who inspect what was compiled
    "numba.core.typed_passes:DumpParforDiagnostics",
)


_PASSES_FOR_CLOSURES = (
    "numba.core.untyped_passes:InlineClosureLikes",
    "numba.core.untyped_passes:MakeFunctionToJitFunction",
)


class Pipeline(part("numba.core.compiler:CompilerBase") or object):  # type: ignore[misc]
    """Numba's passes, without those that do nothing for kernels and rules."""

    def define_pipelines(self) -> list[Any]:
        manager = part("numba.core.compiler:DefaultPassBuilder").define_nopython_pipeline(self.state)
        unused, prune = set(map(part, _UNUSED_PASSES)), part("numba.core.untyped_passes:DeadBranchPrune")
        if not any(isinstance(item, types.CodeType) for item in self.state.func_id.code.co_consts):
            unused |= set(map(part, _PASSES_FOR_CLOSURES))
        passes = [step for step in manager.passes if step[0] not in unused]
        prunings = [place for place, step in enumerate(passes) if step[0] is prune]
        for place in reversed(prunings[1:-1]):  # that follows what is left out, and finds nothing new
            del passes[place]
        manager.passes = passes
        manager.finalize()
        return [manager]


@contextmanager
def quick() -> Iterator[None]:
    """While a kernel is compiled: a call of a function of Numba's with arguments of certain types is typed once, and
    what Numba knows is put together anew only if there is more of it.

    Needs all of `COMPACT_PARTS`, and Numba's lock.
    """
    provide_externals()
    with quick_for(part("numba.core.registry:cpu_target")):
        yield


@contextmanager
def quick_for(description: Any) -> Iterator[None]:
    """The same for any target of Numba's, by its description."""
    typing, target = description.typing_context, description.target_context
    typing.resolve_function_type = _resolving_once(typing)
    typing.refresh, target.refresh = _refreshing_once(typing), _refreshing_once(target)
    try:
        yield
    finally:
        del typing.resolve_function_type, typing.refresh, target.refresh


def _resolving_once(typing: Any) -> Callable[..., Any]:
    """Numba's way to find the type of a call, which remembers what it has found."""
    resolve = typing.resolve_function_type
    known: dict[Any, Any] = {}

    def resolve_once(function: Any, arguments: Any, keywords: Any) -> Any:
        key = function, tuple(arguments), tuple(keywords.items() if isinstance(keywords, dict) else keywords)
        try:
            found = known.get(key)
        except TypeError:  # a slice is no key
            return resolve(function, arguments, keywords)
        if found is None:
            found = resolve(function, arguments, keywords)
            kind = function if isinstance(function, numba.types.Type) else typing._lookup_global(function)
            if isinstance(kind, numba.types.Function):  # and not one of ours, which keeps its own account
                known[key] = found
        return found

    return resolve_once


def _refreshing_once(context: Any) -> Callable[[], None]:
    """Numba's way to take up what was registered since, which does nothing if nothing was."""
    refresh = context.refresh

    def registered() -> list[int]:
        kinds = [kind for registry in context._registries for kind in vars(registry).values()]
        return [len(kind) for kind in kinds if isinstance(kind, list)]

    known = registered()

    def refresh_if_more() -> None:
        nonlocal known
        if registered() != known:
            refresh()
            known = registered()

    return refresh_if_more


class InnerCompiler(part("numba.core.dispatcher:_FunctionCompiler") or object):  # type: ignore[misc]
    """Compiles a function that only compiled code calls, to intermediate code."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        from numba import _dynfunc
        from numba.core.compiler import Flags, compile_extra

        flags, target = Flags(), self.targetdescr.target_context
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        result = compile_extra(
            self.targetdescr.typing_context,
            target,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=InnerLibrary(target.codegen(), self.py_func.__qualname__),
            pipeline_class=Pipeline,
        )
        if result.typing_error is not None:
            raise result.typing_error
        # Numba finds the code that belongs to a call by such an object; it leads to nothing that Python could call.
        description = result.fndesc
        name = _dynfunc.make_function(
            description.lookup_module(), description.qualname, "", 0, result.environment, (result.library,)
        )
        target.insert_user_function(name, description, [result.library])
        return result._replace(entry_point=name)


class LargeGameCompiler(InnerCompiler):
    """Compiles a function once for each type of arguments, also where constants are passed."""

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        """The types of the arguments; a constant counts as a number like others."""
        signature, folded = super().fold_argument_types(args, kws)
        return signature, tuple(numba.types.unliteral(kind) for kind in folded)


class InnerLibrary(part("numba.core.codegen:JITCodeLibrary") or object):  # type: ignore[misc]
    """Intermediate code to be linked into other code; all further work is done on the whole."""

    def _optimize_final_module(self) -> None:
        return

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class EntryLibrary(part("numba.core.codegen:JITCodeLibrary") or object):  # type: ignore[misc]
    """A kernel with all that it calls, which is optimised as a whole and written as one object file."""

    def _optimize_final_module(self) -> None:
        # Numba's passes before these help to count references, which kernels do not.
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def object_file(self) -> bytes:
        code: bytes = self._codegen._tm.emit_object(self._final_module)
        return code

    def externals(self) -> tuple[str, ...]:
        """The functions that it calls and does not hold."""
        names = [function.name for function in self._final_module.functions if function.is_declaration]
        return tuple(name for name in names if not name.startswith("llvm."))


def provide_externals() -> None:
    """Have Numba load what it knows, and make known to LLVM what compiled code may call.

    Numba imports SciPy here only to see whether it is there, which takes longer than all else: that is looked up.
    """
    linalg: Any = importlib.import_module("numba.np.linalg")
    ensure_blas = linalg.ensure_blas
    if importlib.util.find_spec("scipy") is not None:
        linalg.ensure_blas = lambda: None
    try:
        part("numba.core.registry:cpu_target").target_context.refresh()
    finally:
        linalg.ensure_blas = ensure_blas


class _ExceptionInfo(ctypes.Structure):
    """How compiled code describes an exception: its class and arguments, pickled."""

    _fields_ = (("data", ctypes.c_void_p), ("size", ctypes.c_int32), ("hash", ctypes.c_void_p))


def raise_described(address: int) -> NoReturn:
    """Raise the exception that compiled code has described, as if from the line where that happened."""
    info = _ExceptionInfo.from_address(address)
    pickled = ctypes.string_at(info.data, info.size)
    found = part("numba.core.serialize:_numba_unpickle")(info.data, pickled, ctypes.string_at(info.hash, 20))
    kind, arguments, place = (*found, None)[:3]
    error: BaseException = kind(*(arguments or ())) if kind is not None else RuntimeError("an error in compiled code")
    if place is not None:
        name, path, line = place
        code = compile("\n" * (line - 1) + "raise error", path, "exec")
        exec(code.replace(co_name=name, co_qualname=name), {"error": error})
    raise error
