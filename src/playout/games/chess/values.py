"""The weights of the evaluation, in hundredths of a pawn.

Each is a pair, for the middle game and for the ending, in one integer: middle + ending << 32. So one addition adds
both. They come from a logistic regression on positions that Stockfish judged: benchmarks/fit_chess.py, which also
writes them here.
"""

from typing import Any

import numpy as np

__all__ = [
    "ASSAULT",
    "BACKWARD",
    "BAD_BISHOP",
    "BLOCKED",
    "BY_PAWNS",
    "DANGER",
    "DOUBLED",
    "ENEMY_KING",
    "GUARDED_PASSED",
    "HALF_OPEN_FILE",
    "HANGING",
    "HANGING_PAWN",
    "ISOLATED",
    "MATERIAL",
    "MINOR_ON_MINOR",
    "MINOR_ON_QUEEN",
    "MINOR_ON_ROOK",
    "MOBILITY",
    "OPEN_BACKWARD",
    "OPEN_FILE",
    "OPEN_ISOLATED",
    "OUTPOST",
    "OWN_KING",
    "PAIR",
    "PASSED",
    "PAWN_THREAT",
    "PHALANX",
    "PHASE",
    "PROTECTED",
    "PUSH_THREAT",
    "ROOK_ON_MINOR",
    "ROOK_ON_QUEEN",
    "SAFE_STEP",
    "SAFE_WAY",
    "SHELTER",
    "SQUARES",
    "STORM",
    "TEMPO",
    "by_kind",
    "by_square",
]


def pairs(middle: Any, ending: Any) -> Any:
    """Weights of the same shape for the middle game and for the ending, packed."""
    packed = np.array(middle, np.int64) + (np.array(ending, np.int64) << 32)
    return packed if packed.ndim else int(packed)


MATERIAL = np.array([100, 300, 300, 500, 900, 0])
"""The value of each kind of piece on any square, as in textbooks."""

PHASE = np.array([0, 1, 1, 2, 4, 0])
"""The weight of each kind of piece in the phase; all pieces of a full board add up to 24."""

# The value of a piece on a square: four rows for the files, from the edge to the centre, by rank from the piece's side;
# first for the middle game, then for the ending.
PAWN_PLACES = pairs(
    (
        (0, 66, 70, 73, 93, 95, 118, 0),
        (0, 87, 83, 83, 94, 119, 81, 0),
        (0, 78, 77, 96, 107, 126, 96, 0),
        (0, 51, 68, 95, 109, 147, 113, 0),
    ),
    (
        (0, 98, 84, 97, 95, 119, 132, 0),
        (0, 111, 86, 99, 113, 127, 174, 0),
        (0, 101, 83, 75, 96, 125, 149, 0),
        (0, 125, 94, 78, 87, 98, 142, 0),
    ),
)
KNIGHT_PLACES = pairs(
    (
        (289, 298, 307, 329, 350, 343, 351, 274),
        (301, 316, 346, 350, 358, 365, 308, 330),
        (301, 337, 335, 353, 359, 368, 357, 292),
        (336, 337, 357, 348, 359, 365, 390, 330),
    ),
    (
        (258, 294, 289, 295, 280, 279, 259, 220),
        (278, 306, 305, 312, 311, 280, 306, 311),
        (307, 294, 305, 316, 301, 302, 287, 299),
        (290, 301, 316, 327, 325, 311, 308, 323),
    ),
)
BISHOP_PLACES = pairs(
    (
        (328, 340, 328, 336, 342, 345, 320, 267),
        (324, 356, 335, 337, 351, 371, 308, 313),
        (319, 338, 345, 346, 358, 329, 328, 260),
        (335, 345, 343, 360, 351, 370, 318, 268),
    ),
    (
        (302, 296, 321, 313, 279, 298, 296, 302),
        (287, 290, 323, 297, 312, 284, 317, 322),
        (298, 336, 306, 305, 296, 314, 298, 300),
        (316, 309, 323, 328, 321, 300, 289, 300),
    ),
)
ROOK_PLACES = pairs(
    (
        (397, 375, 383, 390, 400, 432, 392, 424),
        (398, 395, 397, 428, 430, 435, 436, 438),
        (419, 406, 392, 402, 438, 458, 425, 482),
        (440, 436, 406, 438, 415, 474, 445, 416),
    ),
    (
        (504, 494, 527, 511, 534, 534, 546, 528),
        (522, 537, 542, 516, 536, 520, 515, 521),
        (504, 523, 525, 527, 530, 519, 521, 504),
        (488, 512, 522, 512, 529, 501, 517, 504),
    ),
)
QUEEN_PLACES = pairs(
    (
        (920, 930, 934, 914, 929, 902, 909, 915),
        (897, 921, 921, 913, 935, 956, 906, 952),
        (919, 930, 925, 911, 919, 933, 944, 909),
        (922, 938, 922, 903, 913, 946, 918, 887),
    ),
    (
        (964, 949, 957, 1037, 994, 998, 964, 973),
        (947, 932, 997, 1011, 992, 1012, 975, 950),
        (935, 920, 967, 1016, 1014, 1001, 988, 983),
        (931, 938, 947, 1012, 1011, 972, 1002, 934),
    ),
)
KING_PLACES = pairs(
    (
        (14, -10, -55, -19, -74, -78, -81, -96),
        (3, -38, -14, -106, -92, -86, -102, -118),
        (-24, -51, -88, -107, -134, -110, -123, -145),
        (-22, -65, -99, -121, -118, -124, -145, -162),
    ),
    (
        (-19, -5, 7, 8, 45, 16, 30, -4),
        (-15, 12, 1, 35, 52, 87, 54, 27),
        (-11, 11, 22, 44, 79, 70, 55, 24),
        (-33, 31, 37, 52, 60, 49, 24, 17),
    ),
)

# By the number of attacked squares without an own piece that no enemy pawn attacks.
KNIGHT_MOBILITY = pairs((-63, -37, -30, -25, -21, -15, -12, -6, 7), (-72, -77, -36, -24, -18, -17, -20, -30, -36))
BISHOP_MOBILITY = pairs(
    (-9, 0, 9, 12, 18, 21, 19, 21, 15, 23, 20, 56, 96, 108),
    (-44, -28, -34, -13, -10, -5, -2, 10, 13, -1, -9, -6, -18, -42),
)
ROOK_MOBILITY = pairs(
    (-29, -20, -14, -8, -9, -4, 0, -4, 1, 12, 11, 14, 16, 15, 18),
    (-19, -8, 7, 14, 25, 27, 32, 43, 40, 45, 53, 50, 40, 49, 30),
)
QUEEN_MOBILITY = pairs(
    (0, 6, 10, 17, 20, 23, 24, 29, 29, 27, 28, 33, 36, 38, 36, 50, 30, 33, 68, 46, 69, 60, 62, 71, 71, 74, 75, 79),
    (
        -12,
        -19,
        -37,
        -21,
        -45,
        -50,
        -5,
        1,
        17,
        38,
        30,
        10,
        10,
        5,
        28,
        12,
        11,
        -4,
        -16,
        -11,
        3,
        -33,
        0,
        -17,
        -4,
        -3,
        -11,
        -4,
    ),
)
BY_PAWNS = pairs((0, 5, 4, 5, -6), (0, 6, 6, 2, 9))
"""For each kind of piece: times the number of pawns on the board."""
TEMPO = pairs(26, 13)
"""The side to move."""
PAIR = pairs(32, 50)
"""Two bishops."""
BAD_BISHOP = pairs(-4, -7)
"""For each own pawn on a square of a bishop's colour."""
OUTPOST = pairs((0, 21, 4), (0, 8, 14))
"""For each kind: on the fourth to sixth rank, guarded by a pawn, where no enemy pawn can ever attack it."""
OPEN_FILE = pairs(32, 2)
"""A rook on a file without pawns."""
HALF_OPEN_FILE = pairs(18, 13)
"""A rook on a file without own pawns."""

DOUBLED = pairs(-12, -21)
"""A pawn with an own pawn before it."""
ISOLATED = pairs(-5, 3)
"""A pawn without own pawns on the files beside it."""
OPEN_ISOLATED = pairs(-11, -10)
"""More for one without an enemy pawn before it."""
BACKWARD = pairs(-1, -7)
"""A pawn that no own pawn guards, and all own pawns on the files beside it are ahead of it."""
OPEN_BACKWARD = pairs(-5, -10)
PROTECTED = pairs((0, 7, 20, 10, 16, 15, 34, 0), (0, 7, 16, 25, 4, 31, -15, 0))
"""By rank: a pawn that a pawn guards."""
PHALANX = pairs((0, 6, 6, 6, 21, 43, 10, 0), (0, -3, 8, 7, 27, 27, 26, 0))
"""By rank: a pawn with an own pawn beside it."""
PASSED = pairs((0, 9, -28, 14, 14, 23, 107, 0), (0, 9, 31, 19, 32, 63, 126, 0))
"""By rank: a pawn that no enemy pawn can stop."""
BLOCKED = pairs((0, 0, 0, -7, -28, -15, -69, 0), (0, 0, 0, -11, -8, -24, -64, 0))
"""By rank: a piece stands before a passed pawn."""
SAFE_STEP = pairs((0, 0, 0, -23, 10, -5, 17, 0), (0, 0, 0, 7, 6, 35, 74, 0))
"""By rank: the enemy neither occupies nor attacks the square before a passed pawn."""
SAFE_WAY = pairs((0, 0, 0, -80, -60, -16, 17, 0), (0, 0, 0, 40, 39, 84, 74, 0))
"""By rank: nor any square on its way."""
GUARDED_PASSED = pairs((0, 0, 0, 13, 29, 37, 27, 0), (0, 0, 0, -7, 21, -13, -22, 0))
"""By rank: a pawn guards a passed pawn."""
OWN_KING = pairs(0, -5)
"""Each step of the own king to the square before a passed pawn, times the pawn's ranks beyond the third."""
ENEMY_KING = pairs(1, 9)
"""The same for the enemy's king."""

PAWN_THREAT = pairs(62, 56)
"""Each enemy piece, not a pawn, that a pawn attacks."""
PUSH_THREAT = pairs(16, 24)
"""Each enemy piece that a pawn would attack after a safe step."""
MINOR_ON_ROOK = pairs(34, 23)
"""Each enemy rook that a knight or bishop attacks."""
MINOR_ON_QUEEN = pairs(50, 42)
MINOR_ON_MINOR = pairs(18, 27)
"""Each enemy knight or bishop that a knight or bishop attacks and no pawn guards."""
ROOK_ON_QUEEN = pairs(76, -21)
ROOK_ON_MINOR = pairs(20, 25)
HANGING = pairs(27, 17)
"""Each enemy piece that is attacked and not guarded."""
HANGING_PAWN = pairs(16, 32)

SHELTER = pairs((-25, 20, 5, 3, -3, 2, -1, 0), (7, -1, 10, -1, -2, -6, -7, 0))
"""By its rank, for each of the three files at the king: the nearest own pawn before it; 0: none."""
STORM = pairs((-2, 9, -12, -6, 2, 7, 2, 0), (0, -1, 3, -3, -1, -1, 4, 0))
"""By its rank: the nearest enemy pawn before the king; 0: none."""
ASSAULT = pairs((0, 3, -3, 4, 10), (0, -4, -2, -3, 3))
"""For each kind of piece: its attacks on squares around the enemy's king, times the attacking pieces (at most 4)."""
DANGER = pairs(
    (-54, -55, -47, -42, -24, 0, 12, 23, 69, 44, 40, 19, 19, 0, 0, -2),
    (-17, -27, -6, -1, 14, 10, 22, 25, 12, 13, 8, -10, -8, -13, -7, -15),
)
"""By attackers, squares around the king that only the enemy guards, and twice the safe checks."""


def by_square(places: Any) -> Any:
    """A table by piece and square, for White, from the six tables by file and rank."""
    table = np.zeros((12, 64, *places[0].shape[2:]), places[0].dtype)
    for kind in range(6):
        for square in range(64):
            file, rank = square % 8, square // 8
            table[kind, square] = places[kind][min(file, 7 - file), rank]
            table[kind + 6, square ^ 56] = -table[kind, square]
    return table


def by_kind(tables: Any) -> Any:
    """The tables of knights, bishops, rooks and queens in one, by kind and index."""
    table = np.zeros((5, len(tables[-1]), *tables[-1].shape[1:]), tables[-1].dtype)
    for kind, row in enumerate(tables, 1):
        table[kind, : len(row)] = row
    return table


SQUARES = by_square((PAWN_PLACES, KNIGHT_PLACES, BISHOP_PLACES, ROOK_PLACES, QUEEN_PLACES, KING_PLACES))
MOBILITY = by_kind((KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY))
