"""Interrupts a rule that does not return: an endless loop must not hang the check."""

from __future__ import annotations

import ctypes
import math
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

__all__ = ["Hung", "Watchdog"]

TICK_SECONDS = 0.1
"""Seconds between two readings of the clock."""

AGAIN_SECONDS = 1.0
"""Seconds after which a function that goes on is interrupted again: a destructor or `except` may swallow `Hung`."""


class Hung(Exception):  # noqa: N818 - it says what the rule did
    """A rule was interrupted because it took too long."""


class Watchdog:
    """Runs interpreted functions, and raises `Hung` inside one that takes longer than `patience` seconds.

    The exception reaches the running thread at its next step of Python code. It cannot stop native code, so the check
    runs every position interpreted first.
    """

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._due = math.inf
        self._fired = False
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._hook = sys.unraisablehook
        self._watched = ctypes.c_ulong(threading.get_ident())

    def __enter__(self) -> Watchdog:
        self._thread.start()
        self._hook = sys.unraisablehook
        sys.unraisablehook = self._hide_swallowed
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if sys.unraisablehook == self._hide_swallowed:
            sys.unraisablehook = self._hook

    def _hide_swallowed(self, unraisable: Any) -> None:
        """Print nothing about a `Hung` that the garbage collector swallowed: it comes again."""
        if unraisable.exc_type is not Hung:
            self._hook(unraisable)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function; raises `Hung` if it takes too long."""
        self._due = time.perf_counter() + self.patience
        try:
            return function(*arguments)
        finally:
            with self._guard:
                self._due = math.inf
                if self._fired:
                    # The function returned at the moment of the interruption: the exception must not reach other code.
                    self._fired = False
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(self._watched, None)

    def _look(self) -> None:
        while not self._stop.wait(TICK_SECONDS):
            with self._guard:
                if (now := time.perf_counter()) > self._due:
                    self._due = now + AGAIN_SECONDS
                    self._fired = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(self._watched, ctypes.py_object(Hung))
