"""Shared by all experiments: arguments, and pages with tables and pictures."""

from __future__ import annotations

import argparse
import os
import platform
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from experiments.progress import Progress
from experiments.saved import Made, load, save
from experiments.sources import Claim, Source
from playout.arena.reporting.tables import ReportTable

__all__ = ["CLAIMS", "FOLDER", "Options", "Page", "machine", "publish", "read_options", "redraw", "write_index"]

FOLDER = Path(__file__).parents[1] / "docs" / "experiments"
"""The folder of the pages."""


CLAIMS = "What was claimed, what was measured"
"""The heading that every page has."""


@dataclass(frozen=True)
class Options:
    """The command line options of an experiment."""

    name: str
    quick: bool
    out: Path
    seed: int
    progress: Progress = field(default_factory=Progress)
    """What an interrupted run has finished."""
    begin: float = field(default_factory=time.process_time)

    @property
    def command(self) -> str:
        """The command that repeats the experiment."""
        seed = [f"--seed {self.seed}"] * (self.seed != 1)
        return " ".join([f"python -m experiments.{self.name}", *["--quick"] * self.quick, *seed])


def read_options(name: str, about: str | None, arguments: Sequence[str] | None) -> Options:
    """The arguments of a command line (of this process if None)."""
    parser = argparse.ArgumentParser(prog=f"python -m experiments.{name}", description=(about or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes: too few data for conclusions")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where the page is written (docs/experiments)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume", type=Path, help="keep finished parts in this file, and do not measure them again (claims_*)"
    )
    given = parser.parse_args(arguments)
    os.environ["PLAYOUT_QUIET"] = "1"
    progress = Progress(given.resume, f"{name}, seed {given.seed}{', quick' * given.quick}")
    return Options(name, given.quick, given.out, given.seed, progress)


def machine() -> str:
    """The machine, in words: processor, cores, and the versions that matter."""
    model = platform.processor() or platform.machine()
    path = Path("/proc/cpuinfo")
    if path.exists():
        named = [line.partition(":")[2].strip() for line in path.read_text().splitlines() if "model name" in line]
        model = named[0] if named else model
    versions = ", ".join(f"{name} {version(name.lower())}" for name in ("NumPy", "Numba"))
    return f"{model}, {os.cpu_count()} cores, {platform.system()}; Python {platform.python_version()}, {versions}"


class Page:
    """A page of results. Its first paragraph is the summary, which the index repeats."""

    def __init__(self, name: str, made: Made) -> None:
        self._name = name
        self._made = made
        self.title = ""
        self._parts: list[str] = []
        self._pictures: dict[str, str] = {}
        self.summary = ""

    def heading(self, text: str) -> None:
        self._parts.append(f"## {text}")

    def text(self, text: str) -> None:
        """Add a paragraph, wrapped."""
        self._parts.append(_wrapped(text))

    def table(self, table: ReportTable) -> None:
        self._parts.append(table.markdown())

    def claims(self, claims: Sequence[Claim], *sources: Source) -> None:
        """Add the section that sets what the sources say beside what was measured."""
        self.heading(CLAIMS)
        self.text(f"Source: {'; and '.join(map(str, sources))}.")
        rows = [[claim.claimed, claim.measured, claim.judgement] for claim in claims]
        self.table(ReportTable(["claimed", "measured", "judgement"], rows, left=3))

    def picture(self, name: str, svg: str, about: str) -> None:
        """Add a picture, in its own file beside the page; `about` is its text alternative."""
        file = f"{self._name}_{name}.svg"
        self._pictures[file] = svg
        self._parts.append(f"![{about}]({file})")

    def write(self, folder: Path) -> None:
        """Write the page, its pictures, and the index of all pages in the folder."""
        made = self._made
        rows = [
            ["command", f"`{made.command}`"],
            ["seed", str(made.seed)],
            ["machine", made.machine],
            ["date", made.date],
            ["took", f"{made.seconds:.0f} s, on one core"],
            *([["note", made.later]] if made.later else []),
            [
                "results",
                f"[{self._name}.json]({self._name}.json), from which `python -m experiments --pages` draws this",
            ],
        ]
        about = ReportTable(["", ""], rows, left=2)
        parts = [f"# {self.title}", _wrapped(self.summary), *self._parts, "## How it was made", about.markdown()]
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{self._name}_*.svg"):
            old.unlink()
        for file, svg in self._pictures.items():
            (folder / file).write_text(svg + "\n", encoding="utf-8")
        path = folder / f"{self._name}.md"
        path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
        write_index(folder)
        print(f"{path}: {self.summary}", flush=True)


def publish(options: Options, found: Any, draw: Callable[[Page, Any], None]) -> None:
    """Save the results and draw their page."""
    took = time.process_time() - options.begin + options.progress.seconds
    made = Made(options.command, options.seed, machine(), f"{datetime.now(UTC):%Y-%m-%d}", took)
    save(options.out / f"{options.name}.json", made, found)
    redraw(options.name, options.out, type(found), draw)


def redraw(name: str, folder: Path, kind: type, draw: Callable[[Page, Any], None], target: Path | None = None) -> None:
    """Draw the page from the results saved in `folder`, into `target` or the same folder."""
    made, found = load(folder / f"{name}.json", kind)
    page = Page(name, made)
    draw(page, found)
    page.write(target or folder)


def write_index(folder: Path) -> None:
    """README.md: each page of the folder, with its first paragraph."""
    lines = [
        "# Experiments",
        _wrapped(
            "Measurements of claims in lectures and reports. `make experiments` repeats all of them; "
            "`python -m experiments --pages` draws the pages and this index from the saved results beside them."
        ),
    ]
    for path in sorted(folder.glob("*.md")):
        if path.name != "README.md":
            title, summary = path.read_text().split("\n\n")[:2]
            lines.append(
                _wrapped(f"[{title.removeprefix('# ')}]({path.name}): {' '.join(summary.split())}", "- ", "  ")
            )
    (folder / "README.md").write_text("\n\n".join(lines[:2]) + "\n\n" + "\n".join(lines[2:]) + "\n")


def _wrapped(text: str, first: str = "", indent: str = "") -> str:
    """Text wrapped to lines of at most 120 characters."""
    lines, line = [], first
    for word in re.findall(r"\S+(?: %\S*)?", text):  # the site takes a line that begins with % for a comment
        if len(line) + len(word) > 120 and line.strip() not in ("", "-"):
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
