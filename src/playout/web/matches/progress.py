"""The changes of a match without a person: chance plays, agents move, and the time of a seat runs out.

A change that cannot be saved is tried again until it is saved; pages are told that the match waits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playout.algorithms.results import SearchResult
from playout.match.match import Match
from playout.rng import Rng
from playout.rules import CHANCE
from playout.sentences import Wording
from playout.web import schema
from playout.web.computing.tasks import Tasks
from playout.web.matches.records import FoundValue
from playout.web.refusals import UnsavedError

if TYPE_CHECKING:
    from playout.web.matches.room import Room

__all__ = ["MatchProgress"]

RETRY = 2.0
"""Seconds until a change that could not be saved is tried again."""


@dataclass(eq=False)
class MatchProgress:
    """The course of one match. The caller holds the match's lock."""

    room: Room
    is_awake: bool = False
    """Whether agents play in this match; a match that nobody has opened stays asleep."""
    _thought_ply: int = -1
    """The ply to which `thought_since` belongs."""
    _alarm: asyncio.TimerHandle | None = None
    _retry: asyncio.TimerHandle | None = None
    _tasks: Tasks = field(default_factory=Tasks)

    def wake(self) -> None:
        if not self.is_awake:
            self.is_awake = True
            self.go_on()

    def go_on(self, *, anew: bool = False) -> None:
        """Let chance play, and then let an agent think if it is to move. A person's move is waited for.

        anew: the seat to move starts to think anew, since the match was over in this position before.
        """
        if anew:
            self._thought_ply = -1
        self.attempt(self._go_on)

    def attempt(self, change: Callable[[], None]) -> None:
        """Make a change that no person asked for. If it cannot be saved, tell the pages and try again later."""
        room = self.room
        try:
            change()
        except UnsavedError as error:
            before = room.trouble
            room.trouble = schema.Sentence.of(Wording("unsaved.match", {"why": error.why}))
            self.forget_retry()
            count = room.agents.count

            def again() -> None:
                self._retry = None
                if room.agents.count == count:  # nothing else has changed the match since
                    self.attempt(change)

            self._retry = asyncio.get_running_loop().call_later(RETRY, self._do_in_turn, again)
            if room.trouble != before:
                room.announce()

    def forget_retry(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def _do_in_turn(self, act: Callable[[], None]) -> None:
        """Run a function as soon as the match's lock is free."""

        async def run() -> None:
            async with self.room.lock:
                act()

        self._tasks.start(run())

    def _go_on(self) -> None:
        room = self.room
        while not room.over and room.state.turn == CHANCE and not room.record.paused:
            if self._is_too_long():
                return
            self.append(room.match.add(room.state.sample(Rng(room.record.seed, room.plies))), None)
        if self._thought_ply != room.plies:
            self._thought_ply, room.ticket = room.plies, None
            room.thought_since = None if room.is_awaiting else time.monotonic()
        self.set_alarm()
        if room.over or room.record.paused or room.record.error or room.state.turn < 0:
            return
        if not room.is_human(room.state.turn) and not self._is_too_long():
            room.agents.begin(room.state.turn)

    def _is_too_long(self) -> bool:
        most = self.room.workers.limits.plies
        if self.room.plies < most:
            return False
        self.fail(Wording("match.too_long", {"most": most}))
        return True

    # Moves and ends

    def append(self, match: Match, by: str | None, found: dict[str, FoundValue] | None = None) -> None:
        """Add a move. match: the match with the move; by: who made it; found: the value of the position before it."""
        room = self.room
        room.save(match, by=[*room.record.by, by], found=found)
        if room.over:
            room.agents.drop()
            self.set_alarm()
        room.happened(room.plies)

    def end(self, match: Match) -> None:
        """End the match although its board shows no end."""
        room = self.room
        room.save(match)
        room.agents.halt()
        self.set_alarm()
        room.agents.drop()
        room.happened()

    def answer(self, seat: int, move: int, result: SearchResult | None) -> None:
        """Play the move that an agent has chosen."""
        room = self.room
        label, values = room.players[seat].label, room.record.values
        used = room.thought if room.is_timed else None
        if used is None and result is not None:
            used = result.elapsed
        match = room.match.answer(move, used)
        if match.ending is None:
            found = None
            if result is not None and result.known and str(room.plies) not in values:
                value = FoundValue(list(result.values), result.proven, str(result.algorithm), seat)
                found = {str(room.plies): value}
            self.append(match, label.en, found)
            self.go_on()
        elif match.ending.kind == "clock":
            self.end(match)
        elif room.hides:  # the move may reveal what the seat holds
            self.fail(Wording("agent.illegal", {"agent": schema.from_wire(label)}))
        else:
            why = match.ending.reason.partition(": ")[2]
            self.fail(Wording("agent.illegal_why", {"agent": schema.from_wire(label), "why": why}))

    def fail(self, why: Wording) -> None:
        """Record that an agent cannot go on; a person has to take its seat over."""
        self.room.save(error=schema.Sentence.of(why))
        self.room.happened()

    # Time

    def start_clock(self) -> None:
        """Start the clocks now, unless a guest has not come yet or no person is to move."""
        room = self.room
        turn = room.state.turn
        if room.is_timed and not room.is_awaiting and not room.over and turn >= 0 and room.is_human(turn):
            room.thought_since = time.monotonic()
            self.set_alarm()

    def set_alarm(self) -> None:
        """Set an alarm for the time at which the seat to move runs out of time."""
        room = self.room
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        stands = room.over or room.record.error or room.state.turn < 0 or room.is_awaiting
        left = None if stands else room.clocks()
        if left is not None:
            wait = max(0.0, left[room.state.turn])
            self._alarm = asyncio.get_running_loop().call_later(wait, self._do_in_turn, self._run_out)

    def _run_out(self) -> None:
        room, self._alarm = self.room, None
        if room.over or room.record.error or room.state.turn < 0:
            return
        if room.match.is_late(room.thought):
            self.attempt(lambda: self.end(room.match.run_out(room.thought)))
        else:  # an agent waited for a core and started to think later
            self.set_alarm()

    @property
    def is_waiting(self) -> bool:
        """Whether an alarm or a retry is set."""
        return self._alarm is not None or self._retry is not None

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self.forget_retry()
