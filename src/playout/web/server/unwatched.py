"""Ends the searches of matches that no page views: they stop at once, and leave memory after a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playout.web.matches.room import Room

if TYPE_CHECKING:
    from playout.web.server.hub import Hub

__all__ = ["Unwatched"]


class Unwatched:
    """The memory of a hub's unwatched matches. All methods are called in the event loop's thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def left(self, room: Room) -> None:
        """A page has left a match. If it was the last, stop the match's searches, so that others get a core at once."""
        if room.viewers == 0:
            self.stop(room.id)
            self.forget_later(room.id)

    def stop(self, match: str) -> None:
        self._hub.analyses.stop_match(match)
        self._hub.guesses.stop_match(match)

    def forget_later(self, match: str) -> None:
        """Drop the searches of an unwatched match after a while, unless a page views it by then."""
        if self._hub.loop is not None and self._is_unwatched(match):
            self._hub.loop.call_later(self._hub.limits.linger, self._forget, match)

    def _is_unwatched(self, match: str) -> bool:
        room = self._hub.rooms.get(match)
        return room is None or room.viewers == 0

    def _forget(self, match: str) -> None:
        if self._is_unwatched(match):
            self._hub.analyses.drop_match(match)
            self._hub.guesses.drop_match(match)
            room = self._hub.rooms.get(match)
            if room is not None:
                room.agents.rest()

    def spare(self) -> None:
        """Drop trees of waiting agents if they take too much memory, those of the least recently used matches first."""
        waiting = [room for room in self._hub.rooms.values() if not room.agents.is_thinking]
        taken = sum(room.agents.megabytes for room in waiting)
        for room in sorted(waiting, key=lambda room: room.used):
            if taken <= self._hub.limits.waiting_memory:
                break
            taken -= room.agents.megabytes
            room.agents.rest()
