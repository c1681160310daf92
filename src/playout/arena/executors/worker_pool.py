"""A pool of worker processes on this machine, with limits on time and memory.

A worker that dies is replaced. If a seat was thinking and the process was killed from outside (by a person, or by the
system for lack of memory), the match is played again with the same seed. The seat forfeits if this happens
three times in the same match, or at once if the process crashed by itself. A seat that exceeds its clock, and a
process that exceeds its memory, are killed by the pool, and the seat forfeits.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter, deque
from collections.abc import Iterator
from multiprocessing.connection import wait
from typing import Any

from playout.arena.blame import Examiner
from playout.arena.definition import Definition
from playout.arena.executors import MatchBatch, batch_size
from playout.arena.executors.bundle import Bundle, make_bundle
from playout.arena.executors.worker_process import WorkerProcess
from playout.arena.match_records import MatchRow
from playout.arena.running_match import forfeited
from playout.rules import PlayoutError

__all__ = ["WorkerPool", "fair_memory"]

MAX_ATTEMPTS = 3
"""The number of times that a match's worker may be killed from outside before the thinking agent forfeits."""

MAX_FAILED_STARTS = 5
"""The number of workers that may die in a row before one is ready."""

FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT) if os.name == "posix" else ()


def fair_memory(workers: int) -> float:
    """Megabytes for each worker: an equal share of four fifths of this machine's memory."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 4000.0
    return 0.8 * whole / 1e6 / workers


class WorkerPool:
    """The worker processes of one tournament: `feed` sends them matches, `poll` returns finished ones."""

    def __init__(
        self, definition: Definition, workers: int, memory: float, bundle: Bundle | None = None, *, niceness: int = 0
    ) -> None:
        """memory: megabytes for each worker. bundle: the definition, if it came from another machine."""
        self.definition = definition
        self._memory = memory
        self._niceness = niceness
        self._retries: deque[int] = deque()
        self._deaths: Counter[int] = Counter()
        self._failed_starts = 0
        self._bundle = bundle or make_bundle(definition, with_files=False)
        self._examiner = Examiner(definition.game)
        self._error: str | None = None
        """The error that ends the tournament; raised once all finished matches have been returned."""
        self._workers: list[WorkerProcess] = []
        self.grow(workers)

    def grow(self, workers: int) -> None:
        """Start workers until there are at least `workers`."""
        while len(self._workers) < workers:
            self._workers.append(self._start_worker())

    def _start_worker(self) -> WorkerProcess:
        return WorkerProcess(self._bundle, self.definition.game.rules.max_length, self._niceness)

    @property
    def busy(self) -> bool:
        """Whether any match that was sent has not been returned."""
        return bool(self._retries) or any(worker.batches for worker in self._workers)

    def feed(self, numbers: Iterator[int]) -> bool:
        """Send matches to the workers that are ready, so that each has two batches: one running, one queued.

        Returns False once `numbers` and the retries are exhausted.
        """
        for worker in self._workers:
            while worker.machine is not None and len(worker.batches) < 2:
                batch = self._next(numbers, batch_size(worker.pace))
                if not batch:
                    return False
                worker.send(batch)
        return True

    def _next(self, numbers: Iterator[int], size: int) -> list[int]:
        batch: list[int] = []
        while len(batch) < size:
            number = self._retries.popleft() if self._retries else next(numbers, None)
            if number is None:
                break
            batch.append(number)
        return batch

    def poll(self, seconds: float) -> list[MatchBatch]:
        """The finished matches, possibly none; waits at most `seconds`. Raises an error of the rules or of a worker."""
        self._raise_error()
        ready: list[Any] = wait([worker.jobs for worker in self._workers], seconds)
        done = []
        for place, worker in enumerate(self._workers):
            if worker.jobs in ready:
                rows, alive = self._receive(worker)
                if not alive and self._error is None:
                    rows += self._replace(place, None)
            else:
                rows = self._check_limits(place)
            if rows:
                done.append(MatchBatch(worker.machine or "", rows))
        if not done:
            self._raise_error()
        return done

    def _raise_error(self) -> None:
        """Raise the error that ends the tournament, if there is one."""
        if self._error is not None:
            raise PlayoutError(self._error)

    def _receive(self, worker: WorkerProcess) -> tuple[list[MatchRow], bool]:
        """All matches that a worker has returned, and whether it is alive."""
        rows: list[MatchRow] = []
        try:
            while worker.jobs.poll():
                kind, *content = worker.jobs.recv()
                if kind == "error":
                    self._error = content[0]
                elif kind == "ready":
                    worker.machine = content[0]
                    self._failed_starts = 0
                else:
                    worker.receive(*content)
                    rows += content[0]
        except (EOFError, OSError):
            return rows, False
        return rows, True

    def _check_limits(self, place: int) -> list[MatchRow]:
        """Kill a worker that exceeds its time (in an agent or in the rules) or its memory."""
        worker = self._workers[place]
        until, number = worker.status.until, worker.status.number
        late = 0 < until < time.monotonic()
        if not late and worker.memory() <= self._memory:
            return []
        worker.process.kill()
        worker.process.join()
        rows, _ = self._receive(worker)
        if late and (worker.status.until, worker.status.number) != (until, number):
            return rows + self._replace(place, None)  # it moved just before it was killed
        reason = "clock: it was still thinking long after its time was over"
        if worker.status.seat < 0:
            reason = "clock: a function of the rules did not return"
        if not late:
            reason = f"memory: it took more than {self._memory:,.0f} MB"
        return rows + self._replace(place, reason)

    def _replace(self, place: int, reason: str | None) -> list[MatchRow]:
        """Replace a dead worker. Returns the row of its current match if a seat forfeits it; all others are retried."""
        worker = self._workers[place]
        worker.process.join()
        code = worker.process.exitcode or 0
        status, lost = worker.status, worker.numbers
        number, seat, moves = status.number, status.seat, status.moves
        worker.end()
        if number in lost and (reason is not None or -code not in FROM_OUTSIDE):
            self._error = self._examiner.fault(number, seat, moves, reason)
            if self._error is not None:
                return []
        if worker.machine is None:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise PlayoutError(
                    f"workers end before they are ready (exit code {code}); a script that defines agents or games of "
                    f'its own has to make this call under if __name__ == "__main__":'
                )
        rows = []
        if number in lost:
            self._deaths[number] += 1
            outside = -code in FROM_OUTSIDE
            if seat < 0 and self._deaths[number] >= MAX_ATTEMPTS:
                raise PlayoutError(
                    f"match {number} ended its process {MAX_ATTEMPTS} times while no agent was thinking "
                    f"({_cause(code)}); look for the fault in the rules of "
                    f"{self.definition.game.name}: `playout check` examines them"
                )
        if number in lost and seat >= 0:
            if reason is None and (not outside or self._deaths[number] >= MAX_ATTEMPTS):
                reason = f"crash: its process ended with {_cause(code)}"
            if reason is not None:
                lost.remove(number)
                rows.append(forfeited(self.definition, number, moves, seat, reason))
        self._retries.extendleft(reversed(lost))
        self._workers[place] = self._start_worker()
        return rows

    def close(self) -> None:
        for worker in self._workers:
            worker.end()


def _cause(code: int) -> str:
    if code < 0:
        try:
            return f"the signal {signal.Signals(-code).name}"
        except ValueError:
            return f"the signal {-code}"
    return f"the code {code}"
