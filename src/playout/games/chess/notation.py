"""Moves as text: SAN (Nf3, exd8=Q#), the notation of people, and UCI (g1f3, e7d8q), that of programs. Both are read."""

import re
from typing import Any

import numpy as np

from playout.bits import EMPTY, lowest
from playout.games.chess.evaluation import centipawns
from playout.games.chess.fen import FILES, square_name, square_number
from playout.games.chess.layout import KING, NOBODY, PAWN
from playout.games.chess.moving import attackers, list_moves
from playout.games.chess.playing import DRAWN, make_move
from playout.views import duplicate

__all__ = ["read_move", "write_san", "write_score", "write_uci"]

LETTERS = "PNBRQK"

_SAN = re.compile(r"([NBRQK])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?([NBRQnbrq]))?")


def legal_moves(s: Any) -> list[int]:
    out = np.zeros(256, np.int64)
    return [int(move) for move in out[: list_moves(s, out)]]


def write_uci(move: int) -> str:
    return square_name(move & 63) + square_name(move >> 6 & 63) + ("", "n", "b", "r", "q")[move >> 12]


def write_san(s: Any, move: int) -> str:
    """A legal move as SAN, with + for a check and # for mate."""
    after = duplicate(s)
    make_move(after, move)
    king = lowest(after.kinds[KING] & after.sides[after.turn])
    in_check = attackers(after, king, 1 - after.turn, after.sides[0] | after.sides[1]) != EMPTY
    sign = "" if not in_check else "+" if after.winner in (NOBODY, DRAWN) else "#"
    return _plain_san(s, move, legal_moves(s)) + sign


def _plain_san(s: Any, move: int, moves: list[int]) -> str:
    """SAN without the sign for check."""
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = s.men[origin] % 6
    if kind == KING and abs(target - origin) == 2:
        return "O-O" if target > origin else "O-O-O"
    if kind == PAWN:
        takes = f"{FILES[origin % 8]}x" if origin % 8 != target % 8 else ""
        return takes + square_name(target) + (f"={LETTERS[promotion]}" if promotion else "")
    takes = "x" if s.men[target] != NOBODY else ""
    others = [other & 63 for other in moves if other >> 6 & 63 == target and other != move]
    others = [other for other in others if s.men[other] == s.men[origin]]
    place = ""
    if others:
        by_file = all(other % 8 != origin % 8 for other in others)
        by_rank = all(other // 8 != origin // 8 for other in others)
        name = square_name(origin)
        place = name[0] if by_file else name[1] if by_rank else name
    return LETTERS[kind] + place + takes + square_name(target)


def read_move(s: Any, text: str) -> int:
    """A legal move from SAN or UCI; raises ValueError if the text is not one."""
    word = re.sub(r"[+#!?]+$|\s*e\.?p\.?$", "", text.strip())
    moves = legal_moves(s)
    named = {write_uci(move): move for move in moves}
    if word.lower() in named:
        return named[word.lower()]
    castle = word.upper().replace("0", "O")
    if castle in ("O-O", "O-O-O"):
        found = [move for move in moves if _plain_san(s, move, moves) == castle]
    else:
        found = _meant(s, word, moves)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(_plain_san(s, move, moves) for move in found)
        raise ValueError(f"{text!r} may mean {names}")
    raise ValueError(f"{text!r} is no legal move here")


def _meant(s: Any, word: str, moves: list[int]) -> list[int]:
    """The legal moves that a text in SAN may mean; `=Q` may be left out."""
    match = _SAN.fullmatch(word)
    if match is None:
        raise ValueError(f"{word!r} is not a move; write it like Nf3, exd5, e8=Q, O-O or g1f3")
    letter, file, rank, target, promotion = match.groups()
    kind = LETTERS.index(letter or "P")
    found = []
    for move in moves:
        origin = square_name(move & 63)
        if (
            s.men[move & 63] % 6 == kind
            and move >> 6 & 63 == square_number(target)
            and file in (None, origin[0])
            and rank in (None, origin[1])
        ):
            found.append(move)
    wanted = LETTERS.index((promotion or "Q").upper())
    return (
        [move for move in found if move >> 12 in (0, wanted)]
        if not promotion
        else [move for move in found if move >> 12 == wanted]
    )


def write_score(share: float, plies: int) -> str:
    """Pawns, like +0.35; with a proven end, the moves to mate, like #2 or #-2, or 0.00 for a draw."""
    if plies >= 0:
        return "0.00" if share == 0.5 else f"#{'-' if share < 0.5 else ''}{(plies + 1) // 2}"
    pawns = centipawns(share) / 100
    return f"{pawns:+.2f}" if abs(pawns) >= 0.005 else "0.00"
