"""Games, their options as forms, levels and agents."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from playout.web.schema.base import GameRequest, Model, Options, OptionValue, Request, Said, Spelling, Words
from playout.web.schema.positions import View

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
    "RulesBlock",
    "Warm",
]


class FormField(Model):
    """One option, as a form shows it."""

    name: str
    kind: Literal["integer", "number", "boolean", "choice", "text", "cell", "list"]
    """cell: a pair (row, column) or none; list: `least` to `most` entries, each of `choices` or by `pattern`."""
    default: OptionValue
    least: float | None = None
    most: float | None = None
    choices: list[str | int] = []
    """For choice, and for each entry of a list."""
    labels: dict[str, Words] = {}
    """The choices as a form shows them, by their text."""
    pattern: str | None = None
    """A regular expression for what may be typed beside the choices."""
    about: Words
    optional: bool = False
    """Whether it may be left out (None), and the game or algorithm then decides."""
    group: str = ""


class Level(Model):
    """A named opponent, as it was measured."""

    name: str
    """Its key in `NewSeat.level`: beginner, easy, medium, hard, strongest."""
    label: Said
    agent: str
    """Its spelling."""
    plays: Said
    """How it plays, in a sentence."""
    rating: float | None
    """Elo above the weakest level of this game, by the arena; None: not measured."""
    error: float | None
    """Half of the 95 % interval of `rating`."""


class GameInfo(Model):
    name: str
    title: Words
    """Its name for people."""
    about: str
    """What it is, in a line."""
    kind: Literal["grid", "cards", "text"]
    seats: int
    seat_names: list[str]
    options: list[FormField]
    levels: list[Level]
    default_agent: str
    """Who plays and analyses if nothing is chosen."""
    agents: list[str]
    """Names of the algorithms that can search it."""
    engines: list[str] = []
    """Other programs (UCI, GTP) that the server was started with and that play it, as they are spelt."""
    hidden: bool
    """Whether seats see different things."""
    chance: bool
    formats: list[str]
    """Of import and export: json, and fen, pgn, sgf where there is one."""
    payoff_bounds: tuple[float, float]
    own: bool
    """Whether it is a file of the person who started the server."""
    picture: View
    """A position of a match under way, for the card on the first page."""


class RulesBlock(Model):
    """A piece of the page of a game's rules."""

    kind: Literal["heading", "text", "item", "picture"]
    text: str
    """Of a picture: its caption."""
    view: View | None = None
    """The position of a picture."""
    marks: list[list[str]] = []
    """By move that is marked in it: its places."""
    seat: int = 0
    """The seat that looks at it."""
    turn: int | None = None
    """The seat to move in it."""
    seats: int = 2


class GameRules(Model):
    """The rules of a game, for people."""

    pages: dict[str, list[RulesBlock]]
    """By language: what stands on the page, in its order."""


class AgentInfo(Model):
    name: str
    about: str
    games: str
    unit: str
    """What its work is counted in: simulations, playouts, nodes."""
    options: list[FormField]
    limits: list[FormField]
    has_tree: bool
    has_trace: bool


class NewGame(Request):
    options: Options = {}


class Warm(NewGame):
    agents: Annotated[list[Spelling], Field(max_length=8)] = []


class Compiling(Model):
    """Work in progress on native code."""

    what: str
    seconds: float
    done: bool
    error: Said | None = None


class AgentCheck(GameRequest):
    agent: Spelling


class AgentChecked(Model):
    agent: str
    """As it is written in full."""
    valid: bool
    error: Said | None
