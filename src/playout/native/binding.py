"""Binds kernels to a game's rules: one source, interpreted or as native code.

A kernel is a plain function that imports the contract's names from `playout.rules`. `bind` copies the kernel
and all it calls. In the copies each name of the contract, found by identity, is the game's own function, and
each function that was copied is its copy; every copy has a namespace of its own, so names cannot collide.

Each copy carries a digest of its code, of its defaults, of all it calls and of every global value that the compiler
will freeze. The digest names the entry in the cache: an edit anywhere makes a new one, and two games never share.
Copies for the compiler are made when something is compiled, and not where native code is found in the cache. Binding is
safe in any number of threads: one binds at a time.
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

__all__ = ["BACKENDS", "INTERPRETED", "Binder", "bind", "binder_for", "check_backend", "lock", "view"]

BACKENDS = ("cpu", "python")

# Functions that are too large to be inlined wherever they are called; the call costs little beside them.
_LARGE = ("tactics", "rank", "evaluate", "loud", "mask", "guess", "odds", "planes")

# Operations (`contents.size`) from which a function is called and not inlined, too: it compiles sooner and runs no
# slower.
_LONG = 126

# The same in a large game: inlined its functions would take minutes to compile.
_LONG_IN_LARGE = 16

# Modules whose attributes compiled code may use (np.uint64, math.sqrt); of others, names are imported.
_OPEN_MODULES = (np, math)

lock = threading.RLock()
"""Held by whoever uses a binder."""
_shared: dict[str, Callable[..., Any]] = {}
"""Kernels that do not depend on a game, by their digest."""

_binders: weakref.WeakKeyDictionary[Rules, dict[tuple[Any, ...], Binder]] = weakref.WeakKeyDictionary()


def bind(
    kernel: Callable[..., Any],
    rules: Rules,
    backend: str,
    *,
    policy: str = "",
    prior: Callable[..., None] | None = None,
    recorder: Callable[..., None] | None = None,
    reporter: Callable[..., None] | None = None,
    switches: frozenset[str] = frozenset(),
) -> Callable[..., Any]:
    """The kernel, for these rules, on `cpu` (native code) or `python` (interpreted).

    States are handed to it through `view`. The same kernel and rules are bound once a process. `policy` says what
    `advise` is: `suggest`, `tactics`, or one of the game's own POLICIES; `prior` is a function like `rank` that takes
    its place for UCT; `switches` names those that are on. An interpreted kernel may have a recorder, which is called
    with all that the kernel emits, and a reporter, which is called with all that the game reports.
    """
    check_backend(rules, backend, rules.backends)
    if recorder is not None or reporter is not None:
        return Binder(rules, "python", policy, prior, switches, recorder, reporter).entry(kernel)
    with lock:
        return binder_for(rules, backend, policy, prior, switches).entry(kernel)


def check_backend(rules: Rules, backend: str, known: tuple[str, ...]) -> None:
    """Refuse a backend that is not known, or on which these rules do not run."""
    if backend in known:
        return
    if backend in ("cpu", "cuda") and rules.is_object:
        raise RulesError(f"{rules.name} is a Python class and runs interpreted: use the backend python")
    if backend == "cuda":
        raise RulesError(
            "a GPU finds no single move faster, so the backend cuda is for many at once (playouts, matches); use cpu"
        )
    raise RulesError(f"there is no backend {backend!r}: use one of {', '.join(known)}")


def binder_for(
    rules: Rules,
    backend: str,
    policy: str = "",
    prior: Callable[..., None] | None = None,
    switches: frozenset[str] = frozenset(),
) -> Binder:
    """The binder of a game for a backend, one in a process; to be used while `lock` is held."""
    binders = _binders.setdefault(rules, {})
    key = backend, policy, prior, switches
    if key not in binders:
        binders[key] = Binder(rules, *key)
    return binders[key]


def view(states: NDArray[Any], backend: str) -> Any:
    """An array of positions as a kernel on `backend` takes it."""
    return Records(states) if backend == "python" and states.dtype != object else states


class Binder:
    """Copies functions for one game and one backend, each once; used by one thread at a time."""

    def __init__(
        self,
        rules: Rules,
        backend: str,
        policy: str = "",
        prior: Callable[..., None] | None = None,
        switches: frozenset[str] = frozenset(),
        recorder: Callable[..., None] | None = None,
        reporter: Callable[..., None] | None = None,
    ) -> None:
        self.rules = rules
        self.backend = backend
        self._compiles = backend != "python"
        self.policy = policy
        self._prior = prior
        self._switches = switches
        self._recorder = recorder
        self._reporter = reporter
        self._digests: dict[Callable[..., Any], str] = {}
        self._copies: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._open: list[Callable[..., Any]] = []
        self._is_checked = not (rules.is_built_in or rules.is_object)
        self._large = {rules.functions[name] for name in _LARGE if rules.has(name)}
        self._large_game = functions_of_large_game(rules)

    def entry(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """A kernel to be called from outside."""
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
            # Compiled integers wrap silently, and so must these.
            try:
                with np.errstate(over="ignore"):
                    return copy(*arguments)
            except BoundError as error:
                raise RulesError(explain_bound(error, self.rules)) from error

        return interpreted

    def inner(self, function: types.FunctionType) -> Callable[..., Any]:
        """A function that only compiled code calls, copied and ready for the compiler."""
        return self._copy(function)

    def _compiled(self, kernel: types.FunctionType, owner: str) -> Callable[..., Any]:
        from playout.native.compiled import Compiled

        def make() -> Callable[..., Any]:
            with lock:
                return self._copy(kernel, entry=True)

        return Compiled(make, self.rules, owner, kernel.__name__, self.digest(kernel))

    def substitute(self, name: str) -> Callable[..., Any]:
        """The function that stands for a name of the contract."""
        own = self.rules.functions
        if name == "choose":
            return choose_by_pick if "pick" in own else choose_from_list
        if name == "advise":
            if self.policy == "tactics":
                return advise_by_tactics
            return advise_by_suggest if self.policy else self.substitute("choose")
        if name == "suggest" and self.policy in self.rules.policies:
            return self.rules.policies[self.policy]
        if name == "prior":
            return self._prior or self.substitute("rank")
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
        """What stands for a global value: for a stub the game's function."""
        if isinstance(value, types.FunctionType) and value in contract.STUBS:
            return self.substitute(contract.STUBS[value])
        if isinstance(value, contract.Switch):
            return value.name in self._switches
        if isinstance(value, RulesNumber):
            return getattr(self.rules, value.name)
        if isinstance(value, types.FunctionType) and value in OWN:
            return self.rules.functions[OWN[value]]
        # A function that its author compiled with Numba is taken as it was written.
        return getattr(value, "py_func", value)

    def _copy(self, function: Callable[..., Any], *, entry: bool = False) -> Callable[..., Any]:
        """A copy of the function in a namespace of its own, compiled later if the backend compiles."""
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
        most = _LONG_IN_LARGE if function in self._large_game else _LONG
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
        """The global names that a function uses, with what stands for each; builtins are left out."""
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
    """What compiles a function that only compiled code calls."""
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
    """A value that the compiler will freeze as text that changes whenever the value does; refuses what it cannot."""
    if value is BoundError:
        return BoundError.__name__
    try:
        return frozen_text(value)
    except ValueError as error:
        place = _place(function, global_names(function.__code__).get(name) if what == "global" else None)
        if callable(value) and not isinstance(value, type):
            raise RulesError(f"{place}: {name} {error}") from None
        raise RulesError(f"{place}: cannot be compiled: the {what} {name} {error}") from None
