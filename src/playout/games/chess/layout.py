"""The record of a chess position, and its constants."""

import numpy as np

__all__ = [
    "BISHOP",
    "BLACK",
    "FIFTY",
    "FROM_BITS",
    "KING",
    "KNIGHT",
    "NOBODY",
    "PAWN",
    "QUEEN",
    "ROOK",
    "WHITE",
    "State",
]

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
NOBODY = -1
"""No piece on a square, no square for en passant, no outcome."""

FIFTY = 100
"""Plies without a pawn's move or a capture after which the match is drawn."""

FROM_BITS = 6
"""A move is from | to << 6 | promotion << 12, where the promotion is a kind of piece, or 0."""

State = np.dtype(
    [
        ("kinds", np.uint64, 6),  # the squares of each kind of piece, of both sides
        ("sides", np.uint64, 2),  # the squares of each side
        ("hash", np.uint64),
        ("past", np.uint64, FIFTY),  # hashes of the positions since the last pawn's move or capture, by the clock
        ("squares", np.int64),  # the values of White's pieces on their squares minus Black's, as in values.py
        ("number", np.int16),  # the number of the move, as in a FEN
        ("men", np.int8, 64),  # kind + 6 * side of the piece on each square, or NOBODY
        ("turn", np.int8),
        ("rights", np.int8),  # rights to castle: 1 and 2 White's king and queen side, 4 and 8 Black's
        ("passant", np.int8),  # the square behind a pawn that just made two steps, if it can be taken there; or NOBODY
        ("clock", np.int8),  # plies since the last pawn's move or capture
        ("phase", np.int8),  # the remaining pieces without pawns, weighted: 24 on a full board
        ("winner", np.int8),  # WHITE, BLACK or DRAWN; NOBODY during the match
        ("evaluation", np.int8),
        ("in_check", np.bool_),
    ],
    align=True,
)
