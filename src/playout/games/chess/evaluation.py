"""The static evaluation of a position: the share of the points that a seat may expect.

It is computed in hundredths of a pawn, for White, once for the middle game and once for the ending. The phase, which
counts the remaining pieces other than pawns, weights the two.
"""

import math
from typing import Any

import numpy as np

from playout.bits import EMPTY, bit, count, lowest, without_lowest
from playout.games.chess.attacks import KING as KING_STEPS
from playout.games.chess.attacks import KNIGHT as KNIGHT_STEPS
from playout.games.chess.attacks import bishop_attacks, rook_attacks
from playout.games.chess.layout import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from playout.games.chess.moving import pawn_attacks
from playout.games.chess.values import MATERIAL

__all__ = ["MATERIAL_ONLY", "TAPERED", "centipawns", "chance_of", "evaluate_for"]

TAPERED, MATERIAL_ONLY = 0, 1
"""The two evaluations: with all terms, or material alone, as in textbooks."""

SLOPE = 1.0 / 180.0
"""A lead in hundredths of a pawn times SLOPE is the logarithm of the odds."""

OFFICERS = 24
"""The phase of a full board."""

_FILES = [0x0101010101010101 << file for file in range(8)]
FILE = np.array(_FILES, np.uint64)
BESIDE = np.array([sum(_FILES[f] for f in (file - 1, file + 1) if 0 <= f < 8) for file in range(8)], np.uint64)
"""For each file: its squares, and the squares of the files beside it."""


def _ahead() -> Any:
    """For each side and square: the squares in front of a pawn, on its file and the two files beside it."""
    sets = np.zeros((2, 64), np.uint64)
    for square in range(64):
        file, rank = square % 8, square // 8
        for other in range(64):
            if abs(other % 8 - file) <= 1 and other // 8 != rank:
                sets[0 if other // 8 > rank else 1, square] |= np.uint64(1 << other)
    return sets


AHEAD = _ahead()

STEPS = np.array([[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)])
"""The number of king moves between two squares."""

# Middle game and ending, in hundredths of a pawn.
MOBILITY = np.array([[0, 0], [9, -5], [9, -2], [3, 5], [3, 0]])
"""For each kind of piece: the value of each attacked square that no enemy pawn attacks."""
PASSED = np.array([[0, 0], [-7, 16], [-11, 20], [0, 43], [24, 51], [57, 92], [90, 158], [0, 0]])
"""For each rank, from the pawn's side: the value of a pawn that no enemy pawn can stop."""
BLOCKED = (-7, -15)
"""The value for each rank beyond the third of a passed pawn that is blocked by a piece."""
OWN_KING, ENEMY_KING = -7, 13
"""In the ending: the value of each king move to the square before a passed pawn, times the pawn's ranks beyond the
third.
"""
PAIR = (43, 35)
DOUBLED = (-5, -27)
ISOLATED = (-18, -14)
BACKWARD = (-16, -2)
"""The value of a pawn that no own pawn can ever guard, although there is one on the files beside it."""
PROTECTED = (7, 7)
OPEN_FILE = (49, 7)
HALF_OPEN_FILE = (22, 22)
PAWN_THREAT = (50, 6)
"""The value of each enemy piece, not a pawn, that a pawn attacks."""
MINOR_THREAT = (50, 18)
"""The value of each enemy rook or queen that a knight or bishop attacks."""
MINOR_CONTEST = (14, 11)
"""The value of each enemy knight or bishop that a knight or bishop attacks and no pawn guards."""
SHIELD = 4
"""The value of each own pawn before the king, in the middle game."""
BARE_FILE, HALF_BARE_FILE = -31, -12
"""The values of each file at the king without any pawns, and without own pawns, in the middle game."""
ASSAULT = np.array([0, 17, 29, 12, 40])
"""For each kind of piece: the value of each square around the enemy's king that it attacks, in the middle game."""
TEMPO = (31, 16)


def evaluate_for(s: Any, seat: Any) -> Any:
    """The share of the points that a seat may expect."""
    value = material(s) if s.evaluation == MATERIAL_ONLY else tapered(s)
    return chance_of(value if seat == WHITE else -value)


def chance_of(value: Any) -> Any:
    """Hundredths of a pawn as an expected share of the points."""
    return 1.0 / (1.0 + math.exp(-SLOPE * value))


def centipawns(share: float) -> float:
    """An expected share of the points in hundredths of a pawn."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share)) / SLOPE


def material(s: Any) -> Any:
    """White's pieces minus Black's."""
    value = 0
    for kind in range(KING):
        men = s.kinds[kind]
        value += MATERIAL[kind] * (count(men & s.sides[WHITE]) - count(men & s.sides[BLACK]))
    return value


def tapered(s: Any) -> Any:
    """The tapered evaluation, for White."""
    sign = 1 if s.turn == WHITE else -1
    middle, ending = s.middle + sign * TEMPO[0], s.ending + sign * TEMPO[1]
    for side in range(2):
        more, later = side_value(s, side)
        middle += more if side == WHITE else -more
        ending += later if side == WHITE else -later
    phase = min(s.phase, OFFICERS)
    value = middle * phase + ending * (OFFICERS - phase)
    return value // OFFICERS if value >= 0 else -(-value // OFFICERS)


def side_value(s: Any, side: Any) -> Any:
    """The terms of one side beyond material and squares: (middle game, ending)."""
    own, other = s.sides[side], s.sides[1 - side]
    pawns, enemy_pawns = s.kinds[PAWN] & own, s.kinds[PAWN] & other
    guarded = pawn_attacks(pawns, side)
    middle, ending = pawn_value(s, pawns, enemy_pawns, guarded, side)
    more, later = officer_value(s, side, pawns, enemy_pawns)
    threats = count(guarded & other & ~enemy_pawns)
    middle += more + PAWN_THREAT[0] * threats + king_value(s, side, pawns, enemy_pawns)
    ending += later + PAWN_THREAT[1] * threats
    if without_lowest(s.kinds[BISHOP] & own) != EMPTY:
        middle += PAIR[0]
        ending += PAIR[1]
    return middle, ending


def king_value(s: Any, side: Any, pawns: Any, enemy_pawns: Any) -> Any:
    """The pawns before a side's king, in the middle game."""
    king = lowest(s.kinds[KING] & s.sides[side])
    value = SHIELD * count(KING_STEPS[king] & AHEAD[side, king] & pawns)
    for file in range(max(0, (king & 7) - 1), min(7, (king & 7) + 1) + 1):
        if FILE[file] & pawns == EMPTY:
            value += BARE_FILE if FILE[file] & enemy_pawns == EMPTY else HALF_BARE_FILE
    return value


def pawn_value(s: Any, pawns: Any, enemy_pawns: Any, guarded: Any, side: Any) -> Any:
    """Passed, doubled, isolated, backward and protected pawns of a side; guarded: the squares that they attack."""
    middle = ending = 0
    men = pawns
    while men != EMPTY:
        square = lowest(men)
        beside = BESIDE[square & 7] & pawns
        ahead = AHEAD[side, square]
        if ahead & FILE[square & 7] & pawns != EMPTY:
            middle += DOUBLED[0]
            ending += DOUBLED[1]
        elif ahead & enemy_pawns == EMPTY:
            more, later = passed_value(s, square, side)
            middle += more
            ending += later
        if beside == EMPTY:
            middle += ISOLATED[0]
            ending += ISOLATED[1]
        if guarded & bit(square) != EMPTY:
            middle += PROTECTED[0]
            ending += PROTECTED[1]
        elif beside != EMPTY and beside & ~ahead == EMPTY:
            middle += BACKWARD[0]
            ending += BACKWARD[1]
        men = without_lowest(men)
    return middle, ending


def passed_value(s: Any, square: Any, side: Any) -> Any:
    """The value of a passed pawn: by its rank, a piece before it, and the distances of the kings."""
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    middle, ending = PASSED[rank, 0], PASSED[rank, 1]
    beyond = rank - 2
    if beyond > 0:
        stop = square + 8 - 16 * side
        if (s.sides[0] | s.sides[1]) & bit(stop) != EMPTY:
            middle += BLOCKED[0] * beyond
            ending += BLOCKED[1] * beyond
        own_king, enemy_king = lowest(s.kinds[KING] & s.sides[side]), lowest(s.kinds[KING] & s.sides[1 - side])
        ending += beyond * (OWN_KING * STEPS[own_king, stop] + ENEMY_KING * STEPS[enemy_king, stop])
    return middle, ending


def officer_value(s: Any, side: Any, pawns: Any, enemy_pawns: Any) -> Any:
    """Mobility, threats, attacks on the squares around the enemy's king, and rooks on open files."""
    own, other = s.sides[side], s.sides[1 - side]
    occupied = own | other
    zone = KING_STEPS[lowest(s.kinds[KING] & other)]
    safe = ~pawn_attacks(enemy_pawns, 1 - side)
    heavy = other & (s.kinds[ROOK] | s.kinds[QUEEN])
    loose = other & (s.kinds[KNIGHT] | s.kinds[BISHOP]) & safe
    middle = ending = assault = attackers = 0
    men = own & ~s.kinds[PAWN] & ~s.kinds[KING]
    while men != EMPTY:
        square = lowest(men)
        kind = s.men[square] - 6 * side
        if kind <= BISHOP:
            reach = KNIGHT_STEPS[square] if kind == KNIGHT else bishop_attacks(square, occupied)
            threats, contests = count(reach & heavy), count(reach & loose)
            middle += MINOR_THREAT[0] * threats + MINOR_CONTEST[0] * contests
            ending += MINOR_THREAT[1] * threats + MINOR_CONTEST[1] * contests
        else:
            reach = rook_attacks(square, occupied)
            if kind == QUEEN:
                reach |= bishop_attacks(square, occupied)
            elif FILE[square & 7] & pawns == EMPTY:
                is_open = FILE[square & 7] & enemy_pawns == EMPTY
                middle += OPEN_FILE[0] if is_open else HALF_OPEN_FILE[0]
                ending += OPEN_FILE[1] if is_open else HALF_OPEN_FILE[1]
        mobile = count(reach & ~own & safe)
        middle += MOBILITY[kind, 0] * mobile
        ending += MOBILITY[kind, 1] * mobile
        near = count(reach & zone)
        if near > 0:
            attackers += 1
            assault += ASSAULT[kind] * near
        men = without_lowest(men)
    # One attacker alone does little harm.
    return middle + (assault * min(attackers, 4) // 4 if attackers > 1 else 0), ending
