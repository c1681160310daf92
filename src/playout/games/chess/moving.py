"""Legal moves. No move is tried and taken back: pins and checks determine the legal moves."""

from typing import Any

import numpy as np

from playout.bits import EMPTY, bit, lowest, without_lowest
from playout.games.chess.attacks import BETWEEN, LINE, bishop_attacks, rook_attacks
from playout.games.chess.attacks import KING as KING_STEPS
from playout.games.chess.attacks import KNIGHT as KNIGHT_STEPS
from playout.games.chess.attacks import PAWN as PAWN_STEPS
from playout.games.chess.layout import BISHOP, BLACK, KING, KNIGHT, NOBODY, PAWN, QUEEN, ROOK, WHITE

__all__ = ["attackers", "has_move", "list_moves", "list_some", "takes_in_passing"]

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOT_A, NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
ENDS = np.uint64(0xFF000000000000FF)
"""The ranks on which pawns are promoted."""

THIRD = np.array([0x0000000000FF0000, 0x0000FF0000000000], np.uint64)
"""For each side: the rank that a pawn reaches by its first step; one step further is the double step."""

S7, S8, S9 = np.uint64(7), np.uint64(8), np.uint64(9)

# For each right to castle: the squares that have to be empty, those that must not be attacked, and the king's way.
CASTLING_EMPTY = np.array([0x60, 0x0E, 0x60 << 56, 0x0E << 56], np.uint64)
CASTLING_SAFE = np.array([0x70, 0x1C, 0x70 << 56, 0x1C << 56], np.uint64)
CASTLING_FROM = np.array([4, 4, 60, 60])
CASTLING_TO = np.array([6, 2, 62, 58])


def attackers(s: Any, square: Any, side: Any, occupied: Any) -> Any:
    """The pieces of a side that attack a square."""
    own = s.sides[side]
    found = PAWN_STEPS[1 - side, square] & s.kinds[PAWN] | KNIGHT_STEPS[square] & s.kinds[KNIGHT]
    found |= KING_STEPS[square] & s.kinds[KING]
    found |= bishop_attacks(square, occupied) & (s.kinds[BISHOP] | s.kinds[QUEEN])
    found |= rook_attacks(square, occupied) & (s.kinds[ROOK] | s.kinds[QUEEN])
    return found & own & occupied


def pawn_attacks(pawns: Any, side: Any) -> Any:
    """The squares that a set of pawns attacks."""
    if side == WHITE:
        return (pawns & NOT_A) << S7 | (pawns & NOT_H) << S9
    return (pawns & NOT_H) >> S7 | (pawns & NOT_A) >> S9


def attacked(s: Any, side: Any, occupied: Any) -> Any:
    """All squares that a side attacks."""
    own = s.sides[side]
    found = pawn_attacks(s.kinds[PAWN] & own, side)
    men = s.kinds[KNIGHT] & own
    while men != EMPTY:
        found |= KNIGHT_STEPS[lowest(men)]
        men = without_lowest(men)
    men = (s.kinds[BISHOP] | s.kinds[QUEEN]) & own
    while men != EMPTY:
        found |= bishop_attacks(lowest(men), occupied)
        men = without_lowest(men)
    men = (s.kinds[ROOK] | s.kinds[QUEEN]) & own
    while men != EMPTY:
        found |= rook_attacks(lowest(men), occupied)
        men = without_lowest(men)
    return found | KING_STEPS[lowest(s.kinds[KING] & own)]


def pinned(s: Any, king: Any, side: Any, occupied: Any) -> Any:
    """The pieces of a side that stand alone between their king and a slider."""
    own, other = s.sides[side], s.sides[1 - side]
    snipers = rook_attacks(king, other) & (s.kinds[ROOK] | s.kinds[QUEEN])
    snipers = (snipers | bishop_attacks(king, other) & (s.kinds[BISHOP] | s.kinds[QUEEN])) & other
    found = EMPTY
    while snipers != EMPTY:
        between = BETWEEN[king, lowest(snipers)] & occupied
        if between != EMPTY and without_lowest(between) == EMPTY:
            found |= between & own
        snipers = without_lowest(snipers)
    return found


def write(origin: Any, targets: Any, out: Any, n: Any) -> Any:
    """Add a piece's moves to each of a set of squares; returns the length of the list."""
    while targets != EMPTY:
        out[n] = origin | lowest(targets) << 6
        n += 1
        targets = without_lowest(targets)
    return n


def write_pawns(targets: Any, step: Any, out: Any, n: Any) -> Any:
    """Add the moves of pawns with the same step, given their targets; moves to the last rank promote."""
    last = targets & ENDS
    targets &= ~ENDS
    while targets != EMPTY:
        square = lowest(targets)
        out[n] = square - step | square << 6
        n += 1
        targets = without_lowest(targets)
    while last != EMPTY:
        square = lowest(last)
        move = square - step | square << 6
        for kind in range(QUEEN, PAWN, -1):
            out[n] = move | kind << 12
            n += 1
        last = without_lowest(last)
    return n


def list_moves(s: Any, out: Any) -> Any:
    """Write all legal moves; returns their number."""
    return list_some(s, out, ALL)


def list_some(s: Any, out: Any, wanted: Any) -> Any:
    """Write the legal moves to wanted squares; castling only if all squares are wanted."""
    side = s.turn
    own, other = s.sides[side], s.sides[1 - side]
    occupied = own | other
    king_set = s.kinds[KING] & own
    king = lowest(king_set)
    unsafe = attacked(s, 1 - side, occupied ^ king_set)
    n = write(king, KING_STEPS[king] & ~own & ~unsafe & wanted, out, 0)
    goal = ~own
    if unsafe & king_set != EMPTY:
        checking = attackers(s, king, 1 - side, occupied)
        if without_lowest(checking) != EMPTY:
            return n
        goal = BETWEEN[king, lowest(checking)] | checking
    elif wanted == ALL and s.rights >> 2 * side & 3 != 0:
        for right in range(2 * side, 2 * side + 2):
            if (
                s.rights >> right & 1 != 0
                and occupied & CASTLING_EMPTY[right] == EMPTY
                and unsafe & CASTLING_SAFE[right] == EMPTY
            ):
                out[n] = CASTLING_FROM[right] | CASTLING_TO[right] << 6
                n += 1
    stuck = pinned(s, king, side, occupied)
    n = write_officers(s, out, n, king, goal & wanted, stuck)
    pawns = s.kinds[PAWN] & own
    n = write_free_pawns(pawns & ~stuck, side, occupied, other, goal & wanted, out, n)
    held = pawns & stuck
    while held != EMPTY:
        line = LINE[king, lowest(held)]
        n = write_free_pawns(held & ~without_lowest(held), side, occupied, other, goal & wanted & line, out, n)
        held = without_lowest(held)
    if s.passant != NOBODY and wanted & bit(s.passant) != EMPTY:
        n = write_in_passing(s, s.passant, out, n)
    return n


def write_officers(s: Any, out: Any, n: Any, king: Any, goal: Any, stuck: Any) -> Any:
    """The moves of knights, bishops, rooks and queens."""
    own = s.sides[s.turn]
    occupied = own | s.sides[1 - s.turn]
    men = s.kinds[KNIGHT] & own & ~stuck
    while men != EMPTY:
        square = lowest(men)
        n = write(square, KNIGHT_STEPS[square] & goal, out, n)
        men = without_lowest(men)
    men = (s.kinds[BISHOP] | s.kinds[ROOK] | s.kinds[QUEEN]) & own
    while men != EMPTY:
        square = lowest(men)
        n = write(square, slider_targets(s, square, occupied, king, stuck) & goal, out, n)
        men = without_lowest(men)
    return n


def slider_targets(s: Any, square: Any, occupied: Any, king: Any, stuck: Any) -> Any:
    """The squares that a bishop, rook or queen attacks; a pinned piece only on the line to its king."""
    one = bit(square)
    targets = EMPTY
    if one & s.kinds[ROOK] == EMPTY:
        targets |= bishop_attacks(square, occupied)
    if one & s.kinds[BISHOP] == EMPTY:
        targets |= rook_attacks(square, occupied)
    return targets if one & stuck == EMPTY else targets & LINE[king, square]


def write_free_pawns(pawns: Any, side: Any, occupied: Any, other: Any, goal: Any, out: Any, n: Any) -> Any:
    """The steps and captures of a set of pawns; not en passant."""
    single, double, queenside, kingside = pawn_targets(pawns, side, occupied, other)
    forward = 8 - 16 * side
    n = write_pawns(single & goal, forward, out, n)
    n = write_pawns(double & goal, 2 * forward, out, n)
    n = write_pawns(queenside & goal, forward - 1, out, n)
    return write_pawns(kingside & goal, forward + 1, out, n)


def pawn_targets(pawns: Any, side: Any, occupied: Any, other: Any) -> Any:
    """The targets of a set of pawns: one step, two steps, captures towards the a file, and towards the h file."""
    if side == WHITE:
        single = pawns << S8 & ~occupied
        double = (single & THIRD[WHITE]) << S8 & ~occupied
        return single, double, (pawns & NOT_A) << S7 & other, (pawns & NOT_H) << S9 & other
    single = pawns >> S8 & ~occupied
    double = (single & THIRD[BLACK]) >> S8 & ~occupied
    return single, double, (pawns & NOT_A) >> S9 & other, (pawns & NOT_H) >> S7 & other


def can_take_in_passing(s: Any, origin: Any, square: Any) -> Any:
    """Whether a pawn of the side to move may take en passant: its king must not be attacked afterwards."""
    side = s.turn
    king = lowest(s.kinds[KING] & s.sides[side])
    victim = bit(square - 8 + 16 * side)
    after = (s.sides[0] | s.sides[1]) & ~victim & ~bit(origin) | bit(square)
    return attackers(s, king, 1 - side, after) == EMPTY


def write_in_passing(s: Any, square: Any, out: Any, n: Any) -> Any:
    """The captures en passant that arrive on a square."""
    pawns = PAWN_STEPS[1 - s.turn, square] & s.kinds[PAWN] & s.sides[s.turn]
    while pawns != EMPTY:
        if can_take_in_passing(s, lowest(pawns), square):
            out[n] = lowest(pawns) | square << 6
            n += 1
        pawns = without_lowest(pawns)
    return n


def takes_in_passing(s: Any, square: Any) -> Any:
    """Whether the side to move has a legal capture en passant on a square."""
    pawns = PAWN_STEPS[1 - s.turn, square] & s.kinds[PAWN] & s.sides[s.turn]
    while pawns != EMPTY:
        if can_take_in_passing(s, lowest(pawns), square):
            return True
        pawns = without_lowest(pawns)
    return False


def has_move(s: Any, in_check: Any) -> Any:
    """Whether there is any legal move; in_check: whether the side to move is in check."""
    side = s.turn
    own, other = s.sides[side], s.sides[1 - side]
    occupied = own | other
    king_set = s.kinds[KING] & own
    king = lowest(king_set)
    stuck = pinned(s, king, side, occupied)
    goal = ~own
    if in_check:
        if KING_STEPS[king] & ~own & ~attacked(s, 1 - side, occupied ^ king_set) != EMPTY:
            return True
        checking = attackers(s, king, 1 - side, occupied)
        if without_lowest(checking) != EMPTY:
            return False
        goal = BETWEEN[king, lowest(checking)] | checking
    single, double, queenside, kingside = pawn_targets(s.kinds[PAWN] & own & ~stuck, side, occupied, other)
    if (single | double | queenside | kingside) & goal != EMPTY:
        return True
    men = own & ~s.kinds[PAWN] & ~king_set
    while men != EMPTY:
        square = lowest(men)
        if bit(square) & s.kinds[KNIGHT] != EMPTY:
            targets = KNIGHT_STEPS[square] if bit(square) & stuck == EMPTY else EMPTY
        else:
            targets = slider_targets(s, square, occupied, king, stuck)
        if targets & goal != EMPTY:
            return True
        men = without_lowest(men)
    men = s.kinds[PAWN] & stuck
    while men != EMPTY:
        single, double, queenside, kingside = pawn_targets(men & ~without_lowest(men), side, occupied, other)
        if (single | queenside | kingside) & goal & LINE[king, lowest(men)] != EMPTY:
            return True
        men = without_lowest(men)
    if s.passant != NOBODY:
        return True
    return not in_check and KING_STEPS[king] & ~own & ~attacked(s, 1 - side, occupied ^ king_set) != EMPTY
