"""What men are worth, in hundredths of a pawn, by kind and square, in the middle game and in the ending."""

from typing import Any

import numpy as np

__all__ = ["ENDING", "MATERIAL", "MIDDLE", "PHASE"]

MATERIAL = np.array([100, 300, 300, 500, 900, 0])
"""By kind: what a man is worth wherever it stands, as in textbooks."""

PHASE = np.array([0, 1, 1, 2, 4, 0])
"""By kind: how much it belongs to the middle game; all officers together are 24."""


def _table(worth: tuple[int, ...], central: tuple[int, ...], forward: tuple[int, ...]) -> Any:
    """By man and square, seen by White: a worth by kind, more in the centre, more further up the board."""
    table = np.zeros((12, 64), np.int32)
    for kind in range(6):
        for square in range(64):
            file, rank = square % 8, square // 8
            centre = 6 - (abs(2 * file - 7) + abs(2 * rank - 7)) // 2
            value = worth[kind] + central[kind] * centre + forward[kind] * rank
            table[kind, square] = value
            table[kind + 6, square ^ 56] = -value
    return table


MIDDLE = _table((82, 320, 340, 480, 980, 0), (2, 9, 5, 1, 2, -9), (4, 4, 2, 2, 1, -18))
ENDING = _table((100, 290, 310, 530, 980, 0), (0, 6, 3, 1, 6, 10), (14, 1, 1, 2, 2, 2))
