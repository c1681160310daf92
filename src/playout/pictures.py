"""Boards as SVG, for notebooks and pages, and as text. Games hand over rows of symbols; nothing here knows a rule.

A symbol is one cell: `.` is empty, `#` blocked, `X`, `O`, `Z`, `T`, `H`, `U` belong to the seats. Columns have letters
from the left, rows numbers from below. A marked cell (the last move, a line that wins) is a pair (row from the top,
column).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from playout.errors import PlayoutError

__all__ = [
    "NARROW",
    "PIXELS",
    "Panel",
    "Picture",
    "board",
    "boards",
    "column_name",
    "page_width",
    "preformatted",
    "side_by_side",
    "text_row",
]

PAGE = 100
"""The largest width of a text in columns."""

NARROW = 20
"""The least width of a text in columns; a narrower terminal breaks the lines itself."""

PIXELS = 900
"""The largest width of a picture in pixels, unless one board is wider."""

_CELL = 40
_EDGE = 22
"""Pixels for the letters below a board, for the numbers left of it, and for a title above it."""
_COLOURS = {"X": "#d1495b", "O": "#edae49", "Z": "#66a182", "T": "#2e2e3a", "H": "#b388eb", "U": "#00c2d1"}
_BOARD, _EMPTY, _LINE, _INK, _MARK = "#30638e", "#f4f7fa", "#8fa6b8", "#4a5560", "#fff3b0"


@dataclass(frozen=True)
class Panel:
    """One board of a picture."""

    rows: Sequence[str]
    marked: Collection[tuple[int, int]] = ()
    title: str = ""

    @property
    def width(self) -> int:
        """The width in pixels with the numbers of the rows, which a board of one row lacks."""
        return len(self.rows[0]) * _CELL + self.left

    @property
    def height(self) -> int:
        return len(self.rows) * _CELL + _EDGE + self.top

    @property
    def left(self) -> int:
        return _EDGE if len(self.rows) > 1 else 0

    @property
    def top(self) -> int:
        return _EDGE if self.title else 0


def board(rows: Sequence[str], *, stones: bool = False, marked: Collection[tuple[int, int]] = ()) -> str:
    """A board as stones in the holes of a frame, or, for two seats, as marks in ruled squares."""
    return boards([[Panel(rows, marked)]], stones=stones)


def boards(bands: Sequence[Sequence[Panel]], *, stones: bool = False) -> str:
    """Several boards in one picture: bands below each other, each of boards side by side."""
    gap = _EDGE // 2
    width = max(sum(panel.width for panel in band) + gap * (len(band) - 1) for band in bands)
    height = sum(max(panel.height for panel in band) for band in bands) + gap * (len(bands) - 1)
    size = f'width="{width}" height="{height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>']
    parts.append(f'<rect {size} fill="#ffffff"/>')
    y = 0
    for band in bands:
        x = 0
        for panel in band:
            parts += _panel(panel, x, y, stones)
            x += panel.width + gap
        y += max(panel.height for panel in band) + gap
    return "".join([*parts, "</svg>"])


def _panel(panel: Panel, x: int, y: int, stones: bool) -> list[str]:
    """A board with its title above, its numbers to the left and its letters below, from this corner on."""
    x, y = x + panel.left, y + panel.top
    width, height = len(panel.rows[0]) * _CELL, len(panel.rows) * _CELL
    fill = _BOARD if stones else _EMPTY
    parts = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>']
    if panel.title:
        parts.append(_label(x + width / 2, y - _EDGE / 2, panel.title))
    for row, symbols in enumerate(panel.rows):
        if panel.left:
            parts.append(_label(x - _EDGE / 2, y + (row + 0.5) * _CELL, str(len(panel.rows) - row)))
        for column, symbol in enumerate(symbols):
            draw = _stone if stones else _mark
            parts.append(draw(x + column * _CELL, y + row * _CELL, symbol, (row, column) in panel.marked))
    parts += [_label(x + (i + 0.5) * _CELL, y + height + _EDGE / 2, column_name(i)) for i in range(len(panel.rows[0]))]
    return parts


def _label(x: float, y: float, text: str) -> str:
    font = f'font-family="sans-serif" font-size="14" fill="{_INK}" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y + 5:g}" {font}>{escape(text)}</text>'


def _stone(left: int, top: int, symbol: str, marked: bool) -> str:
    """A stone, or a hole; a marked one has a ring."""
    if symbol == "#":
        return ""
    centre = f'cx="{left + _CELL / 2:g}" cy="{top + _CELL / 2:g}" r="{_CELL * (0.35 if marked else 0.4):g}"'
    ring = ' stroke="#ffffff" stroke-width="6"' if marked else ""
    return f'<circle {centre} fill="{_COLOURS.get(symbol, _EMPTY)}"{ring}/>'


def _mark(left: int, top: int, symbol: str, marked: bool) -> str:
    """A ruled square with its symbol; a marked square is filled."""
    fill = _MARK if marked else "none"
    square = f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="{_LINE}"/>'
    a, b = _CELL * 0.25, _CELL * 0.75
    pen = f'fill="none" stroke="{_COLOURS.get(symbol, _LINE)}" stroke-width="4" stroke-linecap="round"'
    if symbol == "X":
        return square + (
            f'<path {pen} d="M{left + a} {top + a}L{left + b} {top + b}M{left + a} {top + b}L{left + b} {top + a}"/>'
        )
    if symbol == "O":
        return square + f'<circle {pen} cx="{left + _CELL / 2}" cy="{top + _CELL / 2}" r="{_CELL * 0.26}"/>'
    return square


def column_name(column: int) -> str:
    """a to z, then aa, ab and so on."""
    return (column_name(column // 26 - 1) if column >= 26 else "") + chr(ord("a") + column % 26)


def text_row(cells: Sequence[str], marked: Collection[int] = ()) -> str:
    """A row of a board as text, a blank before each cell; marked cells stand in brackets: ` . .[X]. O`, ` .[X X X]`."""
    text = ""
    for column in range(len(cells) + 1):
        before, here = column - 1 in marked, column in marked
        text += " " if before == here else "[" if here else "]"
        text += cells[column] if column < len(cells) else ""
    return text.rstrip()


def side_by_side(count: int, wide: int, page: int) -> int:
    """The number of blocks in a row, if `count` blocks of `wide` columns fill as few equal rows as possible."""
    rows = -(-count // max(1, page // wide))
    return -(-count // rows)


def page_width() -> int:
    """The width of the terminal in columns, between NARROW and PAGE; PAGE without a terminal."""
    watching = sys.stdout is not None and sys.stdout.isatty()
    return max(NARROW, min(PAGE, shutil.get_terminal_size((PAGE, 24)).columns)) if watching else PAGE


def preformatted(text: str) -> str:
    """Text as it stands, for a game that has no picture."""
    return f'<pre style="line-height: 1.2">{escape(text)}</pre>'


class Picture(str):
    """SVG as a text. A notebook shows it, and `save` writes it to a file."""

    __slots__ = ()

    @property
    def svg(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """HTML that a notebook scales down to the width of its cell; a wide SVG would be cut off."""
        return self.replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, which should end in .svg."""
        try:
            Path(path).write_text(self, encoding="utf-8")
        except OSError as error:
            raise PlayoutError(f"the picture cannot be saved to {path}: {error.strerror}") from error

    def __repr__(self) -> str:
        return f"<Picture: {len(self):,} characters of SVG; save(path) writes it to a file>"
