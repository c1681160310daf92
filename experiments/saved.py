"""The results of an experiment in a JSON file beside its page; the page is drawn from this file."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from playout.arena.reporting.agent_rows import AgentRow

__all__ = ["Duel", "Entry", "Made", "SeatEntry", "decoded", "duel_of", "encoded", "entry", "load", "save"]


@dataclass(frozen=True)
class Made:
    """How, where and when an experiment was run."""

    command: str
    seed: int
    machine: str
    date: str
    seconds: float
    later: str = ""
    """A note for whoever reads the figures: what was measured again, and when; what is known to be wrong with them."""

    @property
    def is_quick(self) -> bool:
        """Whether the run was too short for conclusions."""
        return "--quick" in self.command.split()


@dataclass(frozen=True)
class SeatEntry:
    """An agent in one seat."""

    matches: int
    score: float


@dataclass(frozen=True)
class Duel:
    """The score of the first of two agents."""

    score: float
    score_low: float
    score_high: float
    matches: int
    seats: list[SeatEntry]


@dataclass(frozen=True)
class Entry:
    """The numbers of an agent in a tournament that a page uses; nan where unknown."""

    agent: str
    elo: float
    low: float
    high: float
    score: float
    score_low: float
    score_high: float
    matches: int
    wins: int
    draws: int
    losses: int
    seconds_per_move: float
    slowest: float


def duel_of(row: AgentRow) -> Duel:
    """The part of a row that pages of duels use."""
    seats = [SeatEntry(seat.matches, seat.score) for seat in row.seats]
    return Duel(row.score, row.score_low, row.score_high, row.matches, seats)


def entry(row: AgentRow) -> Entry:
    """The part of a row that pages of tournaments use."""
    return Entry(**{field.name: getattr(row, field.name) for field in fields(Entry)})


def save(path: Path, made: Made, found: Any) -> None:
    content = {"made": asdict(made), "found": encoded(found)}
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_suffix(".new")  # results of hours are replaced at once or not at all
    whole.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    whole.replace(path)


def load(path: Path, kind: type) -> tuple[Made, Any]:
    """How the experiment was run, and its results as the dataclass `kind`."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return Made(**content["made"]), decoded(kind, content["found"])


def encoded(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: encoded(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(key): encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [encoded(item) for item in value]
    if hasattr(value, "item"):  # a NumPy scalar
        value = value.item()
    return None if isinstance(value, float) and math.isnan(value) else value


def decoded(kind: Any, value: Any) -> Any:
    """A JSON value converted to the declared type of a field."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        assert isinstance(kind, type)
        hints = get_type_hints(kind)
        return kind(**{field.name: decoded(hints[field.name], value[field.name]) for field in fields(kind)})
    if origin is dict:
        return {inner[0](key): decoded(inner[1], item) for key, item in value.items()}
    if origin is list or (origin is tuple and inner[-1] is Ellipsis):
        return origin(decoded(inner[0], item) for item in value)
    if origin is tuple:
        return tuple(decoded(part, item) for part, item in zip(inner, value, strict=True))
    return math.nan if value is None else kind(value)
