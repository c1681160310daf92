"""Openings: what is played before the agents take over, so that matches differ. Opening number i is round i's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playout.arena.schedule import stream_key
from playout.game import Game
from playout.rng import Rng
from playout.rules import CHANCE, MoveError, OptionError, PlayoutError

__all__ = ["Openings", "read_openings"]

TRIES = 1000
"""Random lines that are tried for one that does not end the match."""


@dataclass(frozen=True)
class Openings:
    """Either `plies` random moves (0: none) from the tournament's seed, or `lines` from a file, one after the other."""

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
        for attempt in range(TRIES):
            line = self._random(game, Rng(stream_key("opening", seed, number, attempt)))
            if line is not None:
                return line
        raise PlayoutError(f"{TRIES} random openings of {self.plies} plies all end {game.name}; use fewer plies")

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
        """For the store."""
        return {"lines": [list(line) for line in self.lines]} if self.lines else {"plies": self.plies}


def read_openings(game: Game, path: str | Path) -> Openings:
    """Openings from a file: one a line, moves as text with spaces between; # begins a comment."""
    try:
        rows = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PlayoutError(f"cannot read the openings {path}: {getattr(error, 'strerror', None) or error}") from error
    lines = []
    for number, row in enumerate(rows, 1):
        words = row.partition("#")[0].split()
        if not words:
            continue
        try:
            state = game.replay(words)
        except MoveError as error:
            raise PlayoutError(f"{path}, line {number}, {error}") from error
        if state.over:
            raise PlayoutError(f"{path}, line {number}: the match is over after these moves; leave something to play")
        lines.append(state.history)
    if not lines:
        raise PlayoutError(f"{path} holds no opening; write one a line, like: {_example(game)}")
    return Openings(lines=tuple(lines))


def _example(game: Game) -> str:
    words: list[str] = []
    state, rng = game.start(), Rng(0)
    while len(words) < 2 and not state.over:
        after = state.sample(rng) if state.turn == CHANCE else state.play(state.moves()[0])
        words.append(state.format(after.history[-1]))
        state = after
    return " ".join(words)
