"""Answers within a judge's time: the start of this process, deadlines, and work in the background."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

__all__ = ["Preparation", "first_deadline", "process_age"]

FIRST_ANSWER_SECONDS = 2.5
"""The deadline of the first answer in seconds after the start of the process; judges allow three."""

SPARE_SECONDS = 0.5
"""Seconds that a judge allows for a move beyond the thinking time; the start of the process uses some of them."""


def process_age(stat: str = "/proc/self/stat") -> float:
    """Seconds since this process was started, by the system; else its processor time, which is a lower bound."""
    try:
        # The name of the program, in brackets, may contain blanks; so field 22, the start, is counted from its end.
        with open(stat, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib takes time to import
            ticks = int(file.read().rpartition(")")[2].split()[19])
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError, AttributeError):
        return time.process_time()


def first_deadline(started: float, arrived: float, seconds: float) -> float:
    """The deadline of the first answer, on the clock of `started` and `arrived`.

    The judge's clock may run from the start of the process, so time counts from there. A late question, because the
    opponent thought first, still gets a quarter of the usual time.
    """
    return max(started + max(FIRST_ANSWER_SECONDS, seconds + SPARE_SECONDS), arrived + seconds / 4)


class Preparation:
    """Work in a background thread; the process does not end before the work."""

    def __init__(self, function: Callable[[], None]) -> None:
        self._done = threading.Event()
        self._error: BaseException | None = None
        self._function = function
        threading.Thread(target=self._run, name="preparation").start()

    def _run(self) -> None:
        try:
            self._function()
        except BaseException as error:
            self._error = error
        self._done.set()

    def wait(self, until: float | None) -> bool:
        """Wait until this time (time.monotonic; None: without a limit); returns whether the work is done.

        Raises the error of the work, if it failed.
        """
        done = self._done.wait(None if until is None else max(0.0, until - time.monotonic()))
        if self._error is not None:
            raise self._error
        return done
