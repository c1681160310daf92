"""The commands of a page over its socket: each is carried out, or refused with a sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import ValidationError

from playout.errors import MoveError, PlayoutError
from playout.web import schema
from playout.web.analysis.trees import read_page
from playout.web.matches import rendering
from playout.web.matches.changes import CHANGES
from playout.web.matches.rehearsal import rehearse_move
from playout.web.matches.room import Room
from playout.web.refusals import RefusedError, explain_error, explain_invalid
from playout.web.server.connections import Connection
from playout.web.server.hub import Hub

__all__ = ["Commander"]

MOST_NODES = 60
"""The most tree nodes that a page may have open in a slot."""


class Commander:
    """Carries out the commands of one socket."""

    def __init__(self, hub: Hub, connection: Connection) -> None:
        self._hub = hub
        self._connection = connection
        self._guest = connection.guest
        self._do: dict[str, Callable[[Any], Awaitable[None]]] = {
            "join": self._join,
            "leave": self._leave,
            "watch": self._watch,
            "move": self._move,
            "take_over": self._take_over,
            **dict.fromkeys(("undo", "resign", "offer", "answer", "pause", "keep_line", "drop_line"), self._change),
            "hint": self._hint,
            "analyse": self._analyse,
            "stop": self._stop,
            "open_node": self._open_node,
            "close_node": self._close_node,
            "draw_tree": self._draw_tree,
            "review": self._review,
            "stop_review": self._stop_review,
            "guesses": self._guesses,
            "stop_guesses": self._stop_guesses,
            "ping": self._ping,
        }

    async def receive(self, text: str) -> None:
        """Handle one message of the page. Every message gets an answer, also an invalid one."""
        number: int | None = None
        try:
            if len(text.encode("utf-8", "replace")) > self._hub.limits.message:
                raise RefusedError("message.too_large", kind="too_large", most=self._hub.limits.message)
            try:
                command = schema.COMMANDS.validate_json(text)
            except ValidationError as error:
                number = _number_of(text)
                raise explain_invalid(error.errors(include_url=False)[0], "message.invalid") from None
            number = command.id
            await self._carry_out(command)
        except PlayoutError as error:
            refusal = explain_error(error)
            self._connection.send(schema.CommandRefused(id=number, **refusal.model().model_dump()))
        else:
            self._connection.send(schema.CommandDone(id=command.id))

    async def _carry_out(self, command: Any) -> None:
        await self._do[command.do](command)

    async def _room(self) -> tuple[Room, int | None]:
        """The match that the page has joined, and the seat whose view it has."""
        if self._connection.match is None:
            raise RefusedError("match.not_joined", kind="conflict")
        room = await self._hub.room(self._connection.match)
        return room, room.viewer(self._connection.asked)

    async def _change(self, command: Any) -> None:
        """Change the match that the page has joined; one change at a time."""
        room, _ = await self._room()
        async with room.lock:
            CHANGES[command.do](room, command, self._guest)

    # Where the page is

    async def _join(self, command: schema.Join) -> None:
        room = await self._hub.room(command.match)
        viewer = room.viewer(command.seat)
        self.leave()
        self._connection.match, self._connection.asked = room.id, command.seat
        room.viewers += 1
        missed = None if command.last is None else room.missed(command.last)
        if missed is None or room.hides or room.over:
            self._connection.send(schema.Snapshot(match=self._hub.snapshot(room, viewer)))
            missed = []
        for event in missed:
            self._connection.send(rendering.moved(room, event, viewer))
        self._hub.guests.tell_presence(room.id)

    async def _leave(self, command: schema.Leave) -> None:
        self.leave()

    def leave(self) -> None:
        """Stop showing anything to the page."""
        room = self._hub.rooms.get(self._connection.match or "")
        if room is not None:
            room.viewers -= 1
            self._hub.unwatched.left(room)
        self._connection.match = self._connection.tournament = None
        self._connection.forget()
        if room is not None:
            self._hub.guests.tell_presence(room.id)

    async def _watch(self, command: schema.Watch) -> None:
        found = await self._hub.tournaments.find(command.tournament)
        self.leave()
        self._connection.tournament = command.tournament
        self._connection.show("tournament", schema.TournamentChanged(tournament=found))

    # The match

    async def _move(self, command: schema.Play) -> None:
        room, _ = await self._room()
        if not room.game.rules.is_built_in:
            await self._rehearse(room, command)
        await self._change(command)

    async def _rehearse(self, room: Room, command: schema.Play) -> None:
        """Play a move of a user's game in a thread first. An error of the move is reported when it is played."""
        move = command.move if command.move is not None else command.text
        if move is not None and room.state.turn >= 0:
            with contextlib.suppress(MoveError):
                await self._hub.workers.small(lambda: rehearse_move(room, room.state, move))

    async def _take_over(self, command: schema.TakeOver) -> None:
        await self._change(command)
        room, _ = await self._room()
        self._hub.guests.check(room.id)

    # Searches

    async def _hint(self, command: schema.Hint) -> None:
        room, viewer = await self._room()
        await self._hub.analyses.hint(room, command, viewer, self._connection)

    async def _analyse(self, command: schema.Analyse) -> None:
        room, viewer = await self._room()
        if command.line and not room.game.rules.is_built_in:  # in a thread, where a loop can be ended
            ply = room.plies if command.ply is None else command.ply
            await self._hub.workers.small(lambda: self._hub.position(room, ply, command.line, viewer))
        self._hub.analyses.begin(room, command, viewer)

    async def _stop(self, command: schema.Stop) -> None:
        room, _ = await self._room()
        self._hub.analyses.stop(room.id, command.slot)

    async def _open_node(self, command: schema.OpenNode) -> None:
        room, viewer = await self._room()
        job = self._hub.analyses.running(room.id, command.slot)
        if room.hides and viewer not in (None, job.state.turn):
            raise RefusedError("tree.other_seat", kind="forbidden")
        nodes = self._connection.nodes.setdefault(command.slot, {})
        if len(nodes) >= MOST_NODES:
            raise RefusedError("tree.too_many_open", kind="too_many", most=MOST_NODES)
        page = await self._hub.workers.small(lambda: read_page(job, command.path, 0, command.limit))
        nodes[tuple(command.path)] = command.limit
        self._connection.send(schema.TreeChanged(slot=command.slot, pages=[page]))

    async def _close_node(self, command: schema.CloseNode) -> None:
        self._connection.nodes.get(command.slot, {}).pop(tuple(command.path), None)

    async def _draw_tree(self, command: schema.DrawTree) -> None:
        self._connection.draws = command.on

    async def _review(self, command: schema.StartReview) -> None:
        room, viewer = await self._room()
        self._hub.analyses.begin_review(room, command, viewer)

    async def _stop_review(self, command: schema.StopReview) -> None:
        room, _ = await self._room()
        self._hub.analyses.stop_review(room.id)

    async def _guesses(self, command: schema.StartGuesses) -> None:
        room, viewer = await self._room()
        self._hub.guesses.begin(room, command.seat, viewer)

    async def _stop_guesses(self, command: schema.StopGuesses) -> None:
        room, _ = await self._room()
        self._hub.guesses.stop(room.id, command.seat)

    async def _ping(self, command: schema.Ping) -> None:
        return


def _number_of(text: str) -> int | None:
    """The id of an unreadable command, if it has one."""
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**53 else None
