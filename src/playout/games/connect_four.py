"""Connect Four on boards of any size, with or without a blocked cell.

Four stones (or `line` of them) in a row, column or diagonal win; a full board is a draw. A move is a column,
0 at the left; as text `a` is the leftmost. `blocked=(row, column)` takes one cell out, counted from the top
left: it stays empty, breaks lines, and a stone that would land on it lands above it.

Size, line and blocked cell are data in the state, so a new size compiles nothing. Each seat keeps a mask of
its stones for every row, column and diagonal of the board; the masks of the four lines through a new stone lie
side by side in one word, in which a run shows itself by shifts.
"""

from typing import Any

import numpy as np

from playout.pictures import board
from playout.rng import below
from playout.rules import OVER

PLAYERS = 2
LARGEST = 15  # rows and columns; the masks are 16 bits wide, and the highest must stay empty
MAX_MOVES = LARGEST
MAX_LENGTH = LARGEST * LARGEST

# Where each kind of line begins among a seat's masks.
COLUMN, RISING, FALLING, SEAT = 16, 32, 64, 96

State = np.dtype(
    [
        ("lines", np.uint16, 2 * SEAT),
        ("height", np.int8, 16),  # the row on which the column's next stone lands, counted from the bottom
        ("open", np.int8, 16),  # the columns that are not full, in any order
        ("open_count", np.int8),
        ("turn", np.int8),
        ("winner", np.int8),  # -1: none
        ("rows", np.int8),
        ("columns", np.int8),
        ("line", np.int8),
        ("blocked_row", np.int8),  # from the bottom; -1: none
        ("blocked_column", np.int8),
        ("shifts", np.int8, 4),  # they double a run until it is `line` long
    ],
    align=True,
)


def start(s: Any, rows: int = 6, columns: int = 7, line: int = 4, blocked: tuple[int, int] | None = None) -> None:
    _check("rows", rows, 1, LARGEST)
    _check("columns", columns, 1, LARGEST)
    _check("line", line, 2, LARGEST)
    if line > max(rows, columns):
        raise ValueError(f"line is {line}, which does not fit on {rows} rows and {columns} columns")
    s.rows, s.columns, s.line, s.winner = rows, columns, line, -1
    s.blocked_row = s.blocked_column = -1
    if blocked is not None:
        row, column = _cell(blocked)
        _check("the row of blocked", row, 0, rows - 1)
        _check("the column of blocked", column, 0, columns - 1)
        s.blocked_row, s.blocked_column = rows - 1 - row, column
    length = 1
    for i in range(4):
        s.shifts[i] = min(length, line - length)
        length += s.shifts[i]
    for column in range(columns):
        if column == s.blocked_column and s.blocked_row == 0:
            s.height[column] = 1
        if s.height[column] < rows:
            s.open[s.open_count] = column
            s.open_count += 1


def _check(name: str, value: Any, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} has to be a whole number from {least} to {most}, not {value!r}")


def _cell(blocked: Any) -> tuple[int, int]:
    try:
        cell = tuple(blocked)
    except TypeError:
        cell = ()
    if len(cell) == 2 and not any(isinstance(item, (tuple, list)) for item in cell):
        return cell[0], cell[1]
    raise ValueError(f"blocked has to be one cell (row, column), not {blocked!r}")


def turn(s: Any) -> Any:
    if s.winner >= 0 or s.open_count == 0:
        return OVER
    return s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for column in range(s.columns):
        if s.height[column] < s.rows:
            out[n] = column
            n += 1
    return n


def pick(s: Any, rng: Any) -> Any:
    return s.open[below(rng, s.open_count)]


def play(s: Any, move: Any) -> None:
    seat = s.turn
    row = s.height[move]
    first = seat * SEAT
    along, up = 1 << move, 1 << row
    rising, falling = first + RISING + 16 + row - move, first + FALLING + row + move
    a = s.lines[first + row] | along
    b = s.lines[first + COLUMN + move] | up
    c = s.lines[rising] | along
    d = s.lines[falling] | along
    s.lines[first + row] = a
    s.lines[first + COLUMN + move] = b
    s.lines[rising] = c
    s.lines[falling] = d
    run = a | b << 16 | c << 32 | d << 48
    run &= run >> s.shifts[0]
    run &= run >> s.shifts[1]
    run &= run >> s.shifts[2]
    run &= run >> s.shifts[3]
    if run != 0:
        s.winner = seat
    row += 1
    if move == s.blocked_column and row == s.blocked_row:
        row += 1
    s.height[move] = row
    if row >= s.rows:
        close(s, move)
    s.turn = 1 - seat


def close(s: Any, column: Any) -> None:
    """Take a full column off the list of open ones."""
    last = s.open_count - 1
    s.open_count = last
    for i in range(last):
        if s.open[i] == column:
            s.open[i] = s.open[last]
    s.open[last] = 0


def payoffs(s: Any, out: Any) -> None:
    out[0] = out[1] = 0.5
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = 0.0


def key(s: Any) -> Any:
    """A hash of the stones, the board and the seat to move; the list of open columns follows from them."""
    word = np.uint64(s.rows | s.columns << 4 | s.line << 8 | (s.blocked_row + 1) << 12 | (s.blocked_column + 1) << 17)
    word ^= np.uint64(s.turn) << np.uint64(40)
    for seat in range(2):
        for column in range(s.columns):
            word ^= np.uint64(s.lines[seat * SEAT + COLUMN + column])
            word *= np.uint64(0x9E3779B97F4A7C15)
            word ^= word >> np.uint64(29)
    return word


def grid(s: Any) -> list[str]:
    """The rows from the top, a symbol for each cell."""
    return ["".join(_symbol(s, row, column) for column in range(s.columns)) for row in range(s.rows - 1, -1, -1)]


def _symbol(s: Any, row: int, column: int) -> str:
    for seat, symbol in enumerate("XO"):
        if s.lines[seat * SEAT + row] >> column & 1:
            return symbol
    return "#" if (row, column) == (s.blocked_row, s.blocked_column) else "."


def show(s: Any) -> str:
    letters = " ".join(chr(ord("a") + column) for column in range(s.columns))
    return "\n".join([" ".join(row) for row in grid(s)] + [letters])


def picture(s: Any) -> str:
    return board(grid(s), stones=True)


def format(s: Any, move: int) -> str:
    return chr(ord("a") + move)


def parse(s: Any, text: str) -> int:
    letter = text.strip().lower()
    if len(letter) != 1:
        raise ValueError("a move is the letter of a column")
    return ord(letter) - ord("a")
