"""Lines from another program, read in a thread of their own, so that they arrive while a search runs."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

__all__ = ["LONGEST", "Line", "Lines", "Output"]

LONGEST = 1 << 16
"""Bytes of a line that is read; of a longer one only its length is known."""

WAITING = 1000
"""Lines that may wait to be handled; then reading waits."""


@dataclass(frozen=True)
class Line:
    """One line, without its end."""

    text: str
    arrived: float
    """When it did, by time.perf_counter."""
    length: int = 0
    """Its bytes, if it is too long to be read; else 0."""


class Lines:
    """The lines that a file descriptor gives (0: standard input), as they arrive, until its end."""

    def __init__(self, source: int = 0) -> None:
        self._queue: queue.Queue[Line | None] = queue.Queue(WAITING)
        threading.Thread(target=_read, args=(source, self._queue), name="lines", daemon=True).start()

    @property
    def waiting(self) -> bool:
        """Whether the next line, or the end, is there."""
        return not self._queue.empty()

    def __iter__(self) -> Iterator[Line]:
        while (line := self._queue.get()) is not None:
            yield line


def _read(source: int, waiting: queue.Queue[Line | None]) -> None:
    """Without a buffer of Python's, whose lock a thread must not hold when the program ends."""
    begun, length = b"", 0
    try:
        while data := os.read(source, LONGEST):
            arrived = time.perf_counter()
            *whole, rest = data.split(b"\n")
            for part in whole:
                waiting.put(_line(begun + part, length + len(part), arrived))
                begun, length = b"", 0
            begun, length = (begun + rest)[:LONGEST], length + len(rest)
    except OSError:  # the other side is gone
        pass
    if begun:
        waiting.put(_line(begun, length, time.perf_counter()))
    waiting.put(None)


def _line(data: bytes, length: int, arrived: float) -> Line:
    if length > LONGEST:
        return Line("", arrived, length)
    return Line(data.decode("utf-8", "replace").rstrip("\r"), arrived)


class Output:
    """Lines to another program, whole ones whatever the threads, and at once."""

    def __init__(self, stream: IO[bytes] | None = None) -> None:
        self._stream = stream or sys.stdout.buffer
        self._lock = threading.Lock()

    def __call__(self, *texts: str) -> None:
        """Write lines; nothing happens if nobody reads them any more."""
        data = "".join(f"{text}\n" for text in texts).encode("utf-8", "replace")
        with self._lock:
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                pass
