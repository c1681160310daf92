"""The cores of the machine, shared among a server's searches: which search may compute its next slice.

A search computes in slices of about 20 ms. It needs a core for each slice, and keeps its core unless another search is
to go first. Searches of persons' matches go before all others. Within each of the two groups searches take turns. While
persons' searches have every core and other searches wait, each fifth turn goes to one of the others, so that no search
stands still.
"""

from __future__ import annotations

import threading
import time
from collections import deque

__all__ = ["Ticket", "Turns"]

IN_A_ROW = 4
"""Turns that persons' searches take before another search gets one, while persons' searches have every core."""

SLICE = 5.0
"""Seconds after which a search that was told to end loses its core: its rules may never return from native code."""


class Turns:
    """The cores, and the searches that wait for one."""

    def __init__(self, cores: int) -> None:
        self._lock = threading.Lock()
        self._free = cores
        """Cores that no search uses. While this is above 0, no search waits."""
        self._persons: deque[Ticket] = deque()
        self._others: deque[Ticket] = deque()
        self._others_computing = 0
        self._in_a_row = 0
        self._is_closed = False

    def ticket(self, *, person: bool) -> Ticket:
        """The ticket of one search. person: it plays in a person's match, or a person waits for its hint."""
        return Ticket(self, person)

    def close(self) -> None:
        """Let every search go on: from now on none waits for a core."""
        with self._lock:
            self._is_closed = True
            for queue in (self._persons, self._others):
                while queue:
                    queue.popleft()._go_on.set()

    def _wait(self, ticket: Ticket) -> None:
        """Wait until this search may compute a slice."""
        with self._lock:
            if self._is_closed or ticket._is_hurried:
                return
            if ticket._has_core:
                chosen = self._choose(ticket)
                if chosen is ticket:
                    return
                self._take(ticket)
                self._give(chosen)
            elif self._free > 0:
                self._free -= 1
                self._give(ticket)
                return
            ticket._go_on.clear()
            ticket._since = time.perf_counter()
            (self._persons if ticket.is_person else self._others).append(ticket)
        ticket._go_on.wait()
        with self._lock:
            ticket._waited += time.perf_counter() - (ticket._since or 0.0)
            ticket._since = None

    def _leave(self, ticket: Ticket) -> None:
        """Give the core to the next waiting search."""
        with self._lock:
            if not ticket._has_core:
                return
            self._take(ticket)
            if self._persons or self._others:
                self._give(self._choose(None))
            else:
                self._free += 1

    def _hurry(self, ticket: Ticket) -> None:
        with self._lock:
            ticket._is_hurried = True
            for queue in (self._persons, self._others):
                if ticket in queue:
                    queue.remove(ticket)
                    ticket._go_on.set()
            if ticket._has_core:
                late = threading.Timer(SLICE, self._leave, [ticket])
                late.daemon = True
                late.start()

    def _choose(self, last: Ticket | None) -> Ticket:
        """Choose the search that goes next. last: the search that had the core; it queues behind its own group."""
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

    def _give(self, ticket: Ticket) -> None:
        ticket._has_core = True
        self._others_computing += not ticket.is_person
        ticket._go_on.set()

    def _take(self, ticket: Ticket) -> None:
        ticket._has_core = False
        self._others_computing -= not ticket.is_person


class Ticket:
    """The gate of one search (`Search.gate`): the search waits here before each of its slices."""

    def __init__(self, turns: Turns, is_person: bool) -> None:
        self._turns = turns
        self.is_person = is_person
        """Whether a person waits for this search, or it plays in a person's match."""
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
        """Let a search that was told to end stop waiting. May be called from any thread."""
        self._turns._hurry(self)
