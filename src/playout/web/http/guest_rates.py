"""Limits how often guests may ask: each link has a credit that grows with time; each request or command uses one."""

from __future__ import annotations

import time

from playout.web.matches.links import Guest
from playout.web.refusals import RefusedError
from playout.web.settings import ServerLimits

__all__ = ["Rates"]

MOST_LINKS = 10_000
"""Links whose credit is remembered; a forgotten link starts with full credit."""


class Rates:
    """The credit of each link."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._credits: dict[Guest, tuple[float, float]] = {}
        """(credit, when it was counted)"""

    def count(self, guest: Guest) -> None:
        """Count a request; refused if the link has no credit left."""
        now = time.monotonic()
        if len(self._credits) >= MOST_LINKS:
            self._credits.clear()
        credit, last = self._credits.get(guest, (self._limits.guest_burst, now))
        credit = min(self._limits.guest_burst, credit + (now - last) * self._limits.guest_requests)
        if credit < 1:
            self._credits[guest] = credit, now
            raise RefusedError("guest.too_often", kind="too_many")
        self._credits[guest] = credit - 1, now
