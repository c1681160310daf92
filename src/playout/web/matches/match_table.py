"""A match as it stands: its positions, its seats, its clocks, and who may look. Nothing here changes it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from playout.errors import PlayoutError
from playout.game import Game, State
from playout.match.clocks import Clock, read_clock
from playout.match.match import Match
from playout.web import schema
from playout.web.computing.turns import Place
from playout.web.games.positions import PUBLIC
from playout.web.matches.links import Guest
from playout.web.matches.storage import MatchRecord
from playout.web.refusals import RefusedError

__all__ = ["MatchTable"]


@dataclass
class MatchTable:
    """What can be read of a match."""

    record: MatchRecord
    game: Game
    info: schema.GameInfo
    states: list[State] = field(init=False, default_factory=list)
    """All positions, from the first."""
    match: Match = field(init=False)
    thought_since: float | None = field(init=False, default=None)
    """When the seat to move began to think about this position; None: it has not."""
    trouble: schema.Sentence | None = field(init=False, default=None)
    """Why the match waits although a person is not to move: what happened next cannot be saved."""
    place: Place | None = field(init=False, default=None)
    """Where the agent to move waits for a core; None: a person is to move."""

    def __post_init__(self) -> None:
        record = self.record
        self.states = [self.game.start()]
        for number, move in enumerate(record.moves, 1):
            try:
                self.states.append(self.states[-1].play(move))
            except PlayoutError as error:
                raise RefusedError("match.illegal", number=number, why=str(error)) from error
        clock = Clock() if record.clock is None else read_clock(record.clock)
        self.match = Match(self.state, clock, [state.turn for state in self.states[:-1]], record.seconds)
        self.match.lost = record.resigned
        self.match.agreed = None if record.result is None else tuple(record.result)

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def plies(self) -> int:
        return len(self.states) - 1

    @property
    def hides(self) -> bool:
        return self.game.rules.has("mask")

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def payoffs(self) -> list[float] | None:
        """Of a match that is over."""
        payoffs = self.match.payoffs
        return None if payoffs is None else list(payoffs)

    @property
    def is_agreed(self) -> bool:
        """Whether the players agreed on a draw."""
        return self.record.result is not None and self.record.source is None

    @property
    def is_timed(self) -> bool:
        return self.match.clock.limits

    @property
    def thought(self) -> float | None:
        """Seconds that the seat to move has thought. Waiting for a core does not count; None: it has not begun."""
        if self.thought_since is None:
            return None
        return time.monotonic() - self.thought_since - (0.0 if self.place is None else self.place.waited)

    def clocks(self) -> list[float] | None:
        """Seconds left by seat, now; None: there is no clock."""
        if not self.is_timed:
            return None
        left = self.match.left(self.thought or 0.0)
        if self.record.out_of_time and self.match.lost is not None:
            left[self.match.lost] = 0.0
        return left

    @property
    def players(self) -> list[schema.Player]:
        return [schema.Player(**player) for player in self.record.players]

    def is_person(self, seat: int) -> bool:
        return bool(self.record.players[seat]["kind"] == "person")

    def is_human(self, seat: int) -> bool:
        """Whether a person or a guest plays a seat, not the server."""
        return self.record.players[seat]["kind"] in ("person", "guest")

    def plays(self, seat: int, guest: Guest | None) -> bool:
        """Whether a page may move for a seat: a guest's for its own, the host's for those of persons."""
        return self.is_person(seat) if guest is None else self.is_guest(seat) and guest.seat == seat

    def is_guest(self, seat: int) -> bool:
        return bool(self.record.players[seat]["kind"] == "guest")

    @property
    def guests(self) -> list[int]:
        """Seats that are played by guests."""
        return [seat for seat in range(self.game.seats) if self.is_guest(seat)]

    @property
    def is_awaiting(self) -> bool:
        """Whether clocks stand, since a guest has not come yet."""
        return self.is_timed and any(seat not in self.record.arrived for seat in self.guests)

    def status_of(self, guest: Guest | None) -> Any:
        """How the match stands, for the host's pages (None) or a guest's."""
        if self.over:
            return "over"
        if self.record.error or self.trouble is not None:
            return "failed"
        if self.record.source is not None and self.record.paused:
            return "paused"  # a record is not continued by a click on its board
        if self.state.turn >= 0 and self.is_human(self.state.turn):
            return "your_move" if self.plays(self.state.turn, guest) else "waiting"
        return "paused" if self.record.paused else "thinking"

    def seats_open(self) -> list[int | None]:
        """From where the host's pages may look. Where things are hidden: from persons' seats, and from all once it is
        over. A match to which guests were invited shows them no more than spectators see, if no person has a seat.
        """
        if not self.hides or self.over:
            return [None, *range(self.game.seats)]
        everything: list[int | None] = [None, *range(self.game.seats)]
        return [*self.own_seats()] or ([PUBLIC] if self.invited else everything)

    @property
    def invited(self) -> list[int]:
        """Seats that are or were guests'."""
        return [int(place) for place in self.record.links if place.isdecimal()]

    def viewer_of(self, guest: Guest) -> int | None:
        """The seat from which a guest looks; PUBLIC: a spectator, who sees what everybody sees."""
        if not self.hides or self.over:
            return None
        return PUBLIC if guest.seat is None else guest.seat

    def own_seats(self) -> list[int]:
        """Where things are hidden: the seats whose things persons know; none if agents have all seats."""
        held = self.record.held if self.hides else ()
        return [seat for seat in range(self.game.seats) if self.hides and (self.is_person(seat) or seat in held)]

    def viewer(self, asked: int | str | None) -> int | None:
        """The seat from which a page looks: as it asks, if it may."""
        may = self.seats_open()
        if asked == "all":
            asked = None
        elif asked == "auto":
            if None in may:
                return None
            return self.state.turn if self.state.turn in may else may[0]
        if asked is not None and (not isinstance(asked, int) or asked >= self.game.seats):
            raise RefusedError(
                "seat.none", kind="invalid", game=self.game.name, most=self.game.seats - 1, seat=str(asked)
            )
        if asked not in may:
            raise RefusedError("seat.hidden", kind="forbidden")
        return asked

    def at(self, ply: int) -> State:
        if ply > self.plies:
            raise RefusedError("ply.none", kind="not_found", plies=self.plies, ply=ply)
        return self.states[ply]
