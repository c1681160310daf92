"""`playout engines`: other programs by name, to be used as agents."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from playout.cli.parameters import read_options

__all__ = ["app"]

app = typer.Typer(
    help="Other programs by name: add, list, remove.\n\nExample: playout engines add fish stockfish",
    rich_markup_mode=None,
)


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="how agents call it, like fish in uci(fish)")],
    command: Annotated[str, typer.Argument(help='the program and its arguments, like "gnugo --mode gtp --level 10"')],
    protocol: Annotated[
        str, typer.Option(help="uci, gtp, program or saiblo; if not given, uci, gtp and program are tried")
    ] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", "-s", metavar="NAME=VALUE", help="an option of a UCI engine; may be repeated"),
    ] = None,
) -> None:
    """Give an engine a name. It is started once, to see whether it answers.

    Example: playout engines add fish stockfish
    """
    from playout.agents import ENGINES
    from playout.agents.engines.book import PROTOCOLS, BookEntry, add_engine, find_engine, unknown_protocol

    if protocol and protocol not in PROTOCOLS:
        raise unknown_protocol(protocol)
    settings = read_options(setting, bool, "'Skill Level=5'")
    words = find_engine(shlex.join(_split(command)), protocol or "uci").command
    entry = BookEntry(name, protocol or _protocol_of(words), words, settings)
    made = ENGINES[entry.protocol].of(entry)
    made.try_out()
    add_engine(entry)
    print(f"{name}: {made.identity or 'an engine without a name'}; use {entry.protocol}({name})")


@app.command("list")
def list_engines() -> None:
    """List the engines.

    Example: playout engines list
    """
    from playout.agents.engines.book import config_file, read_book

    book = read_book()
    if not book:
        print(f"none yet in {config_file()}; add one: playout engines add NAME COMMAND")
    for name, entry in sorted(book.items()):
        settings = "".join(f", {word} = {value}" for word, value in entry.settings.items())
        print(f"{entry.protocol}({name})  {shlex.join(entry.command)}{settings}")


@app.command()
def remove(name: Annotated[str, typer.Argument(help="a name that `playout engines list` shows")]) -> None:
    """Remove an engine from the list; the program itself stays.

    Example: playout engines remove fish
    """
    from playout.agents.engines.book import remove_engine

    remove_engine(name)
    print(f"{name} is forgotten")


def _split(command: str) -> list[str]:
    from playout.rules import OptionError

    try:
        return shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command {command[:60]!r} cannot be read: {error}") from None


TRIALS = {"program": 5.0, "uci": 20.0, "gtp": 20.0}
"""The protocols that are tried, in this order, with the seconds for an answer. A UCI or GTP engine either refuses the
first one at once or does not answer it. Such engines may start slowly; a user's own programs do not."""


def _protocol_of(command: tuple[str, ...]) -> str:
    """The protocol that a program answers."""
    from playout.agents import ENGINES, EngineError
    from playout.agents.engines.book import BookEntry

    faults = []
    for protocol, seconds in TRIALS.items():
        try:
            ENGINES[protocol].of(BookEntry(command[0], protocol, command)).try_out(seconds)
            return protocol
        except EngineError as error:
            faults.append(f"{protocol}: {error}")
    raise EngineError(f"{command[0]} answers by no known protocol ({'; '.join(faults)})")
