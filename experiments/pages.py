"""Pages with tables and pictures, and their index."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from experiments.claims import Claim, claim_table, interval_plot, undecided
from experiments.saved import Made
from experiments.sources import Source
from playout.arena.reporting.tables import ReportTable

__all__ = ["CLAIMS", "Page", "write_index"]

CLAIMS = "What was claimed, what was measured"
"""The heading that every page has."""


class Page:
    """A page of results on the claims of a source. Its first paragraph is the summary, which the index repeats."""

    def __init__(self, name: str, parts: Mapping[str, Made]) -> None:
        """parts: how each part of the results was measured, by name."""
        self._name = name
        self._parts = parts
        self._texts: list[str] = []
        self._pictures: dict[str, str] = {}
        self.title = ""
        self.summary = ""
        """One sentence."""

    @property
    def is_quick(self) -> bool:
        """Whether a part was measured with too few data for conclusions."""
        return any(made.is_quick for made in self._parts.values())

    def heading(self, text: str, level: int = 2) -> None:
        self._texts.append(f"{'#' * level} {text}")

    def text(self, text: str) -> None:
        """Add a paragraph, wrapped."""
        self._texts.append(_wrapped(text))

    def table(self, table: ReportTable) -> None:
        self._texts.append(table.markdown())

    def opening(self, claims: Sequence[Claim], title: str) -> None:
        """Add the plot with which a page opens: the scores of the claims beside the line of equal strength."""
        judged = undecided(claims) if self.is_quick else claims
        self.picture("claims", interval_plot(judged, title), "scores with intervals beside the line of equal strength")

    def claims(self, claims: Sequence[Claim], *sources: Source) -> None:
        """Add the section that compares the claims of the sources with the measurements."""
        self.heading(CLAIMS)
        self.text(f"Source: {'; and '.join(map(str, sources))}.")
        self.table(claim_table(undecided(claims) if self.is_quick else claims))

    def picture(self, name: str, svg: str, about: str) -> None:
        """Add a picture, in its own file beside the page; `about` is its text alternative."""
        file = f"{self._name}_{name}.svg"
        self._pictures[file] = svg
        self._texts.append(f"![{about}]({file})")

    def write(self, folder: Path) -> None:
        """Write the page, its pictures, and the index of all pages in the folder."""
        summary = f"A quick run, with too few data for conclusions. {self.summary}" if self.is_quick else self.summary
        texts = [f"# {self.title}", _wrapped(summary), *self._texts, "## How it was made", self._made()]
        texts += [_wrapped(f"`{name}`: {made.later}.") for name, made in self._parts.items() if made.later]
        texts.append(_wrapped(f"`python -m experiments {self._name} --pages` draws this page from the results."))
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{self._name}_*.svg"):
            old.unlink()
        for file, svg in self._pictures.items():
            (folder / file).write_text(svg + "\n", encoding="utf-8")
        path = folder / f"{self._name}.md"
        path.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
        write_index(folder)
        print(f"{path}: {summary}", flush=True)

    def _made(self) -> str:
        rows = [
            [
                f"[{name}]({self._name}_{name}.json)",
                f"`{made.command}`",
                str(made.seed),
                made.date,
                f"{made.seconds:,.0f} s",
                made.machine,
            ]
            for name, made in self._parts.items()
        ]
        headings = ["results", "command", "seed", "date", "took, on one core", "machine"]
        return ReportTable(headings, rows, left=len(headings)).markdown()


def write_index(folder: Path) -> None:
    """README.md: each page of the folder, with its first paragraph."""
    lines = [
        "# Experiments",
        _wrapped(
            "Each page compares the claims of one source of this toolkit (a report, a lecture, an article) with "
            "measurements. A claim is `confirmed`, `not confirmed`, `not decided` by the data, or `not "
            "comparable`, by [one rule](../decisions.md#when-a-reports-claim-counts-as-confirmed). `make experiments` "
            "repeats all measurements; `python -m experiments --pages` draws the pages and this index from the saved "
            "results beside them."
        ),
    ]
    for path in sorted(folder.glob("*.md")):
        if path.name != "README.md":
            title, summary = path.read_text(encoding="utf-8").split("\n\n")[:2]
            lines.append(
                _wrapped(f"[{title.removeprefix('# ')}]({path.name}): {' '.join(summary.split())}", "- ", "  ")
            )
    (folder / "README.md").write_text("\n\n".join(lines[:2]) + "\n\n" + "\n".join(lines[2:]) + "\n", encoding="utf-8")


def _wrapped(text: str, first: str = "", indent: str = "") -> str:
    """Text wrapped to lines of at most 120 characters."""
    lines, line = [], first
    for word in re.findall(r"\S+(?: %\S*)?", text):  # the site takes a line that begins with % for a comment
        if len(line) + len(word) > 120 and line.strip() not in ("", "-"):
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
