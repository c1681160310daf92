"""Connect Four on boards of any size, with or without a blocked cell.

Four stones (or `line` of them) in a row, column or diagonal win; a full board is a draw. A move is a column,
0 at the left; as text `a` or `1` is the leftmost. `blocked=(row, column)` blocks one cell, counted from the top left:
it stays empty, breaks lines, and a stone that would land on it lands above it.

Size, line and blocked cell are data in the state, so a new size compiles nothing. The files in reading order: layout
(the record), columns (the open ones), bitboards (boards whose stones fit a word), lines (all other boards), evaluation,
encoding (the input of a network), drawing, board_view.
"""

from typing import Any

import numpy as np

from playout.bits import EMPTY, bit, count
from playout.games.connect_four.bitboards import (
    add_to_words,
    new_wins_by_bitboards,
    put_in_words,
    suggest_by_bitboards,
    suggest_to_end,
    tactics_by_bitboards,
    word_of_stones,
)
from playout.games.connect_four.board_view import FORMS as FORMS
from playout.games.connect_four.board_view import TITLES as TITLES
from playout.games.connect_four.board_view import view_board
from playout.games.connect_four.columns import close, random_column
from playout.games.connect_four.drawing import draw_board, show_board
from playout.games.connect_four.encoding import PLANES as PLANES
from playout.games.connect_four.encoding import POLICY_SIZE as POLICY_SIZE
from playout.games.connect_four.encoding import SYMMETRIES as SYMMETRIES
from playout.games.connect_four.encoding import write_planes
from playout.games.connect_four.evaluation import share_of_lines
from playout.games.connect_four.layout import LARGEST, next_row
from playout.games.connect_four.layout import State as State
from playout.games.connect_four.lines import (
    add_to_lines,
    hash_of_columns,
    new_wins_by_lines,
    put_in_lines,
    suggest_by_lines,
    tactics_by_lines,
)
from playout.pictures import column_name
from playout.rng import below
from playout.rules import OVER

PLAYERS = 2
SEATS = ("X", "O")
MAX_MOVES = LARGEST + 1  # a multiple of four: `tactics` weighs columns by four
MAX_LENGTH = LARGEST * LARGEST
POLICIES = ("towards_middle", "middle_weighted")
# Measured in docs/uct.md and docs/tuning.md. Solving searches to the full depth at once: deepening ply by ply takes
# several times as long.
AT_ONCE = {name: {"deepening": False} for name in ("alphabeta", "paranoid", "brs")}
TUNED = {"uct": {"policy": "suggest", "c": 0.6}, **AT_ONCE}


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
        s.free[column] = (1 << rows) - 1
        if column == s.blocked_column:
            s.free[column] -= 1 << s.blocked_row
        if column == s.blocked_column and s.blocked_row == 0:
            s.height[column] = 1
        if s.height[column] < rows:
            s.open[s.open_count] = column
            s.place[column] = s.open_count
            s.open_count += 1
    if line == 4 and (rows + 1) * columns <= 64:
        s.stride = rows + 1
        s.inverse = 1024 // s.stride + 1
        s.fits = 1
        for i, step in enumerate((1, s.stride - 1, s.stride, s.stride + 1)):
            s.steps[i] = step
        first = sum(1 << column * s.stride for column in range(columns))
        wall = 0 if blocked is None else 1 << s.blocked_column * s.stride + s.blocked_row
        s.bottom, s.wall = np.uint64(first), np.uint64(wall)
        s.cells = np.uint64(first * ((1 << rows) - 1) & ~wall)


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


def play(s: Any, move: Any) -> None:
    drop(s, move, True)


def drop(s: Any, column: Any, noting: Any) -> None:
    """Put a stone of the seat to move into a column. noting: also update the winning cells."""
    seat, column = s.turn & 1, column & 15  # masked, so that the compiler omits the check for negative indices
    row = s.height[column]
    above = next_row(s, row, column)
    s.height[column] = above
    if s.stride > 0:
        won = add_to_words(s, seat, row, column) if noting else put_in_words(s, seat, row, column)
    else:
        won = add_to_lines(s, seat, row, column) if noting else put_in_lines(s, seat, row, column)
    if won:
        s.winner = seat
    if above >= s.rows:
        close(s, column)
    s.turn = 1 - seat


def payoffs(s: Any, out: Any) -> None:
    out[0] = out[1] = 0.5
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = 0.0


def pick(s: Any, rng: Any) -> Any:
    return random_column(s, rng)


def rollout(s: Any, rng: Any) -> None:
    """Play moves of `pick` to the end. Random play does not need the winning cells, so they are not updated."""
    while s.winner < 0 and s.open_count > 0:
        drop(s, random_column(s, rng), False)


def tactics(s: Any, out: Any) -> Any:
    """Immediate wins, forced blocks, and otherwise the moves on top of which the opponent does not win.

    On boards that fit a word, it also finds wins by two threats, and sorts the moves by `rank` if none is forced.
    """
    return tactics_by_bitboards(s, out) if s.stride > 0 else tactics_by_lines(s, out)


def left(s: Any) -> Any:
    """The number of empty cells."""
    if s.stride > 0:
        return count(s.cells & ~(s.stones[0] | s.stones[1]))
    empty = 0
    for column in range(s.columns):
        empty += s.rows - s.height[column]
        if column == s.blocked_column and s.height[column] <= s.blocked_row:
            empty -= 1
    return empty


def evaluate(s: Any, seat: Any) -> Any:
    """The weight of lines without a stone of the opponent; more own stones on a line weigh more."""
    return share_of_lines(s, seat)


def rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    """The number of winning cells after the move; ties are broken by the distance to the middle."""
    for i in range(n):
        column = moves[i]
        scores[i] = -abs(2 * column + 1 - s.columns) / 32.0
        if s.stride == 0:
            scores[i] += new_wins_by_lines(s, s.turn & 1, s.height[column] & 15, column & 15)
        else:
            scores[i] += new_wins_by_bitboards(s, column)


def suggest(s: Any, rng: Any) -> Any:
    """A column that wins at once, else a column in which the opponent would win, else a random one.

    A random column is redrawn up to two times if either seat would win on top of it.
    """
    return suggest_by_bitboards(s, rng) if s.stride > 0 else suggest_by_lines(s, rng)


def suggest_rollout(s: Any, rng: Any) -> None:
    """Play moves of `suggest` to the end."""
    if s.stride > 0:
        suggest_to_end(s, rng)
    while turn(s) != OVER:
        play(s, suggest(s, rng))


def towards_middle(s: Any, rng: Any) -> Any:
    """A random column; if it is full, the next open one towards the middle: the playout policy of a course report."""
    column = below(rng, s.columns)
    middle = s.columns // 2
    while column != middle and s.height[column] >= s.rows:
        column += 1 if column < middle else -1
    return column if s.height[column] < s.rows else random_column(s, rng)


def middle_weighted(s: Any, rng: Any) -> Any:
    """The more central of two random open columns: another policy of the same report."""
    a, b = random_column(s, rng), random_column(s, rng)
    return a if abs(2 * a + 1 - s.columns) <= abs(2 * b + 1 - s.columns) else b


def key(s: Any) -> Any:
    """The stones and the seat to move, unchanged if they fit a word, else hashed."""
    if s.stride > 0:
        return word_of_stones(s, s.stones[s.turn], EMPTY)
    return hash_of_columns(s, s.turn, 0, 0)


def key_after(s: Any, move: Any) -> Any:
    row = s.height[move & 15]
    if s.stride > 0:
        return word_of_stones(s, s.stones[1 - s.turn], bit(move * s.stride + row))
    return hash_of_columns(s, 1 - s.turn, move, 1 << row)


def planes(s: Any, seat: Any, out: Any) -> None:
    write_planes(s, seat, out)


def show(s: Any, last: int = -1) -> str:
    return show_board(s, last)


def picture(s: Any, last: int = -1) -> str:
    return draw_board(s, last)


def view(s: Any, last: int = -1) -> dict[str, Any]:
    return view_board(s, last)


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"column:{move}",)


def format(s: Any, move: int) -> str:
    return column_name(move)


def parse(s: Any, text: str) -> int:
    word = text.strip().lower()
    if word.isascii() and word.isdecimal():
        return int(word) - 1
    if len(word) != 1:
        raise ValueError("a move is the letter or the number of a column")
    return ord(word) - ord("a")
