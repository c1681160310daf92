"""Boards that fit a word, with lines of four: lines, and cells that would make one, by shifts of a seat's stones."""

from typing import Any

import numpy as np

from playout.bits import EMPTY, ONE, count, lowest
from playout.games.connect_four.columns import random_column

TWO = np.uint64(2)


def has_four(own: Any, step: Any) -> Any:
    """Whether a word of stones holds a line."""
    return four(own, ONE) | four(own, step) | four(own, step - ONE) | four(own, step + ONE) != EMPTY


def four(own: Any, step: Any) -> Any:
    pairs = own & own >> step
    return pairs & pairs >> (step + step)


def winning(s: Any, own: Any) -> Any:
    """The cells that would complete a line of a seat's stones, including cells that are taken."""
    step = np.uint64(s.stride)
    cells = own << ONE & own << TWO & own << np.uint64(3)
    return (cells | fourth(own, step) | fourth(own, step - ONE) | fourth(own, step + ONE)) & s.cells


def fourth(own: Any, step: Any) -> Any:
    """The cells with three stones beside them that make four in one direction."""
    two, three = step + step, step + step + step
    ahead = own << step & own << two
    behind = own >> step & own >> two
    return ahead & (own << three | own >> step) | behind & (own >> three | own << step)


def landing_cells(s: Any, taken: Any) -> Any:
    """The cells on which a stone may land."""
    return (taken + s.bottom) & s.cells & ~taken


def column_of(s: Any, cells: Any) -> Any:
    """The column of the lowest of the cells."""
    return lowest(cells) * s.inverse >> 10


def suggest_by_bitboards(s: Any, rng: Any) -> Any:
    """See `suggest`."""
    own = s.stones[s.turn]
    other = s.stones[1 - s.turn]
    taken = own | other | s.wall
    landing = landing_cells(s, taken)
    mine = winning(s, own) & ~taken
    threats = winning(s, other) & ~taken
    hits = mine & landing
    if hits == EMPTY:
        hits = threats & landing
    if hits != EMPTY:
        return np.int64(column_of(s, hits))
    column = random_column(s, rng)
    for _ in range(2):
        if (mine | threats) >> np.uint64(column * s.stride + s.height[column] + 1) & ONE == EMPTY:
            break
        column = random_column(s, rng)
    return column


def tactics_by_bitboards(s: Any, out: Any) -> Any:
    """See `tactics`."""
    own = s.stones[s.turn]
    other = s.stones[1 - s.turn]
    taken = own | other | s.wall
    landing = landing_cells(s, taken)
    out[0] = -1
    wins = winning(s, own) & landing
    if wins != EMPTY:
        out[0] = column_of(s, wins)
        return -1
    threats = winning(s, other) & ~taken
    blocks = threats & landing
    allowed = landing if blocks == EMPTY else blocks
    under = threats >> ONE
    allowed &= ~(under | (under & s.wall) >> ONE)
    if blocks & (blocks - ONE) != EMPTY or allowed == EMPTY:
        return -2
    n = 0
    while allowed != EMPTY:
        cell = allowed & (~allowed + ONE)
        allowed ^= cell
        mine = winning(s, own | cell) & ~(taken | cell)
        column = column_of(s, cell)
        if two_threats(s, mine, taken | cell):
            out[0] = column
            return -3
        # Sorted as `rank` would have it: the weight above the column, in one number.
        item = (32 * count(mine) - abs(2 * column + 1 - s.columns)) * 16 + column
        for i in range(n):
            before = out[i]
            out[i] = max(before, item)
            item = min(before, item)
        out[n] = item
        n += 1
    for i in range(n):
        out[i] &= 15
    return n


def two_threats(s: Any, mine: Any, taken: Any) -> Any:
    """Whether a seat that has just moved has two winning cells that cannot both be blocked: two to land on, or two in a
    pile.
    """
    hits = mine & (taken + s.bottom)
    above = hits << ONE
    above |= (above & s.wall) << ONE
    return (hits & (hits - ONE)) | (above & mine) != EMPTY


def new_wins_by_bitboards(s: Any, column: Any) -> Any:
    """How many empty cells would win for the seat to move after a stone in a column."""
    own = s.stones[s.turn] | ONE << np.uint64(column * s.stride + s.height[column])
    return count(winning(s, own) & ~(own | s.stones[1 - s.turn]))
