"""Ctrl-C while code is loaded or compiled: it ends the work, and no half of anything stays behind."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["hold_interrupts", "keep_interrupts"]


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Ctrl-C takes effect at the end: for an import, which would leave a half of a package behind."""
    with _listening(at_once=False):
        yield


@contextmanager
def keep_interrupts() -> Iterator[None]:
    """Ctrl-C takes effect at once, or at the end if it was lost: Python drops an exception in a callback of C code or
    while an object is deleted, of which a compiler has many. Errors that follow from it are dropped.
    """
    with _listening(at_once=True):
        yield


@contextmanager
def _listening(*, at_once: bool) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # signals go to the main thread, or nobody asked for them
        return
    heard: list[tuple[int, FrameType | None]] = []

    def note(number: int, frame: FrameType | None) -> None:
        heard.append((number, frame))
        if at_once:
            before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if not heard:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        before(*heard[-1])
