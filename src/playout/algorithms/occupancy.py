"""One user at a time: a run keeps other runs out, and a reader waits for the end of a slice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playout.rules import PlayoutError

__all__ = ["Occupancy"]


class Occupancy:
    """The locks of a search or an agent. It may be taken in one thread and left in another, as generators do."""

    def __init__(self, refusal: str) -> None:
        """refusal: what a second user is told."""
        self._refusal = refusal
        self._taken = threading.Lock()
        # Who waits for a slice to end holds the turnstile, so that whoever runs cannot begin the next one before.
        # Both may be taken again by the thread that has them: a signal handler may ask for a result.
        self._turnstile = threading.RLock()
        self._slice = threading.RLock()

    @property
    def is_taken(self) -> bool:
        return self._taken.locked()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Refuse a second user meanwhile."""
        if not self._taken.acquire(blocking=False):
            raise PlayoutError(self._refusal)
        try:
            yield
        finally:
            self._taken.release()

    @contextmanager
    def slice(self) -> Iterator[None]:
        """A piece of work during which nobody may look."""
        with ExitStack() as held:
            with self._turnstile:
                held.enter_context(self._slice)
            yield

    @contextmanager
    def still(self) -> Iterator[None]:
        """Wait for the end of a slice, and let none begin meanwhile."""
        with self._turnstile, self._slice:
            yield
