"""Tic-tac-toe: three marks in a line win.

A move is a cell, 0 to 8 by rows from the top left; as text `a1` is the bottom left and `c3` the top right.
"""

from typing import Any

import numpy as np

from playout.boards import cells_of, grid_of, words
from playout.pictures import board, text_row
from playout.rng import below
from playout.rules import OVER

PLAYERS = 2
SEATS = ("X", "O")
TITLES = {"en": "Tic-tac-toe", "zh": "井字棋"}
MAX_MOVES = 9
MAX_LENGTH = 9
PLANES = (3, 3, 3)  # own marks, the other's, and ones
SYMMETRIES = ("columns", "rows", "transpose")
# Deepening by one ply at a time takes more nodes.
TUNED = {name: {"deepening": False} for name in ("alphabeta", "paranoid", "brs")}

State = np.dtype(
    [
        ("marks", np.uint16, 2),  # each seat's cells, a bit for each
        ("turn", np.int8),
        ("stones", np.int8),
        ("winner", np.int8),  # -1: none
    ],
    align=True,
)

# For each set of cells (nine bits): whether it has a line, its size, the number of lines without any of its cells, and
# the other cells in order.
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
WON = np.array([any(marks & line == line for line in LINES) for marks in range(512)])
COUNT = np.array([bin(cells).count("1") for cells in range(512)])
OPEN = np.array([sum(marks & line == 0 for line in LINES) for marks in range(512)])
EMPTY = np.array([sorted(range(9), key=lambda cell: taken >> cell & 1) for taken in range(512)])


def start(s: Any) -> None:
    s.winner = -1


def turn(s: Any) -> Any:
    return OVER if s.winner >= 0 or s.stones == 9 else s.turn


def moves(s: Any, out: Any) -> Any:
    taken = s.marks[0] | s.marks[1]
    n = 0
    for cell in range(9):
        if not taken >> cell & 1:
            out[n] = cell
            n += 1
    return n


def pick(s: Any, rng: Any) -> Any:
    return EMPTY[s.marks[0] | s.marks[1], below(rng, 9 - s.stones)]


def play(s: Any, move: Any) -> None:
    seat = s.turn
    marks = s.marks[seat] | 1 << move
    s.marks[seat] = marks
    if WON[marks]:
        s.winner = seat
    s.stones += 1
    s.turn = 1 - seat


def payoffs(s: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = 0.5 if s.winner < 0 else 1.0 if s.winner == seat else 0.0


def suggest(s: Any, rng: Any) -> Any:
    """Rules of thumb: win; else block the opponent's win; else make two in an open line; else prevent the opponent's
    two in an open line; else a random cell."""
    own, other = s.marks[s.turn], s.marks[1 - s.turn]
    empty = 511 ^ (own | other)
    wins, blocks, builds, stops = 0, 0, 0, 0
    for line in LINES:
        mine, theirs = COUNT[line & own], COUNT[line & other]
        if mine == 2:
            wins |= line & empty
        elif theirs == 2:
            blocks |= line & empty
        elif mine == 1 and theirs == 0:
            builds |= line & empty
        elif theirs == 1 and mine == 0:
            stops |= line & empty
    for cells in (wins, blocks, builds, stops):
        if cells != 0:
            return EMPTY[511 ^ cells, below(rng, COUNT[cells])]
    return pick(s, rng)


def left(s: Any) -> Any:
    return 9 - s.stones


def evaluate(s: Any, seat: Any) -> Any:
    """The lines without a mark of the opponent, compared with the lines without a mark of the seat."""
    return 0.5 + (OPEN[s.marks[1 - seat]] - OPEN[s.marks[seat]]) / 18


def tactics(s: Any, out: Any) -> Any:
    """A cell that completes a line, or has to be blocked."""
    own, other = s.marks[s.turn], s.marks[1 - s.turn]
    blocks = 0
    for i in range(9 - s.stones):
        cell = EMPTY[own | other, i]
        if WON[own | 1 << cell]:
            out[0] = cell
            return -1
        if WON[other | 1 << cell]:
            out[0] = cell
            blocks += 1
    if blocks > 1:
        out[0] = -1
        return -2
    return blocks


def rows(s: Any) -> list[str]:
    symbols = ["X" if s.marks[0] >> cell & 1 else "O" if s.marks[1] >> cell & 1 else "." for cell in range(9)]
    return ["".join(symbols[i : i + 3]) for i in (0, 3, 6)]


def marked(s: Any, last: int) -> set[tuple[int, int]]:
    """The cells (row, column) to be marked: the lines that win, else the last move, if one is known."""
    if last < 0:
        return set()
    won = [line for line in LINES if s.winner >= 0 and s.marks[s.winner] & line == line]
    return {divmod(cell, 3) for cell in range(9) if any(line >> cell & 1 for line in won) or (cell == last and not won)}


def planes(s: Any, seat: Any, out: Any) -> None:
    for cell in range(9):
        row, column = cell // 3, cell % 3
        out[0, row, column] = s.marks[seat] >> cell & 1
        out[1, row, column] = s.marks[1 - seat] >> cell & 1
        out[2, row, column] = 1


def show(s: Any, last: int = -1) -> str:
    cells = marked(s, last)
    lines = [f"{3 - y}{text_row(row, [x for x in range(3) if (y, x) in cells])}" for y, row in enumerate(rows(s))]
    return "\n".join([*lines, "  a b c"])


def picture(s: Any, last: int = -1) -> str:
    return board(rows(s), marked=marked(s, last))


def view(s: Any, last: int = -1) -> dict[str, Any]:
    cells = cells_of(marked(s, last), 3)
    end = words("three in a line", "三子连线") if s.winner >= 0 else words("the board is full", "棋盘已满")
    return grid_of(
        *(rows(s), "XO"),
        last=[last] if last >= 0 else [],
        won=cells if s.winner >= 0 else [],
        end=end if s.winner >= 0 or s.stones == 9 else None,
    )


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"cell:{move}",)


def format(s: Any, move: int) -> str:
    return "abc"[move % 3] + "321"[move // 3]


def parse(s: Any, text: str) -> int:
    cell = text.strip().lower()
    if len(cell) != 2:
        raise ValueError("a move is a column and a row, like b2")
    return "321".index(cell[1]) * 3 + "abc".index(cell[0])
