"""The record of a Go position, and the numbers of points.

A point is row * 20 + column + 20 on every size of board, with rows from the bottom. So neighbours of a point differ by
1 and 20, and the board is surrounded by border. A chain is identified by one of its stones, its head. The record has
the pseudo-liberties of each chain: every empty neighbour of every stone, counted once for each stone. They are stored
as one sum of TOKENS, which contains their number, the sum of the points, and the sum of the squares. The sum equals the
number times a point's token only if all pseudo-liberties are this point.
"""

import numpy as np

__all__ = [
    "BLACK",
    "BORDER",
    "CELLS",
    "COUNT",
    "EMPTY",
    "FILTER",
    "LARGEST",
    "MOST_PLIES",
    "NUMBER",
    "PASS",
    "SIMPLE_KO",
    "SMALLEST",
    "SUPERKO",
    "TOKENS",
    "WHITE",
    "WIDTH",
    "State",
]

SMALLEST, LARGEST = 5, 19
WIDTH = 20
CELLS = WIDTH * (LARGEST + 2)
MOST_PLIES = 3 * LARGEST * LARGEST
"""The plies of the longest match on the largest board. On any board it is three times the number of points."""

PASS = 0
EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
"""The content of a point. A seat's stones are its number + 1."""

SIMPLE_KO, SUPERKO = 0, 1

FILTER = 64
"""The number of words of a filter that recognises most new positions."""

# A chain has at most 4 * 361 pseudo-liberties, so the three sums need 11, 20 and 28 bits.
NUMBER, COUNT = 12, (1 << 12) - 1
TOKENS = np.array([1 | point << NUMBER | point * point << 34 for point in range(CELLS)])
"""The token of a pseudo-liberty, by point: the lowest NUMBER bits count, the next 22 sum points, the rest squares."""

State = np.dtype(
    [
        ("hash", np.uint64),  # the hash of the stones
        ("past_hash", np.uint64),  # the hash of the set of all positions that were on the board
        ("past", np.uint64, MOST_PLIES + 1),  # the hash of each of these positions
        ("filter", np.uint64, FILTER),  # a bit for each of these positions
        ("liberties", np.int64, CELLS),  # by head: the sum of the tokens of its pseudo-liberties
        ("sizes", np.uint16, CELLS),  # by head: the number of stones of the chain
        ("heads", np.uint16, CELLS),  # by stone: the head of its chain
        ("follow", np.uint16, CELLS),  # the next stone of the chain; the last is followed by the first
        ("free", np.uint16, LARGEST * LARGEST),  # the empty points in any order
        ("places", np.uint16, CELLS),  # by empty point: its index in `free`
        ("taken", np.uint16, 2),  # by seat: the number of stones that it has captured
        ("past_count", np.int16),
        ("free_count", np.int16),
        ("plies", np.int16),
        ("most_plies", np.int16),
        ("ko", np.int16),  # the point of a ko, or PASS
        ("last", np.int16),  # the last move, and the one before it
        ("before_last", np.int16),
        ("komi", np.int16),  # in half points
        ("score", np.int16),  # Black's points minus White's with komi, in half points; set at the end of the match
        ("points", np.uint8, CELLS),  # EMPTY, BLACK, WHITE or BORDER
        ("used", np.uint8, CELLS),  # the colours of all stones on this point so far: 1, 2, or 3 for both
        ("side", np.int8),
        ("turn", np.int8),
        ("passes", np.int8),
        ("ko_rule", np.int8),
        ("is_over", np.bool_),
    ],
    align=True,
)
