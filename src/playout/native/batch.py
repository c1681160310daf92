"""Many items of one kind: a kernel does item i of its arrays; here it does all of them, on any backend."""

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

from playout.native.binding import bind, binder_for, check_backend, lock, view
from playout.native.cuda.code import Scratch
from playout.rules import Rules, RulesError

__all__ = ["BATCH_BACKENDS", "Batch", "batch"]

BATCH_BACKENDS = ("cpu", "python", "cuda")

_PIECES = 8
"""Pieces of the work for each thread: one that is done sooner takes more of them."""

_APART = 128
"""Unused bytes behind an item's scratch arrays: two threads on one cache line would slow each other down."""


class Batch(Protocol):
    """A kernel that does item after item."""

    def __call__(self, count: int, *arguments: Any, **how: Any) -> None:
        """Do items 0 to count - 1.

        On `cpu` and `python` the arrays are NumPy's, and `threads=` share the work. On `cuda` they lie on the GPU
        (native.cuda's, PyTorch's), `stream=` is a stream to launch in, `block=` the threads of a block, and the call
        returns at once. Arguments are arrays, numbers, and tuples of them, also named ones.
        """

    def check(self) -> None:
        """Wait until all that was started is done; raises RulesError for what went wrong in it."""


def batch(
    kernel: Callable[..., Any],
    rules: Rules,
    backend: str,
    *,
    scratch: Sequence[tuple[DTypeLike, int | tuple[int, ...]]] = (),
    policy: str = "",
    prior: Callable[..., None] | None = None,
    switches: frozenset[str] = frozenset(),
) -> Batch:
    """The kernel(i, *scratch, *arguments) of these rules, which does item i of its arrays, for many items.

    scratch: the type and the shape of small arrays that belong to one item while it runs, such as a position or a list
    of moves; they hold anything at its beginning. Items may be done in any order and at the same time, so that
    each may only write what is its own. What the kernel returns is dropped. The rest is as `bind` takes it.
    """
    check_backend(rules, backend, rules.backends if rules.is_object else BATCH_BACKENDS)
    small = tuple(_scratch(*one) for one in scratch)
    if backend != "cuda":
        return _HostBatch(kernel, rules, backend, small, policy, prior, switches)
    from playout.native.cuda.kernel import CudaBatch

    with lock:
        binder = binder_for(rules, backend, policy, prior, switches)
        digest = binder.digest(_function(kernel))

    def make() -> Callable[..., Any]:
        with lock:
            return binder.inner(_function(kernel))

    return CudaBatch(make, small, rules, kernel.__name__, digest)


def _function(kernel: Callable[..., Any]) -> types.FunctionType:
    if not isinstance(kernel, types.FunctionType):
        raise RulesError(f"{kernel!r} is not a plain function, and cannot be compiled")
    return kernel


def _scratch(dtype: DTypeLike, shape: int | tuple[int, ...]) -> Scratch:
    return Scratch(np.dtype(dtype), shape if isinstance(shape, tuple) else (shape,))


def item(i: Any, *arguments: Any) -> None:
    """The kernel stands in the place of this."""


def do_items(begin: Any, end: Any, arguments: Any) -> None:
    """Kernel: items begin to end - 1."""
    for i in range(begin, end):
        item(i, *arguments)


@lru_cache(maxsize=1024)
def _loop(kernel: types.FunctionType) -> types.FunctionType:
    """`do_items` of a kernel."""
    namespace = {"__builtins__": builtins, "__name__": __name__, "item": kernel}
    return types.FunctionType(do_items.__code__, namespace, kernel.__name__)


class _HostBatch:
    """A batch on the CPU, native or interpreted."""

    def __init__(
        self,
        kernel: Callable[..., Any],
        rules: Rules,
        backend: str,
        scratch: tuple[Scratch, ...],
        policy: str,
        prior: Callable[..., None] | None,
        switches: frozenset[str],
    ) -> None:
        self._rules = rules
        self._backend = backend
        self._scratch = scratch
        self._run = bind(_loop(_function(kernel)), rules, backend, policy=policy, prior=prior, switches=switches)

    def __call__(self, count: int, *arguments: Any, threads: int = 1) -> None:
        viewed = tuple(map(self._view, arguments))
        if threads <= 1 or count <= 1:
            if count > 0:
                self._run(0, count, (*self._allocate(), *viewed))
            return
        piece = max(1, count // (threads * _PIECES))
        begins = itertools.count(0, piece)

        def work(_: int) -> None:
            own = self._allocate()
            for begin in begins:
                if begin >= count:
                    return
                self._run(begin, min(begin + piece, count), (*own, *viewed))

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, range(threads)))

    def check(self) -> None:
        """Nothing is left to be done: a call ends with its last item, or raises what went wrong."""

    def _allocate(self) -> tuple[Any, ...]:
        return tuple(map(self._allocate_one, self._scratch))

    def _allocate_one(self, one: Scratch) -> Any:
        if one.dtype == self._rules.dtype and self._rules.is_object:
            return self._rules.allocate(one.shape[0])
        size = int(np.prod(one.shape))
        apart = np.zeros(size + _APART // one.dtype.itemsize + 1, one.dtype)[:size].reshape(one.shape)
        return self._view(apart)

    def _view(self, value: Any) -> Any:
        """Records as interpreted rules see them, also those in tuples."""
        if self._backend == "cpu":
            return value
        if isinstance(value, tuple):
            parts = map(self._view, value)
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return view(value, self._backend) if isinstance(value, np.ndarray) and value.dtype.names else value
