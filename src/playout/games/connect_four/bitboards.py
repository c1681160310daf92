"""Boards that fit a word, with lines of four: shifts of a seat's stones find lines and cells that complete one."""

from typing import Any

import numpy as np

from playout.bits import EMPTY, ONE, bit, count, lowest
from playout.games.connect_four.columns import close, random_column

HIGHEST = np.uint64(63)
TWICE, LEFT_OUT = 1 << 20, -(1 << 20)
"""The numbers that `weigh_columns` adds for a move with two threats, and for a column that is not allowed."""


def add_to_words(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """Put a stone into its seat's word and update the winning cells; returns whether the stone wins."""
    cell = bit(column * s.stride + row)
    own = s.stones[seat] | cell
    won = s.winning[seat] & cell != EMPTY
    s.stones[seat] = own
    s.winning[seat] = completing_cells(s, own)
    return won


def put_in_words(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """Put a stone into its seat's word without updating the winning cells; returns whether the stone wins."""
    own = s.stones[seat] | bit(column * s.stride + row)
    s.stones[seat] = own
    lines = EMPTY
    for i in range(4 * s.fits):
        pairs = own & own >> s.steps[i]
        lines |= pairs & pairs >> s.steps[i] + s.steps[i]
    return lines != EMPTY


def word_of_stones(s: Any, own: Any, more: Any) -> Any:
    """All stones in one word. own: the stones of the seat to move. more: a further stone of the opponent."""
    # In each column: the taken cells and a one above them, plus the stones of the seat to move.
    return own + (s.stones[0] | s.stones[1] | more) + s.bottom


def completing_cells(s: Any, own: Any) -> Any:
    """The cells that would complete a line of a seat's stones; bits of taken cells have no meaning.

    The compiler vectorises the loop over the directions, because their number is read from the state. Four separate
    results keep it from looking for a wider vector.
    """
    a = b = c = d = EMPTY
    for i in range(4 * s.fits):
        step = s.steps[i]
        up, down = own << step, own >> step
        up_two, down_two = up << step, down >> step
        a |= up & up_two & up_two << step
        b |= up & up_two & down
        c |= down & down_two & down_two >> step
        d |= down & down_two & up
    return (a | b | c | d) & s.cells


def fourth(own: Any, step: Any) -> Any:
    """The cells that would complete a line of four in one direction."""
    up, down = own << step, own >> step
    up_two, down_two = up << step, down >> step
    return up & up_two & (up_two << step | down) | down & down_two & (down_two >> step | up)


def landing_cells(s: Any, taken: Any) -> Any:
    """The cells on which a stone may land."""
    return (taken + s.bottom) & s.cells & ~taken


def column_of(s: Any, cells: Any) -> Any:
    """The column of the lowest of the cells."""
    return lowest(cells) * s.inverse >> 10


def suggest_by_bitboards(s: Any, rng: Any) -> Any:
    """See `suggest`."""
    taken = s.stones[0] | s.stones[1] | s.wall
    landing = landing_cells(s, taken)
    seat = s.turn & 1
    mine = s.winning[seat] & ~taken
    threats = s.winning[1 - seat] & ~taken
    wins, blocks = mine & landing, threats & landing
    hits = blocks if wins == EMPTY else wins
    if hits != EMPTY:
        return np.int64(column_of(s, hits))
    spoilt = landing & (mine | threats) >> ONE
    column = random_column(s, rng)
    for _ in range(2):
        if spoilt >> np.uint64(column * s.stride + s.height[column & 15]) & ONE == EMPTY:
            break
        column = random_column(s, rng)
    return column


def suggest_to_end(s: Any, rng: Any) -> None:
    """Play moves of `suggest` to the end. Afterwards only `turn` and `payoffs` are valid.

    The stones stay in a few variables, and a winning stone is not put on the board.
    """
    seat = s.turn & 1
    own, other, mine, threats = s.stones[seat], s.stones[1 - seat], s.winning[seat], s.winning[1 - seat]
    step = np.uint64(s.stride)
    full = (ONE << step) - ONE
    taken = own | other | s.wall
    while s.winner < 0 and s.open_count > 0:
        landing = landing_cells(s, taken)
        if mine & landing != EMPTY:
            s.winner = seat
            return
        cell = threats & landing
        if cell != EMPTY:
            column = column_of(s, cell) & 15
            cell &= EMPTY - cell
        else:
            spoilt = ((mine | threats) & ~taken) >> ONE
            column = random_column(s, rng) & 15
            for _ in range(2):
                if landing & spoilt & full << np.uint64(column) * step == EMPTY:
                    break
                column = random_column(s, rng) & 15
            cell = landing & full << np.uint64(column) * step
        own |= cell
        taken |= cell
        if landing_cells(s, taken) & full << np.uint64(column) * step == EMPTY:
            close(s, column)
        own, other = other, own
        mine, threats = threats, completing_cells(s, other)
        seat = 1 - seat


def tactics_by_bitboards(s: Any, out: Any) -> Any:
    """See `tactics`."""
    seat = s.turn & 1
    own = s.stones[seat]
    taken = own | s.stones[1 - seat] | s.wall
    landing = landing_cells(s, taken)
    out[0] = -1
    wins = s.winning[seat] & landing
    if wins != EMPTY:
        out[0] = column_of(s, wins)
        return -1
    allowed = safe_cells(s, s.winning[1 - seat] & ~taken, landing)
    if allowed == EMPTY:
        return -2
    if allowed & (allowed - ONE) == EMPTY:
        return forced_line(s, own, s.stones[1 - seat], taken, allowed, out)
    weigh_columns(s, own, taken, allowed, out)
    n = 0
    while allowed != EMPTY:
        item = out[column_of(s, allowed)]
        allowed &= allowed - ONE
        if item >= TWICE:
            out[0] = item & 15
            return -3
        place = n
        while place > 0 and out[place - 1] < item:
            out[place] = out[place - 1]
            place -= 1
        out[place] = item
        n += 1
    for i in range(n):
        out[i] &= 15
    return n


def safe_cells(s: Any, threats: Any, landing: Any) -> Any:
    """The landing cells on top of which the opponent does not win."""
    blocks = threats & landing
    if blocks & (blocks - ONE) != EMPTY:
        return EMPTY
    under = threats >> ONE
    return (landing if blocks == EMPTY else blocks) & ~(under | (under & s.wall) >> ONE)


def forced_line(s: Any, own: Any, other: Any, taken: Any, cell: Any, out: Any) -> Any:
    """The result of `tactics` if `cell` is the only move: follows the line while each seat has a single move.

    No seat can win at once in between, since a safe cell leaves the opponent no immediate win.
    """
    out[0] = column_of(s, cell)
    plies = 1
    while True:
        own |= cell
        taken |= cell
        landing = landing_cells(s, taken)
        cell = safe_cells(s, completing_cells(s, own) & ~taken, landing)
        if landing == EMPTY or cell & (cell - ONE) != EMPTY:
            return 1
        if cell == EMPTY:  # the seat to move loses in two plies
            if plies & 1 == 0:
                out[0] = -1
            return -2 - plies
        own, other = other, own
        plies += 1


def weigh_columns(s: Any, own: Any, taken: Any, allowed: Any, out: Any) -> None:
    """Write the weight of a stone on the allowed cell of each column into out, from the middle outwards, as in `rank`.

    The weight and the column share one number; TWICE is added for two threats, and LEFT_OUT for a column without a
    cell. The loop has no branch and a multiple of four iterations, so that it is vectorised completely.
    """
    step, bottom, cells, wall = np.uint64(s.stride), s.bottom, s.cells, s.wall
    columns = s.columns
    full = (ONE << step) - ONE
    for column in range(4 * (columns + 3 >> 2)):
        cell = allowed & full << (np.uint64(column & 15) * step & HIGHEST)
        stones, filled = own | cell, taken | cell
        mine = fourth(stones, ONE) | fourth(stones, step) | fourth(stones, step - ONE) | fourth(stones, step + ONE)
        mine &= cells & ~filled
        item = (32 * count(mine) - abs(2 * column + 1 - columns)) * 16 + column
        out[column] = TWICE + column if two_threats(mine, filled + bottom, wall) else item


def two_threats(mine: Any, landing: Any, wall: Any) -> Any:
    """Whether the seat that has just moved has two winning cells that cannot both be blocked: two landing cells, or two
    on top of each other.
    """
    hits = mine & landing
    above = hits << ONE
    above |= (above & wall) << ONE
    return (hits & (hits - ONE)) | (above & mine) != EMPTY


def new_wins_by_bitboards(s: Any, column: Any) -> Any:
    """The number of empty cells that would win for the seat to move after a stone in a column."""
    own = s.stones[s.turn] | ONE << np.uint64(column * s.stride + s.height[column])
    return count(completing_cells(s, own) & ~(own | s.stones[1 - s.turn]))
