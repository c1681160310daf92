"""Moves as text: GTP's vertices, and the reasons why a move is not legal."""

from typing import Any

from playout.games.go.board import is_legal, is_suicide
from playout.games.go.layout import BORDER, CELLS, EMPTY, PASS, WIDTH

__all__ = ["LETTERS", "explain", "point_at", "read_move", "write_move"]

LETTERS = "ABCDEFGHJKLMNOPQRST"


def point_at(column: int, row: int) -> int:
    """The point in a column from the left and a row from below, both from 0."""
    return (row + 1) * WIDTH + column


def write_move(move: int) -> str:
    return "pass" if move == PASS else f"{LETTERS[move % WIDTH]}{move // WIDTH}"


def read_move(side: int, text: str) -> int:
    """A point of a board, or a pass."""
    word = text.strip().upper()
    if word == "PASS":
        return PASS
    digits = word[1:]
    if len(word) not in (2, 3) or word[0] not in LETTERS or not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"a move is a column and a row, like D4 (columns skip I), or pass, not {text!r}")
    column, row = LETTERS.index(word[0]), int(digits) - 1
    if column >= side or not 0 <= row < side:
        raise ValueError(f"{word} is not on a board of {side} by {side}, which goes to {LETTERS[side - 1]}{side}")
    return point_at(column, row)


def explain(s: Any, move: int | str) -> str:
    """The reason why a move is not legal; empty if it is legal."""
    if isinstance(move, str):
        try:
            move = read_move(s.side, move)
        except ValueError as error:
            return str(error)
    if move == PASS:
        return ""
    if not 0 < move < CELLS or s.points[move] == BORDER:
        return f"there is no point {move} on this board"
    name, colour = write_move(move), s.turn + 1
    if s.points[move] != EMPTY:
        return f"there is a stone on {name}"
    if move == s.ko:
        return f"the stone on {name} was just taken, and taking back at once would repeat the position (ko)"
    if is_suicide(s, move, colour):
        return f"a stone on {name} would have no liberty and take nothing (suicide)"
    return "" if is_legal(s, move, colour) else f"{name} would repeat a position that was on the board before (superko)"
