"""The agents of a match. They choose moves in threads; an answer that comes too late is dropped."""

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
"""The first random stream of a match's agents. Streams below it are for chance, by ply."""


@dataclass(eq=False)
class SeatedAgents:
    """The agents that play a match on the server. One of them thinks at a time."""

    room: Room
    _agents: dict[int, Agent] = field(default_factory=dict)
    _thinking: asyncio.Task[None] | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _ticket: Ticket | None = None
    _thoughts: ThinkingReports | None = None
    """The reports of the agent that thought last."""
    _turn: int = 0
    """A counter of changes that may affect who is to think; an answer for an earlier count is dropped."""

    @property
    def count(self) -> int:
        """A counter that grows with every change of the match."""
        return self._turn

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def begin(self, seat: int) -> None:
        """Let the agent of this seat think about the last position, after any agent that still thinks."""
        self._stop = threading.Event()
        room = self.room
        has_person = any(room.is_human(seat) for seat in range(room.game.seats))
        room.ticket = self._ticket = room.workers.turns.ticket(person=has_person)
        if room.is_timed:
            room.thought_since = None  # set once its code is loaded and it has a thread
        self._thinking = asyncio.get_running_loop().create_task(
            self._think(seat, self._turn, self._stop, self._ticket, self._thinking)
        )

    def expire(self) -> None:
        """Drop the answer of the agent that thinks now."""
        self._turn += 1

    def halt(self) -> None:
        """Stop the agent that thinks, and drop its answer."""
        self.expire()
        self._stop.set()
        if self._ticket is not None:
            self._ticket.hurry()

    async def close(self) -> None:
        """Stop the agents, and wait until none of them thinks."""
        self.halt()
        if self._thinking is not None:
            await asyncio.wait([self._thinking])
        self.drop()

    def drop(self, *seats: int) -> None:
        """Remove these agents, or all of them. The process of another program ends with its match."""
        self._thoughts = None
        for seat in seats or list(self._agents):
            player = self._agents.pop(seat, None)
            if isinstance(player, Engine):
                player.close()

    @property
    def megabytes(self) -> float:
        """Megabytes of the agents' searches."""
        return sum(player.memory_in_use for player in self._agents.values() if isinstance(player, Searcher))

    def rest(self) -> None:
        """Drop the agents' searches from memory; their next moves begin with new ones. An agent that thinks goes on."""
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
        """Why no move was found. If information is hidden, the text of the error is left out: it may reveal some."""
        is_public = isinstance(error, PlayoutError) and not isinstance(error, MoveError)
        if self.room.hides and not is_public:
            name = type(error).__name__
            return RefusedError("agent.no_move", error=name)
        return explain_error(error, Wording("failed.no_move"))

    async def _prepare(self, seat: int, stop: threading.Event, *, person: bool) -> None:
        """Load the agent's code. person: whether a person waits for it."""
        room, player = self.room, self.room.record.players[seat]
        if player["kind"] != "engine":
            spec = limited(player["agent"], room.workers.limits, PLAYER_MEMORY)
            await room.workers.prepare(room.game, [spec], stop, person=person)

    def _choose(
        self, seat: int, state: State, stop: threading.Event, ticket: Ticket, thoughts: ThinkingReports
    ) -> tuple[int, SearchResult | None]:
        """Choose a move, in a thread; returns it with the result of the search, which a blunder does not change.

        The agent is also made here, since another program takes a while to start.
        """
        room = self.room
        limits, player = room.workers.limits, room.record.players[seat]
        if seat not in self._agents:
            seed = Rng(room.record.seed, AGENT_STREAM + seat).below(1 << 31)
            engines = room.workers.engines if player["kind"] == "engine" else ()
            self._agents[seat] = make_agent(player["agent"], limits, seed, room.workers.backend, engines)
        if room.is_timed:
            # Waiting for a thread and for the compiler does not count as thinking.
            room.thought_since = time.monotonic()
            advise(self._agents[seat], Spec.read(player["agent"]).limit, room.match)
        checkpoint_size = CHECKPOINT if thoughts.is_wanted() else 0
        seen, seconds = state.seen_by(seat), limits.move_seconds
        agent = self._agents[seat]
        move, found = choose_move(agent, seen, seconds, stop, ticket, thoughts.report, checkpoint_size)
        thoughts.finish(found)
        with contextlib.suppress(MoveError):  # reported when the move is played
            rehearse_move(room, state, move)
        return move, agent.searched if isinstance(agent, Searcher) else found

    def _report(self, seat: int, turn: int, found: schema.Analysis, outline: schema.Outline | None) -> None:
        if turn == self._turn:
            self.room.tell_thinking(self.room, seat, found, outline)

    def outlines(self) -> list[schema.Outline]:
        """The last search of an agent: its tree at its checkpoints and at its end."""
        return [] if self._thoughts is None else self._thoughts.outlines()
