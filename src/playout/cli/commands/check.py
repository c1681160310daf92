"""`playout check`: checks whether a game keeps the contract."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.parameters import GameName, GameOptions, read_options
from playout.cli.screen import say

__all__ = ["check"]


def check(
    game: GameName,
    option: GameOptions = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="seconds of random matches")] = 5.0,
    seed: Annotated[int, typer.Option(min=0, help="the same seed examines the same matches")] = 0,
    backend: Annotated[str, typer.Option(help="cuda: also compare random matches on a GPU with native code")] = "cpu",
) -> None:
    """Check a game against every rule of the contract; a broken rule is shown with the shortest line of moves.

    Example: playout check examples/nim.py
    """
    from playout.checking import check as examine

    report = examine(game, seconds=seconds, seed=seed, backend=backend, **read_options(option))
    say(str(report), hanging=2)
    raise typer.Exit(0 if report.passed else 1)
