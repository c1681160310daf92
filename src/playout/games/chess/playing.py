"""Playing a move, and the end of the match."""

from typing import Any

import numpy as np

from playout.bits import EMPTY, bit, lowest, without_lowest
from playout.games.chess.layout import BISHOP, FIFTY, KING, KNIGHT, NOBODY, PAWN, QUEEN, ROOK
from playout.games.chess.moving import attackers, has_move, takes_in_passing
from playout.games.chess.values import PHASE, SQUARES

__all__ = [
    "BLACK_HASH",
    "DRAWN",
    "PASSANT_HASH",
    "RIGHTS_HASH",
    "finish_move",
    "hand_over",
    "is_dead",
    "make_move",
    "put",
]

DRAWN = 2
"""The winner of a drawn match."""

LIGHT = np.uint64(0x55AA55AA55AA55AA)

_words = np.random.PCG64(1850).random_raw(12 * 64 + 16 + 64 + 1)
HASHES, RIGHTS_HASH, PASSANT_HASH = _words[:768].reshape(12, 64), _words[768:784], _words[784:848]
"""Random words for each piece and square, for the rights to castle, and for the square of en passant. The XOR of a
position's words is its hash (Zobrist 1970).
"""
BLACK_HASH = np.uint64(_words[848])

RIGHTS_LOST = np.zeros(64, np.int64)
"""For each square: the rights to castle that are lost when a piece leaves it or is taken there."""
for _square, _rights in ((0, 2), (4, 3), (7, 1), (56, 8), (60, 12), (63, 4)):
    RIGHTS_LOST[_square] = _rights


def put(s: Any, man: Any, square: Any) -> None:
    """Put a piece on an empty square."""
    here = bit(square)
    s.kinds[man % 6] |= here
    s.sides[man // 6] |= here
    s.men[square] = man
    s.hash ^= HASHES[man, square]
    s.squares += SQUARES[man, square]
    s.phase += PHASE[man % 6]


def lift(s: Any, square: Any) -> None:
    """Take the piece off a square."""
    man = s.men[square]
    here = ~bit(square)
    s.kinds[man % 6] &= here
    s.sides[man // 6] &= here
    s.men[square] = NOBODY
    s.hash ^= HASHES[man, square]
    s.squares -= SQUARES[man, square]
    s.phase -= PHASE[man % 6]


def make_move(s: Any, move: Any) -> None:
    """Change the position by a legal move."""
    side = s.turn
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    man = s.men[origin]
    kind = man - 6 * side
    s.past[s.clock] = s.hash
    s.clock += 1
    if s.men[target] != NOBODY:
        lift(s, target)
        s.clock = 0
    lift(s, origin)
    put(s, man if promotion == 0 else promotion + 6 * side, target)
    behind = NOBODY
    if kind == PAWN:
        s.clock = 0
        if target == s.passant:
            lift(s, target - 8 + 16 * side)
        elif abs(target - origin) == 16:
            behind = (origin + target) // 2
    elif kind == KING and abs(target - origin) == 2:
        corner = target + 1 if target > origin else target - 2
        rook = s.men[corner]
        lift(s, corner)
        put(s, rook, (origin + target) // 2)
    if s.passant != NOBODY:
        s.hash ^= PASSANT_HASH[s.passant]
    s.passant = NOBODY
    lost = s.rights & (RIGHTS_LOST[origin] | RIGHTS_LOST[target])
    if lost != 0:
        s.hash ^= RIGHTS_HASH[s.rights]
        s.rights ^= lost
        s.hash ^= RIGHTS_HASH[s.rights]
    s.turn = 1 - side
    s.number += side
    s.hash ^= BLACK_HASH
    if behind != NOBODY and takes_in_passing(s, behind):
        s.passant = behind
        s.hash ^= PASSANT_HASH[behind]
    finish_move(s)


def hand_over(s: Any) -> Any:
    """Pass the move to the other side; returns False in check and if the side has only pawns and its king."""
    own = s.sides[s.turn]
    if s.in_check or own & ~s.kinds[PAWN] & ~s.kinds[KING] == EMPTY:
        return False
    if s.passant != NOBODY:
        s.hash ^= PASSANT_HASH[s.passant]
        s.passant = NOBODY
    s.turn = 1 - s.turn
    s.hash ^= BLACK_HASH
    s.clock = 0
    finish_move(s)
    return True


def finish_move(s: Any) -> None:
    """Set the winner if the match is over."""
    king = lowest(s.kinds[KING] & s.sides[s.turn])
    in_check = attackers(s, king, 1 - s.turn, s.sides[0] | s.sides[1]) != EMPTY
    s.in_check = in_check
    if not has_move(s, in_check):
        s.winner = 1 - s.turn if in_check else DRAWN
    elif s.clock >= FIFTY or is_repeated(s) or is_dead(s):
        s.winner = DRAWN


def is_repeated(s: Any) -> Any:
    """Whether the position occurs for the third time."""
    found = 0
    for i in range(s.clock - 4, -1, -2):
        if s.past[i] == s.hash:
            found += 1
    return found >= 2


def is_dead(s: Any) -> Any:
    """Whether material is insufficient to mate: one knight or bishop, or bishops on squares of one colour only."""
    if s.kinds[PAWN] | s.kinds[ROOK] | s.kinds[QUEEN] != EMPTY:
        return False
    knights, bishops = s.kinds[KNIGHT], s.kinds[BISHOP]
    if without_lowest(knights | bishops) == EMPTY:
        return True
    return knights == EMPTY and (bishops & LIGHT == EMPTY or bishops & ~LIGHT == EMPTY)
