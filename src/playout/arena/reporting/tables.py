"""Tables as plain text, Markdown, CSV or HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["ReportTable", "noted"]


@dataclass(frozen=True)
class ReportTable:
    """Headings and rows of cells. Text columns are left-aligned, all others right-aligned."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    """The number of text columns, which come first."""
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
