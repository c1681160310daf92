"""Matches on this machine: one worker process for each core, watched over.

A worker that dies is replaced. If a seat was thinking and the process was ended from outside (by a person, or by the
system for want of memory), the match is played again with the same seed; the third time, and at once if the process
broke by itself, the seat forfeits. A seat that thinks beyond its clock, and a process that takes more memory than its
share, are ended from here, and the seat forfeits.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import wait
from pathlib import Path
from types import ModuleType
from typing import Any

from playout.arena.blame import Examiner
from playout.arena.definition import Definition
from playout.arena.executors import WAIT, Batch, batch_size
from playout.arena.executors.parcel import Parcel, pack
from playout.arena.executors.worker import Board, work
from playout.arena.match import Host, forfeited
from playout.arena.records import Row
from playout.rules import OptionError, PlayoutError

__all__ = ["Crew", "LocalExecutor", "fair_memory"]

ATTEMPTS = 3
"""How often a match may lose its worker to somebody else before its own agent is blamed."""

STARTS = 5
"""How many workers may die in a row before any of them was ready."""

FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT) if os.name == "posix" else ()


def fair_memory(workers: int) -> float:
    """Megabytes for each worker: its share of four fifths of this machine's memory."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 4000.0
    return 0.8 * whole / 1e6 / workers


class _Worker:
    """A process, what it was given to do, and what it shows of itself."""

    def __init__(self, parcel: Parcel, longest: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.board = Board(longest)
        self.jobs, theirs = context.Pipe()
        self._lifeline, other = context.Pipe()
        self.process = context.Process(target=work, args=(pickle.dumps(parcel), self.board, theirs, other), daemon=True)
        with _without_script(parcel.root is None and parcel.script is not None):
            self.process.start()
        theirs.close()
        other.close()
        self.machine: str | None = None
        self.batches: deque[list[int]] = deque()
        self.pace = 0.0

    @property
    def numbers(self) -> list[int]:
        """What it was given and has not given back."""
        return [number for batch in self.batches for number in batch]

    def give(self, numbers: list[int]) -> None:
        self.batches.append(numbers)
        with contextlib.suppress(OSError):  # it is dead, which will be noticed
            self.jobs.send(list(numbers))

    def take(self, rows: list[Row], seconds: float) -> None:
        self.pace = seconds / len(rows)
        for row in rows:
            self.batches[0].remove(row.number)
            if not self.batches[0]:
                self.batches.popleft()

    def memory(self) -> float:
        """Megabytes that it takes, where the system tells."""
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError, ValueError):
            return 0.0
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.jobs.close()
        self._lifeline.close()


@contextmanager
def _without_script(needed: bool) -> Iterator[None]:
    """Hide the script that is running, which a new process would run again; it is `needed` only for what it defines."""
    script = sys.modules["__main__"]
    if not needed:
        sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


class Crew:
    """Some workers for one tournament. `give` them matches while they are `hungry`, and `poll` for what is done."""

    def __init__(self, definition: Definition, workers: int, memory: float, parcel: Parcel | None = None) -> None:
        """parcel: the definition as it came from another machine."""
        self.definition = definition
        self._memory = memory
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()
        self._failures = 0
        self._parcel = parcel or pack(definition, travels=False)
        self._examiner = Examiner(definition.game)
        self._fault: str | None = None
        """Why the tournament ends, once all that was finished before is handed over."""
        self._workers: list[_Worker] = []
        self.grow(workers)

    def grow(self, workers: int) -> None:
        """Have at least so many workers."""
        while len(self._workers) < workers:
            self._workers.append(self._hire())

    def _hire(self) -> _Worker:
        return _Worker(self._parcel, self.definition.game.rules.max_length)

    @property
    def busy(self) -> bool:
        """Whether anything that was given has not come back."""
        return bool(self._again) or any(worker.batches for worker in self._workers)

    def feed(self, numbers: Iterator[int]) -> bool:
        """Hand out matches so that no worker runs dry: each has one batch at hand and one to come.

        Whether there may be more to hand out.
        """
        for worker in self._workers:
            while worker.machine is not None and len(worker.batches) < 2:
                batch = self._next(numbers, batch_size(worker.pace))
                if not batch:
                    return False
                worker.give(batch)
        return True

    def _next(self, numbers: Iterator[int], size: int) -> list[int]:
        batch: list[int] = []
        while len(batch) < size:
            number = self._again.popleft() if self._again else next(numbers, None)
            if number is None:
                break
            batch.append(number)
        return batch

    def poll(self, seconds: float) -> list[Batch]:
        """What is done by now; waits so long if it is nothing. A fault of the rules, or of a worker, is raised."""
        self._check()
        ready: list[Any] = wait([worker.jobs for worker in self._workers], seconds)
        done = []
        for place, worker in enumerate(self._workers):
            if worker.jobs in ready:
                rows, alive = self._receive(worker)
                if not alive and self._fault is None:
                    rows += self._bury(place, None)
            else:
                rows = self._judge(place)
            if rows:
                done.append(Batch(worker.machine or "", rows))
        if not done:
            self._check()
        return done

    def _check(self) -> None:
        """Raise what ends the tournament, if anything does."""
        if self._fault is not None:
            raise PlayoutError(self._fault)

    def _receive(self, worker: _Worker) -> tuple[list[Row], bool]:
        """All that a worker has sent, and whether it still lives."""
        rows: list[Row] = []
        try:
            while worker.jobs.poll():
                kind, *content = worker.jobs.recv()
                if kind == "error":
                    self._fault = content[0]
                elif kind == "ready":
                    worker.machine = content[0]
                    self._failures = 0
                else:
                    worker.take(*content)
                    rows += content[0]
        except (EOFError, OSError):
            return rows, False
        return rows, True

    def _judge(self, place: int) -> list[Row]:
        """End a worker whose seat thinks too long, that hangs in the rules, or that takes too much memory."""
        worker = self._workers[place]
        until, number = worker.board.until, worker.board.number
        late = 0 < until < time.monotonic()
        if not late and worker.memory() <= self._memory:
            return []
        worker.process.kill()
        worker.process.join()
        rows, _ = self._receive(worker)
        if late and (worker.board.until, worker.board.number) != (until, number):
            return rows + self._bury(place, None)  # it had just moved
        reason = "clock: it was still thinking when its time was long over"
        if worker.board.seat < 0:
            reason = "clock: a function of theirs did not come back"
        if not late:
            reason = f"memory: it took more than {self._memory:,.0f} MB"
        return rows + self._bury(place, reason)

    def _bury(self, place: int, reason: str | None) -> list[Row]:
        """Replace a worker that is dead; the row of the match that it lost, if a seat is to blame."""
        worker = self._workers[place]
        worker.process.join()
        code = worker.process.exitcode or 0
        board, lost = worker.board, worker.numbers
        number, seat, moves = board.number, board.seat, board.moves
        worker.end()
        if number in lost and (reason is not None or -code not in FROM_OUTSIDE):
            self._fault = self._examiner.fault(number, seat, moves, reason)
            if self._fault is not None:
                return []
        if worker.machine is None:
            self._failures += 1
            if self._failures >= STARTS:
                raise PlayoutError(
                    f"workers end before they are ready (exit code {code}); a script that defines agents or games of "
                    f'its own has to make this call under if __name__ == "__main__":'
                )
        rows = []
        if number in lost:
            self._deaths[number] += 1
            outside = -code in FROM_OUTSIDE
            if seat < 0 and self._deaths[number] >= ATTEMPTS:
                raise PlayoutError(
                    f"match {number} ended its process {ATTEMPTS} times while no agent was thinking ({_cause(code)}); "
                    f"look for the fault in the rules of {self.definition.game.name}: `playout check` examines them"
                )
        if number in lost and seat >= 0:
            if reason is None and (not outside or self._deaths[number] >= ATTEMPTS):
                reason = f"crash: its process ended with {_cause(code)}"
            if reason is not None:
                lost.remove(number)
                rows.append(forfeited(self.definition, number, moves, seat, reason))
        self._again.extendleft(reversed(lost))
        self._workers[place] = self._hire()
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


class LocalExecutor:
    """Plays matches in processes of this machine."""

    def __init__(self, workers: int | None = None, *, memory: float | None = None) -> None:
        """workers: how many processes, one for each core if not given. memory: the megabytes that each may take."""
        workers = (os.cpu_count() or 1) if workers is None else workers
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise OptionError(f"there has to be 1 worker or more, not {workers!r}")
        if memory is not None and not memory > 0:
            raise OptionError(f"memory has to be a number of megabytes above 0, not {memory!r}")
        self.workers = workers
        self.memory = fair_memory(workers) if memory is None else float(memory)
        self._stays = False
        self._idle: Crew | None = None

    @contextmanager
    def staying(self) -> Iterator[None]:
        """As long as this lasts, the processes wait for the next call; else each call starts and ends its own."""
        self._stays = True
        try:
            yield
        finally:
            self._stays = False
            self._dismiss()

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[Batch]]:
        workers = min(self.workers, len(numbers))
        crew = self._take_up(definition, workers)
        waiting = iter(numbers)
        try:
            while crew.feed(waiting) or crew.busy:
                yield crew.poll(WAIT)
            if self._stays:
                self._idle = crew
        finally:
            if self._idle is not crew:
                crew.close()

    def _take_up(self, definition: Definition, workers: int) -> Crew:
        """The processes that stayed from an earlier call for this tournament, or new ones."""
        if self._idle is None or self._idle.definition is not definition:
            self._dismiss()
            Host(definition).warm()  # compiled once here, and only loaded by the workers
            return Crew(definition, workers, self.memory)
        crew, self._idle = self._idle, None
        crew.grow(workers)
        return crew

    def _dismiss(self) -> None:
        crew, self._idle = self._idle, None
        if crew is not None:
            crew.close()
