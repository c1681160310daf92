"""GTP, the Go Text Protocol, version 2: commands and answers as values, for both sides of a conversation.

A command is a line `[id] name arguments`; an answer is `=[id] text` or `?[id] error` with an empty line after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from playout.errors import PlayoutError
from playout.game import State, load
from playout.games.go.layout import BLACK, EMPTY
from playout.games.go.notation import LETTERS, read_move, write_move
from playout.games.go.setting import COLOURS
from playout.games.go.status import dead_chains, settled_score
from playout.loading import option_defaults

__all__ = [
    "GtpCommand",
    "count_score",
    "dead_stones",
    "handicap_points",
    "read_colour",
    "read_command",
    "set_up_again",
    "stones",
    "write_answer",
]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class GtpCommand:
    """One command."""

    number: str
    """Its id, or an empty text."""
    name: str
    words: tuple[str, ...]
    """Its arguments."""


def read_command(line: str) -> GtpCommand | None:
    """The command of a line; None if it has no command. Comments and control characters are ignored."""
    words = _CONTROL.sub("", line.partition("#")[0]).split()
    number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
    if not words:
        return GtpCommand(number, "", ()) if number else None
    return GtpCommand(number, words[0], tuple(words[1:]))


def write_answer(number: str, text: str, *, is_error: bool = False) -> str:
    """An answer with the empty line that ends it, without the last line break.

    Empty lines within the text are dropped. If the text begins with one, it starts on a new line.
    """
    body = "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
    gap = "" if not body else "\n" if text.startswith("\n") else " "
    return f"{'?' if is_error else '='}{number}{gap}{body}\n"


def read_colour(text: str) -> int:
    """The seat of a colour: black is 0."""
    word = text.lower()
    found = [seat for seat, name in enumerate(COLOURS) if word in (name, name[0])]
    if not found:
        raise PlayoutError(f"a colour is black or white, not {text[:20]!r}")
    return found[0]


def stones(state: State) -> tuple[list[str], list[str]]:
    """The points of Black's stones and of White's."""
    side = _side(state)
    points = state.position[0]["points"]
    found: tuple[list[str], list[str]] = ([], [])
    for row in range(1, side + 1):
        for letter in LETTERS[:side]:
            there = points[read_move(side, f"{letter}{row}")]
            if there != EMPTY:
                found[0 if there == BLACK else 1].append(f"{letter}{row}")
    return found


def set_up_again(state: State, seat: int) -> State:
    """A new match with the same stones, in which `seat` moves first."""
    black, white = (" ".join(points) for points in stones(state))
    options = {**state.game.options, "black": black, "white": white, "first": COLOURS[seat]}
    return load("go", **options).start()


def dead_stones(state: State) -> list[list[str]]:
    """The dead chains of a position, each as the points of its stones."""
    chains = dead_chains(state.game.rules, state.position)
    return [[write_move(point) for point in chain] for chain in chains]


def count_score(state: State, dead: Iterable[list[str]] = ()) -> str:
    """The score by area, such as B+3.5, or 0 for a draw: of the stones on the board without these chains."""
    side = _side(state)
    chains = [[read_move(side, text) for text in chain] for chain in dead]
    score = settled_score(state.game.rules, state.position, chains)
    return f"{'B' if score > 0 else 'W'}+{abs(score) / 2:g}" if score else "0"


def handicap_points(size: int) -> list[str]:
    """The points of a fixed handicap, in the order of the protocol's specification."""
    if size < 7:
        raise PlayoutError("invalid number of stones: a board of this size has no fixed handicap")
    edge = 3 if size < 13 else 4
    near, far, middle = edge, size + 1 - edge, (size + 1) // 2

    def point(column: int, row: int) -> str:
        return f"{LETTERS[column - 1]}{row}"

    corners = [point(near, near), point(far, far), point(near, far), point(far, near)]
    if size % 2 == 0 or size == 7:
        return corners
    sides = [point(near, middle), point(far, middle), point(middle, near), point(middle, far)]
    return [*corners, *sides, point(middle, middle)]


def _side(state: State) -> int:
    return int({**option_defaults(state.game.rules), **state.game.options}["size"])
