"""Matches: seats, moves, a snapshot, import and export."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from playout.web.schema.analysis import Analysis, Review
from playout.web.schema.base import (
    GameRequest,
    Line,
    Model,
    Name,
    Options,
    Ply,
    Request,
    Said,
    Seat,
    Spelling,
    Values,
    Words,
)
from playout.web.schema.games import GameInfo
from playout.web.schema.guests import GuestView, Offer
from playout.web.schema.positions import LineStep, Position, View

__all__ = [
    "Branch",
    "Exported",
    "Import",
    "KeptLine",
    "LineRequest",
    "MatchMove",
    "MatchSnapshot",
    "MatchStatus",
    "MatchSummary",
    "NewMatch",
    "NewSeat",
    "Player",
    "PlyValue",
    "SeatInfo",
]


PlayerKind: TypeAlias = Literal["person", "guest", "level", "agent", "engine"]
"""person: whoever sits before the pages of this server; guest: whoever opens the link of that seat."""


class NewSeat(Request):
    """Who plays a seat."""

    kind: PlayerKind
    level: str | None = None
    agent: Spelling | None = None
    """For agent: a spelling. For engine: the name of one that the server was started with (About.engines)."""
    name: Annotated[str, Field(max_length=60)] | None = None


class Player(Model):
    kind: PlayerKind
    label: Said
    level: str | None = None
    agent: str | None = None


class SeatInfo(Model):
    seat: int
    name: str
    """What the game calls it: X, White, Player 1."""
    player: Player
    clock: float | None = None
    """Seconds left when this was sent, if there is a clock."""
    present: int = 0
    """Pages that look on from this seat; of a person's seat, the pages of this server."""


class NewMatch(GameRequest):
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []
    """One for each seat; fewer: the others are persons."""
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    moves: Line = []
    """Played at once, chance outcomes included."""
    clock: Annotated[str, Field(pattern=r"^\d{1,5}(\.\d{1,3})?(\+\d{1,3}(\.\d{1,3})?)?$")] | None = None
    """For each seat, in seconds: the time for all its moves, and what is added after each (300+2); None: no clock."""


class MatchSummary(Model):
    id: str
    game: str
    title: Words
    options: dict[str, Any]
    seats: list[SeatInfo]
    plies: int
    over: bool
    payoffs: Values | None
    ending: Said | None
    created: float
    """Seconds since 1970."""
    changed: float
    begun: bool
    """Whether a person has made a move, or an agent where no person plays."""
    view: View
    """The last position, for a small picture."""


class MatchMove(Model):
    number: int
    """1 for the first; the position before it has ply number - 1."""
    seat: int | None
    """None: chance."""
    move: int | None
    """None: not for this seat to know."""
    text: str | None
    words: Words | None = None
    """The text as pages show it; None: as it is."""
    told: list[Said]
    """What happened, in sentences, as the one who looks sees it; empty where the text says it all."""
    seconds: float | None
    by: str | None
    """The label of who played it."""
    notes: list[str] = []
    """Of an imported match: signs such as !?, comments and variations."""


class KeptLine(Model):
    """A variation that somebody tried and kept."""

    ply: int
    """Moves of the match before it."""
    steps: list[LineStep]


class PlyValue(Model):
    """What a position was found to be worth, for the graph."""

    ply: int
    values: Values
    proven: bool
    agent: str


MatchStatus: TypeAlias = Literal["your_move", "waiting", "thinking", "paused", "over", "failed"]
"""your_move: whoever looks is to move; waiting: somebody at another device is."""


class MatchSnapshot(Model):
    """All that a page shows of a match."""

    id: str
    n: int
    """The number of the last event that it includes."""
    game: GameInfo
    options: dict[str, Any]
    seats: list[SeatInfo]
    moves: list[MatchMove]
    position: Position
    values: list[PlyValue]
    analyses: list[Analysis]
    """Those of the last position, running or kept: at most one for each slot."""
    review: Review | None
    seat: int | None
    """From which seat all this is seen; None: everything is seen; -1: what everybody sees."""
    seats_open: list[int | None]
    """From where one may look: persons' seats where things are hidden; else all, and None."""
    status: MatchStatus
    waiting_for: int | None
    """The seat that is to move."""
    error: Said | None
    """Why an agent failed, if one did; take its seat over or undo."""
    resigned: int | None
    from_match: str | None
    """The match that this one was branched from."""
    paused: bool
    tags: dict[str, str]
    """Of an imported match: White, Event, ..."""
    notes: list[str]
    """What was written before its first move."""
    imported: bool
    variations: list[KeptLine]
    """By ply, in the order in which they were kept."""
    guest: GuestView | None
    """Who looks, if by a link."""
    awaiting: bool
    """Whether the clocks stand, since a guest has not come yet."""
    spectators: int
    """Pages that look on by the link of spectators."""
    offer: Offer | None
    can_draw: bool
    """Whether a draw may be offered: the game has draws, and nobody but persons and guests plays."""


class LineRequest(Request):
    ply: Ply
    line: Line
    seat: Seat | None = None


class Branch(Request):
    ply: Ply
    line: Line = []
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []
    """Empty: as they are."""


class Import(Request):
    game: Name | None = None
    """None, as for the format: what the content looks like."""
    format: Literal["json", "fen", "pgn", "sgf"] | None = None
    content: Annotated[str, Field(max_length=200_000)]
    options: Options = {}
    """Beside what the content says."""


class Exported(Model):
    format: str
    file_name: str
    content: str
