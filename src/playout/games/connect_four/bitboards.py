"""Boards that fit a word, with lines of four: lines, and cells that would make one, by shifts of a seat's stones."""

from typing import Any

import numpy as np

from playout.bits import EMPTY, ONE, count, lowest
from playout.games.connect_four.columns import random_column
from playout.games.connect_four.layout import LARGEST

HIGHEST = np.uint64(63)
TWICE, LEFT_OUT = 1 << 20, -(1 << 20)
"""What `weigh_columns` says of a move that wins by two threats, and of a column that is not allowed."""


def has_four(own: Any, step: Any) -> Any:
    """Whether a word of stones holds a line."""
    return four(own, ONE) | four(own, step) | four(own, step - ONE) | four(own, step + ONE) != EMPTY


def four(own: Any, step: Any) -> Any:
    pairs = own & own >> step
    return pairs & pairs >> (step + step)


def winning(s: Any, own: Any, other: Any) -> Any:
    """The cells that would complete a line of each of two words of stones; of taken cells it says nothing.

    The number of directions is read from the state: a compiler that does not know it makes one vector of them, which
    takes a third of the time of eight unrolled copies of `fourth`.
    """
    first = second = EMPTY
    for i in range(s.directions):
        step = s.steps[i]
        first |= fourth(own, step)
        second |= fourth(other, step)
    return first & s.cells, second & s.cells


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
    mine, threats = winning(s, own, other)
    mine &= ~taken
    threats &= ~taken
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
    mine, threats = winning(s, own, other)
    wins = mine & landing
    if wins != EMPTY:
        out[0] = column_of(s, wins)
        return -1
    threats &= ~taken
    blocks = threats & landing
    allowed = landing if blocks == EMPTY else blocks
    under = threats >> ONE
    allowed &= ~(under | (under & s.wall) >> ONE)
    if blocks & (blocks - ONE) != EMPTY or allowed == EMPTY:
        return -2
    weigh_columns(s, own, taken, allowed, out)
    n = 0
    for column in range(s.columns):
        item = out[column]
        if item == TWICE:
            out[0] = column
            return -3
        if item != LEFT_OUT:
            for i in range(n):
                before = out[i]
                out[i] = max(before, item)
                item = min(before, item)
            out[n] = item
            n += 1
    for i in range(n):
        out[i] &= 15
    return n


def weigh_columns(s: Any, own: Any, taken: Any, allowed: Any, out: Any) -> None:
    """What a stone on the allowed cell of each column is worth, into out: by it moves are sorted as `rank` would.

    It is the weight above the column, in one number; TWICE if it makes two threats, and LEFT_OUT without such a cell.
    The loop has no branch, and goes on to a multiple of four columns, so that it is vectorised without a rest.
    """
    step, bottom, cells, wall = np.uint64(s.stride), s.bottom, s.cells, s.wall
    columns = s.columns
    full = (ONE << step) - ONE
    for column in range(min(LARGEST, columns + 3 & ~3)):
        cell = allowed & full << (np.uint64(column) * step & HIGHEST)
        stones, filled = own | cell, taken | cell
        mine = fourth(stones, ONE) | fourth(stones, step) | fourth(stones, step - ONE) | fourth(stones, step + ONE)
        mine &= cells & ~filled
        item = (32 * count(mine) - abs(2 * column + 1 - columns)) * 16 + column
        worth = TWICE if two_threats(mine, filled + bottom, wall) else item
        out[column] = LEFT_OUT if cell == EMPTY else worth


def two_threats(mine: Any, landing: Any, wall: Any) -> Any:
    """Whether a seat that has just moved has two winning cells that cannot both be blocked: two to land on, or two in a
    pile.
    """
    hits = mine & landing
    above = hits << ONE
    above |= (above & wall) << ONE
    return (hits & (hits - ONE)) | (above & mine) != EMPTY


def new_wins_by_bitboards(s: Any, column: Any) -> Any:
    """How many empty cells would win for the seat to move after a stone in a column."""
    own = s.stones[s.turn] | ONE << np.uint64(column * s.stride + s.height[column])
    mine, _ = winning(s, own, EMPTY)
    return count(mine & ~(own | s.stones[1 - s.turn]))
