"""Compact compilation, and the private parts of Numba that compiling relies on.

A function that only compiled code calls is linked into its callers as the intermediate code that Numba first generates.
It is optimised and turned into machine code once, as part of the whole kernel. In a large game, a function is also
compiled only once for each type of arguments; Numba would compile it again for every constant that is passed. Typing
that Numba would repeat is done once (`cached_typing`). Passes for features that kernels never use are left out.
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
    "cached_typing",
    "cached_typing_for",
    "make_compact",
    "missing",
    "part",
    "provide_externals",
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
"""The parts of Numba that compact compilation overrides or calls, as module:name."""

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
"""The parts of Numba that are needed to compile a kernel and to call it."""


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
    """The parts that the installed Numba does not have."""
    return [name for name in names if part(name) is None]


def make_compact(dispatcher: Any, *, is_large: bool) -> None:
    """Compile an internal function without a Python wrapper; needs all of `COMPACT_PARTS`."""
    dispatcher._compiler.__class__ = LargeGameCompiler if is_large else InnerCompiler


_UNUSED_PASSES = (
    "numba.core.untyped_passes:InlineInlinables",  # functions with Numba's `inline` option; LLVM inlines ours
    "numba.core.untyped_passes:LiteralUnroll",
    "numba.core.typed_passes:NopythonRewrites",  # expressions of whole arrays, which allocate
    "numba.core.typed_passes:AnnotateTypes",  # for inspection of the compiled code
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
        for place in reversed(prunings[1:-1]):  # it follows a pass that is left out, and has nothing to prune
            del passes[place]
        manager.passes = passes
        manager.finalize()
        return [manager]


@contextmanager
def cached_typing() -> Iterator[None]:
    """While a kernel is compiled, type each call of a Numba function once per argument types, and refresh Numba's
    registries only when something was added.

    Needs all of `COMPACT_PARTS`. The caller holds Numba's lock.
    """
    provide_externals()
    with cached_typing_for(part("numba.core.registry:cpu_target")):
        yield


@contextmanager
def cached_typing_for(description: Any) -> Iterator[None]:
    """`cached_typing` for any target of Numba, given by its description."""
    typing, target = description.typing_context, description.target_context
    typing.resolve_function_type = _with_cache(typing)
    typing.refresh, target.refresh = _with_change_check(typing), _with_change_check(target)
    try:
        yield
    finally:
        del typing.resolve_function_type, typing.refresh, target.refresh


def _with_cache(typing: Any) -> Callable[..., Any]:
    """Numba's `resolve_function_type` with a cache."""
    resolve = typing.resolve_function_type
    known: dict[Any, Any] = {}

    def resolve_once(function: Any, arguments: Any, keywords: Any) -> Any:
        key = function, tuple(arguments), tuple(keywords.items() if isinstance(keywords, dict) else keywords)
        try:
            found = known.get(key)
        except TypeError:  # a slice cannot be hashed
            return resolve(function, arguments, keywords)
        if found is None:
            found = resolve(function, arguments, keywords)
            kind = function if isinstance(function, numba.types.Type) else typing._lookup_global(function)
            if isinstance(kind, numba.types.Function):  # a function compiled by us has its own cache
                known[key] = found
        return found

    return resolve_once


def _with_change_check(context: Any) -> Callable[[], None]:
    """Numba's `refresh`, skipped if nothing was registered since the last call."""
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
    """Compiles a function that only compiled code calls to intermediate code."""

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
        # Numba looks up the code of a call by such a function object. Python code cannot call it.
        description = result.fndesc
        name = _dynfunc.make_function(
            description.lookup_module(), description.qualname, "", 0, result.environment, (result.library,)
        )
        target.insert_user_function(name, description, [result.library])
        return result._replace(entry_point=name)


class LargeGameCompiler(InnerCompiler):
    """Compiles a function once for each type of arguments, not again for each constant argument."""

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        """The types of the arguments. A constant has the type of any other number."""
        signature, folded = super().fold_argument_types(args, kws)
        return signature, tuple(numba.types.unliteral(kind) for kind in folded)


class InnerLibrary(part("numba.core.codegen:JITCodeLibrary") or object):  # type: ignore[misc]
    """Intermediate code to be linked into a kernel, which is then optimised as a whole."""

    def _optimize_final_module(self) -> None:
        return

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class EntryLibrary(part("numba.core.codegen:JITCodeLibrary") or object):  # type: ignore[misc]
    """A kernel with all functions that it calls, optimised as a whole and written as one object file."""

    def _optimize_final_module(self) -> None:
        # The passes that Numba runs before these prune reference counts, which kernels do not have.
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def object_file(self) -> bytes:
        code: bytes = self._codegen._tm.emit_object(self._final_module)
        return code

    def externals(self) -> tuple[str, ...]:
        """The names of functions that the code calls but does not contain."""
        names = [function.name for function in self._final_module.functions if function.is_declaration]
        return tuple(name for name in names if not name.startswith("llvm."))


def provide_externals() -> None:
    """Have Numba load its registries, and tell LLVM the addresses of functions that compiled code may call.

    Numba imports SciPy here only to see whether it is installed, which takes most of the time. A lookup of the package
    replaces the import.
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
    """An exception as compiled code describes it: its class and arguments, pickled."""

    _fields_ = (("data", ctypes.c_void_p), ("size", ctypes.c_int32), ("hash", ctypes.c_void_p))


def raise_described(address: int) -> NoReturn:
    """Raise the exception that compiled code described, with the line of the game where it occurred."""
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
