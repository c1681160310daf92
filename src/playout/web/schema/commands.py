"""Commands that a page sends over its socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from playout.web.schema.base import Id, Line, MoveNumber, Ply, Request, Seat, Slot, Spelling
from playout.web.schema.matches import NewSeat

__all__ = [
    "COMMANDS",
    "Analyse",
    "Answer",
    "AnyCommand",
    "CloseNode",
    "Command",
    "DrawTree",
    "DropLine",
    "Hint",
    "Join",
    "KeepLine",
    "Leave",
    "MakeOffer",
    "OpenNode",
    "Pause",
    "Ping",
    "Play",
    "Resign",
    "StartGuesses",
    "StartReview",
    "Stop",
    "StopGuesses",
    "StopReview",
    "TakeOver",
    "Undo",
    "Watch",
]


class Command(Request):
    id: Annotated[int, Field(ge=0, le=2**53)]
    """A number that the page chooses; the answer repeats it."""


class Join(Command):
    do: Literal["join"]
    match: Id
    seat: Seat | Literal["auto", "all"] = "auto"
    """The seat whose view is shown. auto: everything, if allowed, else a person's seat, the one to move if there are
    several; all: everything, refused if not allowed."""
    last: Annotated[int, Field(ge=0)] | None = None


class Leave(Command):
    do: Literal["leave"]


class Watch(Command):
    do: Literal["watch"]
    tournament: Id


class Play(Command):
    do: Literal["move"]
    move: MoveNumber | None = None
    text: Annotated[str, Field(max_length=200)] | None = None
    ply: Ply | None = None
    """The ply for which the move is meant; refused if the match has gone on."""


class Undo(Command):
    do: Literal["undo"]
    plies: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """None: back to the last decision of a person."""


class Resign(Command):
    do: Literal["resign"]
    seat: Seat


class MakeOffer(Command):
    """Ask the other players to take this page's last move back, or offer them a draw."""

    do: Literal["offer"]
    what: Literal["undo", "draw"]


class Answer(Command):
    """Accept or decline an offer. The player who made it withdraws it."""

    do: Literal["answer"]
    number: Annotated[int, Field(ge=0)]
    accept: bool


class TakeOver(Command):
    do: Literal["take_over"]
    seat: Seat
    player: NewSeat


class Pause(Command):
    do: Literal["pause"]
    paused: bool


class KeepLine(Command):
    """Keep a variation beside the match."""

    do: Literal["keep_line"]
    ply: Ply
    line: Annotated[Line, Field(min_length=1)]


class DropLine(Command):
    do: Literal["drop_line"]
    ply: Ply
    line: Line


class Hint(Command):
    do: Literal["hint"]
    agent: Spelling | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] = 1.0


class Analyse(Command):
    do: Literal["analyse"]
    slot: Slot = 0
    agent: Spelling | None = None
    """None: the game's default agent."""
    seconds: Annotated[float, Field(gt=0, le=3600)] | None = None
    """The longest time; None: this server's limit. The search continues from earlier results for this position."""
    ply: Ply | None = None
    """None: the last position."""
    line: Line = []
    anew: bool = False
    """Discard earlier results of this search."""


class Stop(Command):
    do: Literal["stop"]
    slot: Slot = 0


class OpenNode(Command):
    do: Literal["open_node"]
    slot: Slot = 0
    path: Line = []
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class CloseNode(Command):
    do: Literal["close_node"]
    slot: Slot = 0
    path: Line = []


class DrawTree(Command):
    """Start or stop sending this page outlines of the trees that grow in its match."""

    do: Literal["draw_tree"]
    on: bool


class StartReview(Command):
    do: Literal["review"]
    agent: Spelling | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.5
    """The time for each position."""


class StopReview(Command):
    do: Literal["stop_review"]


class StartGuesses(Command):
    """Count the guesses of a seat's search about hidden cards, in each position of the match."""

    do: Literal["guesses"]
    seat: Seat


class StopGuesses(Command):
    do: Literal["stop_guesses"]
    seat: Seat


class Ping(Command):
    do: Literal["ping"]


AnyCommand: TypeAlias = Annotated[
    Join
    | Leave
    | Watch
    | Play
    | Undo
    | Resign
    | MakeOffer
    | Answer
    | TakeOver
    | Pause
    | KeepLine
    | DropLine
    | Hint
    | Analyse
    | Stop
    | OpenNode
    | CloseNode
    | DrawTree
    | StartReview
    | StopReview
    | StartGuesses
    | StopGuesses
    | Ping,
    Field(discriminator="do"),
]

COMMANDS: TypeAdapter[Any] = TypeAdapter(AnyCommand)
