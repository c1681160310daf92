"""The protocol of the Saiblo platform's judge for a university course's Connect Four.

The judge sends a line `M N noX noY` (rows, columns, the blocked cell), and then a line `lastX lastY` each turn: the
opponent's last stone, or `-1 -1` for the first move. The answer is the text `x y` after its length in four bytes, the
highest byte first. x is a row counted from the top, y a column counted from the left.

Nothing here needs NumPy, so the conversation can begin before NumPy and Numba are loaded.
"""

from __future__ import annotations

import struct

from playout.errors import MoveError, PlayoutError
from playout.protocols.saiblo_board import SaibloBoard

__all__ = ["LENGTH", "play_cell", "read_answer", "read_setup", "read_turn", "write_answer", "write_setup", "write_turn"]

LENGTH = struct.Struct(">I")
"""The format of an answer's length."""

USUAL = range(4, 13)
"""Rows and columns that are accepted without a check."""


def read_setup(line: str) -> SaibloBoard:
    """The board that the judge's first line describes."""
    rows, columns, row, column = _numbers(line, 4, "the first line has to be 'M N noX noY'")
    board = SaibloBoard(rows, columns, (row, column))
    if rows not in USUAL or columns not in USUAL or row not in range(rows) or column not in range(columns):
        from playout.game import load

        load("connect_four", **board.options)  # raises a clear error for an invalid board
    return board


def write_setup(board: SaibloBoard) -> str:
    """The judge's first line."""
    return f"{board.rows} {board.columns} {board.blocked[0]} {board.blocked[1]}"


def read_turn(line: str) -> tuple[int, int] | None:
    """The cell of the opponent's last stone; None at the beginning of the match."""
    x, y = _numbers(line, 2, "a turn has to be 'lastX lastY'")
    return None if (x, y) == (-1, -1) else (x, y)


def write_turn(cell: tuple[int, int] | None) -> str:
    """The judge's line for a turn. cell: the opponent's last stone, or None if there is none yet."""
    return "-1 -1" if cell is None else f"{cell[0]} {cell[1]}"


def write_answer(x: int, y: int) -> bytes:
    """The answer that puts a stone on a cell."""
    text = f"{x} {y}".encode("ascii")
    return LENGTH.pack(len(text)) + text


def read_answer(data: bytes) -> tuple[tuple[int, int], bytes]:
    """The cell of the first answer in `data`, and the bytes after that answer."""
    end = LENGTH.size + LENGTH.unpack_from(data)[0] if len(data) >= LENGTH.size else LENGTH.size
    if len(data) < end:
        raise PlayoutError(f"an answer has {end} bytes, of which only {len(data)} are here")
    text = data[LENGTH.size : end].decode("ascii", "replace")
    x, y = _numbers(text, 2, "an answer has to be 'x y'")
    return (x, y), data[end:]


def play_cell(board: SaibloBoard, x: int, y: int) -> None:
    """Put the opponent's stone on the board; raises MoveError if no stone can land on the cell."""
    if board.over:
        raise MoveError(f"the other side moved to {x} {y}, but the match is over")
    if y not in board.moves():
        raise MoveError(f"the other side moved to {x} {y}, but column {y} is full or not on the board")
    landing = board.landing(y)
    if landing != (x, y):
        raise MoveError(f"the other side moved to {x} {y}, but a stone in column {y} lands on row {landing[0]}")
    board.play(y)


def _numbers(line: str, count: int, wanted: str) -> list[int]:
    words = line.split()
    if len(words) != count or not all(word.removeprefix("-").isdecimal() and len(word) < 10 for word in words):
        raise PlayoutError(f"{wanted}, not {line.strip()[:60]!r}")
    return [int(word) for word in words]
