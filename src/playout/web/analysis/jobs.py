"""Live analysis: real searches of a match's positions, reported as they go on, kept when they stop, and continued.

A search runs in a thread of its own. What it reports is made into models there too, and never takes more than a small
share of the time. Where things are hidden a search is given what the seat to move sees, and nothing else.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from playout.algorithms.base import Search
from playout.algorithms.registry import new_search
from playout.algorithms.results import SearchResult
from playout.algorithms.running import run_to_limit
from playout.game import State
from playout.limits import Limit
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
"""Nodes of a checkpoint, from which a page shows the search as it was."""

DRAWN = 1200
"""Nodes of the first picture of a tree; of the next ones as many as can be read quickly."""

SHARE = 0.02
"""Of its time that a search may spend on reports, at most."""

EXPLAIN = 1.5
"""Seconds after which a search that runs says why, and says it anew."""


@dataclass(eq=False)
class Job:
    """One analysis: a position, an agent, and what is known so far."""

    id: str
    match: str
    slot: int
    spec: Spec
    """With all its limits but seconds."""
    spelling: str
    """As it was asked for."""
    state: State
    """What the seat to move sees."""
    ply: int
    line: list[int]
    seconds: float
    key: str
    report: Callable[[Job], None]
    """Called in the job's thread when `latest` has changed."""
    stop: threading.Event = field(default_factory=threading.Event)
    ticket: Ticket | None = None
    """Where its search waits for a core."""
    search: Search | None = None
    latest: schema.Analysis | None = None
    drawn: int = DRAWN
    """Nodes of the next picture of its tree."""
    texts: LineTexts = field(init=False)
    _why: tuple[int, schema.Sentence] | None = None
    """The move that was explained last, and how."""
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
        """What is known, as a model."""
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
            move=None,
            text=None,
            values=None,
            proven=False,
            unit=search.unit if search else "simulations",
            work=0,
            rate=0.0,
            depth=0,
            elapsed=0.0,
            memory=None,
            nodes=None,
            candidates=[],
            why=None,
            changes=[],
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
        """Why this move; anew only now and then while the search runs, since nobody reads ten explanations a second."""
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
    """An analysis that has not begun; refuses an agent that does not exist or asks for too much."""
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
    """Searches that stopped, kept to be continued: by position and agent, the latest ones that fit in memory."""

    def __init__(self, limits: ServerLimits, backend: str | None) -> None:
        self._limits = limits
        self._backend = backend
        self._kept: OrderedDict[tuple[str, str], Job] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, job: Job, anew: bool) -> Search:
        """The search of this position by this agent: the one from before, which nobody else has then, or a new one."""
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
            # Somebody looks at the latest one, whatever it takes.
            while len(self._kept) > 1 and (len(self._kept) > self._limits.kept_searches or self._is_full()):
                self._kept.popitem(last=False)[1].search = None

    def _is_full(self) -> bool:
        return self.megabytes > self._limits.kept_memory

    @property
    def megabytes(self) -> float:
        """What the kept searches take."""
        searches = [job.search for job in self._kept.values()]
        return sum(search.memory_in_use or 0.0 for search in searches if search is not None)

    def drop(self, match: str) -> None:
        """Nobody looks at this match any more: its searches leave memory."""
        with self._lock:
            for key in [key for key, job in self._kept.items() if job.match == match]:
                self._kept.pop(key).search = None

    def run(self, job: Job, anew: bool = False) -> None:
        """An analysis from beginning to end; in a thread. It never raises: what went wrong is in the last report."""
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
        own = {
            word: value for word, value in job.spec.limit.given().items() if word in search.limits and word != "seconds"
        }
        budget = {"seconds": job.seconds, **own}
        if not job.stop.is_set() and not search.complete:
            after, spent, share = 0.0, 0.0, 1.0  # what the first report prepares for the others is not counted
            for now in run_to_limit(search, Limit(**budget)):
                if job.stop.is_set():
                    search.stop()
                # By the processor's time, so that a busy machine does not make reports cost more of the search.
                if now >= after and time.thread_time() >= spent:
                    begin = time.thread_time()
                    job.latest = job.model("running", search.result())
                    job.report(job)
                    end = time.thread_time()
                    after, spent, share = time.perf_counter() + INTERVAL, end + (end - begin) / share, SHARE
        return "stopped" if job.stop.is_set() and not search.complete else "done"


def failed_analysis(job: Job, error: Exception) -> schema.Analysis:
    return job.model("failed", None, explain_error(error, Wording("failed.search")).said)
