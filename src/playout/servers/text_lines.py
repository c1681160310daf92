"""Lines from another program and back to it."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

__all__ = ["LONGEST", "Line", "Lines", "Output"]

LONGEST = 1 << 16
"""Bytes of a line that is read; of a longer one only its length is known."""


@dataclass(frozen=True)
class Line:
    """One line, without its end."""

    text: str
    arrived: float
    """When it arrived, by time.perf_counter."""
    length: int = 0
    """Its bytes, if it is too long to be read; else 0."""


class Lines:
    """The lines that a file descriptor gives (0: standard input), as they arrive, until its end."""

    def __init__(self, source: int = 0) -> None:
        self._source = source
        self._whole: deque[Line] = deque()
        self._begun, self._length = b"", 0
        self._is_over = False

    @property
    def waiting(self) -> bool:
        """Whether something has arrived that was not read yet, or the end."""
        return bool(self._whole) or self._is_over or bool(select.select([self._source], [], [], 0)[0])

    def __iter__(self) -> Iterator[Line]:
        while self._whole or not self._is_over:
            if self._whole:
                yield self._whole.popleft()
            else:
                self._read()

    def _read(self) -> None:
        """Wait for more. Without a buffer of Python's, which could not be asked whether there is something in it."""
        try:
            data = os.read(self._source, LONGEST)
        except OSError:  # the other side is gone
            data = b""
        arrived = time.perf_counter()
        *whole, rest = data.split(b"\n")
        for part in whole:
            self._add(part, arrived)
        self._begun, self._length = (self._begun + rest)[:LONGEST], self._length + len(rest)
        if not data:
            self._is_over = True
            if self._begun:
                self._add(b"", arrived)

    def _add(self, part: bytes, arrived: float) -> None:
        """The end of a line."""
        data, length = self._begun + part, self._length + len(part)
        self._begun, self._length = b"", 0
        if length > LONGEST:
            self._whole.append(Line("", arrived, length))
        else:
            self._whole.append(Line(data.decode("utf-8", "replace").rstrip("\r"), arrived))


class Output:
    """Writes lines to another program: any thread may write, each line is whole, and nothing is buffered."""

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
