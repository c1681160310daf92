"""The code of a worker process: it plays batches of matches and keeps its status in shared memory.

If the process dies, the status tells which match was played, which seat was thinking, until when, and the moves so far.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import signal
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from playout.arena.executors import MAX_WAIT_SECONDS
from playout.arena.executors.bundle import Bundle
from playout.arena.match import MatchRunner
from playout.arena.provenance import machine
from playout.arena.running_match import MatchObserver
from playout.rules import PlayoutError

__all__ = ["WorkerStatus", "run_worker"]

RECORDED_MOVES = 1 << 20
"""The largest number of moves of a match that the status holds."""

MATCH, SEAT, COUNT, MOVES = 0, 1, 2, 3


class WorkerStatus(MatchObserver):
    """The state of the current match, in memory shared with the parent."""

    def __init__(self, longest: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._capacity = min(longest, RECORDED_MOVES)
        self._words: Any = context.RawArray("q", MOVES + self._capacity)
        self._until: Any = context.RawArray("d", 1)
        self._words[MATCH] = -1

    def match_begins(self, number: int) -> None:
        self._until[0] = 0.0
        self._words[COUNT] = 0
        self._words[SEAT] = -1
        self._words[MATCH] = number

    def seat_thinks(self, seat: int, seconds: float) -> None:
        self._words[SEAT] = seat
        self._until[0] = time.monotonic() + seconds

    def rules_run(self, seconds: float) -> None:
        self._words[SEAT] = -1
        self._until[0] = time.monotonic() + seconds

    def move_played(self, move: int) -> None:
        self._until[0] = 0.0
        self._words[SEAT] = -1
        count = self._words[COUNT]
        if count < self._capacity:
            self._words[MOVES + count] = move
            self._words[COUNT] = count + 1

    @property
    def number(self) -> int:
        """The number of the current match, or -1."""
        return int(self._words[MATCH])

    @property
    def seat(self) -> int:
        """The seat that is thinking, or -1."""
        return int(self._words[SEAT])

    @property
    def until(self) -> float:
        """The deadline on the clock `time.monotonic`; 0: none."""
        return float(self._until[0])

    @property
    def moves(self) -> list[int]:
        """The moves of the match so far."""
        return list(self._words[MOVES : MOVES + self._words[COUNT]])


def run_worker(pickled: bytes, status: WorkerStatus, jobs: Connection, lifeline: Connection) -> None:
    """The main function of a worker: receives lists of match numbers from `jobs`, sends rows back, until it gets None.

    pickled: the Bundle. Messages sent are ("ready", machine), ("rows", rows, seconds) and
    ("error", sentence).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    bundle: Bundle = pickle.loads(pickled)
    threading.Thread(target=_die_with, args=(lifeline, bundle.unpacked_to), daemon=True).start()
    try:
        runner = MatchRunner(bundle.open(), status)
        runner.warm()
        jobs.send(("ready", machine()))
        while (numbers := jobs.recv()) is not None:
            _batch(runner, numbers, jobs)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent is gone
    except PlayoutError as error:
        jobs.send(("error", str(error)))
    except Exception as error:
        jobs.send(("error", f"a worker failed: {type(error).__name__}: {error}"))


def _batch(runner: MatchRunner, numbers: list[int], jobs: Connection) -> None:
    begin, rows = time.perf_counter(), []
    for number in numbers:
        try:
            rows.append(runner.play(number))
        except Exception:
            if rows:  # keep the finished matches
                jobs.send(("rows", rows, time.perf_counter() - begin))
            raise
        now = time.perf_counter()
        if now - begin > MAX_WAIT_SECONDS:
            jobs.send(("rows", rows, now - begin))
            begin, rows = now, []
    if rows:
        jobs.send(("rows", rows, time.perf_counter() - begin))


def _die_with(lifeline: Connection, folder: str | None) -> None:
    """Exit this process when the parent's end of the pipe closes, and remove the files of the bundle."""
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)
