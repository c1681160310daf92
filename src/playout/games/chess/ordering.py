"""Move ordering, and the loud moves of quiescence search: captures that do not lose material."""

from typing import Any

import numpy as np

from playout.bits import EMPTY, bit, lowest
from playout.games.chess.attacks import bishop_attacks, rook_attacks
from playout.games.chess.layout import BISHOP, KING, NOBODY, PAWN, QUEEN, ROOK
from playout.games.chess.moving import attackers, list_some
from playout.games.chess.values import MATERIAL

__all__ = ["keeps_material", "list_loud", "score_moves"]

LAST_RANKS = np.uint64(0xFF000000000000FF)

WORTH = np.array([100, 310, 325, 500, 950, 20_000])
"""The value of a piece in an exchange, by kind."""


def score_moves(s: Any, moves: Any, n: Any, scores: Any) -> None:
    """A score for each of n moves: above 0 for captures that keep material, the most valuable victim and the least
    valuable attacker first, and for promotions to a queen; 0 for quiet moves; below 0 for captures that lose material
    and for other promotions.
    """
    for i in range(n):
        move = moves[i]
        man, victim = s.men[move & 63], s.men[move >> 6 & 63]
        score = 0.0
        if victim != NOBODY:
            score = 10.0 * MATERIAL[victim % 6] - MATERIAL[man % 6]
            score = 1000.0 + score if keeps_material(s, move) else score - 20_000.0
        elif man % 6 == PAWN and move >> 6 & 63 == s.passant:
            score = 1900.0
        if move >> 12 == QUEEN:
            score += 8000.0
        elif move >> 12 != 0:
            score -= 20_000.0
        scores[i] = score


def list_loud(s: Any, out: Any) -> Any:
    """Write captures that keep material, and promotions to a queen; returns their number."""
    wanted = s.sides[1 - s.turn] | LAST_RANKS
    if s.passant != NOBODY:
        wanted |= bit(s.passant)
    n = list_some(s, out, wanted)
    kept = 0
    for i in range(n):
        move = out[i]
        target, promotion = move >> 6 & 63, move >> 12
        is_capture = s.men[target] != NOBODY or (target == s.passant and s.men[move & 63] % 6 == PAWN)
        if promotion == QUEEN or (promotion == 0 and is_capture and keeps_material(s, move)):
            out[kept] = move
            kept += 1
    return kept


def keeps_material(s: Any, move: Any) -> Any:
    """Whether a capture loses no material if both sides continue to take on its square, the least valuable piece first.

    balance: the material gain of the side that has just taken, if its piece is taken next and it stops there.
    """
    origin, target = move & 63, move >> 6 & 63
    victim = s.men[target]
    balance = (WORTH[PAWN] if victim == NOBODY else WORTH[victim % 6]) - WORTH[s.men[origin] % 6]
    if balance >= 0:
        return True
    occupied = (s.sides[0] | s.sides[1]) & ~bit(origin) | bit(target)
    straight, diagonal = s.kinds[ROOK] | s.kinds[QUEEN], s.kinds[BISHOP] | s.kinds[QUEEN]
    side = 1 - s.turn
    takers = attackers(s, target, 0, occupied) | attackers(s, target, 1, occupied)
    while True:
        own = takers & s.sides[side] & occupied
        if own == EMPTY:
            break
        kind = PAWN
        while own & s.kinds[kind] == EMPTY:
            kind += 1
        occupied &= ~bit(lowest(own & s.kinds[kind]))
        takers |= (rook_attacks(target, occupied) & straight | bishop_attacks(target, occupied) & diagonal) & occupied
        side = 1 - side
        balance = -balance - 1 - WORTH[kind]
        if balance >= 0:
            # A king cannot take a guarded piece.
            if kind == KING and takers & s.sides[side] & occupied != EMPTY:
                side = 1 - side
            break
    return side != s.turn
