"""Native code on the CPU: kernels compiled by Numba, at their first call with such types or from the cache."""

from __future__ import annotations

import hashlib
import pickle
import platform
import threading
from collections.abc import Callable
from functools import cache as once
from functools import partial
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from playout.native import cache
from playout.native.compact import CACHE_PARTS, COMPACT_PARTS, make_compact, missing, part
from playout.native.messages import explain
from playout.notices import Compiling, compiling, say
from playout.rules import OPTIONAL, REQUIRED, Rules, RulesError

__all__ = ["Compiled", "inner", "prefetch"]

# No lock of the interpreter, no check of divisions, and no counting of references: kernels and rules allocate nothing,
# and counting the references of the arrays that are handed around took half of UCT's time.
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

# How code is compiled and what is inlined is part of the result, too.
_SOURCES = ("compiled", "compact", "contents", "binding")
_HOW = hashlib.sha256(b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in _SOURCES))
_VERSIONS = " ".join(
    (_HOW.hexdigest(), str(_FLAGS), platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
)


def inner(function: Callable[..., Any], *, inline: bool, is_large: bool) -> Callable[..., Any]:
    """A function that only compiled code calls; it is compiled into its callers, and not kept by itself.

    is_large: it belongs to a large game; compiled once for each type, it is slower where constants are passed on.
    """
    # Nobody calls it from Python, so that ways in from there need not be made: a third of the time to compile.
    flags = _FLAGS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(**flags, forceinline=inline)(function)
    if _has(COMPACT_PARTS, "games are compiled without the shortcut, which takes several times as long"):
        make_compact(dispatcher, is_large=is_large)
    return dispatcher  # type: ignore[no-any-return]


@once
def _has(parts: tuple[str, ...], otherwise: str) -> bool:
    """Whether this Numba has private parts that are relied on; says once what follows if it does not."""
    lacking = missing(parts)
    if lacking:
        say(f"note: Numba {numba.__version__} has no {', '.join(lacking)}: {otherwise}")
    return not lacking


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """For compiled code: have the processor bring an entry of an array near; nothing else happens."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = cgutils.get_item_pointer(context, builder, signature.args[0], data, [arguments[1]])
        address = builder.bitcast(place, cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(instruction, [address, number(0), number(3), number(1)])  # to read, to keep, data
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


class Compiled:
    """A kernel as native code: loaded from the cache or compiled at its first call with such types.

    An argument of another type has the kernel compiled for that type, too, unless the value stays the same in a type
    that it was compiled for (an int32 as int64, a whole number as float64): Numba never cuts a value down.
    """

    def __init__(self, function: Callable[..., Any], rules: Rules, owner: str, name: str) -> None:
        """owner, name: what people are told is compiled; the function's own name ends in its digest."""
        self._dispatcher: Any = numba.njit(**_FLAGS)(function)
        self._store = Store(f"{owner}.{name}", function.__name__)
        if _has(CACHE_PARTS, "compiled code cannot be kept, and every start compiles again"):
            self._dispatcher._cache = self._store
        self._rules = rules
        self._label = f"{owner} ({name})"
        self._guard = threading.Lock()
        # Numba calls `compile` for types that it has no code for.
        self._compile = self._dispatcher.compile
        self._dispatcher.compile = self._prepare

    def __call__(self, *arguments: Any) -> Any:
        return self._dispatcher(*arguments)

    def _prepare(self, signature: Any) -> Any:
        """Load or compile code for arguments of these types; returns what Numba calls."""
        with self._guard:
            known = self._dispatcher.overloads.get(signature)
            if known is not None:  # another thread was sooner
                return known.entry_point
            try:
                if self._store.knows(signature, self._dispatcher.targetctx):
                    return self._compile(signature)
                with cache.lock(self._store.name), compiling(self._label) as self._store.told:
                    return self._compile(signature)
            except Exception as error:  # not all that Numba raises is a NumbaError
                raise RulesError(
                    explain(error, self._rules, partial(_guilty, self._dispatcher, self._rules))
                ) from error


class Store(part("numba.core.caching:_Cache") or object):  # type: ignore[misc]
    """Keeps one kernel's compiled code in the cache folder, one file for each signature and kind of processor."""

    def __init__(self, title: str, name: str) -> None:
        self.name = f"{title}-{name.rpartition('_')[2]}"
        self.told = Compiling()
        """What is said once it is compiled."""

    def _entry(self, signature: Any, codegen: Any) -> str:
        key = f"{signature} {codegen.magic_tuple()} {_VERSIONS}"
        return f"{self.name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"

    def knows(self, signature: Any, target_context: Any) -> bool:
        return cache.has(self._entry(signature, target_context.codegen()))

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        entry = self._entry(signature, target_context.codegen())
        content = cache.read(entry)
        if content is None:
            return None
        try:
            return part("numba.core.compiler:CompileResult")._rebuild(target_context, *pickle.loads(content))
        except Exception:
            cache.remove(entry)
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:
            self.told.after = (
                "the next start compiles again, since it uses a table of over 1 MB: make the table smaller"
            )
            return
        content = part("numba.core.serialize:dumps")(data._reduce())
        try:
            cache.write(self._entry(signature, data.codegen), content)
            cache.prune()
        except OSError as error:
            reason = f"{cache.folder()} does not take compiled code ({error.strerror})"
            self.told.after = f"the next start compiles again, since {reason}"

    @property
    def cache_path(self) -> str:
        return str(cache.folder())

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _guilty(dispatcher: Any, rules: Rules) -> str | None:
    """The function of the contract that cannot be compiled by itself, where an error does not say where it is."""
    words: Any = dict.fromkeys(("out", "outcomes", "moves"), numba.int64[::1])
    words |= dict.fromkeys(("p", "scores"), numba.float64[::1]) | {"rng": numba.uint64[::1]}
    words |= {"s": numba.from_dtype(rules.dtype), "move": numba.int64, "seat": numba.int64, "n": numba.int64}
    for name, (parameters, _) in {**REQUIRED, **OPTIONAL}.items():
        for value in dispatcher.py_func.__globals__.values():
            if getattr(getattr(value, "py_func", None), "__name__", "").rpartition("_")[0] == name:
                kinds = [words[word] for word in parameters.split(", ")]
                if name == "payoffs":
                    kinds[1] = numba.float64[::1]
                try:
                    value.compile(tuple(kinds))
                except Exception:
                    return name
    return None
