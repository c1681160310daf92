"""Boards as SVG, for notebooks and pages. Games hand over rows of symbols; nothing here knows a rule."""

from __future__ import annotations

from html import escape

__all__ = ["board", "preformatted"]

_CELL = 40
_COLOURS = {"X": "#d1495b", "O": "#edae49", "Z": "#66a182", "T": "#2e2e3a", "H": "#b388eb", "U": "#00c2d1"}
_BOARD, _EMPTY, _LINE = "#30638e", "#f4f7fa", "#8fa6b8"


def board(rows: list[str], *, stones: bool = False) -> str:
    """A board of one symbol a cell: `.` is empty, `#` blocked, `X`, `O`, `Z`, `T`, `H`, `U` belong to the seats.

    As stones in the holes of a frame, or, for two seats, as marks in ruled squares.
    """
    width, height = len(rows[0]) * _CELL, len(rows) * _CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="{_BOARD if stones else _EMPTY}"/>',
    ]
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            parts.append(_stone(x, y, symbol) if stones else _mark(x, y, symbol))
    return "".join([*parts, "</svg>"])


def _stone(x: int, y: int, symbol: str) -> str:
    if symbol == "#":
        return ""
    centre_x, centre_y = (x + 0.5) * _CELL, (y + 0.5) * _CELL
    fill = _COLOURS.get(symbol, _EMPTY)
    return f'<circle cx="{centre_x}" cy="{centre_y}" r="{_CELL * 0.4}" fill="{fill}"/>'


def _mark(x: int, y: int, symbol: str) -> str:
    left, top = x * _CELL, y * _CELL
    square = f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="none" stroke="{_LINE}"/>'
    a, b = _CELL * 0.25, _CELL * 0.75
    pen = f'fill="none" stroke="{_COLOURS.get(symbol, _LINE)}" stroke-width="4" stroke-linecap="round"'
    if symbol == "X":
        return square + (
            f'<path {pen} d="M{left + a} {top + a}L{left + b} {top + b}M{left + a} {top + b}L{left + b} {top + a}"/>'
        )
    if symbol == "O":
        return square + f'<circle {pen} cx="{left + _CELL / 2}" cy="{top + _CELL / 2}" r="{_CELL * 0.26}"/>'
    return square


def preformatted(text: str) -> str:
    """Text as it stands, for a game that has no picture."""
    return f'<pre style="line-height: 1.2">{escape(text)}</pre>'
