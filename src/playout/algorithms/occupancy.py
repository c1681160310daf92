"""One run at a time: during a run a second one is refused, and readers wait for the end of the current slice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playout.rules import PlayoutError

__all__ = ["Occupancy"]


class Occupancy:
    """The locks of a search or an agent. One thread may acquire and another release them, as generators need."""

    def __init__(self, refusal: str) -> None:
        """refusal: the error message for a second user."""
        self._refusal = refusal
        self._taken = threading.Lock()
        # A reader that waits for the end of a slice holds the turnstile, so that the running thread cannot begin the
        # next slice first. Both locks are reentrant: a signal handler may ask for a result.
        self._turnstile = threading.RLock()
        self._slice = threading.RLock()

    @property
    def is_taken(self) -> bool:
        return self._taken.locked()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Exclusive use; a second user is refused."""
        if not self._taken.acquire(blocking=False):
            raise PlayoutError(self._refusal)
        try:
            yield
        finally:
            self._taken.release()

    @contextmanager
    def slice(self) -> Iterator[None]:
        """A slice of work; readers wait for its end."""
        with ExitStack() as held:
            with self._turnstile:
                held.enter_context(self._slice)
            yield

    @contextmanager
    def still(self) -> Iterator[None]:
        """Wait for the end of the current slice; no slice begins within this block."""
        with self._turnstile, self._slice:
            yield
