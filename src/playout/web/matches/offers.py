"""Offers between players: to take a move back, or to end the match as a draw. All other players have to accept.

A player is a guest, or the host, who plays the seats of all persons. An offer ends with the next move. After a refusal
the same offer cannot be made again before the next move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from playout.web import schema
from playout.web.matches import changes
from playout.web.matches.links import Guest
from playout.web.refusals import RefusedError

if TYPE_CHECKING:
    from playout.web.matches.room import Room

__all__ = ["Offers", "can_draw"]

DRAWN = {"chess", "connect_four", "gomoku", "gomoku3d", "hearthstone", "k_in_a_row", "qubic", "tic_tac_toe"}
"""Games that may end in a draw."""


def can_draw(room: Room) -> bool:
    """Whether a draw may be offered: the game has draws, and no seat is played by an agent, which could not agree."""
    seats = range(room.game.seats)
    return room.info.name in DRAWN and bool(room.guests) and all(room.is_human(seat) for seat in seats)


@dataclass(eq=False)
class Offers:
    """The open offer, at most one. The caller holds the match's lock."""

    room: Room
    open: schema.Offer | None = None
    _count: int = 0
    _declined: set[tuple[str, int]] = field(default_factory=set)

    def make(self, what: Literal["undo", "draw"], guest: Guest | None) -> None:
        """Make an offer to the other players. If nobody has to accept it, it is carried out."""
        party = self._party(guest)
        seat = self.room.state.turn if self.room.state.turn in party else party[0]
        self._check(what, party)
        if self.open is not None:
            if self.open.what != what or self.open.seat in party:
                raise RefusedError("offer.open", kind="conflict")
            self.answer(self.open.number, accept=True, guest=guest)  # both players want the same
            return
        if (what, seat) in self._declined:
            raise RefusedError("offer.declined", kind="conflict")
        waiting = [other[0] for other in self._parties() if other != party]
        self._count += 1
        self.open = schema.Offer(number=self._count, what=what, seat=seat, waiting_for=waiting)
        self._go_on()

    def answer(self, number: int, *, accept: bool, guest: Guest | None) -> None:
        """Accept or decline an offer that was made to this player, or withdraw the player's own."""
        offer, party = self.open, self._party(guest)
        is_own = offer is not None and offer.seat in party
        asked = [] if offer is None else [seat for seat in offer.waiting_for if seat in party]
        if offer is None or offer.number != number or (is_own and accept) or not (is_own or asked):
            raise RefusedError("offer.past", kind="conflict")
        if accept:
            left = [seat for seat in offer.waiting_for if seat not in party]
            self.open = offer.model_copy(update={"waiting_for": left})
            self._go_on()
            return
        if not is_own:
            self._declined.add((offer.what, offer.seat))
        self.open = None
        self.room.tell_offer(self.room, party[0])

    def forget(self) -> None:
        """Forget offers and refusals, since the match has changed."""
        self.open = None
        self._declined.clear()

    def _go_on(self) -> None:
        offer, room = self.open, self.room
        assert offer is not None
        if offer.waiting_for:
            room.tell_offer(room, None)
        elif offer.what == "draw":
            room.progress.end(room.match.draw())
        else:
            changes.take_back(room, self._plies(self._party_of(offer.seat)))

    def _check(self, what: str, party: tuple[int, ...]) -> None:
        room = self.room
        if what == "draw":
            if room.over:
                raise RefusedError("match.over", kind="conflict")
            if not can_draw(room):
                raise RefusedError("offer.no_draw", kind="conflict")
        else:
            changes.check_undo(room)
            self._plies(party)

    def _plies(self, party: tuple[int, ...]) -> int | None:
        """The number of plies back to the last decision of a player; None: only the end of the match is undone."""
        room = self.room
        if room.ended_by("resigned"):
            return None
        for ply in range(room.plies - 1, -1, -1):
            if room.states[ply].turn in party:
                return room.plies - ply
        raise RefusedError("undo.nothing", kind="conflict")

    def _parties(self) -> list[tuple[int, ...]]:
        """The seats of each player."""
        room = self.room
        persons = tuple(seat for seat in range(room.game.seats) if room.is_person(seat))
        return [*([persons] if persons else []), *((seat,) for seat in room.guests)]

    def _party_of(self, seat: int) -> tuple[int, ...]:
        return next(party for party in self._parties() if seat in party)

    def _party(self, guest: Guest | None) -> tuple[int, ...]:
        """The seats of the player who speaks for this guest, or for the host."""
        for party in self._parties():
            if self.room.plays(party[0], guest):
                return party
        raise RefusedError("guest.spectator" if guest is not None else "offer.no_seat", kind="forbidden")
