"""A position as text and as a picture."""

from typing import Any

from playout.games.go.layout import BLACK, EMPTY, PASS, WHITE
from playout.games.go.notation import LETTERS, point_at, write_move

__all__ = ["draw_board", "show_board"]

NAMES = ("Black", "White")
CELL = 36
EDGE = 44
"""Pixels from the rim of the picture to the outer lines."""


def stars(side: int) -> set[tuple[int, int]]:
    """The star points of a board, as (column, row) from 0."""
    if side < 7:
        return {(side // 2, side // 2)} if side % 2 else set()
    near = 2 if side < 13 else 3
    lines = (near, side // 2, side - 1 - near) if side % 2 and side >= 13 else (near, side - 1 - near)
    found = {(column, row) for column in lines for row in lines}
    return found | ({(side // 2, side // 2)} if side % 2 else set())


def show_board(s: Any) -> str:
    """Black is X, White is O; the last stone stands in brackets."""
    dots = stars(s.side)
    letters = "   " + " ".join(LETTERS[: s.side])
    lines = [letters]
    for row in range(s.side - 1, -1, -1):
        line = f"{row + 1:2} "
        for column in range(s.side):
            point = point_at(column, row)
            there = s.points[point]
            sign = {BLACK: "X", WHITE: "O"}.get(there, "+" if (column, row) in dots else ".")
            is_last = s.plies > 0 and s.last == point
            if is_last:
                line = f"{line[:-1]}({sign})"
            else:
                line += f"{sign} "
        lines.append(f"{line.rstrip()}")
    return "\n".join([*lines, letters, describe(s)])


def describe(s: Any) -> str:
    """Turn, ko, captures and komi in a line."""
    parts = []
    if s.is_over:
        points = abs(s.score) / 2
        parts.append(f"{NAMES[s.score < 0]} wins by {points:g}" if s.score else "a draw")
    else:
        parts.append(f"move {s.plies + 1}, {NAMES[s.turn]}")
    if s.plies > 0 and s.last == PASS:
        parts.append(f"{NAMES[1 - s.turn]} passed")
    if s.ko != PASS and not s.is_over:
        parts.append(f"ko at {write_move(s.ko)}")
    parts.append(f"captured: Black {s.taken[0]}, White {s.taken[1]}")
    return "; ".join([*parts, f"komi {s.komi / 2:g}"])


def draw_board(s: Any) -> str:
    """A wooden board with its coordinates; a ring marks the last stone, a square a ko."""
    size = 2 * EDGE + (s.side - 1) * CELL
    far = size - EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}" '
        'font-family="sans-serif" text-anchor="middle">'
        '<defs><radialGradient id="go-black" cx="35%" cy="30%"><stop offset="0" stop-color="#666"/>'
        '<stop offset="0.6" stop-color="#1c1c1c"/><stop offset="1" stop-color="#0a0a0a"/></radialGradient>'
        '<radialGradient id="go-white" cx="35%" cy="30%"><stop offset="0.3" stop-color="#fff"/>'
        '<stop offset="1" stop-color="#c9c5bd"/></radialGradient>'
        '<linearGradient id="go-wood" x2="1" y2="0.15"><stop offset="0" stop-color="#e3b565"/>'
        '<stop offset="0.5" stop-color="#dcab5a"/><stop offset="1" stop-color="#e5ba6e"/></linearGradient></defs>'
        f'<rect width="{size}" height="{size}" rx="4" fill="url(#go-wood)"/>'
    ]
    for i in range(s.side):
        at = EDGE + i * CELL
        width = 1.6 if i in (0, s.side - 1) else 0.9
        parts.append(f'<path d="M{EDGE} {at}H{far}M{at} {EDGE}V{far}" stroke="#4a3512" stroke-width="{width}"/>')
        for x, y, text in (
            (at, EDGE - 22, LETTERS[i]),
            (at, far + 31, LETTERS[i]),
            (EDGE - 28, at + 4, str(s.side - i)),
            (far + 28, at + 4, str(s.side - i)),
        ):
            parts.append(f'<text x="{x}" y="{y}" font-size="12" fill="#5d4416">{text}</text>')
    for column, row in sorted(stars(s.side)):
        parts.append(f'<circle cx="{EDGE + column * CELL}" cy="{far - row * CELL}" r="3.5" fill="#4a3512"/>')
    for row in range(s.side):
        for column in range(s.side):
            parts += draw_point(s, point_at(column, row), EDGE + column * CELL, far - row * CELL)
    return "".join([*parts, "</svg>"])


def draw_point(s: Any, point: int, x: int, y: int) -> list[str]:
    """The stone or mark on a point."""
    there = s.points[point]
    if there == EMPTY:
        if point != s.ko or s.is_over:
            return []
        return [f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" fill="none" stroke="#a33" stroke-width="2"/>']
    fill, ink = ("go-black", "#fff") if there == BLACK else ("go-white", "#222")
    parts = [
        f'<circle cx="{x + 1}" cy="{y + 2}" r="{CELL * 0.47}" fill="#000" opacity="0.25"/>'
        f'<circle cx="{x}" cy="{y}" r="{CELL * 0.47}" fill="url(#{fill})"/>'
    ]
    if s.plies > 0 and s.last == point:
        parts.append(f'<circle cx="{x}" cy="{y}" r="{CELL * 0.22}" fill="none" stroke="{ink}" stroke-width="2"/>')
    return parts
