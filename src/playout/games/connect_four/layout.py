"""The record of a position.

If lines have four cells, and the board with an empty row above it has at most 64 cells, each seat's stones are one
word, column after column from the bottom up (bitboards.py). Otherwise each seat has a mask of its stones for every row,
column and diagonal (lines.py).
"""

from typing import Any

import numpy as np

LARGEST = 15  # rows and columns; the masks are 16 bits wide, and the highest must stay empty

# The first mask of each kind of line. Two diagonals at a distance of 16 share a mask: they have no column in common,
# and an empty column lies between them.
COLUMN, RISING, FALLING, SEAT = 16, 32, 48, 64

State = np.dtype(
    [
        ("stones", np.uint64, 2),  # each seat's stones as one word, if stride is not 0
        ("winning", np.uint64, 2),  # cells that would complete a line, by seat; bits of taken cells have no meaning
        ("cells", np.uint64),  # the cells of the board, without the blocked one
        ("bottom", np.uint64),  # the lowest cell of each column
        ("wall", np.uint64),  # the blocked cell
        ("steps", np.uint64, 4),  # from a cell to the next one in each direction of a line
        ("lines", np.uint16, 2 * SEAT),  # the masks of the stones; this and the next three fields: if stride is 0
        ("wins", np.uint32, 16),  # by column: the cells that complete a line: bit 16 * seat + row
        ("free", np.uint16, 16),  # by column: the empty cells
        ("ready", np.uint32),  # the columns whose next stone completes a line: bit 16 * seat + column
        ("height", np.int8, 16),  # the row on which the column's next stone lands, counted from the bottom
        ("open", np.int8, 16),  # the columns that are not full, in any order
        ("place", np.int8, 16),  # the index of an open column in `open`
        ("open_count", np.int8),
        ("turn", np.int8),
        ("winner", np.int8),  # -1: none
        ("rows", np.int8),
        ("columns", np.int8),
        ("line", np.int8),
        ("blocked_row", np.int8),  # from the bottom; -1: none
        ("blocked_column", np.int8),
        ("shifts", np.int8, 4),  # they double a run until it is `line` long
        ("inverse", np.int16),  # 1024 // stride + 1: the column is (bit number of a cell * inverse) >> 10
        ("fits", np.int8),  # 1 if stones fit a word, else 0
        ("stride", np.int8),  # from a cell to the one right of it in a word; 0: the stones are in `lines`
    ],
    align=True,
)


def next_row(s: Any, row: Any, column: Any) -> Any:
    """The row on which the stone after the one on this cell lands; it skips the blocked cell."""
    row += 1
    return row + 1 if column == s.blocked_column and row == s.blocked_row else row
