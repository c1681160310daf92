"""Files of matches by their suffixes: .pgn for chess, .sgf for Go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playout.formats.pgn import ChessMatch, read_pgn, read_pgns
from playout.formats.sgf import GoMatch, read_sgf, read_sgfs
from playout.game import Game, State
from playout.loading import option_defaults
from playout.rules import OptionError, PlayoutError

__all__ = ["SUFFIXES", "MatchFormat", "read_state", "read_states"]


@dataclass(frozen=True)
class MatchFormat:
    """A format of matches."""

    name: str
    game: str
    """The game of the format."""
    first: tuple[str, ...]
    """The options of the game that set the first position; a file has its own values."""
    read: Callable[..., ChessMatch | GoMatch]
    read_all: Callable[..., Iterator[ChessMatch | GoMatch]]


SUFFIXES = {
    ".pgn": MatchFormat("PGN", "chess", ("fen",), read_pgn, read_pgns),
    ".sgf": MatchFormat("SGF", "go", ("size", "black", "white", "first"), read_sgf, read_sgfs),
}
"""The formats by suffix of a file's name."""


def read_state(game: Game, suffix: str, text: str, number: int = 1) -> State:
    """The last position of a match of a file. The file sets the first position; other options are the game's."""
    form = _format_of(game, suffix)
    twice = [word for word in form.first if word in game.options]
    if twice:
        raise OptionError(f"the file says how its match begins; leave out the option {', '.join(twice)}")
    return form.read(text, number=number, **game.options).state


def read_states(game: Game, suffix: str, text: str) -> Iterator[State]:
    """The last positions of all matches of a file, which have to begin with the first position of this game."""
    form = _format_of(game, suffix)
    options: dict[str, Any] = {**option_defaults(game.rules), **game.options}
    rest = {word: value for word, value in options.items() if word not in form.first}
    for number, match in enumerate(form.read_all(text, **rest), 1):
        if match.state.game.start().position.tobytes() != game.start().position.tobytes():
            raise PlayoutError(
                f"match {number} does not begin with the first position of this {game.name}; "
                f"set the options {', '.join(form.first)}"
            )
        yield game.replay(match.state.history)


def _format_of(game: Game, suffix: str) -> MatchFormat:
    form = SUFFIXES[suffix.lower()]
    if game.source != form.game:
        raise PlayoutError(f"{form.name} is for {form.game}, not for {game.name}")
    return form
