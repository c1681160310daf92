"""Positions as FEN, and the errors of an invalid FEN."""

from typing import Any

from playout.bits import EMPTY, lowest
from playout.games.chess.layout import FIFTY, KING, NOBODY, PAWN
from playout.games.chess.moving import attackers, takes_in_passing
from playout.games.chess.playing import BLACK_HASH, PASSANT_HASH, RIGHTS_HASH, finish_move, put

__all__ = ["MEN", "START", "read_fen", "square_name", "square_number", "write_fen"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

MEN = "PNBRQKpnbrqk"
"""The letters of pieces, in the order of their numbers."""

FILES = "abcdefgh"
RIGHTS = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
"""For each letter of a right to castle: the squares of the king and the rook."""

OFFICERS = (("N", 2), ("B", 2), ("R", 2), ("Q", 1))
"""The pieces of a side at the start; each further piece was a pawn."""


def square_name(square: int) -> str:
    return f"{FILES[square % 8]}{square // 8 + 1}"


def square_number(text: str) -> int:
    if len(text) != 2 or text[0] not in FILES or text[1] not in "12345678":
        raise ValueError(f"{text!r} is not a square; squares are a1 to h8")
    return FILES.index(text[0]) + 8 * (int(text[1]) - 1)


def read_fen(s: Any, fen: str) -> None:
    """Write the position of a FEN into an empty record; the two counters may be left out."""
    if not isinstance(fen, str):
        raise ValueError(f"fen is a text, not {fen!r}")
    words = fen.split()
    if len(words) not in (4, 6):
        raise ValueError(f"a FEN has 6 fields (or 4, without the counters), this one has {len(words)}: {fen!r}")
    board, side, rights, passant, clock, number = (*words, "0", "1")[:6]
    _read_board(s, board)
    if side not in ("w", "b"):
        raise ValueError(f"the side to move is w or b, not {side!r}")
    s.turn = "wb".index(side)
    _read_rights(s, rights)
    s.clock = _read_counter("halfmove clock", clock, 0, FIFTY)
    s.number = _read_counter("move number", number, 1, 9999)
    s.passant = s.winner = NOBODY
    other = lowest(s.kinds[KING] & s.sides[1 - s.turn])
    if attackers(s, other, s.turn, s.sides[0] | s.sides[1]) != EMPTY:
        raise ValueError("the side to move could capture the king; it must be the other side's move")
    s.hash ^= RIGHTS_HASH[s.rights]
    if s.turn:
        s.hash ^= BLACK_HASH
    _read_passant(s, passant)
    finish_move(s)


def _read_board(s: Any, board: str) -> None:
    rows = board.split("/")
    if len(rows) != 8:
        raise ValueError(f"the board of a FEN has 8 ranks, this one has {len(rows)}: {board!r}")
    for square in range(64):
        s.men[square] = NOBODY
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for sign in row:
            if sign in MEN and file < 8:
                put(s, MEN.index(sign), 8 * rank + file)
                file += 1
            elif sign in "12345678":
                file += int(sign)
            else:
                raise ValueError(f"rank {rank + 1} of the board, {row!r}, holds {sign!r} or too many squares")
        if file != 8:
            raise ValueError(f"rank {rank + 1} of the board, {row!r}, has {file} squares, not 8")
    for side, letters in (("White", MEN[:6]), ("Black", MEN[6:])):
        _check_men(side, letters, board)
    if int(s.kinds[PAWN]) & 0xFF000000000000FF:
        raise ValueError("a pawn stands on the first or the last rank")


def _check_men(side: str, letters: str, board: str) -> None:
    kings, pawns = board.count(letters[KING]), board.count(letters[PAWN])
    if kings != 1:
        raise ValueError(f"{side} has {kings} kings; each side has one")
    promoted = sum(max(0, board.count(letters["PNBRQK".index(kind)]) - most) for kind, most in OFFICERS)
    if pawns + promoted > 8:
        raise ValueError(f"{side} has {pawns} pawns and {promoted} promoted pieces, more than its 8 pawns allow")


def _read_rights(s: Any, rights: str) -> None:
    if rights == "-":
        return
    for sign in rights:
        if sign not in RIGHTS:
            more = "; the castling of Chess960 is not supported" if sign.upper() in "ABCDEFGH" else ""
            raise ValueError(f"rights to castle are KQkq or -, not {rights!r}{more}")
        king, rook = RIGHTS[sign]
        letters = ("K", "R") if sign.isupper() else ("k", "r")
        if s.men[king] != MEN.index(letters[0]) or s.men[rook] != MEN.index(letters[1]):
            raise ValueError(
                f"the right to castle {sign} needs a king on {square_name(king)} and a rook on {square_name(rook)}"
            )
        if rights.count(sign) > 1:
            raise ValueError(f"the right to castle {sign} is named twice: {rights!r}")
        s.rights |= 1 << list(RIGHTS).index(sign)


def _read_counter(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise ValueError(f"the {name} is a number from {least} to {most}, not {text!r}")
    return int(text)


def _read_passant(s: Any, text: str) -> None:
    if text == "-":
        return
    square = square_number(text)
    forward = 8 - 16 * s.turn
    pawn = square - forward
    if square // 8 != (5, 2)[s.turn] or s.men[square] != NOBODY or s.men[square + forward] != NOBODY:
        raise ValueError(f"no pawn can just have passed {text}, the square for en passant")
    if s.men[pawn] != PAWN + 6 * (1 - s.turn):
        raise ValueError(f"there is no pawn on {square_name(pawn)} that could be taken en passant on {text}")
    if takes_in_passing(s, square):
        s.passant = square
        s.hash ^= PASSANT_HASH[square]


def write_fen(s: Any) -> str:
    """The position as FEN; the square for en passant only if a pawn can be taken there."""
    rows = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for square in range(8 * rank, 8 * rank + 8):
            man = s.men[square]
            if man == NOBODY:
                empty += 1
                continue
            row += (str(empty) if empty else "") + MEN[man]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    rights = "".join(sign for i, sign in enumerate(RIGHTS) if s.rights >> i & 1) or "-"
    passant = "-" if s.passant == NOBODY else square_name(s.passant)
    return f"{'/'.join(rows)} {'wb'[s.turn]} {rights} {passant} {s.clock} {s.number}"
