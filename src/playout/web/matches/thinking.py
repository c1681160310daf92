"""Reports on an agent's search while it thinks about its move, for the pages that view the match."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playout.algorithms.drawing.tree_sketch import TreeSketch
from playout.algorithms.results import SearchResult
from playout.game import State
from playout.web import schema
from playout.web.analysis.jobs import DRAWN, SHARE, Job, make_job
from playout.web.analysis.outlines import look, outline, sketches_of
from playout.web.settings import ServerLimits

__all__ = ["ThinkingReports"]

INTERVAL = 0.15
"""Seconds between two reports."""


@dataclass
class ThinkingReports:
    """The reports of one search. They are made in the agent's own thread, at most one every INTERVAL."""

    match: str
    agent: str
    ply: int
    limits: ServerLimits
    is_wanted: Callable[[], bool]
    is_drawn: Callable[[], bool]
    """Returns whether any page shows the picture of the tree."""
    tell: Callable[[schema.Analysis, schema.Outline | None], object]
    _job: Job | None = None
    _end: tuple[State, list[TreeSketch]] | None = None
    """The searched position, and the checkpoints of the search with its last tree."""
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
        drawn = look(self._job) if self.is_drawn() else None
        self.tell(self._job.model("running", found), drawn)
        self._next = time.monotonic() + max(INTERVAL, (time.thread_time() - begin) / SHARE)

    def finish(self, found: SearchResult | None) -> None:
        """Keep the checkpoints and the last tree of a search, before the agent continues with its tree."""
        if found is not None and found._search is not None and self.is_wanted():
            self._end = found.state, sketches_of(found.search, DRAWN)
        self._job = None

    def outlines(self) -> list[schema.Outline]:
        """The outlines of the checkpoints that `finish` kept."""
        if self._end is None:
            return []
        state, sketches = self._end
        return [outline(sketch, state, self.ply, []) for sketch in sketches]
