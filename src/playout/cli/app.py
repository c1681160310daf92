"""The command line in Typer. A command's file in `commands/` is imported when the command is called."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import typer

from playout.cli.completing import VARIABLE

__all__ = ["COMMANDS", "make_app"]

COMMANDS = {
    "serve": "Play, analyse, review and learn in a browser.",
    "play": "Play a match against the computer.",
    "analyse": "Think about a position, and say why.",
    "solve": "Find the exact value of a position.",
    "trace": "Show every step of a small search.",
    "games": "List the games, with their options.",
    "cards": "List the cards of a game, or explain one.",
    "agents": "List the agents, with their options.",
    "engines": "Chess and Go engines by name.",
    "check": "Examine a game of your own.",
    "perft": "Count the lines of play to a depth.",
    "bench": "Measure random playouts a second.",
    "learn": "Train a network for a game by self-play.",
    "tune": "Find the best value of a parameter.",
    "arena": "Matches between agents, and their table.",
    "doctor": "Report on this installation.",
    "cache": "Where compiled code is kept; warm it, clear it.",
    "protocol": "Play over standard input and output.",
    "completion": "Completion for bash, zsh or fish.",
}
"""The subcommands, each in a file of its name in `commands/`, with a short description."""


def make_app(names: Iterable[str]) -> typer.Typer:
    """The command line with these subcommands; building one is faster than building all."""
    # With completion on, Typer would add two options, which `playout completion` replaces.
    app = typer.Typer(add_completion=VARIABLE in os.environ, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.callback(invoke_without_command=True)(start)
    for name in names:
        module = import_module(f"playout.cli.commands.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name, short_help=COMMANDS[name])
        else:
            app.command(name, short_help=COMMANDS[name])(getattr(module, name))
    return app


def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Game-tree search in Python: play, analyse, solve, check a game of your own, measure.

    Without a command the web app opens in a browser.

    Example: playout play connect_four
    """
    if version:
        from importlib.metadata import version as version_of

        print(f"playout {version_of('playout')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from playout.cli.serving import run_server

        run_server(browser=True)
