"""Live analysis: searches of a match's positions that are reported while they run, kept when they stop, and continued.

A search runs in a thread of its own. Its reports are made into models in the same thread, and take only a small share
of its time. In a game with hidden information the search gets only the view of the seat to move.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any

from playout.algorithms.base import Search
from playout.algorithms.registry import new_search
from playout.algorithms.results import SearchResult
from playout.algorithms.running import run_to_limit
from playout.game import State
from playout.sentences import Wording
from playout.spelling import AGENT_WORDS, Spec
from playout.web import schema
from playout.web.analysis.explaining import explain_result
from playout.web.analysis.reports import LineTexts, candidate_models
from playout.web.computing.turns import Ticket
from playout.web.games.players import limited
from playout.web.games.positions import position_key
from playout.web.refusals import explain_error
from playout.web.settings import ServerLimits

__all__ = ["CHECKPOINT", "DRAWN", "SHARE", "Job", "Searches", "failed_analysis", "make_job"]

INTERVAL = 0.1
"""Seconds between two reports."""

CHECKPOINT = 400
"""The most nodes of a checkpoint, from which a page shows an earlier state of the search."""

DRAWN = 1200
"""The nodes of the first picture of a tree; later pictures have as many nodes as can be read quickly."""

SHARE = 0.02
"""The largest share of a search's time that reports may take."""

EXPLAIN = 1.5
"""Seconds between two explanations of a running search."""


@dataclass(eq=False)
class Job:
    """One analysis: a position, an agent, and the results so far."""

    id: str
    match: str
    slot: int
    spec: Spec
    """The spelling with all its limits except seconds."""
    spelling: str
    """The spelling as the user gave it."""
    state: State
    """The view of the seat to move."""
    ply: int
    line: list[int]
    seconds: float
    key: str
    report: Callable[[Job], None]
    """Called in the job's thread after `latest` has changed."""
    stop: threading.Event = field(default_factory=threading.Event)
    ticket: Ticket | None = None
    """The ticket with which its search waits for a core."""
    search: Search | None = None
    latest: schema.Analysis | None = None
    drawn: int = DRAWN
    """The number of nodes of the next picture of its tree."""
    texts: LineTexts = field(init=False)
    _why: tuple[int, schema.Sentence] | None = None
    """The move that was explained last, and its explanation."""
    _explain_at: float = field(default_factory=lambda: time.monotonic() + EXPLAIN)

    def __post_init__(self) -> None:
        self.texts = LineTexts(self.state)

    def ask_to_stop(self) -> None:
        self.stop.set()
        if self.search is not None:
            self.search.stop()
        if self.ticket is not None:
            self.ticket.hurry()

    def model(
        self, status: Any, result: SearchResult | None = None, error: schema.Said | None = None
    ) -> schema.Analysis:
        """The result so far, as a message."""
        search = self.search
        found = schema.Analysis(
            id=self.id,
            match=self.match,
            slot=self.slot,
            agent=self.spelling,
            ply=self.ply,
            line=self.line,
            key=self.key,
            seat=self.state.turn,
            state=status,
            error=error,
            unit=search.unit if search else "simulations",
            has_tree=search is not None,
        )
        if result is None or search is None:
            return found
        return found.model_copy(
            update={
                "move": result.move,
                "text": self.texts.move(result.move).text,
                "values": list(result.values) if result.known else None,
                "proven": result.proven,
                "work": result.work,
                "rate": result.rate,
                "depth": result.depth,
                "elapsed": result.elapsed,
                "memory": search.memory_in_use,
                "nodes": search.tree_size,
                "candidates": candidate_models(result, self.texts),
                "why": self._explain(result, status),
                "changes": [(done, self.texts.move(move).text) for done, move in result.choices],
            }
        )

    def _explain(self, result: SearchResult, status: str) -> schema.Sentence | None:
        """Why the search prefers its move. While it runs, the text changes with the move and every EXPLAIN seconds."""
        now = time.monotonic()
        is_other = self._why is not None and self._why[0] != result.move
        if status != "running" or is_other or now >= self._explain_at:
            self._why = result.move, explain_result(result, self.texts)
            self._explain_at = now + EXPLAIN
        return None if self._why is None else self._why[1]


def make_job(
    *,
    match: str,
    slot: int,
    agent: str,
    state: State,
    ply: int,
    line: list[int],
    seconds: float,
    limits: ServerLimits,
    report: Callable[[Job], None],
) -> Job:
    """An analysis that has not begun; refuses an unknown agent, or one that asks for too much."""
    spec = limited(agent, limits, limits.kept_memory).without(*AGENT_WORDS, "seed", "seconds", "proven")
    return Job(
        id=token_hex(8),
        match=match,
        slot=slot,
        spec=spec,
        spelling=str(Spec.read(agent)),
        state=state,
        ply=ply,
        line=line,
        seconds=min(seconds, limits.seconds),
        key=position_key(state),
        report=report,
    )


class Searches:
    """Stopped searches that can be continued, by position and agent: the latest ones that fit in memory."""

    def __init__(self, limits: ServerLimits, backend: str | None) -> None:
        self._limits = limits
        self._backend = backend
        self._kept: OrderedDict[tuple[str, str], Job] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, job: Job, anew: bool) -> Search:
        """The search of this position by this agent: a kept one, removed from the kept ones, or a new one."""
        with self._lock:
            before = self._kept.pop((job.key, str(job.spec)), None)
        if before is not None:
            search, before.search = before.search, None
            if search is not None and not anew:
                return search
        return new_search(job.state, job.spec, seed=None, backend=self._backend)

    def keep(self, job: Job) -> None:
        if job.search is None:
            return
        key = job.key, str(job.spec)
        with self._lock:
            before = self._kept.pop(key, None)
            if before is not None and before is not job:
                before.search = None
            self._kept[key] = job
            # The latest search is kept in any case, since a page shows it.
            while len(self._kept) > 1 and (len(self._kept) > self._limits.kept_searches or self._is_full()):
                self._kept.popitem(last=False)[1].search = None

    def _is_full(self) -> bool:
        return self.megabytes > self._limits.kept_memory

    @property
    def megabytes(self) -> float:
        """Megabytes of the kept searches."""
        searches = [job.search for job in self._kept.values()]
        return sum(search.memory_in_use or 0.0 for search in searches if search is not None)

    def drop(self, match: str) -> None:
        """Drop the kept searches of a match that no page views any more."""
        with self._lock:
            for key in [key for key, job in self._kept.items() if job.match == match]:
                self._kept.pop(key).search = None

    def run(self, job: Job, anew: bool = False) -> None:
        """Run an analysis from beginning to end, in a thread. It never raises: an error is in the last report."""
        try:
            job.search = self.take(job, anew)
            job.search.gate = job.ticket
            job.search.checkpoint_size = CHECKPOINT
            if job.stop.is_set():
                job.search.stop()
            self._say(job, "compiling")
            job.search.prepare()
            status = self._think(job)
        except Exception as error:
            job.latest = failed_analysis(job, error)
            job.search = None
        else:
            job.latest = job.model(status, job.search.result())
            self.keep(job)
        job.report(job)

    def _say(self, job: Job, status: Any) -> None:
        before = job.search.result() if job.search is not None and job.search.work else None
        job.latest = job.model(status, before)
        job.report(job)

    def _think(self, job: Job) -> str:
        search = job.search
        assert search is not None
        limit = replace(job.spec.limit.only(search.limits), seconds=job.seconds)
        if not job.stop.is_set() and not search.complete:
            after, spent, share = 0.0, 0.0, 1.0  # the preparation of the first report is not counted
            for now in run_to_limit(search, limit):
                if job.stop.is_set():
                    search.stop()
                # Measured in processor time, so that on a busy machine reports take no larger share of the search.
                if now >= after and time.thread_time() >= spent:
                    begin = time.thread_time()
                    job.latest = job.model("running", search.result())
                    job.report(job)
                    end = time.thread_time()
                    after, spent, share = time.perf_counter() + INTERVAL, end + (end - begin) / share, SHARE
        return "stopped" if job.stop.is_set() and not search.complete else "done"


def failed_analysis(job: Job, error: Exception) -> schema.Analysis:
    return job.model("failed", None, explain_error(error, Wording("failed.search")).said)
