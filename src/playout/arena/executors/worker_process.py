"""The parent's handle of a worker process: it starts the process, sends batches and ends it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from playout.arena.executors.bundle import Bundle
from playout.arena.executors.worker import WorkerStatus, run_worker
from playout.arena.match_records import MatchRow

__all__ = ["WorkerProcess"]


class WorkerProcess:
    """A worker process with its pipe, its status in shared memory, and the batches that were sent to it."""

    def __init__(self, bundle: Bundle, longest: int, niceness: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        self.status = WorkerStatus(longest)
        self.jobs, theirs = context.Pipe()
        self._lifeline, other = context.Pipe()
        self.process = context.Process(
            target=run_worker, args=(pickle.dumps(bundle), self.status, theirs, other), daemon=True
        )
        with _without_script(bundle.unpacked_to is None and bundle.script is not None):
            self.process.start()
        if niceness and hasattr(os, "setpriority") and self.process.pid is not None:
            with contextlib.suppress(OSError):  # a dead process is found by the next poll
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, self.process.pid, min(19, own + niceness))
        theirs.close()
        other.close()
        self.machine: str | None = None
        self.batches: deque[list[int]] = deque()
        self.pace = 0.0

    @property
    def numbers(self) -> list[int]:
        """The matches that it was sent and has not returned, in the order sent."""
        return [number for batch in self.batches for number in batch]

    def send(self, numbers: list[int]) -> None:
        """Send a batch of match numbers."""
        self.batches.append(numbers)
        with contextlib.suppress(OSError):  # a dead process is found by the next poll
            self.jobs.send(list(numbers))

    def receive(self, rows: list[MatchRow], seconds: float) -> None:
        """Mark matches as returned; they took `seconds` in all."""
        self.pace = seconds / len(rows)
        for row in rows:
            self.batches[0].remove(row.number)
            if not self.batches[0]:
                self.batches.popleft()

    def memory(self) -> float:
        """Resident memory in megabytes; 0 on systems without /proc."""
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError, ValueError):
            return 0.0
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def end(self) -> None:
        """Kill the process and close its pipes."""
        self.process.kill()
        self.process.join()
        self.jobs.close()
        self._lifeline.close()


@contextmanager
def _without_script(needed: bool) -> Iterator[None]:
    """Hide the running script, which a new process would run again, unless the process needs what it defines."""
    script = sys.modules["__main__"]
    if not needed:
        sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script
