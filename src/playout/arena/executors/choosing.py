"""The executor that plays matches on this machine, by the name of a backend."""

from __future__ import annotations

from playout.arena.executors import Executor
from playout.arena.executors.gpu.executor import GpuExecutor
from playout.arena.executors.local import LocalExecutor
from playout.notices import nearest
from playout.rules import OptionError

__all__ = ["BACKENDS", "executor_on"]

BACKENDS = ("cpu", "cuda")


def executor_on(backend: str, workers: int | None, memory: float | None = None) -> Executor:
    """Worker processes on `cpu`, or a GPU on `cuda`. A GPU takes neither `workers` nor `memory`."""
    if backend == "cpu":
        return LocalExecutor(workers, memory=memory)
    if backend != "cuda":
        raise OptionError(
            f"matches have no backend {backend!r}{nearest(backend, list(BACKENDS))}; there are {', '.join(BACKENDS)}"
        )
    if workers is not None or memory is not None:
        raise OptionError("workers and memory belong to the backend cpu; leave them out on a GPU")
    return GpuExecutor()
