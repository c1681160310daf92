"""The server's state: games, rooms, sockets, searches. All of it belongs to the event loop's thread."""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from secrets import randbits, token_hex
from typing import Any

from playout import notices
from playout.errors import PlayoutError
from playout.game import State
from playout.match.clocks import read_clock
from playout.match.ending import Ending
from playout.sentences import Wording
from playout.web import schema
from playout.web.computing.workers import Workers
from playout.web.games.catalogue import Catalogue
from playout.web.games.players import read_seat
from playout.web.games.positions import walk
from playout.web.matches import rendering
from playout.web.matches.links import with_links
from playout.web.matches.records import MatchRecord, Played
from playout.web.matches.rehearsal import rehearse
from playout.web.matches.room import MatchEvent, Room
from playout.web.matches.storage import Storage
from playout.web.refusals import RefusedError, explain_error
from playout.web.server.connections import Connection
from playout.web.server.guests import Guests
from playout.web.server.match_lists import MatchLists
from playout.web.server.ownership import Ownership
from playout.web.server.running_analyses import Analyses
from playout.web.server.running_guesses import MatchGuesses
from playout.web.server.tournaments import Tournaments
from playout.web.server.unwatched import Unwatched
from playout.web.settings import ServerSettings

__all__ = ["Hub"]

ENDING = 5.0
"""The most seconds that an ending server waits for its threads."""


class Hub:
    """The state of one server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.catalogue = Catalogue(settings.files, settings.engines, self._hung)
        self.ownership = Ownership(settings.data, f"a Playout server (process {os.getpid()}) at {settings.address}")
        try:
            self.storage = Storage(settings.data / "web.sqlite")
        except PlayoutError:
            self.ownership.release()
            raise
        self.workers = Workers(self.limits, settings.backend, settings.engines, self._heard)
        self.connections: set[Connection] = set()
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.analyses = Analyses(self)
        self.guesses = MatchGuesses(self)
        self.unwatched = Unwatched(self)
        self.tournaments = Tournaments(self)
        self.guests = Guests(self)
        self.lists = MatchLists(self)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._loading = asyncio.Lock()
        self._compiling: dict[str, float] = {}
        self._unlisten = notices.listen(self._heard)

    def start(self) -> None:
        """Prepare for requests. Called in the event loop, before the first request."""
        self.loop = asyncio.get_running_loop()

    def call_soon(self, function: Callable[..., object], *given: object) -> None:
        """Call a function in the event loop, unless the server has ended. May be called in any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(function, *given)

    async def close(self) -> None:
        self._unlisten()
        self.analyses.stop_all()
        self.guesses.stop_all()
        self.tournaments.stop_all()
        for room in self.rooms.values():
            room.agents.halt()
        self.workers.close()
        ends = [room.close() for room in self.rooms.values()]
        working = self.analyses, self.guesses, self.tournaments
        # A thread may be in rules that never return from native code, so the wait has a limit.
        await asyncio.wait(
            [asyncio.ensure_future(end) for end in (*ends, *(item.finish() for item in working))],
            timeout=ENDING,
        )
        self.workers.close_pools()
        self.catalogue.close()
        self.storage.close()
        self.ownership.release()

    # Rooms

    async def room(self, name: str, wake: bool = True) -> Room:
        """A match by its id, loaded if it is not in memory. wake: let the agent to move begin to think."""
        room = self.rooms.get(name)
        if room is None:  # a match in memory need not wait while another one is loaded
            async with self._loading:
                room = self.rooms.get(name)
                if room is None:
                    kept = self.storage.match(name)
                    if kept is None:
                        raise self._no_match(name)
                    room = self.rooms[name] = await self.workers.small(lambda: self._read_room(*kept))
                    self._make_place()
        fault = self.catalogue.fault(room.record.game)
        if fault is not None:
            raise fault
        self.rooms.move_to_end(name)
        room.used = time.monotonic()
        if wake and not room.progress.is_awake:
            async with room.lock:
                room.progress.wake()
        return room

    def _no_match(self, name: str) -> RefusedError:
        return RefusedError("match.none", kind="not_found", name=name)

    def _read_room(self, record: MatchRecord, played: Played) -> Room:
        """Load the game and replay the moves of a match. Runs in a thread."""
        game = self.catalogue.load(record.game, record.options)
        if game.fingerprint != record.fingerprint:
            raise RefusedError("match.other_rules", kind="conflict", game=record.game)
        info = self.catalogue.info(record.game)
        try:
            if len(record.players) != game.seats:
                raise ValueError(f"it has {len(record.players)} players for {game.seats} seats")
            told = self._tell, self._tell_thinking, self.guests.tell_offer, self.is_drawn
            room = Room(record, played, game, info, self.storage, self.workers, *told)
            rehearse(room, room.state)
            return room
        except PlayoutError:
            raise
        except Exception as error:  # rules may raise any error at moves that are not legal
            raise explain_error(error, Wording("failed.match", {"name": record.id}), kind="conflict") from error

    def _make_place(self) -> None:
        """Remove unwatched rooms from memory, the oldest first; they stay in the database."""
        idle = [name for name, room in self.rooms.items() if room.is_idle]
        for name in idle[: max(0, len(self.rooms) - self.limits.rooms)]:
            del self.rooms[name]

    async def new_match(self, given: schema.NewMatch, ending: Ending | None = None, **more: Any) -> Room:
        """Create a match after checking everything. more: fields of its record."""
        if self.storage.count() >= self.limits.matches:
            raise RefusedError("matches.too_many", kind="too_many", most=self.limits.matches)
        game, info = await self.workers.small(
            lambda: (self.catalogue.load(given.game, given.options), self.catalogue.info(given.game))
        )
        if len(given.seats) > game.seats:
            raise RefusedError("seats.count", kind="invalid", game=given.game, seats=game.seats, given=len(given.seats))
        seats = [*given.seats, *[schema.NewSeat(kind="person")] * (game.seats - len(given.seats))]
        players = [read_seat(seat, info, self.limits, self.settings.engines) for seat in seats]
        if len(given.moves) > self.limits.plies:
            raise RefusedError("match.too_long", kind="invalid", most=self.limits.plies)
        last = await self.workers.small(lambda: game.replay(given.moves))
        if given.clock is not None:
            read_clock(given.clock)  # raises for an invalid clock
        for kept in more.get("variations", ()):
            if not 0 <= kept.ply <= len(given.moves):
                raise RefusedError("import.unreadable", kind="invalid")
            game.replay([*given.moves[: kept.ply], *kept.line])
        if ending is not None and (ending.loser or 0) >= game.seats:
            raise RefusedError("import.unreadable", kind="invalid")
        now, nobody = time.time(), [None] * len(given.moves)
        record = MatchRecord(
            id=token_hex(6),
            game=given.game,
            options=dict(given.options),
            fingerprint=game.fingerprint,
            seed=randbits(50) if given.seed is None else given.seed,
            players=[player.model_dump() for player in players],
            by=[*nobody],
            created=now,
            changed=now,
            clock=given.clock,
            links=with_links({}, [player.kind for player in players]),
            **more,
        )
        over = last.over or ending is not None
        self.storage.save(record, Played.of(last.history, nobody, ending, over))
        room = await self.room(record.id)
        self.storage.save_facts(room.id, room.facts())
        return room

    async def delete(self, name: str) -> None:
        """Delete a match, even one that cannot be read."""
        if not self.storage.delete(name):
            raise self._no_match(name)
        room = self.rooms.pop(name, None)
        self.guests.check(name)
        if room is not None:
            self.unwatched.stop(name)
            await room.close()
        self.unwatched.forget_later(name)

    def unreadable(self) -> list[schema.Unreadable]:
        """The data that could not be read so far, and the games that hang."""
        data = [schema.Unreadable(kind=kind, id=name, why=why) for (kind, name), why in self.storage.unreadable.items()]
        games = self.catalogue.faults().items()
        return [*data, *(schema.Unreadable(kind="game", id=name, why=fault.said) for name, fault in games)]

    def position(self, room: Room, ply: int, line: list[int], viewer: int | None) -> State:
        """A position of a match, or the position after a line from it."""
        state = room.at(ply)
        return walk(state, line, viewer)[-1] if line else state

    def is_drawn(self, match: str) -> bool:
        """Whether any page shows the picture of a tree that grows in this match. May be called in any thread."""
        return any(connection.match == match and connection.draws for connection in list(self.connections))

    def _hung(self, game: str) -> None:
        """Drop the matches of a user's game that hangs. May be called in any thread."""
        self.call_soon(self._drop_rooms, game)

    def _drop_rooms(self, game: str) -> None:
        """Unload the matches of a game that hangs. They are loaded again when its file is repaired."""
        for room in [room for room in self.rooms.values() if room.record.game == game]:
            room.agents.halt()
            self.unwatched.stop(room.id)
            del self.rooms[room.id]

    # Telling pages

    def viewers(self, match: str) -> list[tuple[Connection, int | None]]:
        """The host's pages that view a match, each with the seat whose view it shows."""
        room = self.rooms.get(match)
        if room is None:
            return []
        found = []
        for connection in self.connections:
            if connection.match == match and connection.guest is None:
                found.append((connection, self._viewer(room, connection)))
        return found

    def _viewer(self, room: Room, connection: Connection) -> int | None:
        try:
            return room.viewer(connection.asked)
        except RefusedError:  # the seat was taken over by somebody
            connection.asked = "auto"
            return room.viewer("auto")

    def snapshot(self, room: Room, viewer: int | None) -> schema.MatchSnapshot:
        return rendering.snapshot(
            room,
            viewer,
            self.analyses.of_last(room, viewer),
            self.analyses.review_of(room, viewer),
            self.guests.presence(room),
        )

    def _tell(self, room: Room, event: MatchEvent) -> None:
        self.analyses.match_changed(room, event)
        self.guesses.match_changed(room, event)
        self.unwatched.spare()
        shown: dict[int | None, Any] = {}
        for connection, viewer in self.viewers(room.id):
            if viewer not in shown:
                # With several persons at one screen a move may change the viewing seat, and so all that the page shows.
                if event.ply is None or room.is_shared or room.over:
                    shown[viewer] = schema.Changed(match=self.snapshot(room, viewer))
                else:
                    shown[viewer] = rendering.moved(room, event, viewer)
            connection.send(shown[viewer])
        self.guests.tell(room, event)

    def _tell_thinking(
        self, room: Room, seat: int, analysis: schema.Analysis | None, outline: schema.Outline | None
    ) -> None:
        """Report an agent's search to the pages. In a game with hidden information the results are the agent's own."""
        viewers = self.viewers(room.id)
        if viewers:
            message = schema.Thinking(
                n=room.record.n,
                seat=seat,
                agent=str(room.record.players[seat]["agent"]),
                seconds=room.thought or 0.0,
                analysis=None if room.hides else analysis,
            )
            for connection, _ in viewers:
                connection.show("thinking", message)
                if outline is not None and connection.draws and not room.hides:
                    drawn = schema.OutlineChanged(slot=None, outline=outline)
                    connection.show("outline", drawn)
        if analysis is None:
            self.guests.tell_thinking(room, seat)

    def _heard(self, what: str, done: bool) -> None:
        """Report that compiling of something begins or ends. May be called in any thread."""
        self.call_soon(self._tell_compiling, what, done)

    def _tell_compiling(self, what: str, done: bool) -> None:
        began = self._compiling.setdefault(what, time.monotonic())
        if done:
            del self._compiling[what]
        seconds = time.monotonic() - began
        compiling = schema.Compiling(what=what, seconds=seconds, done=done)
        for connection in self.connections:
            if connection.guest is None:
                connection.show(f"compiling {what}", schema.CompilingChanged(compiling=compiling))
