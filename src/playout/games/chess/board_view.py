"""A chess position for the web app, and the touch points of a move."""

from typing import Any

from playout.boards import form, words
from playout.games.chess.fen import FILES, MEN
from playout.games.chess.layout import FIFTY, KING, NOBODY
from playout.games.chess.moving import has_move
from playout.games.chess.playing import DRAWN, is_dead

__all__ = ["FORMS", "PHRASES", "TITLES", "touched", "view_board"]

TITLES = {"en": "Chess", "zh": "国际象棋"}
FORMS = {
    "fen": form(
        "the position to begin with, as FEN", "起始局面（FEN）", kind="text", pattern=r"[A-Za-z0-9/ -]{10,120}"
    ),
    "evaluation": form(
        "the evaluation of a search to a depth", "定深搜索使用的评估函数", choices=("tapered", "material")
    ),
}
PHRASES = {"zh": {"tapered": "子力与位置", "material": "仅子力"}}

SIGNS = "♟♞♝♜♛♚"
KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
CHINESE = "兵马象车后王"

PIECES = {
    MEN[man]: {
        "seat": man // 6,
        "symbol": SIGNS[man % 6],
        "name": words(f"{('white', 'black')[man // 6]} {KINDS[man % 6]}", "白黑"[man // 6] + CHINESE[man % 6]),
        "shape": "chess",
    }
    for man in range(12)
}


def cell_of(square: int) -> int:
    """The number of a square's cell, from the top left with White below."""
    return (7 - square // 8) * 8 + square % 8


def view_board(s: Any, last: int) -> dict[str, Any]:
    cells = [""] * 64
    for square in range(64):
        if s.men[square] != NOBODY:
            cells[cell_of(square)] = MEN[s.men[square]]
    king = KING + 6 * s.turn
    return {
        "kind": "grid",
        "rows": 8,
        "columns": 8,
        "cells": cells,
        "pieces": PIECES,
        "look": "checker",
        "column_names": list(FILES),
        "last": [cell_of(last & 63), cell_of(last >> 6 & 63)] if last >= 0 else [],
        "end": how_it_ended(s),
        "danger": [cell_of(square) for square in range(64) if s.in_check and s.men[square] == king],
    }


def how_it_ended(s: Any) -> dict[str, str | None] | None:
    """None while the match goes on."""
    if s.winner == NOBODY:
        return None
    if s.winner != DRAWN:
        return words("checkmate", "将死")
    if not has_move(s, s.in_check):
        return words("stalemate", "逼和")
    if s.clock >= FIFTY:
        return words("fifty moves without a capture or a pawn's move", "五十回合内没有吃子也没有动兵")
    return words("insufficient material", "子力不足") if is_dead(s) else words("threefold repetition", "三次重复局面")


def touched(move: int) -> tuple[str, ...]:
    """The origin and the target square, and the piece that a pawn becomes."""
    target, promotion = move >> 6 & 63, move >> 12
    squares = f"cell:{cell_of(move & 63)}", f"cell:{cell_of(target)}"
    return (*squares, f"piece:{MEN[promotion + (0 if target >= 56 else 6)]}") if promotion else squares
