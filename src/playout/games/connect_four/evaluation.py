"""The static evaluation of a position, by open lines: lines on which only one seat has stones.

A line has as many cells as win. An open line with n stones of a seat has the weight 4^(n - 1).
"""

from typing import Any

import numpy as np

from playout.bits import EMPTY, ONE, count, lowest, without_lowest
from playout.games.connect_four.layout import COLUMN, FALLING, LARGEST, RISING, SEAT

WEIGHTS = np.array([0.0, *(4.0**n for n in range(LARGEST))])
"""The weight of an open line, by its number of stones."""


def share_of_lines(s: Any, seat: Any) -> Any:
    """A seat's share of the weight of all open lines, between 0 and 1; 1 is added to each seat's weight."""
    if s.stride > 0:
        own, other = weight_by_bitboards(s, seat), weight_by_bitboards(s, 1 - seat)
    else:
        own, other = weight_by_lines(s, seat), weight_by_lines(s, 1 - seat)
    return (own + 1.0) / (own + other + 2.0)


def weight_by_bitboards(s: Any, seat: Any) -> Any:
    """The weight of the lines that are open to a seat, on a board that fits a word."""
    own, step = s.stones[seat], np.uint64(s.stride)
    usable = s.cells & ~s.stones[1 - seat]
    weight = weight_along(own, usable, ONE) + weight_along(own, usable, step)
    return weight + weight_along(own, usable, step - ONE) + weight_along(own, usable, step + ONE)


def weight_along(own: Any, usable: Any, step: Any) -> Any:
    """The weight in one direction: a line is the bit of its first cell; its stones are counted by bitwise addition."""
    two, three = step + step, step + step + step
    pairs = usable & usable >> step
    lines = pairs & pairs >> two
    a, b, c, d = own, own >> step, own >> two, own >> three
    odd = a ^ b ^ c ^ d
    several = a & b | c & d | (a ^ b) & (c ^ d)
    return 1.0 * (count(lines & odd & ~several) + 4 * count(lines & several & ~odd) + 16 * count(lines & several & odd))


def weight_by_lines(s: Any, seat: Any) -> Any:
    """The weight of the lines that are open to a seat, on any board."""
    weight = 0.0
    for index in range(SEAT):
        own = np.int64(s.lines[seat * SEAT + index])
        if own != 0:
            lines = np.uint64(cells_along(s, index) & ~np.int64(s.lines[(1 - seat) * SEAT + index]))
            for i in range(4):
                lines &= lines >> np.uint64(s.shifts[i])
            while lines != EMPTY:
                stones = own >> lowest(lines) & (1 << s.line) - 1
                weight += WEIGHTS[count(np.uint64(stones))]
                lines = without_lowest(lines)
    return weight


def cells_along(s: Any, index: Any) -> Any:
    """The cells of the mask with this index (a row, a column or a pair of diagonals), without the blocked cell."""
    along, up = (1 << s.columns) - 1, (1 << s.rows) - 1
    row, column = s.blocked_row, s.blocked_column
    number = index & 15
    if index < COLUMN:
        return along & ~(1 << column) if number == row else along
    if index < RISING:
        return up & ~(1 << row) if number == column else up
    if index < FALLING:
        # The cell in a column is in the row (number + column) & 15.
        cells = (up | up << 16) >> number & along
        is_through = column >= 0 and row - column & 15 == number
    else:
        # The cell in a column is in the row (number - column) & 15.
        down = 1 | (1 << s.rows - 1) - 1 << 17 - s.rows
        cells = (down | down << 16) << number >> 16 & along
        is_through = column >= 0 and row + column & 15 == number
    return cells & ~(1 << column) if is_through else cells
