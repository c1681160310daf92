"""Boards of any size and lines of any length, by masks of a seat's stones on every row, column and diagonal.

The masks of the four lines through a new stone lie side by side in one word. From this word every move finds the cells
that now complete a line; such a cell wins until it is taken.
"""

from typing import Any

import numpy as np

from playout.bits import EMPTY, ONE, lowest
from playout.games.connect_four.bitboards import fourth
from playout.games.connect_four.columns import random_column
from playout.games.connect_four.layout import COLUMN, FALLING, RISING, SEAT, next_row

INSIDE = np.uint64(0x7FFF7FFF7FFF7FFF)  # the bits of four masks side by side that stand for cells
BOTH = 0x10001  # a bit of each seat
STONE = 0x1000100000001  # STONE << column: a stone's bits in the masks of its row and both diagonals


def add_to_lines(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """Put a stone into the masks of its four lines and update the winning cells; returns whether the stone wins."""
    seat, row, column = seat & 1, row & 15, column & 15  # so the compiler omits the check for negative indices
    won = s.wins[column] >> 16 * seat + row & 1 != 0
    cells = put_stone(s, seat, row, column)
    if won:
        return True
    s.free[column] &= ~(1 << row)
    ready = s.ready
    gaps = gaps_beside(s, cells, row, column) & ~np.uint64(lines_through(s, 1 - seat, row, column))
    while gaps != EMPTY:
        place = lowest(gaps)
        gaps &= gaps - ONE
        to, at = column_of_gap(place, column), row_of_gap(place, row, column)
        is_cell = s.free[to] >> (at & 31) & 1
        s.wins[to] |= is_cell << 16 * seat + (at & 15)
        ready |= (is_cell & (s.height[to] == at)) << 16 * seat + to
    s.ready = ready & ~(BOTH << column) | (s.wins[column] >> s.height[column] & BOTH) << column
    return won


def put_in_lines(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """Put a stone into the masks of its four lines without updating the winning cells; returns whether it wins."""
    run = put_stone(s, seat & 1, row & 15, column & 15)
    for i in range(4):
        run &= run >> np.uint64(s.shifts[i])
    return run != EMPTY


def put_stone(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """Put a stone into the masks of its four lines; returns them side by side: row, column, rising, falling."""
    first = seat * SEAT
    along = 1 << column
    rising, falling = first + RISING + (row - column & 15), first + FALLING + (row + column & 15)
    a = s.lines[first + row] | along
    b = s.lines[first + COLUMN + column] | 1 << row
    c = s.lines[rising] | along
    d = s.lines[falling] | along
    s.lines[first + row] = a
    s.lines[first + COLUMN + column] = b
    s.lines[rising] = c
    s.lines[falling] = d
    return np.uint64(a | b << 16 | c << 32 | d << 48)


def gaps_beside(s: Any, cells: Any, row: Any, column: Any) -> Any:
    """The gaps that would complete a line through a seat's stone, in the masks of its four lines, side by side.

    Only the first gap on either side of the stone can complete one. Some of these gaps are not empty cells.
    """
    if s.line == 4:
        near = np.uint64((0x7F << column >> 3 & 0x7FFF) * STONE | (0x7F << row >> 3 & 0x7FFF) << 16)
        return fourth(cells, ONE) & near & ~cells
    stone = np.uint64((1 << column) * STONE | 1 << row + 16)
    below, run = stone, cells
    for i in range(4):
        step = np.uint64(s.shifts[i])
        below |= below >> step & run
        run &= run >> step
    return completing(s, cells, cells + stone & ~cells & INSIDE) | completing(s, cells, below >> ONE & ~cells & INSIDE)


def completing(s: Any, cells: Any, gaps: Any) -> Any:
    """The gaps that would complete a line. gaps: at most one in each of the four masks."""
    run = cells | gaps
    for i in range(4):
        run &= run >> np.uint64(s.shifts[i])
    full = run + INSIDE & ~INSIDE  # the highest bit of each mask in which there is a line
    return gaps & full - (full >> np.uint64(15))


def column_of_gap(place: Any, column: Any) -> Any:
    """The column of a bit in the masks of the four lines through a cell. Its row (`row_of_gap`) may be off the
    board.
    """
    return column if place >> 4 == 1 else place & 15


def row_of_gap(place: Any, row: Any, column: Any) -> Any:
    kind, i = place >> 4, place & 15
    if kind == 1:
        return i
    return row + (i - column) * (1 if kind == 2 else -1 if kind == 3 else 0)


def lines_through(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """The masks of a seat's stones on the four lines through a cell, side by side: row, column, rising, falling."""
    first = seat * SEAT
    word = s.lines[first + row] | s.lines[first + COLUMN + column] << 16
    word |= s.lines[first + RISING + (row - column & 15)] << 32
    return word | s.lines[first + FALLING + (row + column & 15)] << 48


def hash_of_columns(s: Any, turn: Any, column: Any, more: Any) -> Any:
    """A hash of all stones and the seat to move; more: bits of stones that the other seat adds to a column."""
    word = np.uint64(turn + 1) << np.uint64(40)
    for seat in range(2):
        for i in range(s.columns):
            mask = s.lines[seat * SEAT + COLUMN + i] | (more if seat != turn and i == column else 0)
            word ^= np.uint64(mask)
            word *= np.uint64(0x9E3779B97F4A7C15)
            word ^= word >> np.uint64(29)
    return word


def suggest_by_lines(s: Any, rng: Any) -> Any:
    """See `suggest`."""
    if s.ready != 0:
        own = s.ready >> 16 * s.turn & 0xFFFF
        return lowest(np.uint64(own if own != 0 else s.ready >> 16 * (1 - s.turn)))
    column = random_column(s, rng)
    for _ in range(2):
        if s.wins[column] >> s.height[column] + 1 & BOTH == 0:
            break
        column = random_column(s, rng)
    return column


def tactics_by_lines(s: Any, out: Any) -> Any:
    """See `tactics`."""
    own = s.ready >> 16 * s.turn & 0xFFFF
    blocks = s.ready >> 16 * (1 - s.turn) & 0xFFFF
    out[0] = -1
    if own != 0:
        out[0] = lowest(np.uint64(own))
        return -1
    if blocks & blocks - 1 != 0:
        return -2
    n = 0
    for column in range(s.columns):
        row = s.height[column]
        if row < s.rows and (blocks == 0 or blocks >> column & 1 != 0):
            above = next_row(s, row, column) + 16 * (1 - s.turn)
            if s.wins[column] >> above & 1 == 0:
                out[n] = column
                n += 1
    if n == 0:
        return -2
    return 0 if n == s.open_count else n


def new_wins_by_lines(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """The number of cells that a stone would make winning."""
    cells = np.uint64(lines_through(s, seat, row, column) | (1 << column) * STONE | 1 << row + 16)
    gaps = gaps_beside(s, cells, row, column)
    found = 0
    while gaps != EMPTY:
        place = lowest(gaps)
        gaps &= gaps - ONE
        to, at = column_of_gap(place, column), row_of_gap(place, row, column) & 31
        found += s.free[to] >> at & 1 & ~(s.wins[to] >> 16 * seat + at)
    return found
