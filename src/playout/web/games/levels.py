"""Named opponents, from beginner to strongest: the table that benchmarks/levels.py measured in the arena."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from playout.rules import Rules
from playout.sentences import Wording
from playout.web import schema
from playout.web.games.level_words import how_it_plays

__all__ = ["NAMES", "TABLE", "find_level", "levels_of"]

TABLE = Path(__file__).parent / "levels.json"

NAMES = ("beginner", "easy", "medium", "hard", "strongest")


@cache
def _table() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    return found


def levels_of(name: str, rules: Rules) -> list[schema.Level]:
    """The measured levels of a game. A game that was not measured gets a row of agents without ratings."""
    rows = _table().get(name, {}).get("levels") or _unmeasured(rules)
    return [
        schema.Level(
            name=row["name"],
            label=schema.Sentence.of(Wording(f"level.{row['name']}")),
            agent=row["agent"],
            plays=schema.Sentence.of(how_it_plays(row["agent"])),
            rating=row.get("rating"),
            error=row.get("error"),
        )
        for row in rows
    ]


def find_level(levels: list[schema.Level], name: str) -> schema.Level | None:
    return next((level for level in levels if level.name == name), None)


def _unmeasured(rules: Rules) -> list[dict[str, Any]]:
    """Levels for any game: a small search that blunders often, then less often, then searches of increasing size."""
    search = "ismcts" if rules.has("mask") else "uct"
    limits = ("simulations=100, blunder=0.5", "simulations=100, blunder=0.2", "simulations=100", "simulations=3000")
    agents = [f"{search}({words})" for words in (*limits, "seconds=2")]
    return [{"name": name, "agent": agent} for name, agent in zip(NAMES, agents, strict=True)]
