"""The static evaluation of a position: the share of the points that a seat may expect.

It is computed in hundredths of a pawn, for White, once for the middle game and once for the ending: values.py packs
both into one integer. The phase, which counts the remaining pieces other than pawns, weights the two.
"""

import math
from typing import Any

import numpy as np

from playout.bits import EMPTY, bit, count, lowest, reverse_bytes, without_lowest
from playout.games.chess.attacks import KING as KING_STEPS
from playout.games.chess.attacks import KNIGHT as KNIGHT_STEPS
from playout.games.chess.attacks import bishop_attacks, rook_attacks
from playout.games.chess.layout import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from playout.games.chess.moving import NOT_A, NOT_H, S8, pawn_attacks
from playout.games.chess.values import (
    ASSAULT,
    BACKWARD,
    BAD_BISHOP,
    BLOCKED,
    BY_PAWNS,
    DANGER,
    DOUBLED,
    ENEMY_KING,
    GUARDED_PASSED,
    HALF_OPEN_FILE,
    HANGING,
    HANGING_PAWN,
    ISOLATED,
    MATERIAL,
    MINOR_ON_MINOR,
    MINOR_ON_QUEEN,
    MINOR_ON_ROOK,
    MOBILITY,
    OPEN_BACKWARD,
    OPEN_FILE,
    OPEN_ISOLATED,
    OUTPOST,
    OWN_KING,
    PAIR,
    PASSED,
    PAWN_THREAT,
    PHALANX,
    PHASE,
    PROTECTED,
    PUSH_THREAT,
    ROOK_ON_MINOR,
    ROOK_ON_QUEEN,
    SAFE_STEP,
    SAFE_WAY,
    SHELTER,
    STORM,
    TEMPO,
)

__all__ = ["MATERIAL_ONLY", "TAPERED", "centipawns", "chance_of", "evaluate_for"]

TAPERED, MATERIAL_ONLY = 0, 1
"""The two evaluations: with all terms, or material alone, as in textbooks."""

SLOPE = 1.0 / 180.0
"""A lead in hundredths of a pawn times SLOPE is the logarithm of the odds."""

OFFICERS = 24
"""The phase of a full board."""

CERTAIN = 16
"""The chance to turn a lead into a win is counted in parts of this number."""

LIGHT = np.uint64(0x55AA55AA55AA55AA)
"""The light squares."""

S1, S16, S32 = np.uint64(1), np.uint64(16), np.uint64(32)

FILE = np.array([0x0101010101010101 << file for file in range(8)], np.uint64)


def _ahead(*files: int) -> Any:
    """For each side and square: the squares in front of a pawn, on these files counted from its own."""
    sets = np.zeros((2, 64), np.uint64)
    for square in range(64):
        for other in range(64):
            if other % 8 - square % 8 in files and other // 8 != square // 8:
                sets[0 if other > square else 1, square] |= np.uint64(1 << other)
    return sets


AHEAD, BESIDE_AHEAD = _ahead(0), _ahead(-1, 1)

STEPS = np.array([[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)])
"""The number of king moves between two squares."""


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
    value = terms(s)
    ending = value + (1 << 31) >> 32
    middle = value - (ending << 32)
    phase = min(s.phase, OFFICERS)
    value = middle * phase + ending * (OFFICERS - phase)
    lead = abs(value) * winning_chance(s, WHITE if value > 0 else BLACK) // (OFFICERS * CERTAIN)
    return lead if value > 0 else -lead


def winning_chance(s: Any, leader: Any) -> Any:
    """Which part of a side's lead counts, from 0 to CERTAIN: endings without pawns or with opposite bishops are drawn
    more often."""
    own, other = s.sides[leader], s.sides[1 - leader]
    if own & s.kinds[PAWN] == EMPTY:
        more = officers_of(s, own) - officers_of(s, other)
        knights_only = own & ~s.kinds[KNIGHT] & ~s.kinds[KING] == EMPTY
        return CERTAIN // 4 if more < 2 or (more == 2 and knights_only) else CERTAIN
    bishops = s.kinds[BISHOP]
    if s.kinds[KNIGHT] | s.kinds[ROOK] | s.kinds[QUEEN] != EMPTY or count(bishops & LIGHT) != 1:
        return CERTAIN
    return CERTAIN // 2 if count(bishops & own) == 1 and count(bishops & other) == 1 else CERTAIN


def officers_of(s: Any, own: Any) -> Any:
    """The phase of one side's pieces."""
    value = 0
    for kind in range(KNIGHT, KING):
        value += PHASE[kind] * count(s.kinds[kind] & own)
    return value


def terms(s: Any) -> Any:
    """All terms of White minus those of Black."""
    white, black = activity(s, WHITE), activity(s, BLACK)
    value = s.squares + (TEMPO if s.turn == WHITE else -TEMPO)
    return value + side_value(s, WHITE, white, black) - side_value(s, BLACK, black, white)


def activity(s: Any, side: Any) -> Any:
    """Add up the terms of a side's pieces: (value, the squares that its pieces and pawns attack, the pieces that attack
    squares around the enemy's king, the value of these attacks, the squares from which a piece could give check).
    """
    own, other = s.sides[side], s.sides[1 - side]
    occupied = own | other
    pawns, enemy_pawns = s.kinds[PAWN] & own, s.kinds[PAWN] & other
    king = lowest(s.kinds[KING] & other)
    zone = KING_STEPS[king]
    straight, diagonal = rook_attacks(king, occupied), bishop_attacks(king, occupied)
    guarded = pawn_attacks(pawns, side)
    safe = ~pawn_attacks(enemy_pawns, 1 - side)
    free = safe & ~own
    loose = (s.kinds[KNIGHT] | s.kinds[BISHOP]) & other & safe
    rooks, queens = s.kinds[ROOK] & other, s.kinds[QUEEN] & other
    all_pawns = count(s.kinds[PAWN])
    value = assault = attackers = 0
    reached, checks = guarded, EMPTY
    men = own & ~pawns & ~s.kinds[KING]
    while men != EMPTY:
        square = lowest(men)
        kind = s.men[square] - 6 * side
        if kind <= BISHOP:
            if kind == KNIGHT:
                reach = KNIGHT_STEPS[square]
                checks |= reach & KNIGHT_STEPS[king]
            else:
                reach = bishop_attacks(square, occupied)
                checks |= reach & diagonal
                value += BAD_BISHOP * count(pawns & (LIGHT if LIGHT & bit(square) != EMPTY else ~LIGHT))
            value += MINOR_ON_ROOK * count(reach & rooks) + MINOR_ON_QUEEN * count(reach & queens)
            value += MINOR_ON_MINOR * count(reach & loose)
            rank = square >> 3 if side == WHITE else 7 - (square >> 3)
            if 3 <= rank <= 5 and guarded & bit(square) != EMPTY and BESIDE_AHEAD[side, square] & enemy_pawns == EMPTY:
                value += OUTPOST[kind]
        else:
            reach = rook_attacks(square, occupied)
            if kind == QUEEN:
                reach |= bishop_attacks(square, occupied)
                checks |= reach & (straight | diagonal)
            else:
                checks |= reach & straight
                value += ROOK_ON_QUEEN * count(reach & queens) + ROOK_ON_MINOR * count(reach & loose)
                if FILE[square & 7] & pawns == EMPTY:
                    value += OPEN_FILE if FILE[square & 7] & enemy_pawns == EMPTY else HALF_OPEN_FILE
        value += MOBILITY[kind, count(reach & free)] + BY_PAWNS[kind] * all_pawns
        near = count(reach & zone)
        if near > 0:
            attackers += 1
            assault += ASSAULT[kind] * near
        reached |= reach
        men = without_lowest(men)
    return value, reached, attackers, assault, checks


def side_value(s: Any, side: Any, mine: Any, theirs: Any) -> Any:
    """The terms of one side, given the activity of both."""
    value, reached, attackers, assault, checks = mine
    own, other = s.sides[side], s.sides[1 - side]
    occupied = own | other
    pawns, enemy_pawns = s.kinds[PAWN] & own, s.kinds[PAWN] & other
    king, enemy_king = lowest(s.kinds[KING] & own), lowest(s.kinds[KING] & other)
    zone = KING_STEPS[enemy_king]
    covered = theirs[1] | zone
    # Attacks on the king: one attacker alone does little harm.
    if attackers > 1:
        value += assault * min(attackers, 4)
    danger = attackers + count(zone & reached & ~theirs[1]) + 2 * count(checks & ~own & ~covered)
    value += DANGER[min(danger, 15)]
    # Threats.
    pieces = other & ~enemy_pawns & ~s.kinds[KING]
    hanging = reached & ~covered
    steps = (pawns << S8 if side == WHITE else pawns >> S8) & ~occupied & (reached | ~covered)
    steps &= ~pawn_attacks(enemy_pawns, 1 - side)
    value += PAWN_THREAT * count(pawn_attacks(pawns, side) & pieces)
    value += PUSH_THREAT * count(pawn_attacks(steps, side) & pieces)
    value += HANGING * count(hanging & pieces) + HANGING_PAWN * count(hanging & enemy_pawns)
    if without_lowest(s.kinds[BISHOP] & own) != EMPTY:
        value += PAIR
    value += king_value(side, king, pawns, enemy_pawns)
    # Pawns, turned so that they move up.
    if side == BLACK:
        pawns, enemy_pawns = reverse_bytes(pawns), reverse_bytes(enemy_pawns)
        occupied, covered = reverse_bytes(occupied), reverse_bytes(covered)
        king, enemy_king = king ^ 56, enemy_king ^ 56
    more, passed = pawn_value(pawns, enemy_pawns)
    return value + more + passed_value(passed, pawns, occupied, covered, king, enemy_king)


def king_value(side: Any, king: Any, pawns: Any, enemy_pawns: Any) -> Any:
    """The own pawns before a side's king, and the enemy's."""
    value = 0
    middle = min(max(king & 7, 1), 6)
    for file in range(middle - 1, middle + 2):
        value += SHELTER[nearest(pawns & FILE[file] & ~AHEAD[1 - side, king & 56 | file], side)]
        value += STORM[nearest(enemy_pawns & FILE[file] & ~AHEAD[1 - side, king & 56 | file], side)]
    return value


def nearest(pawns: Any, side: Any) -> Any:
    """The rank, from the side's edge, of the pawn of a file that is next to that edge; 0 if there is none."""
    if side == BLACK:
        pawns = reverse_bytes(pawns)
    return lowest(pawns) >> 3 & 7


def up(squares: Any) -> Any:
    """A set and all squares above it."""
    squares |= squares << S8
    squares |= squares << S16
    return squares | squares << S32


def down(squares: Any) -> Any:
    squares |= squares >> S8
    squares |= squares >> S16
    return squares | squares >> S32


def beside(squares: Any) -> Any:
    """The squares to the left and to the right of a set."""
    return (squares & NOT_A) >> S1 | (squares & NOT_H) << S1


def pawn_value(pawns: Any, enemy_pawns: Any) -> Any:
    """The structure of pawns that move up: (value, the passed pawns)."""
    guarded = pawn_attacks(pawns, WHITE)
    behind, halted = down(pawns >> S8), down(enemy_pawns >> S8)
    is_open = ~halted
    isolated = pawns & ~beside(up(pawns) | behind)
    backward = pawns & ~isolated & ~guarded & ~beside(up(pawns))
    value = DOUBLED * count(pawns & behind)
    value += ISOLATED * count(isolated) + OPEN_ISOLATED * count(isolated & is_open)
    value += BACKWARD * count(backward) + OPEN_BACKWARD * count(backward & is_open)
    men = pawns & guarded
    while men != EMPTY:
        value += PROTECTED[lowest(men) >> 3]
        men = without_lowest(men)
    men = pawns & beside(pawns)
    while men != EMPTY:
        value += PHALANX[lowest(men) >> 3]
        men = without_lowest(men)
    return value, pawns & ~behind & ~halted & ~beside(halted)


def passed_value(passed: Any, pawns: Any, occupied: Any, covered: Any, king: Any, enemy_king: Any) -> Any:
    """The value of passed pawns that move up; covered: the squares that the enemy attacks."""
    value = 0
    guarded = pawn_attacks(pawns, WHITE)
    while passed != EMPTY:
        square = lowest(passed)
        rank, stop = square >> 3, square + 8
        value += PASSED[rank]
        if rank > 2:
            if guarded & bit(square) != EMPTY:
                value += GUARDED_PASSED[rank]
            if occupied & bit(stop) != EMPTY:
                value += BLOCKED[rank]
            elif covered & bit(stop) == EMPTY:
                value += SAFE_STEP[rank]
                if (covered | occupied) & AHEAD[WHITE, square] == EMPTY:
                    value += SAFE_WAY[rank]
            value += (rank - 2) * (OWN_KING * STEPS[king, stop] + ENEMY_KING * STEPS[enemy_king, stop])
        passed = without_lowest(passed)
    return value
