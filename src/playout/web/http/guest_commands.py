"""The commands that a guest's page may send: its match, its seat's moves, and offers. All others are refused."""

from __future__ import annotations

from typing import Any

from playout.web import schema
from playout.web.http.commands import Commander
from playout.web.matches import rendering
from playout.web.matches.changes import arrive
from playout.web.matches.links import Guest
from playout.web.matches.room import Room
from playout.web.refusals import RefusedError
from playout.web.server.connections import Connection
from playout.web.server.hub import Hub

__all__ = ["WORDS", "GuestCommander"]

WORDS = ("join", "leave", "move", "resign", "offer", "answer", "ping")


class GuestCommander(Commander):
    """Carries out the commands of one socket that came by a link."""

    def __init__(self, hub: Hub, connection: Connection, guest: Guest) -> None:
        super().__init__(hub, connection)
        self._opened = guest
        self._do = {word: self._do[word] for word in WORDS}

    async def _carry_out(self, command: Any) -> None:
        self._hub.guests.find(self._opened.match, self._connection.token)  # refused when the link is no longer valid
        if command.do not in self._do:
            raise RefusedError("guest.door", kind="forbidden")
        if self._opened.seat is None and command.do in ("move", "resign"):
            raise RefusedError("guest.spectator", kind="forbidden")
        await super()._carry_out(command)

    async def _join(self, command: schema.Join) -> None:
        if command.match != self._opened.match:
            raise RefusedError("guest.door", kind="forbidden")
        self.leave()
        room = await self._hub.room(command.match)
        seat = self._opened.seat
        if seat is not None and seat not in room.record.arrived:
            async with room.lock:
                arrive(room, seat)
        self._connection.match = room.id
        room.viewers += 1
        missed = None if command.last is None else room.missed(command.last)
        if missed is None or room.over:
            self._connection.send(schema.Snapshot(match=self._hub.guests.snapshot(room, self._opened)))
        else:
            for event in missed:
                self._connection.send(rendering.moved_for_guest(room, event, self._opened))
        self._hub.guests.tell_presence(room.id)

    async def _room(self) -> tuple[Room, int | None]:
        if self._connection.match is None:
            raise RefusedError("match.not_joined", kind="conflict")
        room = await self._hub.room(self._opened.match)
        return room, room.viewer_of(self._opened)
