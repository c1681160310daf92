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

__all__ = ["MAX_LINE_BYTES", "Line", "Lines", "Output"]

MAX_LINE_BYTES = 1 << 16
"""The longest line that is read, in bytes; of a longer line only the length is kept."""


@dataclass(frozen=True)
class Line:
    """One line, without its end."""

    text: str
    arrived: float
    """The time of its arrival, by time.perf_counter."""
    length: int = 0
    """Its length in bytes, if it is too long to be read; else 0."""


class Lines:
    """The lines of a file descriptor (0: standard input) until its end, as they arrive."""

    def __init__(self, source: int = 0) -> None:
        self._source = source
        self._whole: deque[Line] = deque()
        self._begun, self._length = b"", 0
        self._is_over = False

    @property
    def waiting(self) -> bool:
        """Whether a line or the end has arrived and was not read yet."""
        return bool(self._whole) or self._is_over or bool(select.select([self._source], [], [], 0)[0])

    def __iter__(self) -> Iterator[Line]:
        while self._whole or not self._is_over:
            if self._whole:
                yield self._whole.popleft()
            else:
                self._read()

    def _read(self) -> None:
        """Wait for more input. Python's own buffer is not used, since one cannot ask whether it is empty."""
        try:
            data = os.read(self._source, MAX_LINE_BYTES)
        except OSError:  # the other side has ended
            data = b""
        arrived = time.perf_counter()
        *whole, rest = data.split(b"\n")
        for part in whole:
            self._add(part, arrived)
        self._begun, self._length = (self._begun + rest)[:MAX_LINE_BYTES], self._length + len(rest)
        if not data:
            self._is_over = True
            if self._begun:
                self._add(b"", arrived)

    def _add(self, part: bytes, arrived: float) -> None:
        """Add a complete line."""
        data, length = self._begun + part, self._length + len(part)
        self._begun, self._length = b"", 0
        if length > MAX_LINE_BYTES:
            self._whole.append(Line("", arrived, length))
        else:
            self._whole.append(Line(data.decode("utf-8", "replace").rstrip("\r"), arrived))


class Output:
    """Writes lines to another program. Any thread may write; each line is written whole and at once."""

    def __init__(self) -> None:
        self._stream = sys.stdout.buffer
        self._lock = threading.Lock()

    def __call__(self, *texts: str) -> None:
        """Write lines; does nothing if the reader has ended."""
        data = "".join(f"{text}\n" for text in texts).encode("utf-8", "replace")
        with self._lock:
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                pass
