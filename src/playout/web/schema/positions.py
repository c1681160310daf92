"""Positions: a grid, cards or text, with the legal moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from playout.web.schema.base import Model, Said, Values, Words

__all__ = ["Card", "Cards", "Counter", "Grid", "LineStep", "Move", "Piece", "Position", "Text", "View", "Zone"]


class Piece(Model):
    """A piece that may stand in a cell of a grid."""

    seat: int | None
    symbol: str
    """One or a few characters for text: X, ♞."""
    name: str | Words
    """For a screen reader: "white knight"."""
    shape: Literal["stone", "mark", "chess", "text"] = "text"
    """stone: a disc of the seat's colour; mark: X, O, ...; chess: the piece of its symbol; text: the symbol."""


class Counter(Model):
    """A number or a text beside the board: points, captured stones, mana, the pot."""

    seat: int | None
    name: Words
    value: int | float | str | Words
    most: int | float | None = None


class Grid(Model):
    """A board of cells. Cell number = (layer * rows + row) * columns + column; row 0 is at the top, column 0 left."""

    kind: Literal["grid"] = "grid"
    rows: int
    columns: int
    layers: int
    cells: list[str]
    """For each cell: "" empty, "#" no cell (blocked), else a key of `pieces`."""
    pieces: dict[str, Piece]
    look: Literal["squares", "checker", "points", "slots"]
    """squares: ruled; checker: a chess board; points: stones on the crossings of lines; slots: an upright rack."""
    row_names: list[str]
    column_names: list[str]
    layer_names: list[str]
    last: list[int]
    """Cells of the last move (chess: origin and target)."""
    won: list[int]
    """Cells of the winning line."""
    danger: list[int]
    """Cells with a warning: a king in check, the point of a ko."""
    stars: list[int]
    """Points that are drawn as dots on an empty Go board."""
    area: list[int | None]
    """For each cell: the seat that owns it at the end; empty: cells have no owners in this game."""
    counters: list[Counter]
    end: Words | None
    """How the match ended, in the game's own words. The other views have the same field."""


class Card(Model):
    id: str
    """The touch point of the card: "card:0.hand.2"."""
    name: Words
    kind: Literal["card", "minion", "spell", "weapon", "hero", "power", "secret"]
    hidden: bool = False
    """Whether the card lies face down; its name then reveals nothing."""
    cost: int | None = None
    attack: int | None = None
    health: int | None = None
    full_health: int | None = None
    armour: int | None = None
    durability: int | None = None
    text: Words | None = None
    states: list[str] = []
    """can_attack, used, taunt, shield, frozen, stealth, silenced, windfury, charge, ..."""


class Zone(Model):
    """An area with cards: a hand, a side of the table."""

    seat: int | None
    """None: the area belongs to the table."""
    name: Literal["hand", "board", "hero", "weapon", "power", "secrets", "deck", "discard", "table"]
    label: Words
    count: int
    """The number of cards in it; `cards` may be empty if only the number is known."""
    cards: list[Card]


class Cards(Model):
    """A table with zones of cards."""

    kind: Literal["cards"] = "cards"
    zones: list[Zone]
    counters: list[Counter]
    end: Words | None


class Text(Model):
    """A position as text, with dice and counters beside it."""

    kind: Literal["text"] = "text"
    text: str
    dice: list[int]
    counters: list[Counter]
    end: Words | None


class _Checked:
    """Marks a dict that boards.read_view has checked: it is sent unchanged and described as one of the models."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        self._described = handler.generate_schema(Annotated[Grid | Cards | Text, Field(discriminator="kind")])
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(self._described)


View: TypeAlias = Annotated[dict[str, Any], _Checked()]


class Move(Model):
    """A legal move."""

    move: int
    text: str
    """The text of the move, as it is written and may be typed."""
    places: list[str]
    """The touch points of the move, in order: "cell:17", "column:3", "card:0.hand.2", "gap:0.2" (on seat 0's board,
    left of its third card; there is one more gap than cards), "button:pass", "piece:q" (to choose at the cell before
    it: a promotion). Several moves may have the same touch points: the page then asks by their texts. Empty: choose it
    from the list."""
    words: Words | None = None
    """The text as pages show it; None: pages show `text`. It does not repeat the heading."""
    group: Words | None = None
    """The heading of the move in a list."""
    about: Words | None = None
    """A sentence about the move for beginners; None: the game has none."""


class LineStep(Model):
    seat: int | None
    move: int
    text: str
    words: Words | None = None
    """The text as pages show it; None: pages show `text`."""
    places: list[str]
    """The touch points, as in Move."""


class Position(Model):
    """A position as a viewer sees it."""

    ply: int
    """The number of moves of the match before it, chance outcomes included."""
    line: list[int]
    """The moves after those of the match."""
    steps: list[LineStep]
    """The moves of `line` with their texts."""
    turn: int | None
    """The seat to move; None: chance decides, or the match is over."""
    chance: bool
    over: bool
    payoffs: Values | None
    ending: Said | None
    """The result in words."""
    view: View
    legal: list[Move]
    """The legal moves of the seat to move; empty if the viewer may not know them."""
    text: str
    """The position as the game's `show` writes it, for screen readers and copying."""
    notation: str | None = None
    """FEN, if the game has it."""
    key: str
    """A hash of the position as it is seen: equal positions have equal keys."""
