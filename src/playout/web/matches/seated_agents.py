"""The agents of a match: they choose in threads, and an answer that comes too late is dropped."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playout.agents import Agent, Searcher
from playout.agents.engines.engine import Engine
from playout.algorithms.results import SearchResult
from playout.errors import PlayoutError
from playout.game import State
from playout.match.advice import advise
from playout.rng import Rng
from playout.rules import MoveError
from playout.sentences import Wording
from playout.spelling import Spec
from playout.web import schema
from playout.web.analysis.jobs import CHECKPOINT
from playout.web.computing.turns import Ticket
from playout.web.games.players import PLAYER_MEMORY, choose_move, limited, make_agent
from playout.web.matches.rehearsal import rehearse_move
from playout.web.matches.thinking import ThinkingReports
from playout.web.refusals import RefusedError, explain_error

if TYPE_CHECKING:
    from playout.web.matches.room import Room

__all__ = ["SeatedAgents"]

AGENT_STREAM = 1 << 33
"""The first of the random streams of a match's agents; those below it are for chance, by ply."""


@dataclass(eq=False)
class SeatedAgents:
    """Those who play a match for the server. One thinks at a time."""

    room: Room
    _agents: dict[int, Agent] = field(default_factory=dict)
    _thinking: asyncio.Task[None] | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _ticket: Ticket | None = None
    _thoughts: ThinkingReports | None = None
    """Of the agent that thought last."""
    _turn: int = 0
    """Counts what may change who is to think; an answer for an earlier count is dropped."""

    @property
    def count(self) -> int:
        """Grows with everything that happens in the match."""
        return self._turn

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def begin(self, seat: int) -> None:
        """This seat thinks about the last position, after whoever thinks still."""
        self._stop = threading.Event()
        room = self.room
        has_person = any(room.is_human(seat) for seat in range(room.game.seats))
        room.ticket = self._ticket = room.workers.turns.ticket(person=has_person)
        if room.is_timed:
            room.thought_since = None  # until its code is there, and a thread for it
        self._thinking = asyncio.get_running_loop().create_task(
            self._think(seat, self._turn, self._stop, self._ticket, self._thinking)
        )

    def expire(self) -> None:
        """What is being thought about is past."""
        self._turn += 1

    def halt(self) -> None:
        """Whoever thinks stops, and the answer is dropped."""
        self.expire()
        self._stop.set()
        if self._ticket is not None:
            self._ticket.hurry()

    async def close(self) -> None:
        """Stop, and wait until nobody thinks any more."""
        self.halt()
        if self._thinking is not None:
            await asyncio.wait([self._thinking])
        self.drop()

    def drop(self, *seats: int) -> None:
        """These agents, or all, are not needed any more; another program ends with its match."""
        self._thoughts = None
        for seat in seats or list(self._agents):
            player = self._agents.pop(seat, None)
            if isinstance(player, Engine):
                player.close()

    @property
    def megabytes(self) -> float:
        """What the agents' searches take."""
        return sum(player.memory_in_use for player in self._agents.values() if isinstance(player, Searcher))

    def rest(self) -> None:
        """The agents' searches leave memory; their next moves begin with new ones. Whoever thinks goes on."""
        if not self.is_thinking:
            for player in self._agents.values():
                if isinstance(player, Searcher):
                    player.release()

    async def _think(
        self, seat: int, turn: int, stop: threading.Event, ticket: Ticket, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        if turn != self._turn:
            return
        room, loop = self.room, asyncio.get_running_loop()
        state = room.state
        room.tell_thinking(room, seat, None, None)

        thoughts = ThinkingReports(
            match=room.id,
            agent=str(room.record.players[seat]["agent"]),
            ply=room.plies,
            limits=room.workers.limits,
            is_wanted=lambda: room.viewers > 0 and not room.hides,
            is_drawn=lambda: room.is_drawn(room.id),
            tell=lambda *found: loop.call_soon_threadsafe(self._report, seat, turn, *found),
        )
        self._thoughts = thoughts
        try:
            await self._prepare(seat, stop, person=ticket.is_person)
            if turn != self._turn:
                return
            move, result = await room.workers.play(
                lambda: self._choose(seat, state, stop, ticket, thoughts), person=ticket.is_person
            )
        except Exception as error:
            async with room.lock:
                if turn == self._turn:
                    label = schema.from_wire(room.players[seat].label)
                    failed = Wording("agent.failed", {"agent": label, "why": self._explain(error).sentence})
                    room.progress.attempt(lambda: room.progress.fail(failed))
            return
        async with room.lock:
            if turn == self._turn:
                room.progress.attempt(lambda: room.progress.answer(seat, move, result))

    def _explain(self, error: Exception) -> RefusedError:
        """Why no move was found. Where things are hidden, an error that may name them is not told."""
        is_public = isinstance(error, PlayoutError) and not isinstance(error, MoveError)
        if self.room.hides and not is_public:
            name = type(error).__name__
            return RefusedError("agent.no_move", error=name)
        return explain_error(error, Wording("failed.no_move"))

    async def _prepare(self, seat: int, stop: threading.Event, *, person: bool) -> None:
        """Have the agent's code ready. person: whether a person waits for it."""
        room, player = self.room, self.room.record.players[seat]
        if player["kind"] != "engine":
            spec = limited(player["agent"], room.workers.limits, PLAYER_MEMORY)
            await room.workers.prepare(room.game, [spec], stop, person=person)

    def _choose(
        self, seat: int, state: State, stop: threading.Event, ticket: Ticket, thoughts: ThinkingReports
    ) -> tuple[int, SearchResult | None]:
        """In a thread: the agent is made here too, since another program takes a while to start."""
        room = self.room
        limits, player = room.workers.limits, room.record.players[seat]
        if seat not in self._agents:
            seed = Rng(room.record.seed, AGENT_STREAM + seat).below(1 << 31)
            engines = room.workers.engines if player["kind"] == "engine" else ()
            self._agents[seat] = make_agent(player["agent"], limits, seed, room.workers.backend, engines)
        if room.is_timed:
            # Waiting for a thread and for the compiler is not thinking.
            room.thought_since = time.monotonic()
            advise(self._agents[seat], Spec.read(player["agent"]).limit, room.match)
        checkpoint_size = CHECKPOINT if thoughts.is_wanted() else 0
        seen, seconds = state.seen_by(seat), limits.move_seconds
        move, found = choose_move(self._agents[seat], seen, seconds, stop, ticket, thoughts.report, checkpoint_size)
        thoughts.finish(found)
        with contextlib.suppress(MoveError):  # told when the move is played
            rehearse_move(room, state, move)
        return move, found

    def _report(self, seat: int, turn: int, found: schema.Analysis, outline: schema.Outline | None) -> None:
        if turn == self._turn:
            self.room.tell_thinking(self.room, seat, found, outline)

    def outlines(self) -> list[schema.Outline]:
        """The last search of an agent as it was at its checkpoints and at its end."""
        return [] if self._thoughts is None else self._thoughts.outlines()
