"""The cores of the machine, shared among a server's searches: which search may compute its next slice.

A search computes in slices of about 20 ms. It needs a core for each slice, and keeps its core unless another search is
to go first. Searches of persons' matches go before all others. Within each of the two groups searches take turns. While
persons' searches have every core and other searches wait, each fifth turn goes to one of the others, so that nothing
stands still.
"""

from __future__ import annotations

import threading
import time
from collections import deque

__all__ = ["Place", "Turns"]

IN_A_ROW = 4
"""Turns that persons' searches take before another search gets one, while persons' searches have every core."""

SLICE = 5.0
"""Seconds after which a search that is to end has lost its core: its rules may never return from native code."""


class Turns:
    """The cores, and the searches that wait for one."""

    def __init__(self, cores: int) -> None:
        self._lock = threading.Lock()
        self._free = cores
        """Cores that no search has. While it is above 0 nothing waits."""
        self._persons: deque[Place] = deque()
        self._others: deque[Place] = deque()
        self._others_computing = 0
        self._in_a_row = 0
        self._is_closed = False

    def place(self, *, person: bool) -> Place:
        """The place of one search. person: it plays in a person's match, or a person waits for its hint."""
        return Place(self, person)

    def close(self) -> None:
        """From now on no search waits."""
        with self._lock:
            self._is_closed = True
            for queue in (self._persons, self._others):
                while queue:
                    queue.popleft()._go_on.set()

    def _wait(self, place: Place) -> None:
        """Return when this search may compute a slice."""
        with self._lock:
            if self._is_closed or place._is_hurried:
                return
            if place._has_core:
                chosen = self._choose(place)
                if chosen is place:
                    return
                self._take(place)
                self._give(chosen)
            elif self._free > 0:
                self._free -= 1
                self._give(place)
                return
            place._go_on.clear()
            place._since = time.perf_counter()
            (self._persons if place.is_person else self._others).append(place)
        place._go_on.wait()
        with self._lock:
            place._waited += time.perf_counter() - (place._since or 0.0)
            place._since = None

    def _leave(self, place: Place) -> None:
        """This search does not compute any more for now; another one gets its core."""
        with self._lock:
            if not place._has_core:
                return
            self._take(place)
            if self._persons or self._others:
                self._give(self._choose(None))
            else:
                self._free += 1

    def _hurry(self, place: Place) -> None:
        with self._lock:
            place._is_hurried = True
            for queue in (self._persons, self._others):
                if place in queue:
                    queue.remove(place)
                    place._go_on.set()
            if place._has_core:
                late = threading.Timer(SLICE, self._leave, [place])
                late.daemon = True
                late.start()

    def _choose(self, last: Place | None) -> Place:
        """The search that goes next. last: the one that had the core; it goes after those of its group that wait."""
        persons = bool(self._persons) or (last is not None and last.is_person)
        others = bool(self._others) or (last is not None and not last.is_person)
        if persons and others:
            if self._others_computing - (last is not None and not last.is_person) > 0:
                is_person = True  # another core computes for the others
            else:
                is_person = self._in_a_row < IN_A_ROW
                self._in_a_row = self._in_a_row + 1 if is_person else 0
        else:
            is_person = persons
            self._in_a_row = 0
        queue = self._persons if is_person else self._others
        if queue:
            return queue.popleft()
        assert last is not None
        return last

    def _give(self, place: Place) -> None:
        place._has_core = True
        self._others_computing += not place.is_person
        place._go_on.set()

    def _take(self, place: Place) -> None:
        place._has_core = False
        self._others_computing -= not place.is_person


class Place:
    """What one search waits at before each of its slices (`Search.gate`)."""

    def __init__(self, turns: Turns, is_person: bool) -> None:
        self._turns = turns
        self.is_person = is_person
        """Whether it plays in a person's match, or a person waits for it."""
        self._go_on = threading.Event()
        self._has_core = False
        self._is_hurried = False
        self._since: float | None = None
        self._waited = 0.0

    @property
    def waited(self) -> float:
        """Seconds that this search has waited for a core so far, the current wait included."""
        since = self._since
        return self._waited + (0.0 if since is None else time.perf_counter() - since)

    def wait(self) -> None:
        self._turns._wait(self)

    def leave(self) -> None:
        self._turns._leave(self)

    def hurry(self) -> None:
        """This search is to end: it waits no longer. May be called from any thread."""
        self._turns._hurry(self)
