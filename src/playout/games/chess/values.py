"""The values of pieces in hundredths of a pawn, by kind and square, in the middle game and in the ending.

The numbers here and in evaluation.py come from a logistic regression: the evaluation of some ten thousand quiet
positions of matches with random moves was fitted to Stockfish's scores of them (docs/alphabeta.md).
"""

from typing import Any

import numpy as np

__all__ = ["ENDING", "MATERIAL", "MIDDLE", "PHASE"]

MATERIAL = np.array([100, 300, 300, 500, 900, 0])
"""The value of each kind of piece on any square, as in textbooks."""

PHASE = np.array([0, 1, 1, 2, 4, 0])
"""The weight of each kind of piece in the phase; all pieces of a full board add up to 24."""

# For each kind of piece: its value, then additions by rank, from the piece's side, and by file, from the edge to the
# centre.
MIDDLE_GAME = (
    (73, (0, -5, 4, 8, 31, 31, 25, 0), (-11, 0, 8, 2)),  # pawn
    (320, (-4, 16, 13, 34, 38, 46, 35, 6), (-4, 1, 21, 18)),  # knight
    (331, (-4, 18, 19, 24, 15, 21, 5, -11), (-4, 8, 1, 6)),  # bishop
    (437, (-1, -19, -4, 7, 3, 3, 22, 9), (-22, -25, -4, 13)),  # rook
    (932, (-14, 2, 2, -11, -3, 19, 7, -7), (-13, -9, -17, -1)),  # queen
    (0, (28, -19, -72, -82, -97, -100, -113, -121), (25, 3, -24, -40)),  # king
)
LATE_GAME = (
    (72, (0, 28, 25, 24, 46, 51, 92, 0), (-10, -7, -6, -5)),  # pawn
    (287, (-15, 7, 19, 18, 22, 9, 13, 1), (-9, -10, 4, 36)),  # knight
    (300, (-4, -8, 21, 17, 1, 6, 6, 3), (2, -2, -5, 7)),  # bishop
    (518, (-15, 19, 4, 7, 4, 9, 23, 2), (-13, 10, 3, -8)),  # rook
    (966, (-12, -6, 10, 23, 18, 32, 23, 2), (-12, 7, 5, 10)),  # queen
    (0, (-7, 7, 22, 30, 30, 39, 11, 4), (-5, 15, 7, 23)),  # king
)


def _table(parts: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]) -> Any:
    """A table by piece and square, for White."""
    table = np.zeros((12, 64), np.int32)
    for kind, (worth, by_rank, by_file) in enumerate(parts):
        for square in range(64):
            file, rank = square % 8, square // 8
            value = worth + by_rank[rank] + by_file[min(file, 7 - file)]
            table[kind, square] = value
            table[kind + 6, square ^ 56] = -value
    return table


MIDDLE = _table(MIDDLE_GAME)
ENDING = _table(LATE_GAME)
