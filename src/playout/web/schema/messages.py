"""Messages that the server sends over a page's socket."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from playout.web.schema.analysis import Analysis, Outline, Review, TreePage
from playout.web.schema.base import VERSION, Model, Parameter, Said
from playout.web.schema.games import Compiling
from playout.web.schema.guesses import GuessesChanged
from playout.web.schema.guests import Offer
from playout.web.schema.matches import MatchMove, MatchSnapshot, MatchStatus, PlyValue
from playout.web.schema.positions import Position
from playout.web.schema.tournaments import Tournament

__all__ = [
    "AnalysisChanged",
    "Changed",
    "CommandDone",
    "CommandRefused",
    "CompilingChanged",
    "Dismissed",
    "Hello",
    "HintGiven",
    "Message",
    "Moved",
    "OfferChanged",
    "OutlineChanged",
    "Presence",
    "ReviewChanged",
    "Snapshot",
    "Thinking",
    "TournamentChanged",
    "TreeChanged",
]


class Hello(Model):
    type: Literal["hello"] = "hello"
    protocol: int = VERSION
    version: str


class CommandDone(Model):
    type: Literal["done"] = "done"
    id: int


class CommandRefused(Model):
    type: Literal["refused"] = "refused"
    id: int | None
    """None: the command could not be read."""
    error: str
    code: str
    parameters: dict[str, Parameter]
    kind: str
    """code, parameters, error and kind as in Refusal."""


class Snapshot(Model):
    type: Literal["snapshot"] = "snapshot"
    match: MatchSnapshot


class Changed(Model):
    type: Literal["changed"] = "changed"
    match: MatchSnapshot


class Moved(Model):
    type: Literal["moved"] = "moved"
    n: int
    """The number of this event, as in MatchSnapshot."""
    move: MatchMove
    position: Position
    status: MatchStatus
    waiting_for: int | None
    value: PlyValue | None
    """The value of the position before the move, found by the agent that played it."""
    clocks: list[float] | None
    """Seconds left by seat; None: there is no clock."""


class OfferChanged(Model):
    """An offer was made, was accepted by one of several players, or has ended."""

    type: Literal["offer"] = "offer"
    offer: Offer | None
    declined_by: int | None
    """The seat that declined or withdrew the offer."""


class Presence(Model):
    """The viewers of a match have changed."""

    type: Literal["presence"] = "presence"
    present: list[int]
    """By seat, as in SeatInfo.present."""
    spectators: int


class Dismissed(Model):
    """The link of this page is no longer valid. The server then closes the socket."""

    type: Literal["dismissed"] = "dismissed"
    why: Said


class Thinking(Model):
    type: Literal["thinking"] = "thinking"
    n: int
    """The number of the last event, as in MatchSnapshot: the seat may have moved meanwhile."""
    seat: int
    agent: str
    seconds: float
    """Seconds so far."""
    analysis: Analysis | None


class AnalysisChanged(Model):
    type: Literal["analysis"] = "analysis"
    analysis: Analysis


class TreeChanged(Model):
    type: Literal["tree"] = "tree"
    slot: int
    pages: list[TreePage]


class OutlineChanged(Model):
    type: Literal["outline"] = "outline"
    slot: int | None
    """The slot of the analysis; None: the tree of the agent that thinks."""
    outline: Outline


class ReviewChanged(Model):
    type: Literal["review"] = "review"
    review: Review


class TournamentChanged(Model):
    type: Literal["tournament"] = "tournament"
    tournament: Tournament


class HintGiven(Model):
    type: Literal["hint"] = "hint"
    ply: int
    analysis: Analysis


class CompilingChanged(Model):
    type: Literal["compiling"] = "compiling"
    compiling: Compiling


Message: TypeAlias = Annotated[
    Hello
    | CommandDone
    | CommandRefused
    | Snapshot
    | Changed
    | Moved
    | OfferChanged
    | Presence
    | Dismissed
    | Thinking
    | AnalysisChanged
    | TreeChanged
    | OutlineChanged
    | ReviewChanged
    | GuessesChanged
    | TournamentChanged
    | HintGiven
    | CompilingChanged,
    Field(discriminator="type"),
]
