"""Measures what the sources claim, and draws the pages of docs/experiments."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.article.page import ARTICLE
from experiments.common import FOLDER, Experiment, Options, add, measure, redraw
from experiments.course_connect_four.page import COURSE_CONNECT_FOUR
from experiments.hearthstone.page import HEARTHSTONE
from experiments.lecture.page import LECTURE
from experiments.progress import Progress
from experiments.three_players.page import THREE_PLAYERS
from playout.native import cuda
from playout.rules import PlayoutError

__all__ = ["EXPERIMENTS", "main"]

EXPERIMENTS: dict[str, Experiment] = {
    one.name: one for one in (LECTURE, ARTICLE, COURSE_CONNECT_FOUR, THREE_PLAYERS, HEARTHSTONE)
}


def main(arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Run a command line (this process's if None); returns the measured results by part."""
    parser = _parser()
    given = parser.parse_args(arguments)
    for name in given.experiment:
        if name not in EXPERIMENTS:
            parser.error(f"there is no experiment {name}; there are {', '.join(EXPERIMENTS)}")
    chosen = [EXPERIMENTS[name] for name in given.experiment or EXPERIMENTS]
    _check(parser, given, chosen)
    os.environ["PLAYOUT_QUIET"] = "1"
    measured = {}

    def options(of: str, on_gpu: bool) -> Options:
        name = f"{of}, seed {given.seed}{', quick' * given.quick}"
        return Options(given.quick, given.seed, Progress(given.resume, name), given.backend if on_gpu else "cpu")

    for one in chosen:
        if given.simulations is not None:
            add(one, options(f"{one.name}, more", True), given.out, given.simulations, given.matches)
        elif not given.pages:
            for part in one.parts if given.part is None else [given.part] if given.part in one.parts else []:
                how = options(f"{one.name}, {part}", one.parts[part].on_gpu)
                measured[part] = measure(one, part, how, given.out)
        if given.part is None or given.part in one.parts:
            redraw(one, given.out)
    return measured


def _check(parser: argparse.ArgumentParser, given: argparse.Namespace, chosen: Sequence[Experiment]) -> None:
    """Refuse arguments that do not fit together."""
    known = [part for one in chosen for part in one.parts]
    if given.part is not None and given.part not in known:
        parser.error(f"--part: one of {', '.join(known)}")
    if given.quick and given.out == FOLDER:
        parser.error("--quick would replace the results of full runs in docs/experiments; give --out FOLDER")
    if (given.simulations is None) != (given.matches is None):
        parser.error("--simulations and --matches belong together")
    if given.simulations is not None and (given.quick or not all(map(_takes_more, chosen))):
        takes = ", ".join(name for name, one in EXPERIMENTS.items() if _takes_more(one))
        parser.error(f"--simulations and --matches add to the saved results of {takes}; name it, without --quick")
    if given.matches is not None and given.matches % 3:
        parser.error("--matches: a multiple of three, so that each player has each seat equally often")
    if given.backend == "cuda":
        if given.pages or not all(map(_takes_gpu, chosen)):
            takes = ", ".join(name for name, one in EXPERIMENTS.items() if _takes_gpu(one))
            parser.error(f"--backend cuda plays matches of {takes}; name one of these, without --pages")
        cuda.device()  # raises an error if this machine has no GPU


def _takes_more(experiment: Experiment) -> bool:
    return any(part.more is not None for part in experiment.parts.values())


def _takes_gpu(experiment: Experiment) -> bool:
    return any(part.on_gpu for part in experiment.parts.values())


def _above_zero(text: str) -> int:
    number = int(text.replace(",", "").replace("_", ""))
    if number < 1:
        raise ValueError
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    parser.add_argument("experiment", nargs="*", help=f"{', '.join(EXPERIMENTS)}; all if none is named")
    parser.add_argument("--part", help="measure only this part of the experiment")
    parser.add_argument("--pages", action="store_true", help="measure nothing: draw the pages from the saved results")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes: too few data for conclusions")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where results and pages are (docs/experiments)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="keep finished rows in this file, and do not measure them again")
    parser.add_argument(
        "--simulations", type=_above_zero, help="three_players: add matches with this number of simulations a move"
    )
    parser.add_argument("--matches", type=_above_zero, help="the number of added matches of each row")
    parser.add_argument(
        "--backend",
        choices=["cpu", "cuda"],
        default="cpu",
        help="cuda: rows of agents that a GPU can play run there; added matches are of such rows only",
    )
    return parser


if __name__ == "__main__":
    try:
        main()
    except PlayoutError as error:
        sys.exit(f"python -m experiments: {error}")
