"""Chess boards for people: as text, and as a picture. The last move, a check and how a match ended are marked."""

from typing import Any

from playout.bits import lowest
from playout.games.chess.fen import FILES, MEN, write_fen
from playout.games.chess.layout import FIFTY, KING, NOBODY
from playout.games.chess.moving import has_move
from playout.games.chess.playing import DRAWN, is_dead
from playout.pictures import text_row

__all__ = ["draw_board", "show_board"]

NAMES = ("White", "Black")

SIGNS = "♟♞♝♜♛♚"
TEXT_SIGN = "\ufe0e"
"""Follows a chess symbol, so that it is drawn as a letter of the font and not as an emoji."""

FONTS = "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', 'Noto Sans Symbols2', sans-serif"
CELL = 44
MARGIN = 18
LIGHT, DARK = "#f0d9b5", "#b58863"
LIGHT_MARKED, DARK_MARKED = "#f3e278", "#d2ad42"
"""The colours of the last move's origin and target square."""


def squares_of(last: int) -> tuple[int, ...]:
    """The origin and the target square of a move; empty for -1."""
    return () if last < 0 else (last & 63, last >> 6 & 63)


def show_board(s: Any, last: int = -1) -> str:
    """Rank by rank, White below, with coordinates, the FEN, and a check or the end; the last move is in brackets."""
    rows = []
    marked = squares_of(last)
    for rank in range(7, -1, -1):
        men = [s.men[8 * rank + file] for file in range(8)]
        cells = ["." if man == NOBODY else MEN[man] for man in men]
        rows.append(f"{rank + 1}" + text_row(cells, [square % 8 for square in marked if square // 8 == rank]))
    status = describe(s)
    return "\n".join([*rows, "  " + " ".join(FILES), write_fen(s), *([status] if status else [])])


def describe(s: Any) -> str:
    """A check, or how the match ended; empty otherwise."""
    if s.winner == NOBODY:
        return f"{NAMES[s.turn]} is in check" if s.in_check else ""
    if s.winner != DRAWN:
        return f"checkmate: {NAMES[s.winner]} wins"
    if not has_move(s, s.in_check):
        return "a draw: stalemate"
    if s.clock >= FIFTY:
        return "a draw: fifty moves without a capture or a pawn's move"
    return "a draw: insufficient material" if is_dead(s) else "a draw: threefold repetition"


def draw_board(s: Any, last: int = -1) -> str:
    """SVG, White below. The squares of the last move are yellow, a king in check stands on red."""
    size = 8 * CELL + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" '
        'font-family="sans-serif" text-anchor="middle">',
        '<defs><radialGradient id="chess-check"><stop offset="0.25" stop-color="#e02020"/>'
        '<stop offset="1" stop-color="#e02020" stop-opacity="0"/></radialGradient></defs>',
        f'<rect width="{size}" height="{size}" fill="#f4f1ea"/>',
    ]
    marked = squares_of(last)
    checked = lowest(s.kinds[KING] & s.sides[s.turn]) if s.in_check else NOBODY
    for square in range(64):
        file, rank = square % 8, square // 8
        x, y = MARGIN + file * CELL, MARGIN + (7 - rank) * CELL
        light, dark = (LIGHT_MARKED, DARK_MARKED) if square in marked else (LIGHT, DARK)
        fill = light if (file + rank) % 2 else dark
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
        if square == checked:
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="url(#chess-check)"/>')
        parts += draw_man(s.men[square], x, y)
    for i in range(8):
        middle = MARGIN + i * CELL + CELL / 2
        parts.append(f'<text x="{middle}" y="{size - 5}" font-size="11" fill="#555">{FILES[i]}</text>')
        parts.append(f'<text x="9" y="{middle + 4}" font-size="11" fill="#555">{8 - i}</text>')
    return "".join([*parts, "</svg>"])


def draw_man(man: int, x: int, y: int) -> list[str]:
    """A piece on the square with this corner."""
    if man == NOBODY:
        return []
    colours = 'fill="#fff" stroke="#222"' if man < 6 else 'fill="#222" stroke="#222"'
    return [
        f'<text x="{x + CELL / 2:g}" y="{y + CELL * 0.8:g}" font-size="{CELL * 0.85:g}" stroke-width="1" {colours} '
        f'font-family="{FONTS}">{SIGNS[man % 6]}{TEXT_SIGN}</text>'
    ]
