"""Games, their options as forms, levels and agents."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from playout.web.schema.base import GameRequest, Model, Options, OptionValue, Request, Said, Spelling, Words
from playout.web.schema.positions import Position, View

__all__ = [
    "AgentCheck",
    "AgentChecked",
    "AgentInfo",
    "Compiling",
    "FormField",
    "GameInfo",
    "GameRules",
    "Level",
    "NewGame",
    "Preview",
    "RulesBlock",
    "Warm",
]


class FormField(Model):
    """An option of a game or algorithm, as a field of a form."""

    name: str
    kind: Literal["integer", "number", "boolean", "choice", "text", "cell", "list"]
    """cell: a pair (row, column) or none; list: `least` to `most` entries, each of `choices` or by `pattern`."""
    default: OptionValue
    least: float | None = None
    most: float | None = None
    choices: list[str | int] = []
    """The choices of a choice, or of each entry of a list."""
    labels: dict[str, Words] = {}
    """The label of each choice, by its text."""
    pattern: str | None = None
    """A regular expression for other texts that may be typed."""
    about: Words
    optional: bool = False
    """Whether the option may be left out (None); the game or the algorithm then decides."""
    group: str = ""


class Level(Model):
    """A named opponent, with its measured strength."""

    name: str
    """Its key in `NewSeat.level`: beginner, easy, medium, hard, strongest."""
    label: Said
    agent: str
    """The spelling of its agent."""
    plays: Said
    """How it plays, in a sentence."""
    rating: float | None
    """Elo above the weakest level of this game, measured by the arena; None: not measured."""
    error: float | None
    """Half of the 95 % interval of `rating`."""


class GameInfo(Model):
    name: str
    title: Words
    """The game's name, as pages show it."""
    about: str
    """A description in one line."""
    kind: Literal["grid", "cards", "text"]
    seats: int
    seat_names: list[str]
    options: list[FormField]
    levels: list[Level]
    default_agent: str
    """The agent that plays and analyses if the user chooses none."""
    agents: list[str]
    """The names of the algorithms that can search the game."""
    engines: list[str] = []
    """The spellings of other programs (UCI, GTP) that the server was started with and that play the game."""
    hidden: bool
    """Whether the game hides information from seats."""
    chance: bool
    formats: list[str]
    """The formats of import and export: json, and fen, pgn, sgf if the game has them."""
    payoff_bounds: tuple[float, float]
    own: bool
    """Whether it is a file of the person who started the server."""
    picture: View
    """A position of a match under way, for the card of the game on the first page."""


class RulesBlock(Model):
    """A block of a game's rules page."""

    kind: Literal["heading", "text", "item", "picture"]
    text: str
    """The text of the block; for a picture, its caption."""
    view: View | None = None
    """The position in a picture."""
    marks: list[list[str]] = []
    """The touch points of each move that is marked in the picture."""
    seat: int = 0
    """The seat whose view the picture shows."""
    turn: int | None = None
    """The seat to move in the picture."""
    seats: int = 2


class GameRules(Model):
    """The rules page of a game."""

    pages: dict[str, list[RulesBlock]]
    """The blocks of the page, by language."""


class AgentInfo(Model):
    name: str
    about: str
    games: str
    unit: str
    """The unit of its work: simulations, playouts or nodes."""
    options: list[FormField]
    limits: list[FormField]
    has_tree: bool
    has_trace: bool


class NewGame(Request):
    options: Options = {}


class Preview(Model):
    """What a game is with certain options."""

    position: Position
    """The first one."""
    seat_names: list[str]


class Warm(NewGame):
    agents: Annotated[list[Spelling], Field(max_length=8)] = []


class Compiling(Model):
    """The progress of compiling native code."""

    what: str
    seconds: float
    done: bool
    error: Said | None = None


class AgentCheck(GameRequest):
    agent: Spelling


class AgentChecked(Model):
    agent: str
    """The full spelling."""
    valid: bool
    error: Said | None
