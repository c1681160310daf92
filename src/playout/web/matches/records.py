"""The records of a match in the database, without its analyses and its review, and how they are written and read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from playout.match.ending import Ending
from playout.web import schema
from playout.web.matches.listing import Facts

__all__ = ["FoundValue", "MatchRecord", "Played", "Source", "Variation", "read_match", "with_sentence", "write_match"]


@dataclass(frozen=True)
class FoundValue:
    """The value of a position, the agent that found it, and the seat whose knowledge it rests on."""

    values: list[float]
    proven: bool
    agent: str
    seat: int


@dataclass(frozen=True)
class Source:
    """The data of an imported match besides its moves; exported again with it."""

    format: str
    tags: dict[str, str] = field(default_factory=dict)
    result: str = ""
    """The result as the file has it: 1-0, B+R."""
    comments: dict[str, str] = field(default_factory=dict)
    """By the number of moves before the comment, as in the fields below."""
    nags: dict[str, list[int]] = field(default_factory=dict)
    variations: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Variation:
    """Moves that were tried from a position of the match and kept beside it."""

    ply: int
    line: list[int]


@dataclass
class MatchRecord:
    """What a server keeps of a match besides its moves, their times and its ending (`Played`)."""

    id: str
    game: str
    options: dict[str, Any]
    """The game's options as the page sent them."""
    fingerprint: Annotated[str, Field(alias="rules")]
    """The fingerprint of the game; in the database it is called `rules`."""
    seed: int
    players: list[dict[str, Any]]
    """A schema.Player for each seat."""
    by: list[str | None] = field(default_factory=list)
    """The player of each move."""
    values: dict[str, FoundValue] = field(default_factory=dict)
    """Values of positions, by ply."""
    created: float = 0.0
    changed: float = 0.0
    n: int = 0
    """The number of changes so far."""
    source: Source | None = None
    """None: the match was not imported."""
    variations: list[Variation] = field(default_factory=list)
    """Sorted by ply, then in the order in which they were kept."""
    clock: str | None = None
    """The clock as the page sent it: BASE+INCREMENT in seconds."""
    paused: bool = False
    from_match: str | None = None
    error: schema.Said | None = None
    """Why an agent failed, if one did."""
    held: list[int] = field(default_factory=list)
    """Seats that persons gave to agents. In a match with hidden information, persons still see what these seats see."""
    links: dict[str, str] = field(default_factory=dict)
    """The tokens of the guests' links by role: a seat's number, or "spectators"."""
    arrived: list[int] = field(default_factory=list)
    """Guests' seats that were opened by somebody. The clocks start when all guests' seats have been."""


@dataclass
class Played:
    """The moves, times and ending of a match; with the game's rules they make a `Match`."""

    moves: list[int] = field(default_factory=list)
    """All moves, chance outcomes included. Moves and times have rows of their own, except in a database of version 1.
    """
    seconds: list[float | None] = field(default_factory=list)
    """The thinking time of each move."""
    resigned: int | None = None
    """The seat that lost before the end: it resigned or ran out of time."""
    out_of_time: bool = False
    result: list[float] | None = None
    """Payoffs that the players agreed on, or that the file of an imported match gives."""
    over: bool = False

    @classmethod
    def of(cls, moves: Iterable[int], seconds: Iterable[float | None], ending: Ending | None, over: bool) -> Played:
        found = cls([*moves], [*seconds], over=over)
        if ending is not None:
            found.resigned, found.out_of_time = ending.loser, ending.kind == "clock"
            found.result = None if ending.payoffs is None else [*ending.payoffs]
        return found

    @property
    def ending(self) -> Ending | None:
        if self.resigned is not None:
            return Ending("clock" if self.out_of_time else "resigned", self.resigned)
        return None if self.result is None else Ending("agreed", payoffs=tuple(self.result))


RECORD = TypeAdapter(MatchRecord)
PLAYED = TypeAdapter(Played)
FOUND = TypeAdapter(FoundValue)


def write_match(record: MatchRecord, played: Played, facts: Facts | None = None) -> str:
    """The row of a match in `matches`: everything except the fields with rows of their own."""
    row = RECORD.dump_python(record, mode="json", by_alias=True, exclude={"by", "values"})
    known = {} if facts is None else asdict(facts)
    return json.dumps({**row, **PLAYED.dump_python(played, exclude={"moves", "seconds"}), **known})


def read_match(content: str, moves: list[tuple[Any, ...]], values: list[tuple[Any, ...]]) -> tuple[MatchRecord, Played]:
    """A match from its row and those of its moves (number, move, seconds, by) and values (ply, content)."""
    content = with_sentence(content)
    record, played = RECORD.validate_json(content), PLAYED.validate_json(content)
    for player in record.players:
        schema.Player.model_validate(player)
    if moves:
        if [row[0] for row in moves] != list(range(1, len(moves) + 1)):
            raise ValueError("its moves are not numbered from 1 on")
        if not all(isinstance(row[1], int) for row in moves):
            raise ValueError("a move is not a number")
        played.moves, played.seconds, record.by = ([row[column] for row in moves] for column in (1, 2, 3))
    record.values |= {str(ply): FOUND.validate_json(found) for ply, found in values}
    if not len(played.moves) == len(played.seconds) == len(record.by):
        raise ValueError("its moves do not have one time and one player each")
    if not all(ply.isdecimal() for ply in record.values):
        raise ValueError("a value does not belong to a position")
    return record, played


def with_sentence(content: str) -> str:
    """A row with its error in the present form. In version 1 an error was two texts: `error` and `error_chinese`."""
    try:
        row = json.loads(content)
    except ValueError:  # read_match reports what is wrong with the row
        return content
    if not isinstance(row, dict) or "error_chinese" not in row:
        return content
    chinese = row.pop("error_chinese")
    if row.get("error") is not None:
        row["error"] = {"en": row["error"], "zh": chinese}
    return json.dumps(row)
