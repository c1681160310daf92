"""The squares that a piece attacks. Squares are 0 (a1) to 63 (h8), rank by rank; a set of squares is a uint64.

Sliding pieces use hyperbola quintessence: subtracting twice the slider's bit from the occupied squares of a line flips
the squares up to the first piece beyond the slider. The same on the board with its bytes reversed gives the other
direction. Reversing the bytes does not reverse a rank, so ranks have a table.
"""

from typing import Any

import numpy as np

from playout.bits import bit, reverse_bytes

__all__ = [
    "BETWEEN",
    "KING",
    "KNIGHT",
    "LINE",
    "PAWN",
    "bishop_attacks",
    "queen_attacks",
    "rook_attacks",
]


def _steps(*steps: tuple[int, int]) -> Any:
    """For each square, the set of squares at these distances (files, ranks)."""
    sets = [0] * 64
    for square in range(64):
        for across, up in steps:
            file, rank = square % 8 + across, square // 8 + up
            if 0 <= file < 8 and 0 <= rank < 8:
                sets[square] |= 1 << 8 * rank + file
    return np.array(sets, np.uint64)


def _rays(*steps: tuple[int, int]) -> Any:
    """For each square, all other squares on the lines through it in these directions."""
    return _steps(*((across * far, up * far) for across, up in steps for far in range(-7, 8) if far))


KNIGHT = _steps((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING = _steps((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
PAWN = np.array([_steps((-1, 1), (1, 1)), _steps((-1, -1), (1, -1))])
"""The squares that a pawn attacks, by side and square."""

FILE, RISING, FALLING = _rays((0, 1)), _rays((1, 1)), _rays((1, -1))


def _rank_table() -> Any:
    """The attacks along a rank, by file and by the occupied ones of the six inner squares; the ends do not matter."""
    table = [[0] * 64 for _ in range(8)]
    for file in range(8):
        for inner in range(64):
            for step in (-1, 1):
                at = file + step
                while 0 <= at < 8:
                    table[file][inner] |= 1 << at
                    if inner << 1 >> at & 1:
                        break
                    at += step
    return np.array(table, np.uint64)


RANK = _rank_table()


def _lines() -> tuple[Any, Any]:
    """For two squares, the squares strictly between them, and the whole line through both; empty if they share none."""
    between, whole = ([[0] * 64 for _ in range(64)] for _ in range(2))
    for a in range(64):
        for b in range(64):
            across, up = b % 8 - a % 8, b // 8 - a // 8
            if a == b or (across and up and abs(across) != abs(up)):
                continue
            step = (up > 0) - (up < 0), (across > 0) - (across < 0)
            for sign in (1, -1):
                rank, file = a // 8, a % 8
                while 0 <= rank < 8 and 0 <= file < 8:
                    whole[a][b] |= 1 << 8 * rank + file
                    rank, file = rank + sign * step[0], file + sign * step[1]
            for far in range(1, max(abs(across), abs(up))):
                between[a][b] |= 1 << a + far * (8 * step[0] + step[1])
    return np.array(between, np.uint64), np.array(whole, np.uint64)


BETWEEN, LINE = _lines()

_INNER, _S1 = np.uint64(63), np.uint64(1)


def _along(square: Any, mask: Any, occupied: Any) -> Any:
    own = bit(square)
    men = occupied & mask
    up = men - own - own
    turned = reverse_bytes(own)
    down = reverse_bytes(reverse_bytes(men) - turned - turned)
    return (up ^ down) & mask


def bishop_attacks(square: Any, occupied: Any) -> Any:
    return _along(square, RISING[square], occupied) | _along(square, FALLING[square], occupied)


def rook_attacks(square: Any, occupied: Any) -> Any:
    shift = np.uint64(square & 56)
    inner = np.int64(occupied >> shift >> _S1 & _INNER)
    return _along(square, FILE[square], occupied) | RANK[square & 7, inner] << shift


def queen_attacks(square: Any, occupied: Any) -> Any:
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
