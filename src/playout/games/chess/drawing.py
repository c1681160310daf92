"""Chess boards for people: as text, and as a picture."""

from typing import Any

from playout.games.chess.fen import FILES, MEN, write_fen
from playout.games.chess.layout import NOBODY

__all__ = ["draw_board", "show_board"]

SIGNS = "♟♞♝♜♛♚"
CELL = 44
MARGIN = 18


def show_board(s: Any) -> str:
    """Rank by rank, White below, with coordinates and the FEN."""
    rows = []
    for rank in range(7, -1, -1):
        men = (s.men[8 * rank + file] for file in range(8))
        rows.append(f"{rank + 1} " + " ".join("." if man == NOBODY else MEN[man] for man in men))
    return "\n".join([*rows, "  " + " ".join(FILES), write_fen(s)])


def draw_board(s: Any) -> str:
    """SVG, White below."""
    size = 8 * CELL + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" '
        'font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{size}" height="{size}" fill="#f4f1ea"/>',
    ]
    for square in range(64):
        file, rank = square % 8, square // 8
        x, y = MARGIN + file * CELL, MARGIN + (7 - rank) * CELL
        fill = "#f0d9b5" if (file + rank) % 2 else "#b58863"
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
        man = s.men[square]
        if man != NOBODY:
            colours = 'fill="#fff" stroke="#222"' if man < 6 else 'fill="#222" stroke="#222"'
            parts.append(
                f'<text x="{x + CELL / 2}" y="{y + CELL * 0.8}" font-size="{CELL * 0.85}" stroke-width="1" {colours}>'
                f"{SIGNS[man % 6]}</text>"
            )
    for i in range(8):
        middle = MARGIN + i * CELL + CELL / 2
        parts.append(f'<text x="{middle}" y="{size - 5}" font-size="11" fill="#555">{FILES[i]}</text>')
        parts.append(f'<text x="9" y="{middle + 4}" font-size="11" fill="#555">{8 - i}</text>')
    return "".join([*parts, "</svg>"])
