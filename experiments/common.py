"""What all experiments share: their arguments, and the page that each writes, with its tables and pictures."""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from playout.arena.tables import Table

__all__ = ["FOLDER", "Options", "Page", "machine", "read_options", "write_index"]

FOLDER = Path(__file__).parents[1] / "docs" / "experiments"
"""Where the pages stand."""


MINUTES = 2.0
"""How long matches that are limited by time go on, unless said otherwise."""


@dataclass(frozen=True)
class Options:
    """What an experiment was asked for."""

    name: str
    quick: bool
    out: Path
    seed: int
    minutes: float
    """For experiments that are limited by time."""
    begin: float = field(default_factory=time.perf_counter)

    @property
    def command(self) -> str:
        """How to do the same again."""
        more = [f"--seed {self.seed}"] * (self.seed != 1) + [f"--minutes {self.minutes:g}"] * (self.minutes != MINUTES)
        return " ".join([f"python -m experiments.{self.name}", *["--quick"] * self.quick, *more])


def read_options(name: str, about: str | None, arguments: Sequence[str] | None) -> Options:
    """The arguments of a command line (of this process if None)."""
    parser = argparse.ArgumentParser(prog=f"python -m experiments.{name}", description=(about or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes: too little to conclude from")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where the page is written (docs/experiments)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="for course_time: how long boards are begun")
    given = parser.parse_args(arguments)
    os.environ["PLAYOUT_QUIET"] = "1"
    return Options(name, given.quick, given.out, given.seed, given.minutes)


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
    """A page of results. The first paragraph says what came out; the index repeats it."""

    def __init__(self, options: Options, title: str) -> None:
        self._options = options
        self._title = title
        self._parts: list[str] = []
        self._pictures: dict[str, str] = {}
        self.summary = ""

    def heading(self, text: str) -> None:
        self._parts.append(f"## {text}")

    def text(self, text: str) -> None:
        """A paragraph, its lines broken as a person would."""
        self._parts.append(_wrapped(text))

    def table(self, table: Table) -> None:
        self._parts.append(table.markdown())

    def picture(self, name: str, svg: str, about: str) -> None:
        """A picture in a file of its own beside the page; `about` is for those who cannot see it."""
        file = f"{self._options.name}_{name}.svg"
        self._pictures[file] = svg
        self._parts.append(f"![{about}]({file})")

    def write(self) -> Path:
        """The page and its pictures, and the index of all pages in the folder."""
        options = self._options
        about = Table(
            ["", ""],
            [
                ["command", f"`{options.command}`"],
                ["seed", str(options.seed)],
                ["machine", machine()],
                ["date", f"{datetime.now(UTC):%Y-%m-%d}"],
                ["took", f"{time.perf_counter() - options.begin:.0f} s, on one core"],
            ],
            left=2,
        )
        parts = [f"# {self._title}", _wrapped(self.summary), *self._parts, "## How it was made", about.markdown()]
        options.out.mkdir(parents=True, exist_ok=True)
        for old in options.out.glob(f"{options.name}_*.svg"):
            old.unlink()
        for file, svg in self._pictures.items():
            (options.out / file).write_text(svg + "\n")
        path = options.out / f"{options.name}.md"
        path.write_text("\n\n".join(parts) + "\n")
        write_index(options.out)
        print(f"{path}: {self.summary}", flush=True)
        return path


def write_index(folder: Path) -> None:
    """README.md: each page of the folder, with its first paragraph."""
    lines = [
        "# Experiments",
        "What is claimed in lectures and reports, measured; `make experiments` makes all pages anew.",
    ]
    for path in sorted(folder.glob("*.md")):
        if path.name != "README.md":
            title, summary = path.read_text().split("\n\n")[:2]
            lines.append(
                _wrapped(f"[{title.removeprefix('# ')}]({path.name}): {' '.join(summary.split())}", "- ", "  ")
            )
    (folder / "README.md").write_text("\n\n".join(lines[:2]) + "\n\n" + "\n".join(lines[2:]) + "\n")


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    """Lines of at most 120 letters."""
    lines, line = [], first
    for word in text.split():
        if len(line) + len(word) > 120 and line.strip() not in ("", "-"):
            lines.append(line.rstrip())
            line = rest
        line += word + " "
    return "\n".join([*lines, line.rstrip()])
