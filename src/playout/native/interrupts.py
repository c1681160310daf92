"""Ctrl-C while code is loaded or compiled: it ends the work and leaves nothing half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["hold_interrupts", "keep_interrupts"]


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Delay Ctrl-C to the end of this context. Used for imports: an interrupted import leaves a package half loaded."""
    with _listening(at_once=False):
        yield


@contextmanager
def keep_interrupts() -> Iterator[None]:
    """Make sure that Ctrl-C takes effect, at the end of this context at the latest. Python drops an exception that is
    raised in a callback from C code or while an object is deleted, and a compiler runs many of both. Errors that follow
    from the interrupt are dropped.
    """
    with _listening(at_once=True):
        yield


@contextmanager
def _listening(*, at_once: bool) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # another thread gets no signals; with no handler there is nothing to keep
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
