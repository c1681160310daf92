"""The executor for this machine: a pool with one worker process for each core."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playout.arena.definition import Definition
from playout.arena.executors import MAX_WAIT_SECONDS, MatchBatch
from playout.arena.executors.worker_pool import WorkerPool, fair_memory
from playout.arena.match import MatchRunner
from playout.rules import OptionError

__all__ = ["LocalExecutor"]


class LocalExecutor:
    """Plays matches in worker processes on this machine."""

    def __init__(self, workers: int | None = None, *, memory: float | None = None, niceness: int = 0) -> None:
        """workers: number of processes, by default one for each core. memory: megabytes for each of them.

        niceness: of the workers, from 0 to 19; a higher one gives way to other processes.
        """
        workers = (os.cpu_count() or 1) if workers is None else workers
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise OptionError(f"the number of workers has to be at least 1, not {workers!r}")
        if memory is not None and not memory > 0:
            raise OptionError(f"memory has to be a number of megabytes above 0, not {memory!r}")
        self.workers = workers
        self.memory = fair_memory(workers) if memory is None else float(memory)
        self._niceness = niceness
        self._keeps = False
        self._idle: WorkerPool | None = None

    @contextmanager
    def keep_workers(self) -> Iterator[None]:
        """Within this context the worker processes stay for the next call; otherwise each call starts its own."""
        self._keeps = True
        try:
            yield
        finally:
            self._keeps = False
            self._close_idle()

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        workers = min(self.workers, len(numbers))
        pool = self._pool_for(definition, workers)
        waiting = iter(numbers)
        try:
            while pool.feed(waiting) or pool.busy:
                yield pool.poll(MAX_WAIT_SECONDS)
            if self._keeps:
                self._idle = pool
        finally:
            if self._idle is not pool:
                pool.close()

    def _pool_for(self, definition: Definition, workers: int) -> WorkerPool:
        """The pool kept from an earlier call for this tournament, or a new one."""
        if self._idle is None or self._idle.definition is not definition:
            self._close_idle()
            MatchRunner(definition).warm()  # compiled once here, and only loaded by the workers
            return WorkerPool(definition, workers, self.memory, niceness=self._niceness)
        pool, self._idle = self._idle, None
        pool.grow(workers)
        return pool

    def _close_idle(self) -> None:
        pool, self._idle = self._idle, None
        if pool is not None:
            pool.close()
