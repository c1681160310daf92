"""Files of matches by how their names end: .pgn for chess, .sgf for Go."""

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
    """The game that it is for."""
    first: tuple[str, ...]
    """The options of that game that say how a match begins: a file has its own."""
    read: Callable[..., ChessMatch | GoMatch]
    read_all: Callable[..., Iterator[ChessMatch | GoMatch]]


SUFFIXES = {
    ".pgn": MatchFormat("PGN", "chess", ("fen",), read_pgn, read_pgns),
    ".sgf": MatchFormat("SGF", "go", ("size", "black", "white", "first"), read_sgf, read_sgfs),
}
"""By how a file's name ends."""


def read_state(game: Game, suffix: str, text: str, number: int = 1) -> State:
    """The last position of a match of a file, which says how it begins; the game's other options are kept."""
    form = _format_of(game, suffix)
    twice = [word for word in form.first if word in game.options]
    if twice:
        raise OptionError(f"the file says how its match begins; leave out the option {', '.join(twice)}")
    return form.read(text, number=number, **game.options).state


def read_states(game: Game, suffix: str, text: str) -> Iterator[State]:
    """The last positions of all matches of a file, each of which has to begin as this game does."""
    form = _format_of(game, suffix)
    options: dict[str, Any] = {**option_defaults(game.rules), **game.options}
    rest = {word: value for word, value in options.items() if word not in form.first}
    for number, match in enumerate(form.read_all(text, **rest), 1):
        if match.state.game.start().position.tobytes() != game.start().position.tobytes():
            raise PlayoutError(
                f"match {number} does not begin as this {game.name} does; the options {', '.join(form.first)} say how"
            )
        yield game.replay(match.state.history)


def _format_of(game: Game, suffix: str) -> MatchFormat:
    form = SUFFIXES[suffix.lower()]
    if game.source != form.game:
        raise PlayoutError(f"{form.name} is for {form.game}, not for {game.name}")
    return form
