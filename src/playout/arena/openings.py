"""Openings: moves played before the agents take over, so that matches differ. Round i has opening number i."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playout.arena.seeds import stream_key
from playout.formats.matches import SUFFIXES, read_states
from playout.game import Game, State
from playout.rng import Rng
from playout.rules import CHANCE, MoveError, OptionError, PlayoutError

__all__ = ["DistinctOpenings", "Openings", "read_openings"]

MAX_TRIES = 1000
"""The largest number of random lines that are tried to find one that does not end the match."""

MAX_MISSES = 100
"""After this many repeated openings in a row, the remaining ones are enumerated instead of sampled."""


@dataclass(frozen=True)
class Openings:
    """Either `plies` random moves (0: none), derived from the tournament's seed, or the `lines` of a file, in turn."""

    plies: int = 0
    lines: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.plies, bool) or not isinstance(self.plies, int) or self.plies < 0:
            raise OptionError(f"an opening has 0 plies or more, not {self.plies!r}")
        if self.plies and self.lines:
            raise OptionError("openings are either random plies or a file, not both")

    def moves(self, game: Game, seed: int, number: int) -> tuple[int, ...]:
        """The moves of opening `number`, chance outcomes included."""
        if self.lines:
            return self.lines[number % len(self.lines)]
        if not self.plies:
            return ()
        for attempt in range(MAX_TRIES):
            line = self._random(game, Rng(stream_key("opening", seed, number, attempt)))
            if line is not None:
                return line
        raise PlayoutError(f"{MAX_TRIES} random openings of {self.plies} plies all end {game.name}; use fewer plies")

    def _random(self, game: Game, rng: Rng) -> tuple[int, ...] | None:
        state, made = game.start(), 0
        while made < self.plies and not state.over:
            if state.turn == CHANCE:
                state = state.sample(rng)
                continue
            moves = state.moves()
            state = state._after(moves[rng.below(len(moves))])
            made += 1
        return None if state.over else state.history

    def record(self) -> Any:
        """The openings as plain values, for the store."""
        return {"lines": [list(line) for line in self.lines]} if self.lines else {"plies": self.plies}


class DistinctOpenings:
    """The openings of a tournament without repetitions; two that lead to the same position count as one.

    Deterministic agents play these, since they would repeat a match from the same position.
    """

    def __init__(self, openings: Openings, game: Game, seed: int) -> None:
        self._given = (openings, game, seed)
        self._lines: list[tuple[int, ...]] = []
        self._known: set[State | tuple[int, ...]] = set()
        """The lines found so far, and the positions that they lead to."""
        self._drawn = 0
        self._ended = False

    def line(self, number: int) -> tuple[int, ...] | None:
        """The moves of distinct opening `number`, from 0 on; None if there are fewer."""
        while len(self._lines) <= number and not self._ended:
            if not self._draw():
                self._add_remaining()
        return self._lines[number] if number < len(self._lines) else None

    def _draw(self) -> bool:
        """Sample until there is a new opening; False after MAX_MISSES repetitions, or at the end of the file."""
        openings, game, seed = self._given
        for _ in range(len(openings.lines) - self._drawn if openings.lines else MAX_MISSES):
            line = openings.moves(game, seed, self._drawn)
            self._drawn += 1
            if line not in self._known and self._add(game.replay(line)):
                return True
        return False

    def _add_remaining(self) -> None:
        """Enumerate all other positions after `plies` moves: few, or sampling would have found one."""
        openings, game, _ = self._given
        self._ended = True
        if openings.lines:
            return
        level = [game.start()]
        for _ in range(openings.plies):
            after = (state._after(move) for state in level for move in state.moves())
            level = list(dict.fromkeys(state for state in after if not state.over))
        for state in level:
            self._add(state)

    def _add(self, position: State) -> bool:
        """Add a position; returns whether it is new."""
        if position in self._known:
            return False
        self._lines.append(position.history)
        self._known |= {position.history, position}
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        return DistinctOpenings, self._given


def read_openings(game: Game, path: str | Path) -> Openings:
    """Openings from a file: one on each line, moves as text separated by spaces; # begins a comment.

    A file that ends in .pgn (chess) or .sgf (Go) has an opening in each of its matches.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayoutError(f"cannot read the openings {path}: {getattr(error, 'strerror', None) or error}") from error
    lines = []
    is_match_file = Path(path).suffix.lower() in SUFFIXES
    for place, state in _matches(game, path, text) if is_match_file else _rows(game, path, text):
        if state.over:
            raise PlayoutError(f"{path}, {place}: the match is over after these moves; leave something to play")
        lines.append(state.history)
    if not lines:
        raise PlayoutError(f"{path} holds no opening; write one on each line, like: {_example(game)}")
    return Openings(lines=tuple(lines))


def _rows(game: Game, path: str | Path, text: str) -> Iterator[tuple[str, State]]:
    """For each line of a text: its location for errors, and the position after its moves."""
    for number, row in enumerate(text.splitlines(), 1):
        words = row.partition("#")[0].split()
        if not words:
            continue
        try:
            yield f"line {number}", game.replay(words)
        except MoveError as error:
            raise PlayoutError(f"{path}, line {number}, {error}") from error


def _matches(game: Game, path: str | Path, text: str) -> Iterator[tuple[str, State]]:
    """For each match of a file: its number, and its last position."""
    try:
        for number, state in enumerate(read_states(game, Path(path).suffix, text), 1):
            yield f"match {number}", state
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from error


def _example(game: Game) -> str:
    words: list[str] = []
    state, rng = game.start(), Rng(0)
    while len(words) < 2 and not state.over:
        after = state.sample(rng) if state.turn == CHANCE else state.play(state.moves()[0])
        words.append(state.format(after.history[-1]))
        state = after
    return " ".join(words)
