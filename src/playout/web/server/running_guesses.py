"""The counts of seats' guesses about hidden cards, running or stored, for viewers who may see everything."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

from playout.errors import PlayoutError
from playout.web import schema
from playout.web.analysis.guesses import AGENT, GuessesJob
from playout.web.computing.tasks import Tasks
from playout.web.matches.room import MatchEvent, Room
from playout.web.refusals import RefusedError

if TYPE_CHECKING:
    from playout.web.server.hub import Hub

__all__ = ["MatchGuesses"]

KEPT = 8
"""The most counts in memory; others are made again on request."""


class MatchGuesses:
    """The counts of a hub, by match and seat. All methods are called in the event loop's thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._jobs: OrderedDict[tuple[str, int], GuessesJob] = OrderedDict()
        self._tasks = Tasks()

    def begin(self, room: Room, seat: int, viewer: int | None) -> None:
        """Start counting the guesses of a seat, in each position of the match so far."""
        self._check(room, seat, viewer)
        before = self._jobs.pop((room.id, seat), None)
        if before is not None:
            before.ask_to_stop()
        job = GuessesJob(
            match=room.id,
            seat=seat,
            states=list(room.states),
            seed=room.record.seed,
            backend=self._hub.settings.backend,
            report=partial(self._hub.call_soon, self._changed),
            ticket=self._hub.workers.turns.ticket(person=False),
            before=[] if before is None else before.guesses.positions,
        )
        self._jobs[room.id, seat] = job
        while len(self._jobs) > KEPT:
            self._jobs.popitem(last=False)[1].ask_to_stop()
        self._tasks.start(self._run(job, room))

    def _check(self, room: Room, seat: int, viewer: int | None) -> None:
        """Refuse viewers who may not see everything: the counts are shown with the truth."""
        if not room.hides:
            raise RefusedError("guesses.open", kind="conflict", game=room.game.name)
        if viewer is not None:
            raise RefusedError("guesses.hidden", kind="forbidden")
        room.check_seat(seat)

    async def _run(self, job: GuessesJob, room: Room) -> None:
        try:
            await self._hub.workers.search(room.game, [AGENT], job.run, job.stop)
        except PlayoutError as error:
            job.fail(error)
        self._changed(job)

    def _changed(self, job: GuessesJob) -> None:
        room = self._hub.rooms.get(job.match)
        if room is None or self._jobs.get((job.match, job.seat)) is not job:
            return
        now = job.guesses
        message = schema.GuessesChanged(seat=now.seat, state=now.state, done=now.done, total=now.total)
        for connection, viewer in self._hub.viewers(job.match):
            if viewer is None:
                connection.show(f"guesses {job.seat}", message)

    def find(self, room: Room, seat: int, viewer: int | None) -> schema.Guesses | None:
        """The counts so far; None: there are none yet."""
        self._check(room, seat, viewer)
        job = self._jobs.get((room.id, seat))
        return None if job is None else job.guesses

    def match_changed(self, room: Room, event: MatchEvent) -> None:
        """Drop the counts after an undo, since they belong to other positions."""
        for job in self._of(room.id):
            if event.ply is None and len(job.states) > len(room.states):
                self._drop(job)

    def stop(self, match: str, seat: int) -> None:
        job = self._jobs.get((match, seat))
        if job is not None:
            job.ask_to_stop()

    def stop_match(self, match: str) -> None:
        for job in self._of(match):
            job.ask_to_stop()

    def drop_match(self, match: str) -> None:
        for job in self._of(match):
            self._drop(job)

    def _of(self, match: str) -> list[GuessesJob]:
        return [job for (name, _), job in self._jobs.items() if name == match]

    def _drop(self, job: GuessesJob) -> None:
        job.ask_to_stop()
        del self._jobs[job.match, job.seat]

    def stop_all(self) -> None:
        for job in self._jobs.values():
            job.ask_to_stop()

    async def finish(self) -> None:
        """Wait until no count is running."""
        await self._tasks.finish()
