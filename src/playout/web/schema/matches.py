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
    "GameTitle",
    "Import",
    "KeptLine",
    "LineRequest",
    "ListedResult",
    "MatchChoices",
    "MatchMove",
    "MatchSnapshot",
    "MatchStatus",
    "MatchSummary",
    "NewMatch",
    "NewSeat",
    "Player",
    "PlyValue",
    "SeatInfo",
    "Wanted",
]


PlayerKind: TypeAlias = Literal["person", "guest", "level", "agent", "engine"]
"""person: somebody at a page of this server; guest: somebody who opened the link of the seat."""


class NewSeat(Request):
    """The player of a seat."""

    kind: PlayerKind
    level: str | None = None
    agent: Spelling | None = None
    """For kind agent: a spelling. For kind engine: one of About.engines."""
    name: Annotated[str, Field(max_length=60)] | None = None


class Player(Model):
    kind: PlayerKind
    label: Said
    level: str | None = None
    agent: str | None = None


class SeatInfo(Model):
    seat: int
    name: str
    """The game's name for the seat: X, White, Player 1."""
    player: Player
    clock: float | None = None
    """Seconds left when this was sent, if there is a clock."""
    present: int = 0
    """The number of pages that view the match from this seat; for a person's seat, the number of this server's pages.
    """


class NewMatch(GameRequest):
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []
    """One for each seat. If there are fewer, persons play the other seats."""
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    moves: Line = []
    """Moves that are played when the match is created, chance outcomes included."""
    clock: Annotated[str, Field(pattern=r"^\d{1,5}(\.\d{1,3})?(\+\d{1,3}(\.\d{1,3})?)?$")] | None = None
    """A seat's clock in seconds: the time for all its moves and the increment of a move (300+2); None: no clock."""


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
    """The time of its creation, in seconds since 1970."""
    changed: float
    begun: bool
    """Whether a person has made a move, or an agent where no person plays."""
    view: View
    """The last position, for a small picture."""


ListedResult: TypeAlias = Literal["open", "over", "won", "lost", "drawn"]
"""open: the match goes on; won, lost, drawn: the result for its only person; over: it has ended with any result."""


class Wanted(Request):
    """The filters of a list of matches; None: any."""

    game: Name | None = None
    result: ListedResult | None = None
    opponent: Annotated[str, Field(max_length=500)] | None = None
    """The English label of a player."""
    begun: bool = False
    """Leave out matches in which no person has made a move, or no agent where no person plays."""


class GameTitle(Model):
    name: str
    title: Words


class MatchChoices(Model):
    """A list of matches in numbers, and the games and opponents of all matches."""

    count: int
    """The number of matches of the list."""
    games: list[GameTitle]
    opponents: list[Said]
    """Agents, guests, and the names in imported records."""


class MatchMove(Model):
    number: int
    """1 for the first; the position before it has ply number - 1."""
    seat: int | None
    """The seat that made the move; None: chance."""
    move: int | None
    """None: hidden from this viewer."""
    text: str | None
    words: Words | None = None
    """The text as pages show it; None: pages show `text`."""
    told: list[Said]
    """What happened, in sentences, as the viewer sees it; empty if `text` says everything."""
    seconds: float | None
    by: str | None
    """The label of the player that made the move."""
    notes: list[str] = []
    """For an imported match: signs such as !?, comments and variations."""


class KeptLine(Model):
    """A variation that a person tried and kept."""

    ply: int
    """The number of moves of the match before the variation."""
    steps: list[LineStep]


class PlyValue(Model):
    """The value of a position, for the graph."""

    ply: int
    values: Values
    proven: bool
    agent: str


MatchStatus: TypeAlias = Literal["your_move", "waiting", "thinking", "paused", "over", "failed"]
"""your_move: the viewer is to move; waiting: somebody at another device is to move."""


class MatchSnapshot(Model):
    """All that a page shows of a match."""

    id: str
    n: int
    """The number of the last event that the snapshot includes."""
    game: GameInfo
    options: dict[str, Any]
    seats: list[SeatInfo]
    moves: list[MatchMove]
    position: Position
    values: list[PlyValue]
    analyses: list[Analysis]
    """The analyses of the last position, running or stored, at most one for each slot."""
    review: Review | None
    seat: int | None
    """The seat whose view this is; None: everything is shown; -1: what everybody sees is shown."""
    seats_open: list[int | None]
    """The views that the page may choose: persons' seats if information is hidden; otherwise all seats, and None."""
    status: MatchStatus
    waiting_for: int | None
    """The seat that is to move."""
    error: Said | None
    """Why an agent failed, if one did; then take its seat over, or undo."""
    resigned: int | None
    from_match: str | None
    """The match that this one was branched from."""
    paused: bool
    tags: dict[str, str]
    """For an imported match: White, Event, ..."""
    notes: list[str]
    """Notes before the first move."""
    imported: bool
    variations: list[KeptLine]
    """Sorted by ply, then in the order in which they were kept."""
    guest: GuestView | None
    """The viewer, if it is a guest."""
    awaiting: bool
    """Whether the clocks are stopped because a guest has not come yet."""
    spectators: int
    """The number of pages that view the match by the link for spectators."""
    offer: Offer | None
    can_draw: bool
    """Whether a draw may be offered: the game has draws, and only persons and guests play."""


class LineRequest(Request):
    ply: Ply
    line: Line
    seat: Seat | None = None


class Branch(Request):
    ply: Ply
    line: Line = []
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []
    """Empty: the same players."""


class Import(Request):
    game: Name | None = None
    """None: guessed from the content; so is the format."""
    format: Literal["json", "fen", "pgn", "sgf"] | None = None
    content: Annotated[str, Field(max_length=200_000)]
    options: Options = {}
    """Further options, besides those in the content."""


class Exported(Model):
    format: str
    file_name: str
    content: str
