"""The planes of a position for a network: rows from the bottom up."""

from typing import Any

from playout.bits import EMPTY, bit
from playout.games.connect_four.layout import COLUMN, SEAT

PLANES = (7, "rows", "columns")
POLICY_SIZE = "columns"
SYMMETRIES = ("columns",)


def write_planes(s: Any, seat: Any, out: Any) -> None:
    """Write the planes: own stones, the opponent's, the winning cells of each, the cells on which stones land, the
    board, and whether the seat is the second.
    """
    for column in range(s.columns):
        for row in range(s.rows):
            if row == s.blocked_row and column == s.blocked_column:
                continue
            for k in range(2):
                owner = seat if k == 0 else 1 - seat
                if s.stride > 0:
                    cell = bit(column * s.stride + row)
                    is_taken, is_won = s.stones[owner] & cell != EMPTY, s.winning[owner] & cell != EMPTY
                else:
                    is_taken = s.lines[owner * SEAT + COLUMN + column] >> row & 1 != 0
                    is_won = s.wins[column] >> 16 * owner + row & 1 != 0
                out[k, row, column] = is_taken
                out[2 + k, row, column] = is_won and row >= s.height[column]
            out[4, row, column] = row == s.height[column]
            out[5, row, column] = 1
            out[6, row, column] = seat
