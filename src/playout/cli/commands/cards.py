"""`playout cards`: the cards of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.screen import say

__all__ = ["cards"]


def cards(
    name: Annotated[
        list[str] | None,
        typer.Argument(help="a card, in English or Chinese; or a class, a kind or a deck; without it all are listed"),
    ] = None,
    game: Annotated[str, typer.Option(help="the game")] = "hearthstone",
) -> None:
    """List the cards of a game, or describe one of them.

    Example: playout cards Leeroy Jenkins
    """
    from playout.game import load

    say(load(game).cards(" ".join(name or [])), hanging=4)
