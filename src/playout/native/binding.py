"""Binds kernels to a game's rules. The same source runs interpreted or as native code.

A kernel is a plain function that imports the contract's names from `playout.rules`. `bind` copies the kernel and all
functions that it calls. In the copies, each stub of the contract (found by identity) is replaced by the game's
function, and each copied function by its copy. Every copy has a namespace of its own, so names cannot collide.

Each copy has a digest of its code, its defaults, all functions that it calls and every global value that the compiler
will freeze. The digest names the entry in the cache, so an edit to any of them makes a new entry, and two games never
share one. Copies for the compiler are made only when something is compiled, not when native code is found in the cache.
Binding is thread-safe: one thread binds at a time.
"""

from __future__ import annotations

import builtins
import hashlib
import math
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import rules as contract
from playout.hashing import key_of_fields, key_of_object
from playout.native.bounds import CHECKED, OWN, BoundError, RulesNumber, explain_bound
from playout.native.call_graph import INTERPRETED, depends_on_game, functions_of_large_game, is_kernel
from playout.native.contents import code_text, frozen_text, global_names, size
from playout.native.stand_ins import (
    INSTRUCTIONS,
    STAND_INS,
    advise_by_suggest,
    advise_by_tactics,
    choose_by_pick,
    choose_from_list,
    copy_record,
    copy_view,
    emit_nothing,
    fetch_ahead,
    fetch_nothing,
)
from playout.record_planes import planes_of_record
from playout.rules import Rules, RulesError
from playout.views import Records

__all__ = ["BACKENDS", "INTERPRETED", "Binder", "Functions", "bind", "binder_for", "check_backend", "lock", "view"]

BACKENDS = ("cpu", "python")

# Functions that are too large to be inlined at every call. A call costs little beside their own work.
_NOT_INLINED = ("tactics", "rank", "evaluate", "loud", "mask", "guess", "odds", "planes")

# Functions with this many operations (`contents.size`) or more are not inlined either: this compiles faster and runs no
# slower.
_INLINE_BELOW = 126

# The same threshold in a large game, whose functions would take minutes to compile inlined.
_INLINE_BELOW_IN_LARGE_GAME = 16

# Modules whose attributes compiled code may use (np.uint64, math.sqrt). Names of other modules have to be imported one
# by one.
_OPEN_MODULES = (np, math)

Functions = frozenset[tuple[str, Callable[..., Any]]]
"""Functions that a search brings along, by their names in the contract."""

lock = threading.RLock()
"""Must be held while a binder is used."""
_shared: dict[str, Callable[..., Any]] = {}
"""Compiled kernels that do not depend on a game, by digest."""

_binders: weakref.WeakKeyDictionary[Rules, dict[tuple[Any, ...], Binder]] = weakref.WeakKeyDictionary()


def bind(
    kernel: Callable[..., Any],
    rules: Rules,
    backend: str,
    *,
    policy: str = "",
    functions: Functions = frozenset(),
    recorder: Callable[..., None] | None = None,
    reporter: Callable[..., None] | None = None,
    switches: frozenset[str] = frozenset(),
) -> Callable[..., Any]:
    """Bind a kernel to these rules, for `cpu` (native code) or `python` (interpreted).

    The caller passes states through `view`. Each kernel is bound to the same rules only once in a process. `policy`
    selects the function behind `advise`: `suggest`, `tactics`, or one of the game's own POLICIES. `functions` are
    those that a search brings along, by their names in the contract: `prior`, `bound`, `backup`. `switches` names the
    switches that are on. An interpreted kernel may have a recorder, which is called for each event that the kernel
    emits, and a reporter, which is called for each event that the game reports.
    """
    check_backend(rules, backend, rules.backends)
    if recorder is not None or reporter is not None:
        return Binder(rules, "python", policy, functions, switches, recorder, reporter).entry(kernel)
    with lock:
        return binder_for(rules, backend, policy, functions, switches).entry(kernel)


def check_backend(rules: Rules, backend: str, known: tuple[str, ...]) -> None:
    """Raise RulesError if the backend is unknown, or if these rules do not run on it."""
    if backend in known:
        return
    if backend in ("cpu", "cuda") and rules.is_object:
        raise RulesError(f"{rules.name} is a Python class and runs interpreted: use the backend python")
    if backend == "cuda":
        raise RulesError(
            "a GPU does not speed up a search for one move: use the backend cpu "
            "(cuda is for many playouts or matches at once)"
        )
    raise RulesError(f"there is no backend {backend!r}: use one of {', '.join(known)}")


def binder_for(
    rules: Rules,
    backend: str,
    policy: str = "",
    functions: Functions = frozenset(),
    switches: frozenset[str] = frozenset(),
) -> Binder:
    """The binder of a game for a backend. Each process has one; hold `lock` while using it."""
    binders = _binders.setdefault(rules, {})
    key = backend, policy, functions, switches
    if key not in binders:
        binders[key] = Binder(rules, *key)
    return binders[key]


def view(states: NDArray[Any], backend: str) -> Any:
    """An array of positions in the form that kernels on `backend` take."""
    return Records(states) if backend == "python" and states.dtype != object else states


class Binder:
    """Copies functions for one game and one backend, each function once. Not thread-safe."""

    def __init__(
        self,
        rules: Rules,
        backend: str,
        policy: str = "",
        functions: Functions = frozenset(),
        switches: frozenset[str] = frozenset(),
        recorder: Callable[..., None] | None = None,
        reporter: Callable[..., None] | None = None,
    ) -> None:
        self.rules = rules
        self.backend = backend
        self._compiles = backend != "python"
        self.policy = policy
        self._functions = dict(functions)
        self._switches = switches
        self._recorder = recorder
        self._reporter = reporter
        self._digests: dict[Callable[..., Any], str] = {}
        self._copies: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._open: list[Callable[..., Any]] = []
        self._is_checked = not (rules.is_built_in or rules.is_object)
        self._large = {rules.functions[name] for name in _NOT_INLINED if rules.has(name)}
        self._large_game = functions_of_large_game(rules)

    def entry(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """The bound kernel, to be called from Python."""
        if kernel not in self._entries:
            self._entries[kernel] = self._make_entry(kernel)
        return self._entries[kernel]

    def _make_entry(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        if self.backend == "cpu":
            if not isinstance(kernel, types.FunctionType):
                raise RulesError(f"{kernel!r} is not a plain function, and cannot be compiled")
            if depends_on_game(kernel):
                return self._compiled(kernel, self.rules.name)
            name = self.digest(kernel)
            if name not in _shared:
                _shared[name] = self._compiled(kernel, "playout")
            return _shared[name]
        copy = self._copy(kernel)

        def interpreted(*arguments: Any) -> Any:
            # Integers wrap silently in compiled code, so they must here.
            try:
                with np.errstate(over="ignore"):
                    return copy(*arguments)
            except BoundError as error:
                raise RulesError(explain_bound(error, self.rules, self._functions)) from error

        return interpreted

    def inner(self, function: types.FunctionType) -> Callable[..., Any]:
        """A copy of a function that only compiled code calls, ready for the compiler."""
        return self._copy(function)

    def _compiled(self, kernel: types.FunctionType, owner: str) -> Callable[..., Any]:
        from playout.native.compiled import Compiled

        def make() -> Callable[..., Any]:
            with lock:
                return self._copy(kernel, entry=True)

        return Compiled(make, self.rules, owner, kernel.__name__, self.digest(kernel), self._functions)

    def substitute(self, name: str) -> Callable[..., Any]:
        """The function that replaces a name of the contract."""
        own = self.rules.functions
        if name == "choose":
            return choose_by_pick if "pick" in own else choose_from_list
        if name == "advise":
            if self.policy == "tactics":
                return advise_by_tactics
            return advise_by_suggest if self.policy else self.substitute("choose")
        if name == "suggest" and self.policy in self.rules.policies:
            return self.rules.policies[self.policy]
        if name in self._functions:
            return self._functions[name]
        if name == "emit":
            return self._recorder or emit_nothing
        if name == "report":
            return self._reporter or emit_nothing
        if name == "fetch":
            return fetch_ahead if self.backend == "cpu" else fetch_nothing
        if name == "copy":
            if self.rules.is_object:
                return self.rules.copy
            return copy_record if self._compiles else copy_view
        if name in own:
            return CHECKED[name] if name in CHECKED and self._is_checked else own[name]
        if name == "key":
            return key_of_object if self.rules.is_object else key_of_fields(self.rules.dtype)
        if name == "planes":
            return planes_of_record(self.rules.dtype, self.rules.players, self.rules.fields)
        if name in STAND_INS:
            return STAND_INS[name]
        raise RulesError(f"{self.rules.name} has no function {name}({contract.OPTIONAL[name][0]})")

    def _resolve(self, value: Any) -> Any:
        """The value that replaces a global value of a kernel: the game's function for a stub, the game's number for a
        RulesNumber.
        """
        if isinstance(value, types.FunctionType) and value in contract.STUBS:
            return self.substitute(contract.STUBS[value])
        if isinstance(value, contract.Switch):
            return value.name in self._switches
        if isinstance(value, RulesNumber):
            return getattr(self.rules, value.name)
        if isinstance(value, types.FunctionType) and value in OWN:
            return self.rules.functions[OWN[value]]
        # If its author compiled a function with Numba, use the Python function.
        return getattr(value, "py_func", value)

    def _copy(self, function: Callable[..., Any], *, entry: bool = False) -> Callable[..., Any]:
        """A copy of the function in a namespace of its own. If the backend compiles, the copy is compiled later."""
        if not isinstance(function, types.FunctionType):
            return function
        if not entry and function in self._copies:
            return self._copies[function]
        name = function.__name__
        if self.backend == "cpu" and function in INSTRUCTIONS:
            from playout.native import compiler

            instruction: Callable[..., Any] = getattr(compiler, INSTRUCTIONS[function])
            return instruction
        if self._compiles:
            name += "_" + self.digest(function)[:24]
        namespace: dict[str, Any] = {"__builtins__": builtins, "__name__": __name__}
        for used, value in self._globals(function):
            namespace[used] = self._copy(value) if is_kernel(value) else value
        code = function.__code__.replace(co_name=name, co_qualname=name)
        copy: Callable[..., Any] = types.FunctionType(
            code, namespace, name, function.__defaults__, function.__closure__
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__module__ = __name__
        if self._compiles and not entry:
            inner = _compiler_of(self.backend)
            copy = inner(copy, inline=self._is_inlined(function), is_large=function in self._large_game)
        if not entry:
            self._copies[function] = copy
        return copy

    def _is_inlined(self, function: types.FunctionType) -> bool:
        most = _INLINE_BELOW_IN_LARGE_GAME if function in self._large_game else _INLINE_BELOW
        return function not in self._large and size(function.__code__) < most

    def digest(self, function: types.FunctionType) -> str:
        """A hash of the function's code and defaults, of all it calls, and of the global values it uses."""
        if function not in self._digests:
            if function in self._open:
                raise RulesError(f"{_place(function)}: it calls itself; write a loop with a stack of your own")
            if function.__closure__:
                raise RulesError(f"{_place(function)}: it is a closure; define it at the top of its module")
            self._open.append(function)
            try:
                parts = [code_text(function.__code__), str(self._is_inlined(function)), *_defaults(function)]
                for name, value in self._globals(function):
                    text = self.digest(value) if is_kernel(value) else _frozen(value, name, function)
                    parts.append(f"{name}={text}")
            finally:
                self._open.pop()
            self._digests[function] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return self._digests[function]

    def _globals(self, function: types.FunctionType) -> Iterator[tuple[str, Any]]:
        """The global names that a function uses, with the values that replace them. Builtins are left out."""
        for name in sorted(global_names(function.__code__)):
            if name in function.__globals__:
                value = self._resolve(function.__globals__[name])
                if isinstance(value, types.ModuleType) and value not in _OPEN_MODULES and self._compiles:
                    raise RulesError(
                        f"{_place(function)}: it uses the module {value.__name__}; compiled code needs the names "
                        f"themselves: from {value.__name__} import ..."
                    )
                yield name, value


def _compiler_of(backend: str) -> Callable[..., Callable[..., Any]]:
    """The module that compiles functions for this backend."""
    if backend == "cuda":
        from playout.native.cuda.compiler import inner as inner_on_gpu

        return inner_on_gpu
    from playout.native.compiler import inner

    return inner


def _place(function: types.FunctionType, line: int | None = None) -> str:
    code = function.__code__
    return f"{code.co_filename}, line {line or code.co_firstlineno}, {function.__name__}"


def _defaults(function: types.FunctionType) -> list[str]:
    """The default values of a function's parameters, as text."""
    code, given = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(given) : code.co_argcount]
    values = {**dict(zip(names, given, strict=True)), **(function.__kwdefaults__ or {})}
    return [f"{name}={_frozen(value, name, function, 'default of')}" for name, value in values.items()]


def _frozen(value: Any, name: str, function: types.FunctionType, what: str = "global") -> str:
    """A value that the compiler will freeze, as text that changes whenever the value does. Raises RulesError if it
    cannot be frozen.
    """
    if value is BoundError:
        return BoundError.__name__
    try:
        return frozen_text(value)
    except ValueError as error:
        place = _place(function, global_names(function.__code__).get(name) if what == "global" else None)
        if callable(value) and not isinstance(value, type):
            raise RulesError(f"{place}: {name} {error}") from None
        raise RulesError(f"{place}: cannot be compiled: the {what} {name} {error}") from None
