"""A kernel as native code. At the first call with certain argument types it is loaded from the cache, or compiled and
stored there.
"""

from __future__ import annotations

import gc
import hashlib
import pickle
import platform
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache as once
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic, TypeVar

import llvmlite
import numpy as np

from playout.native import cache
from playout.native.arguments import Kind, Reader, fits
from playout.native.bounds import BoundError, explain_bound
from playout.native.interrupts import hold_interrupts, keep_interrupts
from playout.native.machine_code import MachineCode, Runnable, machine
from playout.native.messages import explain
from playout.notices import compiling
from playout.rules import PlayoutError, Rules, RulesError

__all__ = ["Compiled", "NotCompiledError", "Prepared", "versions", "without_compiling"]

Ready = TypeVar("Ready")

# The modules that decide how code is compiled and what is inlined; the cache key includes them.
_SOURCES = ("arguments", "binding", "call_graph", "compact", "compiler", "contents", "machine_code")


class NotCompiledError(PlayoutError):
    """Raised within `without_compiling` when code would have to be compiled."""


_forbids_compiling: ContextVar[bool] = ContextVar("forbids_compiling", default=False)


@contextmanager
def without_compiling() -> Iterator[None]:
    """Within this context, code is only loaded from the cache. Raises NotCompiledError if it is not there."""
    token = _forbids_compiling.set(True)
    try:
        yield
    finally:
        _forbids_compiling.reset(token)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Pause garbage collection: Numba makes millions of small objects, few of them garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@once
def versions(*more: str) -> str:
    """The versions of the compiler: a hash of our own sources (`more` names further ones), and the versions of the
    libraries.
    """
    how = hashlib.sha256(b"".join((Path(__file__).parent / f"{name}.py").read_bytes() for name in (*_SOURCES, *more)))
    theirs = platform.python_version(), version("numba"), llvmlite.__version__, np.__version__
    return " ".join((how.hexdigest(), *theirs))


class Prepared(Generic[Ready]):
    """The code of a kernel for each tuple of argument kinds. It is loaded from the cache, or compiled and stored, when
    it is first needed.

    Arguments of new types cause another compilation, unless their values are exact in types that the kernel was
    compiled for (an int32 as int64, an integer as float64).
    """

    where = "this machine"
    """The target of the compilation, as told to the user."""

    def __init__(self, rules: Rules, owner: str, name: str, digest: str) -> None:
        """owner, name: the game and the kernel, as told to the user."""
        self._rules = rules
        self._label = f"{owner} ({name})"
        self._name = f"{owner}.{name}-{digest[:24]}"
        self._guard = threading.Lock()
        self._runnable: dict[tuple[Kind, ...], Ready] = {}

    def _target(self) -> str:
        """Everything that the code depends on besides the kernel and the kinds: the machine, the compiler and the
        versions.
        """
        raise NotImplementedError

    def _make(self, kinds: tuple[Kind, ...]) -> tuple[Any, bool]:
        """Compile. Returns the code as it is stored, and whether another process can use it too."""
        raise NotImplementedError

    def _open(self, code: Any, kinds: tuple[Kind, ...]) -> Ready | None:
        """The runnable form of stored code. None if the entry has another type."""
        raise NotImplementedError

    def _prepare(self, kinds: tuple[Kind, ...]) -> Ready:
        """Load or compile code for arguments of these kinds."""
        with self._guard:
            if kinds not in self._runnable:  # another thread may have compiled it meanwhile
                near = next((run for known, run in self._runnable.items() if fits(kinds, known)), None)
                self._runnable[kinds] = near or self._load(kinds) or self._compile(kinds)
            return self._runnable[kinds]

    def _entry(self, kinds: tuple[Kind, ...]) -> str:
        key = f"{kinds} {self._target()}"
        return f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"

    def _load(self, kinds: tuple[Kind, ...]) -> Ready | None:
        entry = self._entry(kinds)
        content = cache.read(entry)
        ready = self._open(pickle.loads(content), kinds) if content is not None else None
        if ready is None:
            cache.remove(entry)
        return ready

    def _compile(self, kinds: tuple[Kind, ...]) -> Ready:
        if _forbids_compiling.get():
            raise NotCompiledError(f"{self._label} is not compiled yet")
        entry = self._entry(kinds)
        with cache.lock(entry.partition("-")[2]), compiling(self._label, self.where) as told:
            found = self._load(kinds)  # another process may have compiled it meanwhile
            if found is not None:
                return found
            with _without_collecting():
                code, can_be_kept = self._make(kinds)
            ready = self._open(code, kinds)
            assert ready is not None
            if not can_be_kept:
                reason = "it uses a table of over 1 MB: make the table smaller"
                told.after = f"the next start compiles it again, because {reason}"
                return ready
            try:
                cache.write(entry, pickle.dumps(code))
                cache.prune()
            except OSError as error:
                reason = f"{cache.folder()} cannot be written ({error.strerror})"
                told.after = f"the next start compiles it again, because {reason}"
            return ready


class Compiled(Prepared[Runnable]):
    """A kernel as native code for the CPU, for any types of arguments."""

    def __init__(
        self,
        make: Callable[[], Callable[..., Any]],
        rules: Rules,
        owner: str,
        name: str,
        digest: str,
        functions: dict[str, Callable[..., Any]],
    ) -> None:
        """make: copies the function for the compiler. functions: those that a search brings along."""
        super().__init__(rules, owner, name, digest)
        self._make_function = make
        self._functions = functions
        self._reader = Reader()

    def __call__(self, *arguments: Any) -> Any:
        kinds, words = self._reader.read(arguments)
        run = self._runnable.get(kinds) or self._prepare(kinds)
        try:
            return run(words)
        except BoundError as error:
            raise RulesError(explain_bound(error, self._rules, self._functions)) from None

    def _target(self) -> str:
        return f"{machine()} {versions()}"

    def _open(self, code: Any, kinds: tuple[Kind, ...]) -> Runnable | None:
        return Runnable(code, kinds) if isinstance(code, MachineCode) else None

    def _make(self, kinds: tuple[Kind, ...]) -> tuple[MachineCode, bool]:
        with hold_interrupts():
            from playout.native.compiler import compile_kernel, guilty

        with keep_interrupts():
            function = self._make_function()
            try:
                return compile_kernel(function, kinds)
            except Exception as error:  # not all that Numba raises is a NumbaError
                raise RulesError(explain(error, self._rules, partial(guilty, function, self._rules))) from error
