"""Guests of a server: who they are, the messages that their pages get, and when their pages are closed.

The hub tells the host's pages. Each message sent from here is made for one seat, or for spectators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from playout.errors import PlayoutError
from playout.web import schema
from playout.web.matches import rendering
from playout.web.matches.changes import open_links
from playout.web.matches.links import SPECTATORS, Guest, find_guest
from playout.web.matches.room import MatchEvent, Room
from playout.web.refusals import RefusedError, explain_error
from playout.web.server.connections import Connection
from playout.web.server.qr_code import qr_code, svg_path

if TYPE_CHECKING:
    from playout.web.server.hub import Hub

__all__ = ["Guests"]


class Guests:
    """All guests of a server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def find(self, match: str, token: str) -> Guest:
        """Find the guest who holds this token of a match; refused if the token is not valid."""
        room = self._hub.rooms.get(match)
        if room is not None:
            return find_guest(match, token, room.record.links, [player["kind"] for player in room.record.players])
        known = self._hub.storage.links(match)
        if known is None:
            raise RefusedError("guest.no_match", kind="not_found")
        return find_guest(match, token, *known)

    def invitation(self, room: Room, address: str, *, reachable: bool) -> schema.Invitation:
        """The links of a match. address: the server's address for other machines, with a slash at its end."""
        links = open_links(room)
        found = []
        for role in [*map(str, room.guests), SPECTATORS]:
            link = f"{address}guest/{room.id}/{links[role]}"
            modules = qr_code(link)
            seat = int(role) if role.isdecimal() else None
            found.append(schema.SeatLink(seat=seat, address=link, qr=svg_path(modules), size=len(modules)))
        return schema.Invitation(reachable=reachable, links=found)

    # Coming and going

    def welcome(self, connection: Connection) -> None:
        """Admit a page that came by a link. If there are too many, the oldest page is closed."""
        limits, guest = self._hub.limits, connection.guest
        assert guest is not None
        most = limits.spectators if guest.seat is None else limits.guest_pages
        others = [item for item in self._hub.connections if item.guest == guest and item is not connection]
        others.sort(key=lambda item: item.opened)
        for oldest in others[: max(0, len(others) + 1 - most)]:
            self._dismiss(oldest, RefusedError("guest.too_many_pages", most=most))

    def check(self, match: str) -> None:
        """Close the pages whose links are no longer valid, after a message that says so."""
        for connection in list(self._hub.connections):
            if connection.guest is not None and connection.guest.match == match:
                try:
                    self.find(match, connection.token)
                except PlayoutError as error:
                    self._dismiss(connection, explain_error(error))
        self.tell_presence(match)

    def _dismiss(self, connection: Connection, why: RefusedError) -> None:
        connection.dismiss(schema.Dismissed(why=why.said))
        self._hub.connections.discard(connection)

    # Telling pages

    def presence(self, room: Room) -> schema.Presence:
        """The number of pages that view the match now, by seat."""
        here = [connection for connection in self._hub.connections if connection.match == room.id]
        hosts = sum(connection.guest is None for connection in here)
        present = [hosts if room.is_person(seat) else 0 for seat in range(room.game.seats)]
        for connection in here:
            if connection.guest is not None and connection.guest.seat is not None:
                present[connection.guest.seat] += 1
        spectators = sum(connection.guest is not None and connection.guest.seat is None for connection in here)
        return schema.Presence(present=present, spectators=spectators)

    def tell_presence(self, match: str) -> None:
        """Tell the pages of host and guests that somebody came or went."""
        room = self._hub.rooms.get(match)
        if room is not None and (room.guests or self._of(match)):
            message = self.presence(room)
            for connection in self._hub.connections:
                if connection.match == match:
                    connection.show("presence", message)

    def tell_offer(self, room: Room, declined_by: int | None) -> None:
        """Tell the pages of host and guests that an offer was made or has ended."""
        message = schema.OfferChanged(offer=room.offers.open, declined_by=declined_by)
        for connection in self._hub.connections:
            if connection.match == room.id:
                connection.send(message)

    def tell(self, room: Room, event: MatchEvent) -> None:
        """Tell the guests' pages of a change of a match."""
        shown: dict[Guest, BaseModel] = {}
        for connection, guest in self._of(room.id):
            if guest not in shown:
                if event.ply is None or room.over:
                    shown[guest] = schema.Changed(match=self.snapshot(room, guest))
                else:
                    shown[guest] = rendering.moved_for_guest(room, event, guest)
            connection.send(shown[guest])

    def tell_thinking(self, room: Room, seat: int) -> None:
        """Tell the guests' pages that an agent begins to think."""
        message = schema.Thinking(n=room.record.n, seat=seat, agent="", seconds=room.thought or 0.0, analysis=None)
        for connection, _ in self._of(room.id):
            connection.show("thinking", message)

    def snapshot(self, room: Room, guest: Guest) -> schema.MatchSnapshot:
        return rendering.snapshot_for_guest(room, guest, self.presence(room))

    def _of(self, match: str) -> list[tuple[Connection, Guest]]:
        found: list[tuple[Connection, Any]] = [(item, item.guest) for item in self._hub.connections]
        return [(item, guest) for item, guest in found if guest is not None and item.match == match]
