"""The log of an engine: its input, its output, errors, and its standard error."""

from __future__ import annotations

import os
import time
import weakref
from pathlib import Path

from playout.errors import OptionError
from playout.notices import say

__all__ = ["Log"]

MAX_LINE = 1000
"""The largest length of a line in the log, in characters."""


class Log:
    """A file to which lines are added: the time, the process, `>` (sent), `<` (printed) or `!` (a note), and a text.

    Several processes may add to one file. The engine's standard error is written to the same file unchanged.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path).expanduser()
        try:
            self.descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise OptionError(f"the log {path} cannot be written: {error.strerror}") from error
        weakref.finalize(self, os.close, self.descriptor)
        self._is_full = False

    def write(self, process: int, mark: str, text: str) -> None:
        """Add each line of a text. If the log can no longer be written, a notice says so and the match goes on."""
        now = time.time()
        begin = f"{time.strftime('%H:%M:%S', time.localtime(now))}.{int(now % 1 * 1000):03} {process} {mark}"
        lines = "".join(f"{begin} {line[:MAX_LINE]}\n" for line in text.split("\n"))
        try:
            if not self._is_full:
                os.write(self.descriptor, lines.encode("utf-8", "replace"))
        except OSError as error:
            self._is_full = True
            say(f"the log {self.path} cannot be written any more: {error.strerror}")
