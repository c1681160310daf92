"""The board as text and as a picture."""

from typing import Any

from playout.games.connect_four.layout import COLUMN, SEAT
from playout.pictures import board, column_name, text_row

SYMBOLS = "XO"


def grid(s: Any) -> list[str]:
    """The rows from the top, a symbol for each cell."""
    return ["".join(_symbol(s, row, column) for column in range(s.columns)) for row in range(s.rows - 1, -1, -1)]


def _symbol(s: Any, row: int, column: int) -> str:
    for seat, symbol in enumerate(SYMBOLS):
        stones = int(s.stones[seat]) >> column * s.stride if s.stride else s.lines[seat * SEAT + COLUMN + column]
        if stones >> row & 1:
            return symbol
    return "#" if (row, column) == (s.blocked_row, s.blocked_column) else "."


def marked(s: Any, last: int) -> set[tuple[int, int]]:
    """The cells (row from the top, column) to be marked: the lines that win, else the last stone, if one is known."""
    if last < 0:
        return set()
    rows = grid(s)
    y = next(y for y in range(s.rows) if rows[y][last] in SYMBOLS)
    if s.winner < 0:
        return {(y, last)}
    cells = set()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = {(y, last), *_beside(rows, y, last, down, right), *_beside(rows, y, last, -down, -right)}
        if len(run) >= s.line:
            cells |= run
    return cells


def _beside(rows: list[str], y: int, x: int, down: int, right: int) -> list[tuple[int, int]]:
    """The cells with the same symbol that follow a cell in a direction."""
    symbol, found = rows[y][x], []
    while 0 <= y + down < len(rows) and 0 <= x + right < len(rows[0]) and rows[y + down][x + right] == symbol:
        y, x = y + down, x + right
        found.append((y, x))
    return found


def show_board(s: Any, last: int) -> str:
    cells = marked(s, last)
    lines = [text_row(row, [x for x in range(s.columns) if (y, x) in cells]) for y, row in enumerate(grid(s))]
    return "\n".join([*lines, text_row([column_name(x) for x in range(s.columns)])])


def draw_board(s: Any, last: int) -> str:
    return board(grid(s), stones=True, marked=marked(s, last))
