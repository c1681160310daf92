"""The planes of a position for a network: one cell per point, rows from the bottom up."""

from typing import Any

from playout.games.go.board import is_in_atari
from playout.games.go.layout import COUNT, EMPTY, PASS, WIDTH

__all__ = ["PLANES", "POLICY_SIZE", "SYMMETRIES", "index_of", "write_planes"]

PLANES = (16, "size", "size")
POLICY_SIZE = "rows * columns + 1"
SYMMETRIES = ("columns", "rows", "transpose")

LIBERTIES, LAST, BEFORE_LAST, KO, PASSED, SECOND, BOARD = 2, 10, 11, 12, 13, 14, 15
"""The indices of planes. Planes 0 and 1 show the own stones and the opponent's. From LIBERTIES on, four planes for each
of the two show the stones of chains with one liberty, and with 2, 3 and 4 or more pseudo-liberties.
"""


def write_planes(s: Any, seat: Any, out: Any) -> None:
    for row in range(s.side):
        for column in range(s.side):
            point = (row + 1) * WIDTH + column
            there = s.points[point]
            if there != EMPTY:
                other = 0 if there == seat + 1 else 1
                head = s.heads[point]
                liberties = 1 if is_in_atari(s, head) else min(max(s.liberties[head] & COUNT, 2), 4)
                out[other, row, column] = 1
                out[LIBERTIES + 4 * other + liberties - 1, row, column] = 1
            out[LAST, row, column] = point == s.last
            out[BEFORE_LAST, row, column] = point == s.before_last
            out[KO, row, column] = point == s.ko
            out[PASSED, row, column] = s.passes > 0
            out[SECOND, row, column] = seat
            out[BOARD, row, column] = 1


def index_of(move: Any, rows: Any, columns: Any) -> Any:
    """The logit of a move: points row by row from A1, then the pass."""
    return rows * columns if move == PASS else (move // WIDTH - 1) * columns + move % WIDTH
