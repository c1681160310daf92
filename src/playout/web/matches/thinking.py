"""What an agent knows while it thinks about its move, for those who look on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playout.algorithms.results import SearchResult
from playout.web import schema
from playout.web.analysis.jobs import SHARE, Job, make_job
from playout.web.settings import ServerLimits

__all__ = ["Thoughts"]

INTERVAL = 0.15
"""Seconds between two reports."""


@dataclass
class Thoughts:
    """Made into models in the agent's own thread, and not too often."""

    match: str
    agent: str
    ply: int
    limits: ServerLimits
    is_wanted: Callable[[], bool]
    tell: Callable[[schema.Analysis], object]
    _job: Job | None = None
    _next: float = field(default_factory=lambda: time.monotonic() + INTERVAL)

    def report(self, found: SearchResult) -> None:
        now = time.monotonic()
        if now < self._next or not self.is_wanted():
            return
        if self._job is None:
            self._job = make_job(
                match=self.match,
                slot=0,
                agent=self.agent,
                state=found.state,
                ply=self.ply,
                line=[],
                seconds=1.0,
                limits=self.limits,
                report=lambda _: None,
            )
        begin = time.thread_time()
        self._job.search = found.search
        self.tell(self._job.model("running", found))
        self._next = time.monotonic() + max(INTERVAL, (time.thread_time() - begin) / SHARE)
