"""`playout cache`: the folder with compiled code."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.completing import game_names
from playout.cli.parameters import GameOptions, load_game
from playout.cli.screen import byte_words
from playout.native import cache

__all__ = ["app"]

app = typer.Typer(
    help="Where compiled code is kept, and how much; warm a game, prune, clear.\n\n"
    "Example: playout cache warm connect_four",
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def show(context: typer.Context) -> None:
    """Show the folder of compiled code, and its size."""
    if context.invoked_subcommand is not None:
        return
    entries = cache.entries()
    print(f"{cache.folder()}: {len(entries)} entries, {byte_words(sum(entry.size for entry in entries))}")
    for entry in entries:
        print(f"  {byte_words(entry.size):>9}  {entry.name}")


@app.command()
def warm(
    games: Annotated[list[str], typer.Argument(metavar="GAME", help="names or files", autocompletion=game_names)],
    option: GameOptions = None,
) -> None:
    """Compile a game now, so that later starts need not.

    Example: playout cache warm connect_four chess
    """
    from playout.agents import agent
    from playout.agents.warming import warm_up
    from playout.algorithms.playouts import playouts
    from playout.algorithms.registry import ALGORITHMS
    from playout.arena.entrants import first_decision
    from playout.rules import PlayoutError

    for name in games:
        game = load_game(name, option)
        if game.rules.is_object:
            print(f"{game.name} is a Python class and runs interpreted: there is nothing to compile")
            continue
        playouts(game.start(), 1, seed=0)
        state = first_decision(game)
        for player in map(agent, ALGORITHMS if state is not None else ()):
            assert state is not None
            try:
                player.check(state)
            except PlayoutError:  # this algorithm cannot search this game
                continue
            warm_up(game, player)
        print(f"{game.name} is ready")


@app.command()
def prune(
    days: Annotated[
        float, typer.Option(min=0, help="remove entries that were not used for this number of days")
    ] = cache.KEEP_DAYS,
) -> None:
    """Remove entries that were not used for a while.

    Example: playout cache prune --days 30
    """
    count, size = cache.prune(days)
    print(f"removed {count} files, {byte_words(size)}")


@app.command()
def clear() -> None:
    """Remove everything; games are compiled again when they are next used.

    Example: playout cache clear
    """
    count, size = cache.clear()
    print(f"removed {count} files, {byte_words(size)}")
