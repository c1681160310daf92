"""A match in the server's memory: its state, who may view it, and how it changes.

A change is saved, then made, then sent to the pages. Each change has a number. A page that reconnects names the last
number that it has seen, and gets all later changes. The room's lock puts changes in one order, so all pages agree.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from typing import Any

from playout.errors import PlayoutError
from playout.game import Game, State
from playout.match.clocks import Clock, read_clock
from playout.match.match import Match
from playout.web import schema
from playout.web.computing.turns import Ticket
from playout.web.computing.workers import Workers
from playout.web.games.positions import PUBLIC
from playout.web.matches.links import Guest
from playout.web.matches.listing import Facts, has_begun
from playout.web.matches.offers import Offers
from playout.web.matches.progress import MatchProgress
from playout.web.matches.records import FoundValue, MatchRecord, Played
from playout.web.matches.seated_agents import SeatedAgents
from playout.web.matches.storage import Storage
from playout.web.refusals import RefusedError

__all__ = ["MatchEvent", "Room"]

BUFFER = 200
"""The most events that a page may miss and still get one by one."""


@dataclass(frozen=True)
class MatchEvent:
    """A change of a match."""

    n: int
    ply: int | None
    """The ply of the position after a move; None: another change, after which pages need a whole snapshot."""


@dataclass(eq=False)
class Room:
    """A match in the server's memory."""

    record: MatchRecord
    played: InitVar[Played]
    game: Game
    info: schema.GameInfo
    storage: Storage
    workers: Workers
    tell: Callable[[Room, MatchEvent], None]
    """Called after every event, in the server's thread."""
    tell_thinking: Callable[[Room, int, schema.Analysis | None, schema.Outline | None], None]
    """Called while an agent thinks, in the server's thread."""
    tell_offer: Callable[[Room, int | None], None]
    """Called in the server's thread when an offer was made or has ended, with the seat that declined it."""
    is_drawn: Callable[[str], bool]
    """Whether any page shows the picture of the tree. May be called in any thread."""
    match: Match = field(init=False)
    states: list[State] = field(init=False)
    """All positions, from the first to that of `match`."""
    agents: SeatedAgents = field(init=False)
    progress: MatchProgress = field(init=False)
    offers: Offers = field(init=False)
    lock: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    events: deque[MatchEvent] = field(init=False, default_factory=lambda: deque(maxlen=BUFFER))
    told: dict[tuple[int, int | None], schema.MatchMove] = field(init=False, default_factory=dict)
    """Moves as they were shown before, by number and viewing seat."""
    viewers: int = field(init=False, default=0)
    """The number of pages that view the match."""
    used: float = field(init=False, default_factory=time.monotonic)
    thought_since: float | None = field(init=False, default=None)
    """The time at which the seat to move began to think about this position; None: it has not begun."""
    ticket: Ticket | None = field(init=False, default=None)
    """The ticket with which the agent to move waits for a core; None: a person is to move."""
    trouble: schema.Sentence | None = field(init=False, default=None)
    """Why the match waits although no person is to move: the last change could not be saved."""

    def __post_init__(self, played: Played) -> None:
        self.states = [self.game.start()]
        for number, move in enumerate(played.moves, 1):
            try:
                self.states.append(self.states[-1].play(move))
            except PlayoutError as error:
                raise RefusedError("match.illegal", number=number, why=str(error)) from error
        clock = Clock(patience=math.inf) if self.record.clock is None else read_clock(self.record.clock)
        turns = tuple(state.turn for state in self.states[:-1])
        self.match = Match(self.states[-1], clock, turns, tuple(played.seconds), played.ending)
        self.agents, self.progress, self.offers = SeatedAgents(self), MatchProgress(self), Offers(self)

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def plies(self) -> int:
        return self.match.plies

    @property
    def hides(self) -> bool:
        return self.game.rules.has("mask")

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def payoffs(self) -> list[float] | None:
        """The payoffs of a match that is over; None before."""
        payoffs = self.match.payoffs
        return None if payoffs is None else list(payoffs)

    def facts(self) -> Facts:
        """The facts of the match for lists."""
        return _facts(self.record, self.match)

    @property
    def loser(self) -> int | None:
        """The seat that lost before the end: it resigned, or ran out of time."""
        return None if self.match.ending is None else self.match.ending.loser

    def ended_by(self, kind: str) -> bool:
        """Whether the match ended in this way (resigned, clock, agreed) before its board shows an end."""
        return self.match.ending is not None and self.match.ending.kind == kind

    @property
    def is_agreed(self) -> bool:
        """Whether the players agreed on a draw."""
        return self.ended_by("agreed") and self.record.source is None

    @property
    def is_timed(self) -> bool:
        return self.match.clock.limits

    @property
    def thought(self) -> float | None:
        """Seconds that the seat to move has thought. Waiting for a core does not count; None: it has not begun."""
        if self.thought_since is None:
            return None
        return time.monotonic() - self.thought_since - (0.0 if self.ticket is None else self.ticket.waited)

    def clocks(self) -> list[float] | None:
        """Seconds left by seat, now; None: there is no clock."""
        return self.match.left(self.thought or 0.0) if self.is_timed else None

    @property
    def players(self) -> list[schema.Player]:
        return [schema.Player(**player) for player in self.record.players]

    def is_person(self, seat: int) -> bool:
        return bool(self.record.players[seat]["kind"] == "person")

    def is_human(self, seat: int) -> bool:
        """Whether a person or a guest plays a seat, not the server."""
        return self.record.players[seat]["kind"] in ("person", "guest")

    def plays(self, seat: int, guest: Guest | None) -> bool:
        """Whether a page may move for a seat: a guest's page for its own, the host's pages for those of persons."""
        return self.is_person(seat) if guest is None else self.is_guest(seat) and guest.seat == seat

    def is_guest(self, seat: int) -> bool:
        return bool(self.record.players[seat]["kind"] == "guest")

    @property
    def guests(self) -> list[int]:
        """Seats that are played by guests."""
        return [seat for seat in range(self.game.seats) if self.is_guest(seat)]

    @property
    def is_awaiting(self) -> bool:
        """Whether the clocks are stopped because a guest has not come yet."""
        return self.is_timed and any(seat not in self.record.arrived for seat in self.guests)

    def status_of(self, guest: Guest | None) -> Any:
        """The status of the match for the host's pages (None) or a guest's."""
        if self.over:
            return "over"
        if self.record.error or self.trouble is not None:
            return "failed"
        if self.record.source is not None and self.record.paused:
            return "paused"  # a click on the board of an imported record does not continue it
        if self.state.turn >= 0 and self.is_human(self.state.turn):
            return "your_move" if self.plays(self.state.turn, guest) else "waiting"
        return "paused" if self.record.paused else "thinking"

    def seats_open(self) -> list[int | None]:
        """The seats whose view the host's pages may choose; None: everything.

        While a match with hidden information goes on, these are persons' seats. If no person has a seat, the pages see
        everything, or only what spectators see if guests were invited.
        """
        if not self.hides or self.over:
            return [None, *range(self.game.seats)]
        everything: list[int | None] = [None, *range(self.game.seats)]
        return [*self.own_seats()] or ([PUBLIC] if self.invited else everything)

    @property
    def invited(self) -> list[int]:
        """Seats that guests play or have played."""
        return [int(role) for role in self.record.links if role.isdecimal()]

    def viewer_of(self, guest: Guest) -> int | None:
        """The seat whose view a guest has; PUBLIC for a spectator, who sees only what everybody sees."""
        if not self.hides or self.over:
            return None
        return PUBLIC if guest.seat is None else guest.seat

    def own_seats(self) -> list[int]:
        """The seats whose hidden information persons have; empty if nothing is hidden or agents have all seats."""
        held = self.record.held if self.hides else ()
        return [seat for seat in range(self.game.seats) if self.hides and (self.is_person(seat) or seat in held)]

    def viewer(self, asked: int | str | None) -> int | None:
        """The seat whose view a page gets: the one that it asks for, if that is allowed."""
        may = self.seats_open()
        if asked == "all":
            asked = None
        elif asked == "auto":
            if None in may:
                return None
            turns = (self.state.turn, *reversed(self.match.turns))  # after a move, chance may decide first
            return next((seat for seat in turns if seat in may), may[0])
        if asked is not None:
            self.check_seat(asked)
        if asked not in may:
            raise RefusedError("seat.hidden", kind="forbidden")
        return asked

    @property
    def is_shared(self) -> bool:
        """Whether several persons share the host's pages while each of them has hidden information."""
        return self.hides and not self.over and sum(self.is_person(seat) for seat in range(self.game.seats)) > 1

    def check_seat(self, seat: int | str) -> None:
        """Refuse a seat that the game does not have."""
        if not isinstance(seat, int) or seat >= self.game.seats:
            raise RefusedError(
                "seat.none", kind="invalid", game=self.game.name, most=self.game.seats - 1, seat=str(seat)
            )

    def at(self, ply: int) -> State:
        if ply > self.plies:
            raise RefusedError("ply.none", kind="not_found", plies=self.plies, ply=ply)
        return self.states[ply]

    # Changes; the caller holds the lock

    def save(
        self,
        match: Match | None = None,
        *,
        undone_to: int | None = None,
        found: Mapping[str, FoundValue] | None = None,
        **changes: Any,
    ) -> None:
        """Save the match with these changes under the next number. If that fails, raises RefusedError.

        match: the match after the change. undone_to: moves after this ply were taken back. found: new values, by ply.
        changes: fields of the record.
        """
        match, found = match or self.match, found or {}
        if found:
            changes["values"] = {**self.record.values, **found}
        record = replace(self.record, **changes, n=self.record.n + 1, changed=time.time())
        played = Played.of(match.state.history, match.seconds, match.ending, match.over)
        self.storage.save(record, played, undone_to, found, _facts(record, match))
        self.record, self.match = record, match
        self.states[match.plies :] = [match.state]

    def announce(self) -> None:
        """Send the pages the whole match."""
        self.tell(self, MatchEvent(self.record.n, None))

    def happened(self, ply: int | None = None) -> None:
        """Report a saved change to the pages. ply: of the position after a move; None: another change."""
        self.agents.expire()
        self.offers.forget()
        self.progress.forget_retry()
        self.used = time.monotonic()
        event = MatchEvent(self.record.n, ply if self.trouble is None else None)
        self.trouble = None
        self.events.append(event)
        self.tell(self, event)

    def note_value(self, ply: int, value: FoundValue) -> None:
        """Save the value of a position."""
        self.storage.save_value(self.id, ply, value)
        self.record = replace(self.record, values={**self.record.values, str(ply): value})

    def missed(self, last: int) -> list[MatchEvent] | None:
        """The events after event `last`; None if they cannot all be reported one by one."""
        found = [event for event in self.events if event.n > last]
        if len(found) != self.record.n - last or any(event.ply is None for event in found):
            return None
        return found

    @property
    def is_idle(self) -> bool:
        """Whether the room may be removed from memory."""
        is_busy = self.agents.is_thinking or self.progress.is_waiting or self.lock.locked()
        return self.viewers == 0 and not is_busy

    async def close(self) -> None:
        """Stop the agents, and wait until none of them thinks."""
        self.progress.stop()
        await self.agents.close()


def _facts(record: MatchRecord, match: Match) -> Facts:
    humans = [seat for seat, player in enumerate(record.players) if player["kind"] in ("person", "guest")]
    payoffs = match.payoffs
    begun = has_begun(humans, match.turns, match.over)
    return Facts(begun, None if payoffs is None else [*payoffs])
