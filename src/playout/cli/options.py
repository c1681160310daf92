"""What several subcommands take: a game, and its options as `name=value`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from playout.game import Game

__all__ = ["GameName", "GameOptions", "load_game", "read_options"]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a name that `playout games` lists, or a file .py")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game, like rows=9; may be repeated"),
]


def read_options(pairs: list[str] | None) -> dict[str, Any]:
    """`rows=9` becomes {"rows": 9}, `blocked=3,4` becomes {"blocked": (3, 4)}; other values stay text."""
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise typer.BadParameter(f"{pair!r} has to be NAME=VALUE, like rows=9")
        try:
            options[name] = ast.literal_eval(value)
        except (SyntaxError, ValueError):
            options[name] = value
    return options


def load_game(name: str, pairs: list[str] | None) -> Game:
    from playout.game import load

    return load(name, **read_options(pairs))
