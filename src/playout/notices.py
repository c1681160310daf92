"""Messages for people: on standard error while they wait (compiling, progress), and values in error messages."""

from __future__ import annotations

import difflib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

__all__ = ["CompileNotice", "Progress", "compiling", "listen", "nearest", "say", "shown"]

SHOWN = 60
"""Characters of a refused value that an error shows."""

SHORT_SECONDS = 1.0
"""Work that takes no longer shows no progress."""


def shown(value: Any) -> str:
    """A value as an error shows it: shortened if it is long; its type if `repr` fails."""
    try:
        text = repr(value)
    except Exception:  # any object may raise here, and so does an integer of 5,000 digits
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def nearest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """` (did you mean ...?)` with the closest known word; empty if none is close."""
    close = closest(word, known)
    return f" (did you mean {close}?)" if close else ""


def closest(word: str, known: list[str] | tuple[str, ...]) -> str | None:
    """The closest known word; None if none is close."""
    return next(iter(difflib.get_close_matches(word, known, 1, 0.6)), None)


def _quiet() -> bool:
    return os.environ.get("PLAYOUT_QUIET", "") not in ("", "0")


def _live() -> bool:
    """Whether a line can be rewritten in place."""
    return sys.stderr is not None and sys.stderr.isatty()


def say(text: str) -> None:
    """Print one line, unless PLAYOUT_QUIET is set."""
    if not _quiet() and sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def _rewrite(text: str) -> None:
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


@dataclass
class CompileNotice:
    """The message after compiling."""

    after: str = "the next start will not need to"
    """What it says about the next start. The text differs if the compiled code cannot be kept."""


_listeners: list[Callable[[str, bool], None]] = []


def listen(listener: Callable[[str, bool], None]) -> Callable[[], None]:
    """Call `listener(what, done)` when compiling begins and ends, in any thread; returns a function that removes it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def _tell(what: str, done: bool) -> None:
    for listener in list(_listeners):
        listener(what, done)


@contextmanager
def compiling(what: str, where: str = "this machine") -> Iterator[CompileNotice]:
    """The block compiles `what` for a machine; the user and all listeners are told."""
    _tell(what, False)
    try:
        with _compiling(what, where) as told:
            yield told
    finally:
        _tell(what, True)


@contextmanager
def _compiling(what: str, where: str) -> Iterator[CompileNotice]:
    """Tells the user that `what` is being compiled, then the time, and whether the next start has to compile again."""
    told = CompileNotice()
    if _quiet() or sys.stderr is None:
        yield told
        return
    begin = time.perf_counter()
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.1):
            _rewrite(f"compiling {what} for {where} ... {time.perf_counter() - begin:.1f} s")

    ticker = threading.Thread(target=tick, daemon=True)
    if _live():
        ticker.start()
    else:
        say(f"compiling {what} for {where} ...")
    finished = False
    try:
        yield told
        finished = True
    finally:
        done.set()
        if ticker.is_alive():
            ticker.join()
            _rewrite("")
        if finished:
            say(f"compiled {what} in {time.perf_counter() - begin:.1f} s; {told.after}")


class Progress:
    """A line that shows the progress of long work; silent for short work, and without a terminal."""

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.begin = time.perf_counter()
        self._next = self.begin + SHORT_SECONDS
        self._shown = False

    def update(self, done: int) -> None:
        now = time.perf_counter()
        if now < self._next or _quiet() or not _live():
            return
        self._next = now + 0.2
        self._shown = True
        left = (now - self.begin) * (self.total - done) / max(done, 1)
        share = done / max(self.total, 1)
        _rewrite(f"{self.what}: {done:,} of {self.total:,} ({share:.0%}), {left:.0f} s left")

    def close(self) -> None:
        if self._shown:
            _rewrite("")
            self._shown = False
