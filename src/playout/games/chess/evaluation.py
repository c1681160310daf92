"""What a position is worth if nobody looks ahead: the share of the points that a seat may expect.

The value is counted in hundredths of a pawn, from White's view, twice: for the middle game and for the ending. The
officers that are left say how the two are mixed.
"""

import math
from typing import Any

import numpy as np

from playout.bits import EMPTY, count, lowest, rest
from playout.games.chess.attacks import KING as KING_STEPS
from playout.games.chess.attacks import KNIGHT as KNIGHT_STEPS
from playout.games.chess.attacks import bishop_attacks, rook_attacks
from playout.games.chess.layout import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, WHITE
from playout.games.chess.moving import pawn_attacks
from playout.games.chess.values import MATERIAL

__all__ = ["MATERIAL_ONLY", "TAPERED", "centipawns", "chance_of", "evaluate_for"]

TAPERED, MATERIAL_ONLY = 0, 1
"""The two evaluations: with all that is known here, or the material alone, as textbooks begin."""

SLOPE = 1.0 / 180.0
"""A lead of so many hundredths of a pawn, times this, is the logarithm of the odds."""

OFFICERS = 24
"""The phase of a full board."""

_FILES = [0x0101010101010101 << file for file in range(8)]
FILE = np.array(_FILES, np.uint64)
BESIDE = np.array([sum(_FILES[f] for f in (file - 1, file + 1) if 0 <= f < 8) for file in range(8)], np.uint64)
"""By file: its squares, and those of the files beside it."""


def _ahead() -> Any:
    """By side and square: the squares in front of a pawn on its file and the two beside it."""
    sets = np.zeros((2, 64), np.uint64)
    for square in range(64):
        file, rank = square % 8, square // 8
        for other in range(64):
            if abs(other % 8 - file) <= 1 and other // 8 != rank:
                sets[0 if other // 8 > rank else 1, square] |= np.uint64(1 << other)
    return sets


AHEAD = _ahead()

# Middle game and ending, in hundredths of a pawn.
MOBILITY = np.array([[0, 0], [4, 4], [5, 5], [2, 5], [1, 3]])
"""By kind: for each square that it attacks and that no enemy pawn attacks."""
PASSED = np.array([[0, 0], [2, 8], [4, 12], [10, 26], [24, 52], [50, 96], [90, 150], [0, 0]])
"""By rank, seen by its side: a pawn that no enemy pawn can stop."""
PAIR = (28, 48)
DOUBLED = (-8, -18)
ISOLATED = (-12, -12)
OPEN_FILE = (24, 8)
HALF_OPEN_FILE = (12, 8)
SHIELD = 9
"""For each own pawn before the king, in the middle game."""
ASSAULT = np.array([0, 9, 9, 14, 26])
"""By kind: for each square around the enemy's king that it attacks, in the middle game."""
TEMPO = 12


def evaluate_for(s: Any, seat: Any) -> Any:
    """The share of the points that a seat may expect."""
    value = material(s) if s.evaluation == MATERIAL_ONLY else tapered(s)
    return chance_of(value if seat == WHITE else -value)


def chance_of(value: Any) -> Any:
    """Hundredths of a pawn as an expected share of the points."""
    return 1.0 / (1.0 + math.exp(-SLOPE * value))


def centipawns(share: float) -> float:
    """The other way round."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share)) / SLOPE


def material(s: Any) -> Any:
    """White's men minus Black's."""
    value = 0
    for kind in range(KING):
        men = s.kinds[kind]
        value += MATERIAL[kind] * (count(men & s.sides[WHITE]) - count(men & s.sides[BLACK]))
    return value


def tapered(s: Any) -> Any:
    """All that is known here, from White's view."""
    middle, ending = s.middle + 0, s.ending + 0
    for side in range(2):
        more, later = side_value(s, side)
        middle += more if side == WHITE else -more
        ending += later if side == WHITE else -later
    phase = min(s.phase, OFFICERS)
    value = (middle * phase + ending * (OFFICERS - phase)) // OFFICERS
    return value + (TEMPO if s.turn == WHITE else -TEMPO)


def side_value(s: Any, side: Any) -> Any:
    """What one side's men are worth beyond their squares: (middle game, ending)."""
    own = s.sides[side]
    pawns, enemy_pawns = s.kinds[PAWN] & own, s.kinds[PAWN] & s.sides[1 - side]
    middle, ending = pawn_value(pawns, enemy_pawns, side)
    more, later = officer_value(s, side, pawns, enemy_pawns)
    middle += more
    ending += later
    if rest(s.kinds[BISHOP] & own) != EMPTY:
        middle += PAIR[0]
        ending += PAIR[1]
    king = lowest(s.kinds[KING] & own)
    middle += SHIELD * count(KING_STEPS[king] & AHEAD[side, king] & pawns)
    return middle, ending


def pawn_value(pawns: Any, enemy_pawns: Any, side: Any) -> Any:
    """Passed, doubled and isolated pawns of a side."""
    middle = ending = 0
    men = pawns
    while men != EMPTY:
        square = lowest(men)
        file = square & 7
        ahead = AHEAD[side, square]
        if ahead & FILE[file] & pawns != EMPTY:
            middle += DOUBLED[0]
            ending += DOUBLED[1]
        elif ahead & enemy_pawns == EMPTY:
            rank = square >> 3 if side == WHITE else 7 - (square >> 3)
            middle += PASSED[rank, 0]
            ending += PASSED[rank, 1]
        if BESIDE[file] & pawns == EMPTY:
            middle += ISOLATED[0]
            ending += ISOLATED[1]
        men = rest(men)
    return middle, ending


def officer_value(s: Any, side: Any, pawns: Any, enemy_pawns: Any) -> Any:
    """Mobility, attacks on the squares around the enemy's king, and rooks on open files."""
    own = s.sides[side]
    occupied = own | s.sides[1 - side]
    zone = KING_STEPS[lowest(s.kinds[KING] & s.sides[1 - side])]
    free = ~own & ~pawn_attacks(enemy_pawns, 1 - side)
    middle = ending = assault = attackers = 0
    men = own & ~s.kinds[PAWN] & ~s.kinds[KING]
    while men != EMPTY:
        square = lowest(men)
        kind = s.men[square] - 6 * side
        if kind == KNIGHT:
            reach = KNIGHT_STEPS[square]
        elif kind == BISHOP:
            reach = bishop_attacks(square, occupied)
        else:
            reach = rook_attacks(square, occupied)
            if kind == QUEEN:
                reach |= bishop_attacks(square, occupied)
            elif FILE[square & 7] & pawns == EMPTY:
                is_open = FILE[square & 7] & enemy_pawns == EMPTY
                middle += OPEN_FILE[0] if is_open else HALF_OPEN_FILE[0]
                ending += OPEN_FILE[1] if is_open else HALF_OPEN_FILE[1]
        mobile = count(reach & free)
        middle += MOBILITY[kind, 0] * mobile
        ending += MOBILITY[kind, 1] * mobile
        near = count(reach & zone)
        if near > 0:
            attackers += 1
            assault += ASSAULT[kind] * near
        men = rest(men)
    # One attacker alone does little harm.
    return middle + (assault * min(attackers, 4) // 4 if attackers > 1 else 0), ending
