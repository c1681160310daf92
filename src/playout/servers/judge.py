"""Answers within a judge's time: when this process was started, when an answer is due, and work in the background."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

__all__ = ["Preparation", "first_deadline", "process_age"]

FIRST = 2.5
"""Seconds after the start of the process at which the first answer is there; judges allow three."""

SPARE = 0.5
"""Seconds that a judge allows for a move beyond the time to think; the start of the process uses some of them."""


def process_age(stat: str = "/proc/self/stat") -> float:
    """Seconds since this process was started: the system's figure, else the processor time used, which is a lower
    bound.
    """
    try:
        # The name of the program, in brackets, may hold blanks; field 22, the start, is counted after it.
        with open(stat, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib takes time to import
            ticks = int(file.read().rpartition(")")[2].split()[19])
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError, AttributeError):
        return time.process_time()


def first_deadline(started: float, arrived: float, seconds: float) -> float:
    """When the first answer has to be there, on the clock on which the process started and the question arrived.

    The judge's clock may run since the start, so it counts from there. A question that comes later than that, because
    the other side thought first, still gets a quarter of the usual time.
    """
    return max(started + max(FIRST, seconds + SPARE), arrived + seconds / 4)


class Preparation:
    """Work in a background thread; the process does not end before it does."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._done = threading.Event()
        self._error: BaseException | None = None
        self._work = work
        threading.Thread(target=self._run, name="preparation").start()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error
        self._done.set()

    def wait(self, until: float | None) -> bool:
        """Whether it is done by this time (time.monotonic; None: wait as long as it takes). Raises the error of the
        work, if any.
        """
        done = self._done.wait(None if until is None else max(0.0, until - time.monotonic()))
        if self._error is not None:
            raise self._error
        return done
