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
        (0, 57, 66, 70, 93, 93, 87, 0),
        (0, 68, 77, 81, 104, 104, 98, 0),
        (0, 76, 85, 89, 112, 112, 106, 0),
        (0, 70, 79, 83, 106, 106, 100, 0),
    ),
    (
        (0, 90, 87, 86, 108, 113, 154, 0),
        (0, 93, 90, 89, 111, 116, 157, 0),
        (0, 94, 91, 90, 112, 117, 158, 0),
        (0, 95, 92, 91, 113, 118, 159, 0),
    ),
)
KNIGHT_PLACES = pairs(
    (
        (312, 332, 329, 350, 354, 362, 351, 322),
        (317, 337, 334, 355, 359, 367, 356, 327),
        (337, 357, 354, 375, 379, 387, 376, 347),
        (334, 354, 351, 372, 376, 384, 373, 344),
    ),
    (
        (263, 285, 297, 296, 300, 287, 291, 279),
        (262, 284, 296, 295, 299, 286, 290, 278),
        (276, 298, 310, 309, 313, 300, 304, 292),
        (308, 330, 342, 341, 345, 332, 336, 324),
    ),
)
BISHOP_PLACES = pairs(
    (
        (323, 345, 346, 351, 342, 348, 332, 316),
        (335, 357, 358, 363, 354, 360, 344, 328),
        (328, 350, 351, 356, 347, 353, 337, 321),
        (333, 355, 356, 361, 352, 358, 342, 326),
    ),
    (
        (298, 294, 323, 319, 303, 308, 308, 305),
        (294, 290, 319, 315, 299, 304, 304, 301),
        (291, 287, 316, 312, 296, 301, 301, 298),
        (303, 299, 328, 324, 308, 313, 313, 310),
    ),
)
ROOK_PLACES = pairs(
    (
        (414, 396, 411, 422, 418, 418, 437, 424),
        (411, 393, 408, 419, 415, 415, 434, 421),
        (432, 414, 429, 440, 436, 436, 455, 442),
        (449, 431, 446, 457, 453, 453, 472, 459),
    ),
    (
        (490, 524, 509, 512, 509, 514, 528, 507),
        (513, 547, 532, 535, 532, 537, 551, 530),
        (506, 540, 525, 528, 525, 530, 544, 523),
        (495, 529, 514, 517, 514, 519, 533, 512),
    ),
)
QUEEN_PLACES = pairs(
    (
        (905, 921, 921, 908, 916, 938, 926, 912),
        (909, 925, 925, 912, 920, 942, 930, 916),
        (901, 917, 917, 904, 912, 934, 922, 908),
        (917, 933, 933, 920, 928, 950, 938, 924),
    ),
    (
        (942, 948, 964, 977, 972, 986, 977, 956),
        (961, 967, 983, 996, 991, 1005, 996, 975),
        (959, 965, 981, 994, 989, 1003, 994, 973),
        (964, 970, 986, 999, 994, 1008, 999, 978),
    ),
)
KING_PLACES = pairs(
    (
        (53, 6, -47, -57, -72, -75, -88, -96),
        (31, -16, -69, -79, -94, -97, -110, -118),
        (4, -43, -96, -106, -121, -124, -137, -145),
        (-12, -59, -112, -122, -137, -140, -153, -161),
    ),
    (
        (-12, 2, 17, 25, 25, 34, 6, -1),
        (8, 22, 37, 45, 45, 54, 26, 19),
        (0, 14, 29, 37, 37, 46, 18, 11),
        (16, 30, 45, 53, 53, 62, 34, 27),
    ),
)

# By the number of attacked squares without an own piece that no enemy pawn attacks.
KNIGHT_MOBILITY = pairs((0, 9, 18, 27, 36, 45, 54, 63, 72), (0, -5, -10, -15, -20, -25, -30, -35, -40))
BISHOP_MOBILITY = pairs(
    (0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117),
    (0, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20, -22, -24, -26),
)
ROOK_MOBILITY = pairs(
    (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42), (0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70)
)
QUEEN_MOBILITY = pairs(
    (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)
BY_PAWNS = pairs((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
"""For each kind of piece: times the number of pawns on the board."""
TEMPO = pairs(31, 16)
"""The side to move."""
PAIR = pairs(43, 35)
"""Two bishops."""
BAD_BISHOP = pairs(0, 0)
"""For each own pawn on a square of a bishop's colour."""
OUTPOST = pairs((0, 0, 0), (0, 0, 0))
"""For each kind: on the fourth to sixth rank, guarded by a pawn, where no enemy pawn can ever attack it."""
OPEN_FILE = pairs(49, 7)
"""A rook on a file without pawns."""
HALF_OPEN_FILE = pairs(22, 22)
"""A rook on a file without own pawns."""

DOUBLED = pairs(-5, -27)
"""A pawn with an own pawn before it."""
ISOLATED = pairs(-18, -14)
"""A pawn without own pawns on the files beside it."""
OPEN_ISOLATED = pairs(0, 0)
"""More for one without an enemy pawn before it."""
BACKWARD = pairs(-16, -2)
"""A pawn that no own pawn guards, and all own pawns on the files beside it are ahead of it."""
OPEN_BACKWARD = pairs(0, 0)
PROTECTED = pairs((0, 7, 7, 7, 7, 7, 7, 0), (0, 7, 7, 7, 7, 7, 7, 0))
"""By rank: a pawn that a pawn guards."""
PHALANX = pairs((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
"""By rank: a pawn with an own pawn beside it."""
PASSED = pairs((0, -7, -11, 0, 24, 57, 90, 0), (0, 16, 20, 43, 51, 92, 158, 0))
"""By rank: a pawn that no enemy pawn can stop."""
BLOCKED = pairs((0, 0, 0, -7, -14, -21, -28, 0), (0, 0, 0, -15, -30, -45, -60, 0))
"""By rank: a piece stands before a passed pawn."""
SAFE_STEP = pairs((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
"""By rank: the enemy neither occupies nor attacks the square before a passed pawn."""
SAFE_WAY = pairs((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
"""By rank: nor any square on its way."""
GUARDED_PASSED = pairs((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
"""By rank: a pawn guards a passed pawn."""
OWN_KING = pairs(0, -7)
"""Each step of the own king to the square before a passed pawn, times the pawn's ranks beyond the third."""
ENEMY_KING = pairs(0, 13)
"""The same for the enemy's king."""

PAWN_THREAT = pairs(50, 6)
"""Each enemy piece, not a pawn, that a pawn attacks."""
PUSH_THREAT = pairs(0, 0)
"""Each enemy piece that a pawn would attack after a safe step."""
MINOR_ON_ROOK = pairs(50, 18)
"""Each enemy rook that a knight or bishop attacks."""
MINOR_ON_QUEEN = pairs(50, 18)
MINOR_ON_MINOR = pairs(14, 11)
"""Each enemy knight or bishop that a knight or bishop attacks and no pawn guards."""
ROOK_ON_QUEEN = pairs(0, 0)
ROOK_ON_MINOR = pairs(0, 0)
HANGING = pairs(0, 0)
"""Each enemy piece that is attacked and not guarded."""
HANGING_PAWN = pairs(0, 0)

SHELTER = pairs((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
"""By its rank, for each of the three files at the king: the nearest own pawn before it; 0: none."""
STORM = pairs((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
"""By its rank: the nearest enemy pawn before the king; 0: none."""
ASSAULT = pairs((0, 4, 7, 3, 10), (0, 0, 0, 0, 0))
"""For each kind of piece: its attacks on squares around the enemy's king, times the attacking pieces (at most 4)."""
DANGER = pairs((0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
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
