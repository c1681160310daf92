"""The protocol for a user's own program, for every game: lines of text in both directions.

docs/protocols.md describes it. A line is a word, a blank and the rest. This module writes Playout's lines and reads the
program's answers. All texts are English, whatever the user's language.

A seat of a game with hidden information gets the text of its view (`see`), without the match's history.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.errors import PlayoutError
from playout.game import Game, State
from playout.languages import speaking
from playout.loading import option_defaults
from playout.notices import shown
from playout.rules import CHANCE

__all__ = [
    "GREETING",
    "clock_lines",
    "end_line",
    "is_comment",
    "legal_by_text",
    "match_lines",
    "position_lines",
    "read_move",
    "read_name",
]

GREETING = "playout 1"
"""The first line: the version of the protocol."""


def match_lines(game: Game, seat: int, seed: int | None) -> list[str]:
    """The lines that begin a match: the game with its options, and the program's seat."""
    lines = [f"game {game.name}"]
    lines += [f"option {word} {_value(value)}" for word, value in _options(game).items() if value is not None]
    lines += [f"seats {game.seats}", f"seat {seat}"]
    return lines if seed is None else [*lines, f"seed {seed}"]


def _options(game: Game) -> dict[str, Any]:
    """All options; with hidden information, only the constants of the game's file, which every seat may know."""
    defaults = game.rules.constants if game.rules.has("mask") else option_defaults(game.rules)
    return {**defaults, **game.options}


def _value(value: Any) -> str:
    """An option's value in the notation of `playout play -o NAME=VALUE`."""
    text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return " ".join(text.split())


def position_lines(known: State, state: State) -> list[str]:
    """The lines from a position that the program knows to this one; with hidden information, the seat's view."""
    with speaking("en"):
        if state.game.rules.has("mask"):
            if state.observer is None:
                raise PlayoutError("a program is told what its seat sees, not the whole position")
            return [f"see {line}".rstrip() for line in str(state).splitlines()]
        lines = []
        for move in state.history[len(known.history) :]:
            who = "chance" if known.turn == CHANCE else known.turn
            lines.append(f"played {who} {_text(known, move)}")
            known = known.play(move)
        return lines


def legal_by_text(state: State) -> dict[str, int]:
    """The legal moves by their texts, in their order."""
    with speaking("en"):
        found = {_text(state, move): move for move in state.moves()}
    if len(found) < len(state.moves()):
        raise PlayoutError(f"{state.game.name} writes two legal moves alike, so a program cannot answer by their texts")
    return found


def _text(state: State, move: int) -> str:
    return " ".join(state.format(move).split())


def clock_lines(seconds: float | None, clock: tuple[float, float] | None) -> list[str]:
    """Seconds for this move; under a clock also the seconds left for the match, and those added after each move."""
    lines = [] if seconds is None else [f"time {seconds:.4g}"]
    return lines if clock is None else [*lines, f"clock {clock[0]:.3f} {clock[1]:g}"]


def end_line(payoffs: Sequence[float]) -> str:
    """The line that ends a match, with each seat's payoff."""
    return " ".join(["end", *(f"{value:g}" for value in payoffs)])


def is_comment(line: str) -> bool:
    """Whether a line of a program is ignored: it is empty or begins with #."""
    return not line.strip() or line.startswith("#")


def read_name(line: str) -> str:
    """The name in a program's answer to the greeting."""
    word, _, name = line.strip().partition(" ")
    if word != "name":
        raise PlayoutError(f"answered {shown(line)} to '{GREETING}'; the answer has to be 'name' and its name")
    return name.strip()


def read_move(line: str) -> str | None:
    """The text of the move in a program's answer to `go`; None if it resigns."""
    word, _, text = line.strip().partition(" ")
    if line.strip() == "resign":
        return None
    if word != "move" or not text.strip():
        raise PlayoutError(f"answered {shown(line)} to 'go'; the answer has to be 'move' and one of the legal moves")
    return text.strip()
