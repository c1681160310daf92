"""The running analyses and reviews of each match, and the pages that are told of them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from playout.errors import PlayoutError
from playout.game import Game
from playout.rules import CHANCE
from playout.sentences import Wording
from playout.web import schema
from playout.web.analysis.jobs import Job, Searches, failed_analysis, make_job
from playout.web.analysis.outlines import look
from playout.web.analysis.trees import read_page
from playout.web.computing.tasks import Tasks
from playout.web.games.positions import PUBLIC, seat_item
from playout.web.matches.records import FoundValue
from playout.web.matches.reviewing import ReviewJob
from playout.web.matches.room import MatchEvent, Room
from playout.web.refusals import RefusedError, UnsavedError
from playout.web.schema.base import SLOTS
from playout.web.server.connections import Connection

if TYPE_CHECKING:
    from playout.web.server.hub import Hub

__all__ = ["Analyses"]

TREE_INTERVAL = 0.25
"""Seconds between two readings of a tree that grows."""

SAVE_INTERVAL = 5.0
"""Seconds after which the results so far are saved."""

REMEMBERED = 64
"""The most analyses in memory that can be asked for by their id."""


class Analyses:
    """The analyses of a hub. All methods are called in the event loop's thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.searches = Searches(hub.limits, hub.settings.backend)
        self._running: dict[tuple[str, int], Job] = {}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._tasks = Tasks()
        self._saved: dict[str, float] = {}
        self._looked: dict[str, float] = {}
        self._reviews: dict[str, ReviewJob] = {}

    # Analyses

    def begin(self, room: Room, command: schema.Analyse, viewer: int | None) -> Job:
        """Start an analysis in a slot; the one that ran there is stopped."""
        ply = room.plies if command.ply is None else command.ply
        job = self._make(room, command.slot, command.agent, ply, command.line, command.seconds, viewer, self._report)
        job.ticket = self._hub.workers.turns.ticket(person=False)
        self.stop(room.id, command.slot)
        self._running[room.id, command.slot] = job
        self._remember(job)
        self._tasks.start(self._run(job, room.game, command.anew))
        return job

    def _make(
        self,
        room: Room,
        slot: int,
        agent: str | None,
        ply: int,
        line: list[int],
        seconds: float | None,
        viewer: int | None,
        report: Callable[[Job], None],
    ) -> Job:
        state = self._hub.position(room, ply, line, viewer)
        if state.over:
            raise RefusedError("analysis.over", kind="conflict")
        if state.turn == CHANCE:
            raise RefusedError("analysis.chance", kind="conflict")
        if room.hides and viewer not in (None, state.turn):
            raise RefusedError("analysis.hidden", kind="forbidden", seat=seat_item(room.game, state.turn))
        return make_job(
            match=room.id,
            slot=slot,
            agent=agent or room.info.default_agent,
            state=state.seen_by(state.turn),
            ply=ply,
            line=line,
            seconds=self._hub.limits.seconds if seconds is None else seconds,
            limits=self._hub.limits,
            report=report,
        )

    async def _run(self, job: Job, game: Game, anew: bool) -> None:
        job.latest = job.model("waiting")
        self._changed(job)
        try:
            await self._hub.workers.search(
                game,
                [job.spec],
                lambda: self.searches.run(job, anew),
                job.stop,
                compiles=lambda: self._say_compiling(job),
            )
        except PlayoutError as error:
            job.latest = failed_analysis(job, error)
        self._ended(job)

    def _say_compiling(self, job: Job) -> None:
        job.latest = job.model("compiling")
        self._changed(job)

    def _report(self, job: Job) -> None:
        """Handle a report in the job's thread. Trees are read here, between two slices."""
        now = time.monotonic()
        pages: dict[tuple[int, ...], schema.TreePage] = {}
        if now - self._looked.get(job.id, 0.0) >= TREE_INTERVAL:
            self._looked[job.id] = now
            for path, limit in self._open_nodes(job).items():
                try:
                    pages[path] = read_page(job, list(path), 0, limit)
                except PlayoutError:  # the tree has not grown that far yet
                    continue
        outline = look(job) if self._hub.is_drawn(job.match) else None
        self._hub.call_soon(self._changed, job, pages, outline)

    def _open_nodes(self, job: Job) -> dict[tuple[int, ...], int]:
        found: dict[tuple[int, ...], int] = {}
        for connection in list(self._hub.connections):
            if connection.match == job.match:
                for path, limit in list(connection.nodes.get(job.slot, {}).items()):
                    found[path] = max(limit, found.get(path, 0))
        return found

    def _changed(
        self,
        job: Job,
        pages: dict[tuple[int, ...], schema.TreePage] | None = None,
        outline: schema.Outline | None = None,
    ) -> None:
        """Send the results to the pages that may see them."""
        room = self._hub.rooms.get(job.match)
        if room is None or job.latest is None or self._running.get((job.match, job.slot)) is not job:
            return
        if job.latest.state in ("done", "stopped"):
            self._save(job)  # saved first, so that a page that hears of the end finds it
        message = schema.AnalysisChanged(analysis=job.latest)
        for connection, viewer in self._hub.viewers(job.match):
            if room.hides and viewer not in (None, job.latest.seat):
                continue
            connection.show(f"analysis {job.slot}", message)
            wanted = [page for path, page in (pages or {}).items() if path in connection.nodes.get(job.slot, {})]
            if wanted:
                connection.show(f"tree {job.slot}", schema.TreeChanged(slot=job.slot, pages=wanted))
            if outline is not None and connection.draws:
                drawn = schema.OutlineChanged(slot=job.slot, outline=outline)
                connection.show(f"outline {job.slot}", drawn)
        if time.monotonic() - self._saved.get(job.id, time.monotonic()) > SAVE_INTERVAL:
            self._save(job)
        self._saved.setdefault(job.id, time.monotonic())

    def _ended(self, job: Job) -> None:
        self._save(job)
        self._changed(job)
        self._saved.pop(job.id, None)
        self._looked.pop(job.id, None)
        self._hub.unwatched.forget_later(job.match)

    def _save(self, job: Job) -> None:
        found = job.latest
        if found is None or found.move is None:
            return
        self._saved[job.id] = time.monotonic()
        content = found.model_copy(update={"state": "stopped" if found.state == "running" else found.state})
        room = self._hub.rooms.get(job.match)
        try:
            self._hub.storage.save_analysis(
                job.match, job.ply, job.line, job.spelling, job.id, content.model_dump_json(), time.time()
            )
            is_of_match = room is not None and not job.line and job.slot == 0 and job.ply <= room.plies
            if room is not None and is_of_match and found.values is not None:
                room.note_value(job.ply, FoundValue(found.values, found.proven, job.spelling, found.seat))
        except UnsavedError as error:  # the analysis goes on, and its results are in memory
            job.latest = found.model_copy(update={"error": _unsaved(error)})

    def stop(self, match: str, slot: int) -> bool:
        """Stop the analysis in a slot; returns whether one ran there."""
        job = self._running.get((match, slot))
        if job is None or job.stop.is_set():
            return False
        job.ask_to_stop()
        return True

    def stop_match(self, match: str) -> None:
        for slot in SLOTS:
            self.stop(match, slot)
        self.stop_review(match)

    def drop_match(self, match: str) -> None:
        """Drop the searches of a match that no page views. Their results are in the database."""
        for slot in SLOTS:
            self._running.pop((match, slot), None)
        self.searches.drop(match)
        review = self._reviews.get(match)
        if review is not None and review.review.state != "running":
            del self._reviews[match]

    def stop_all(self) -> None:
        for job in list(self._running.values()):
            job.ask_to_stop()
        for review in list(self._reviews.values()):
            review.ask_to_stop()

    async def finish(self) -> None:
        """Wait until no analysis is running."""
        await self._tasks.finish()

    def _remember(self, job: Job) -> None:
        self._jobs[job.id] = job
        while len(self._jobs) > REMEMBERED:
            self._jobs.popitem(last=False)

    def adopt(self, job: Job) -> None:
        """Adopt an analysis that was read from a file: it can be viewed and continued like any other."""
        self.stop(job.match, job.slot)
        self._running[job.match, job.slot] = job
        self._remember(job)
        self.searches.keep(job)

    def job(self, name: str) -> Job:
        """An analysis whose search is in memory."""
        job = self._jobs.get(name)
        if job is None or job.search is None:
            raise RefusedError("tree.forgotten", kind="not_found")
        return job

    def running(self, match: str, slot: int) -> Job:
        job = self._running.get((match, slot))
        if job is None or job.search is None:
            raise RefusedError("analysis.not_begun", kind="conflict")
        return job

    def find(self, name: str) -> schema.Analysis:
        """An analysis by its id, running or kept."""
        job = self._jobs.get(name)
        if job is not None and job.latest is not None:
            return job.latest
        kept = self._hub.storage.analysis(name)
        if kept is None:
            raise RefusedError("analysis.none", kind="not_found", name=name)
        return kept

    def of_position(self, room: Room, ply: int, line: list[int], viewer: int | None) -> list[schema.Analysis]:
        """The analyses of a position, one for each agent: the running one, then the stored ones, newest first."""
        found: dict[str, schema.Analysis] = {}
        for slot in SLOTS:
            job = self._running.get((room.id, slot))
            if job is not None and job.latest is not None and job.ply == ply and job.line == line:
                found[job.spelling] = job.latest
        for kept in self._hub.storage.analyses(room.id, ply, line):
            found.setdefault(kept.agent, kept)
        return [item for item in found.values() if not room.hides or viewer in (None, item.seat)]

    def of_last(self, room: Room, viewer: int | None) -> list[schema.Analysis]:
        """The analyses of the last position, at most one for each slot."""
        found: dict[int, schema.Analysis] = {}
        for item in self.of_position(room, room.plies, [], viewer):
            found.setdefault(item.slot, item)
        return [found[slot] for slot in sorted(found)]

    def match_changed(self, room: Room, event: MatchEvent) -> None:
        """Discard the review if moves were taken back."""
        review = self._reviews.get(room.id)
        if event.ply is None and review is not None and review.plies > room.plies:
            self.stop_review(room.id)
            self._reviews.pop(room.id, None)

    # Hints

    async def hint(self, room: Room, command: schema.Hint, viewer: int | None, connection: Connection) -> None:
        """Find a move for the seat to move, with the reasons; only the page that asked is told."""
        if room.over or room.state.turn < 0:
            raise RefusedError("move.nobody", kind="conflict")
        job = self._make(room, 0, command.agent, room.plies, [], command.seconds, viewer, lambda _: None)
        job.ticket = self._hub.workers.turns.ticket(person=True)
        ply = room.plies

        async def run() -> None:
            try:
                await self._hub.workers.search(
                    room.game, [job.spec], lambda: self.searches.run(job), job.stop, person=True
                )
            except PlayoutError as error:
                job.latest = failed_analysis(job, error)
            self._hub.unwatched.forget_later(job.match)
            if job.latest is not None:
                connection.send(schema.HintGiven(ply=ply, analysis=job.latest))

        self._tasks.start(run())

    # Reviews

    def begin_review(self, room: Room, command: schema.StartReview, viewer: int | None) -> None:
        if room.plies == 0:
            raise RefusedError("review.no_moves", kind="conflict")
        if room.hides and viewer == PUBLIC:
            raise RefusedError("seat.hidden", kind="forbidden")
        self.stop_review(room.id)
        backend, ticket = self._hub.settings.backend, self._hub.workers.turns.ticket(person=False)
        report = partial(self._hub.call_soon, self._review_changed)
        job = ReviewJob.of(room, command, viewer, self._hub.limits, backend, report, ticket)
        self._reviews[room.id] = job
        self._tasks.start(self._run_review(job))

    async def _run_review(self, job: ReviewJob) -> None:
        try:
            await self._hub.workers.search(job.states[0].game, job.agents, job.run, job.stop)
        except PlayoutError as error:
            job.fail(error)
        self._review_changed(job)

    def _review_changed(self, job: ReviewJob) -> None:
        room = self._hub.rooms.get(job.match)
        if room is None or self._reviews.get(job.match) is not job:
            return
        try:
            for ply, value in job.take_values().items():
                room.note_value(ply, value)
            if job.review.state != "running":
                self._hub.storage.save_review(job.match, job.stored())
        except UnsavedError as error:  # the review goes on, and its results are in memory
            job.review = job.review.model_copy(update={"error": _unsaved(error)})
        message = schema.ReviewChanged(review=job.review)
        for connection, viewer in self._hub.viewers(job.match):
            if viewer == job.viewer or not room.hides:
                connection.show("review", message)

    def stop_review(self, match: str) -> bool:
        job = self._reviews.get(match)
        if job is None or job.review.state != "running":
            return False
        job.ask_to_stop()
        return True

    def review_of(self, room: Room, viewer: int | None) -> schema.Review | None:
        """The running or stored review. In a game with hidden information, only the review of the same seat."""
        job = self._reviews.get(room.id)
        if job is not None:
            return job.review if not room.hides or job.viewer == viewer else None
        kept = self._hub.storage.review(room.id, ReviewJob.read)
        if kept is None:
            return None
        review, of_seat = kept
        return review if not room.hides or of_seat == viewer else None


def _unsaved(error: UnsavedError) -> schema.Sentence:
    return schema.Sentence.of(Wording("unsaved.kept", {"why": error.why}))
