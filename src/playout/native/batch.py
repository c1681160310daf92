"""Runs a kernel that processes item i of its arrays for all items, on any backend."""

from __future__ import annotations

import builtins
import itertools
import types
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike

from playout.native.binding import Functions, bind, binder_for, check_backend, lock, view
from playout.native.cuda.code import Scratch
from playout.rules import Rules, RulesError

__all__ = ["BATCH_BACKENDS", "Batch", "batch"]

BATCH_BACKENDS = ("cpu", "python", "cuda")

_PIECES_PER_THREAD = 8
"""The items are split into this many pieces per thread, so that a thread that finishes early takes another piece."""

_PADDING_BYTES = 128
"""Unused bytes behind a thread's scratch arrays. They keep the arrays of two threads on different cache lines."""


class Batch(Protocol):
    """A kernel that processes many items."""

    def __call__(self, count: int, *arguments: Any, **how: Any) -> None:
        """Process items 0 to count - 1.

        The backends `cpu` and `python` take NumPy arrays; `threads=` is the number of threads. The backend `cuda` takes
        arrays on the GPU (of native.cuda or PyTorch); `stream=` is the stream to launch in, `block=` the number of
        threads in a block, and the call returns before the GPU is done. Arguments are arrays, numbers, tuples and named
        tuples of them.
        """

    def check(self) -> None:
        """Wait until all started items are done. Raises RulesError if the kernel raised an exception."""


def batch(
    kernel: Callable[..., Any],
    rules: Rules,
    backend: str,
    *,
    scratch: Sequence[tuple[DTypeLike, int | tuple[int, ...]]] = (),
    policy: str = "",
    functions: Functions = frozenset(),
    switches: frozenset[str] = frozenset(),
) -> Batch:
    """Bind kernel(i, *scratch, *arguments), which processes item i of its arrays, to these rules.

    scratch: the type and the shape of small arrays that belong to one item while it runs, such as a position or a list
    of moves; their contents are undefined at first. Items run in any order and at the same time, so an item may only
    write to its own parts of the arrays. The kernel's return value is ignored. The other parameters are those of
    `bind`.
    """
    check_backend(rules, backend, rules.backends if rules.is_object else BATCH_BACKENDS)
    small = tuple(_scratch(*one) for one in scratch)
    if backend != "cuda":
        return _HostBatch(kernel, rules, backend, small, policy, functions, switches)
    from playout.native.cuda.kernel import CudaBatch

    with lock:
        binder = binder_for(rules, backend, policy, functions, switches)
        digest = binder.digest(_function(kernel))

    def make() -> Callable[..., Any]:
        with lock:
            return binder.inner(_function(kernel))

    return CudaBatch(make, small, rules, kernel.__name__, digest, dict(functions))


def _function(kernel: Callable[..., Any]) -> types.FunctionType:
    if not isinstance(kernel, types.FunctionType):
        raise RulesError(f"{kernel!r} is not a plain function, and cannot be compiled")
    return kernel


def _scratch(dtype: DTypeLike, shape: int | tuple[int, ...]) -> Scratch:
    return Scratch(np.dtype(dtype), shape if isinstance(shape, tuple) else (shape,))


def item(i: Any, *arguments: Any) -> None:
    """`_loop` replaces this by the kernel."""


def do_items(begin: Any, end: Any, arguments: Any) -> None:
    """Kernel: processes items begin to end - 1."""
    for i in range(begin, end):
        item(i, *arguments)


@lru_cache(maxsize=1024)
def _loop(kernel: types.FunctionType) -> types.FunctionType:
    """A copy of `do_items` that calls the kernel."""
    namespace = {"__builtins__": builtins, "__name__": __name__, "item": kernel}
    return types.FunctionType(do_items.__code__, namespace, kernel.__name__)


class _HostBatch:
    """A batch on the CPU, as native code or interpreted."""

    def __init__(
        self,
        kernel: Callable[..., Any],
        rules: Rules,
        backend: str,
        scratch: tuple[Scratch, ...],
        policy: str,
        functions: Functions,
        switches: frozenset[str],
    ) -> None:
        self._rules = rules
        self._backend = backend
        self._scratch = scratch
        self._run = bind(
            _loop(_function(kernel)), rules, backend, policy=policy, functions=functions, switches=switches
        )

    def __call__(self, count: int, *arguments: Any, threads: int = 1) -> None:
        viewed = tuple(map(self._view, arguments))
        if threads <= 1 or count <= 1:
            if count > 0:
                self._run(0, count, (*self._allocate(), *viewed))
            return
        piece = max(1, count // (threads * _PIECES_PER_THREAD))
        begins = itertools.count(0, piece)

        def run_pieces(_: int) -> None:
            own = self._allocate()
            for begin in begins:
                if begin >= count:
                    return
                self._run(begin, min(begin + piece, count), (*own, *viewed))

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run_pieces, range(threads)))

    def check(self) -> None:
        """Does nothing: a call returns after its last item, and raises the kernel's exceptions itself."""

    def _allocate(self) -> tuple[Any, ...]:
        return tuple(map(self._allocate_one, self._scratch))

    def _allocate_one(self, one: Scratch) -> Any:
        if one.dtype == self._rules.dtype and self._rules.is_object:
            return self._rules.allocate(one.shape[0])
        size = int(np.prod(one.shape))
        apart = np.zeros(size + _PADDING_BYTES // one.dtype.itemsize + 1, one.dtype)[:size].reshape(one.shape)
        return self._view(apart)

    def _view(self, value: Any) -> Any:
        """The argument with its records wrapped as views for interpreted rules, also inside tuples."""
        if self._backend == "cpu":
            return value
        if isinstance(value, tuple):
            parts = map(self._view, value)
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return view(value, self._backend) if isinstance(value, np.ndarray) and value.dtype.names else value
