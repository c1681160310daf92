"""Finds calls of a game's functions that do not return, in all threads of a process, by looking at their stacks.

The functions are not wrapped, so they run as fast as before.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NamedTuple

__all__ = ["IMPORT", "Overdue", "StackWatch", "interrupt"]

TICK = 0.2
"""Seconds between two inspections of the stacks."""

AGAIN = 1.0
"""Seconds after which a call that still has not returned is reported again."""

IMPORT = "<module>"
"""Python's name of the code of a module, which runs while the module is imported."""


class Overdue(NamedTuple):
    """A call that has not returned."""

    thread: int
    file: str
    function: str
    """The outermost function of the file on the stack."""


class StackWatch:
    """Inspects all stacks at regular intervals, in a daemon thread."""

    def __init__(
        self,
        is_watched: Callable[[str], bool],
        patience: float,
        found: Callable[[Overdue], None],
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """is_watched: whether a file's calls are timed. found(call): called in the watch's thread for a call that has
        lasted `patience` seconds. tick: called before each inspection.
        """
        self._is_watched = is_watched
        self._patience = patience
        self._found = found
        self._tick = tick
        self._calls: dict[int, tuple[FrameType, float]] = {}
        """For each thread: its call at the last inspection, and the time at which the call becomes overdue."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stack watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.wait(TICK):
            self._tick()
            self._look()

    def _look(self) -> None:
        now, calls = time.monotonic(), {}
        for thread, innermost in sys._current_frames().items():
            frame = self._outermost(innermost)
            if frame is None:
                continue
            before = self._calls.get(thread)
            due = before[1] if before is not None and before[0] is frame else now + self._patience
            if now >= due:
                due = now + AGAIN
                self._found(Overdue(thread, frame.f_code.co_filename, frame.f_code.co_name))
            calls[thread] = frame, due
        self._calls = calls

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """The outermost frame of a stack that belongs to a watched file."""
        found = None
        while frame is not None:
            if self._is_watched(frame.f_code.co_filename):
                found = frame
            frame = frame.f_back
        return found


def interrupt(thread: int, error: type[Exception]) -> None:
    """Raise an error in a thread, at its next step of Python code. Native code is not interrupted."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
