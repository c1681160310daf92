"""An experiment: parts that are measured, each saved to a file, and the page that is drawn from all of them."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from experiments.pages import Page
from experiments.progress import Progress
from experiments.saved import Made, load, save
from playout.native import cuda
from playout.rules import PlayoutError

__all__ = ["FOLDER", "Experiment", "Options", "Part", "add", "machine", "measure", "redraw"]

FOLDER = Path(__file__).parents[1] / "docs" / "experiments"
"""The folder of the pages and of the results."""


@dataclass(frozen=True)
class Options:
    """How a part is measured."""

    quick: bool = False
    """Whether to measure for seconds instead of minutes, with too few data for conclusions."""
    seed: int = 1
    progress: Progress = field(default_factory=Progress)
    """The parts that an interrupted run has finished."""
    backend: str = "cpu"
    """Where matches are played: cpu, or cuda for those that a GPU can play (backends.py)."""


@dataclass(frozen=True)
class Part:
    """A part of an experiment that can be measured alone."""

    found: type
    """The dataclass of its results."""
    measure: Callable[[Options], Any]
    more: Callable[[Options, Any, int, int], Any] | None = None
    """Adds matches to every row of the results: takes the simulations a move, and the number of matches."""
    on_gpu: bool = False
    """Whether a GPU can play some of its matches."""


@dataclass(frozen=True)
class Experiment:
    """All that is measured about a source."""

    name: str
    """The name of the page; the names of its other files begin with it."""
    parts: Mapping[str, Part]
    draw: Callable[..., None]
    """Fills a page. Takes the Page, then the results of the parts in their order."""

    def file(self, folder: Path, part: str) -> Path:
        return folder / f"{self.name}_{part}.json"


def measure(experiment: Experiment, part: str, options: Options, folder: Path) -> Any:
    """Measure a part and save its results."""
    begin = time.process_time()
    found = experiment.parts[part].measure(options)
    words = ["python -m experiments", experiment.name, f"--part {part}", *["--quick"] * options.quick]
    words += [f"--backend {options.backend}"] * (options.backend != "cpu")
    command = " ".join([*words, *[f"--seed {options.seed}"] * (options.seed != 1)])
    took = time.process_time() - begin + options.progress.seconds
    save(experiment.file(folder, part), Made(command, options.seed, machine(options.backend), _today(), took), found)
    return found


def add(experiment: Experiment, options: Options, folder: Path, simulations: int, matches: int) -> None:
    """Add matches with `simulations` simulations a move to the saved results of the parts that have `more`."""
    for name, part in experiment.parts.items():
        if part.more is not None:
            begin = time.process_time()
            made, found = _load(experiment, name, folder)
            more = part.more(options, found, simulations, matches)
            took = made.seconds + time.process_time() - begin + options.progress.seconds
            rows = "each row" if options.backend == "cpu" else "each row that a GPU can play"
            where = machine(options.backend)
            note = f"{matches} matches of {rows} with {simulations:,} simulations were added on {_today()}, {where}"
            later = "; ".join(filter(None, [made.later, note]))
            save(experiment.file(folder, name), replace(made, seconds=took, later=later), more)


def redraw(experiment: Experiment, folder: Path, target: Path | None = None) -> None:
    """Draw the page from the results saved in `folder`, into `target` or the same folder."""
    loaded = {name: _load(experiment, name, folder) for name in experiment.parts}
    page = Page(experiment.name, {name: made for name, (made, _) in loaded.items()})
    experiment.draw(page, *(found for _, found in loaded.values()))
    page.write(target or folder)


def _load(experiment: Experiment, part: str, folder: Path) -> tuple[Made, Any]:
    path = experiment.file(folder, part)
    if not path.exists():
        raise PlayoutError(
            f"{path} is missing; python -m experiments {experiment.name} --part {part} --out {folder} measures it"
        )
    return load(path, experiment.parts[part].found)


def machine(backend: str = "cpu") -> str:
    """The machine, in words: processor, cores, the GPU if one was asked for, and the versions that matter."""
    model = platform.processor() or platform.machine()
    path = Path("/proc/cpuinfo")
    if path.exists():
        named = [line.partition(":")[2].strip() for line in path.read_text().splitlines() if "model name" in line]
        model = named[0] if named else model
    versions = ", ".join(f"{name} {version(name.lower())}" for name in ("NumPy", "Numba"))
    parts = [f"{model}, {os.cpu_count()} cores", *([cuda.device().name] if backend == "cuda" else [])]
    return f"{', '.join(parts)}, {platform.system()}; Python {platform.python_version()}, {versions}"


def _today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"
