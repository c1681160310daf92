"""What a position is worth without looking ahead: cells that would complete a line, and stones near the middle."""

from typing import Any

import numpy as np

from playout.bits import ONE, count
from playout.games.connect_four.bitboards import winning
from playout.games.connect_four.layout import COLUMN, SEAT

CELL = 8
"""What an empty cell that would complete a line counts, where a stone in the middle columns counts one."""

SPREAD = 24
"""The lead with which a seat is worth three quarters."""


def share_by_lead(s: Any, seat: Any) -> Any:
    """A seat's chances, between 0 and 1: half if both have the same merits."""
    lead = merits(s, seat) - merits(s, 1 - seat)
    return 0.5 + 0.5 * lead / (SPREAD + abs(lead))


def merits(s: Any, seat: Any) -> Any:
    """A seat's merits; of the columns the middle one and its neighbours count, or the two around the middle."""
    is_odd = s.columns % 2
    first, last = max(0, (s.columns - 1) // 2 - is_odd), min(s.columns, s.columns // 2 + 1 + is_odd)
    if s.stride > 0:
        own = s.stones[seat]
        middle = own >> np.uint64(first * s.stride) & (ONE << np.uint64((last - first) * s.stride)) - ONE
        return CELL * count(winning(s, own) & ~(s.stones[0] | s.stones[1])) + count(middle)
    found = np.int64(0)
    for column in range(s.columns):
        found += CELL * count(np.uint64(s.wins[column] >> 16 * seat & s.free[column]))
    for column in range(first, last):
        found += count(np.uint64(s.lines[seat * SEAT + COLUMN + column]))
    return found
