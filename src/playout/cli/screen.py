"""Output for people: sentences broken between words, and boards in colour if the terminal has colours."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from playout.game import Game, State

__all__ = ["byte_words", "say", "seat_values", "show_board", "to_seat", "wrapped"]

COLOURS = ("red", "yellow", "green", "blue", "magenta", "cyan")
"""The colours of the seats."""


def wrapped(text: str, columns: int, hanging: int = 2) -> str:
    """Each line of a text broken between words; continuation lines are indented by `hanging` columns."""
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        parts = textwrap.wrap(
            line,
            max(20, columns),
            subsequent_indent=indent + " " * hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += parts or [""]
    return "\n".join(lines)


def say(text: str, file: TextIO | None = None, hanging: int = 0) -> None:
    """Print sentences, broken between words in a terminal, and unchanged in a file or a pipe."""
    file = file or sys.stdout
    text = wrapped(text, shutil.get_terminal_size().columns, hanging) if file.isatty() else text
    print(text, file=file, flush=True)  # a reader of a file or a pipe sees it at once


def show_board(state: State) -> None:
    """Print a position. Stones of seats whose names have one letter are in colour, if the terminal has colours."""
    from rich.console import Console
    from rich.text import Text

    text, names = Text(state.show()), state.game.rules.seat_names
    if all(len(name) == 1 for name in names):
        for name, colour in zip(names, COLOURS, strict=False):
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", colour)
        text.highlight_regex(r"\[[^\]\n]*\]", "bold")
    Console(highlight=False).print(text, soft_wrap=True)


def seat_values(game: Game, values: tuple[float, ...]) -> str:
    """`X has 1, O has 0`."""
    return ", ".join(f"{game.seat_name(seat)} has {value:g}" for seat, value in enumerate(values))


def to_seat(game: Game, text: str) -> int:
    """A seat from its number, counted from 0, or from its name (X, Player 1) without regard to case."""
    from playout.rules import OptionError

    names = [game.seat_name(seat).casefold() for seat in range(game.seats)]
    if text.strip().casefold() in names:
        return names.index(text.strip().casefold())
    if text.strip().isdecimal() and int(text) < game.seats:
        return int(text)
    called = ", ".join(game.seat_name(seat) for seat in range(game.seats))
    raise OptionError(f"{game.name} has seats 0 to {game.seats - 1} ({called}), not {text}")


def byte_words(size: float) -> str:
    """Bytes in a unit that fits, like `426 kB`."""
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
