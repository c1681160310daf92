"""The rules page of a game: a text file for each language, with pictures drawn from real positions.

The texts of `NAME.py` (or of the folder `NAME`) are `rules/NAME.en.md`, `rules/NAME.zh.md`, beside it. A line `## Goal`
is a heading; `- ` begins an item; other lines are text, up to an empty line. A line `![caption](moves)` is a picture of
the position after these moves, separated by commas. If the next word is not a chance outcome, the outcome is drawn at
random. Options of the game (`size=5`), the viewing seat (`seat=1`) and `mark` with moves to mark on the board are
further parts of the description, separated by semicolons. A game without these files shows its docstring.
"""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playout import games, loading
from playout.errors import PlayoutError
from playout.game import Game, State, load
from playout.parsing import parse, parse_literal
from playout.rng import Rng
from playout.rules import CHANCE
from playout.sentences import languages
from playout.web import schema
from playout.web.games.positions import seat_or_none, seen

__all__ = ["rules_page", "texts_of"]

PICTURE = re.compile(r"!\[(.*)\]\((.*)\)")
"""Matches a picture: its caption, and the description of its position."""

SEED = 1
"""The seed of chance in pictures."""


@dataclass
class _Scene:
    """A position to draw."""

    options: dict[str, Any] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    seat: int = 0


def texts_of(game: Game) -> dict[str, str]:
    """The texts of a game by language; empty if it has none."""
    if isinstance(game.source, type):
        return {}
    if game.source.endswith(".py"):
        folder, name = Path(game.source).parent, Path(game.source).stem
    else:
        folder, name = Path(games.__path__[0]), game.source
    files = {language: folder / "rules" / f"{name}.{language}.md" for language in languages()}
    return {language: file.read_text(encoding="utf-8") for language, file in files.items() if file.is_file()}


def rules_page(game: Game) -> schema.GameRules:
    """The rules page of a game, in each language for which it has a text."""
    texts = texts_of(game)
    pages = {language: _blocks(game, text) for language, text in texts.items()}
    if not pages:
        pages = {"en": _docstring(game)}
    return schema.GameRules(pages=pages)


def _docstring(game: Game) -> list[schema.RulesBlock]:
    """The docstring of the game's file or class, as blocks."""
    if game.rules.is_object:
        said = inspect.getdoc(game.position_type) or game.title
    else:
        said = ast.get_docstring(parse(Path(game.rules.path).read_bytes())) or game.title
    return [schema.RulesBlock(kind="text", text=part.replace("\n", " ")) for part in said.split("\n\n") if part]


def _blocks(game: Game, text: str) -> list[schema.RulesBlock]:
    found: list[schema.RulesBlock] = []
    for part in re.split(r"\n(?=## |- |!\[)|\n\n", text):
        line = " ".join(part.split())
        picture = PICTURE.fullmatch(line)
        if picture:
            found.append(_picture(game, picture[1], picture[2]))
        elif line.startswith("## "):
            heading, _, rest = part.strip().partition("\n")
            found.append(schema.RulesBlock(kind="heading", text=heading.removeprefix("## ")))
            if rest.strip():
                found.append(schema.RulesBlock(kind="text", text=" ".join(rest.split())))
        elif line.startswith("- "):
            found.append(schema.RulesBlock(kind="item", text=line.removeprefix("- ")))
        elif line:
            found.append(schema.RulesBlock(kind="text", text=line))
    return found


def _picture(game: Game, caption: str, described: str) -> schema.RulesBlock:
    scene = _read_scene(game, described)
    state = _reach(load(game.source, **scene.options), scene.moves)
    shown = seen(state, scene.seat) if state.game.rules.has("mask") else state
    last = state.history[-1] if state.history and not state.game.rules.has("mask") else None
    places = [list(state.places(state.parse(move))) for move in scene.marked]
    block = {"kind": "picture", "text": caption, "view": shown.view(last), "seats": state.game.seats}
    return schema.RulesBlock.model_validate(
        {**block, "marks": places, "seat": scene.seat, "turn": seat_or_none(state.turn)}
    )


def _read_scene(game: Game, described: str) -> _Scene:
    scene, known = _Scene(), loading.option_defaults(game.rules)
    for part in filter(None, map(str.strip, described.split(";"))):
        word, equals, value = part.partition("=")
        if part.startswith("mark "):
            scene.marked = _listed(part.removeprefix("mark "))
        elif equals and word == "seat":
            scene.seat = int(value)
        elif equals and word in known:
            scene.options[word] = value if isinstance(known[word], str) else parse_literal(value)
        else:
            scene.moves = _listed(part)
    return scene


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _reach(game: Game, moves: list[str]) -> State:
    """The position after these moves. Chance outcomes between them and after the last one are drawn at random."""
    state = game.start()
    for move in moves:
        while state.turn == CHANCE and not _is_outcome(state, move):
            state = state.sample(Rng(SEED, len(state.history)))
        state = state.play(move)
    while moves and state.turn == CHANCE:
        state = state.sample(Rng(SEED, len(state.history)))
    return state


def _is_outcome(state: State, text: str) -> bool:
    try:
        state.play(text)
    except PlayoutError:
        return False
    return True
