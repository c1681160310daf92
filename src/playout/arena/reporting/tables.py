"""Tables as plain text, Markdown, CSV or HTML, and the formats of their cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["NOTHING", "ReportTable", "chance", "duration", "noted", "number", "percent", "signed", "span"]

NOTHING = "–"
"""The cell of a missing number."""


@dataclass(frozen=True)
class ReportTable:
    """Headings and rows of cells. Text columns are left-aligned, all others right-aligned."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    """How many columns, from the first on, are text."""
    title: str = ""

    def text(self) -> str:
        """Plain text for a terminal, with two spaces between columns."""
        lines = [list(self.headings), *map(list, self.rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.headings))]
        rule = ["-" * width for width in widths]
        aligned = [
            "  ".join(
                cell.ljust(width) if column < self.left else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in [lines[0], rule, *lines[1:]]
        ]
        return "\n".join([self.title] * bool(self.title) + aligned)

    def markdown(self) -> str:
        """A Markdown table."""
        marks = ["---" if column < self.left else "---:" for column in range(len(self.headings))]
        lines = [self.headings, marks, *self.rows]
        return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)

    def csv(self) -> str:
        """CSV text."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.headings, *self.rows])
        return out.getvalue()

    def html(self) -> str:
        """An HTML table; a wide one scrolls."""
        kinds = ["text" if column < self.left else "number" for column in range(len(self.headings))]
        head = "".join(
            f'<th scope="col" class="{kind}">{escape(cell)}</th>'
            for cell, kind in zip(self.headings, kinds, strict=True)
        )
        body = "".join(
            "<tr>"
            + "".join(f'<td class="{kind}">{escape(cell)}</td>' for cell, kind in zip(row, kinds, strict=True))
            + "</tr>\n"
            for row in self.rows
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        label = escape(self.title or "table")
        return (
            f'<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table>{caption}'
            f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
        )

    def _repr_html_(self) -> str:
        return self.html()


def noted(tables: Sequence[ReportTable], notes: Sequence[str]) -> str:
    """Tables with notes below, as HTML for a notebook."""
    below = [f"<p><small>{escape(note)}</small></p>" for note in notes]
    return "\n".join([*(table.html() for table in tables), *below])


def _missing(value: float | None) -> bool:
    return value is None or value != value


def number(value: float | None, digits: int = 0) -> str:
    """A number with separators of thousands."""
    return NOTHING if value is None or _missing(value) else f"{value:,.{digits}f}"


def signed(value: float | None) -> str:
    """A rounded number with its sign; 0 has none."""
    if value is None or _missing(value):
        return NOTHING
    return f"{round(value):+d}" if round(value) else "0"


def percent(value: float | None) -> str:
    """A share (0 to 1) in per cent."""
    return NOTHING if value is None or _missing(value) else f"{100 * value:.1f}"


def chance(value: float | None) -> str:
    """A probability in per cent, never shown as 0 or 100."""
    if value is None or _missing(value):
        return NOTHING
    return ">99.9" if value > 0.9995 else "<0.1" if value < 0.0005 else percent(value)


def span(low: str, high: str) -> str:
    """An interval: `low to high`."""
    return NOTHING if NOTHING in (low, high) else f"{low} to {high}"


def duration(seconds: float | None) -> str:
    """A time in a suitable unit with two or three digits: 85 us, 1.2 ms, 3.4 s, 12 min, 3.4 h."""
    if seconds is None or _missing(seconds):
        return NOTHING
    for most, factor, unit in ((1e-3, 1e6, "us"), (1.0, 1e3, "ms"), (120.0, 1.0, "s"), (7200.0, 1 / 60, "min")):
        # Compared after rounding: 0.9996 s is shown as 1.0 s, not as 1000 ms.
        if seconds < most * (1 - 0.0005):
            return f"{_short(seconds * factor)} {unit}"
    return f"{_short(seconds / 3600)} h"


def _short(value: float) -> str:
    """A number with two or three digits: 0, 0.2, 3.4, 85, 120."""
    return "0" if not value else f"{value:.1f}" if value < 9.95 else f"{value:,.0f}"
