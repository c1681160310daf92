"""Learn the networks that come with Playout anew, on a GPU, in pieces that each go on where the last one ended.

    python benchmarks/learn_networks.py [NAME ...] --out FOLDER [--piece MINUTES] [--seed N]

Each network has a folder below FOLDER. A piece of a run ends after MINUTES, starting included, and the same command
goes on with it; the exit status is 3 while something is left to do, so that a loop can repeat it:

    until python benchmarks/learn_networks.py --out runs --piece 9; do [ $? = 3 ] || break; done

A folder between two pieces is small: run.json, exams.json, the network, and four files with weights and AdamW's
moments, at most 8 MB each for 128x6. The samples do not travel: a piece begins with self-play until a quarter of the
samples that training drew from is there again, which is not counted as work.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playout.learning.folder import RECORD
from playout.learning.learn import Watcher, learn
from playout.learning.run_progress import HEADINGS, line_of
from playout.learning.training_run import TrainingRun

LEFT = 3
"""The exit status while a run is not complete."""


@dataclass(frozen=True)
class Recipe:
    """How a network is learned."""

    game: str
    evaluations: int
    """So many, rather than minutes: the work is the same on every machine."""
    settings: dict[str, Any] = field(default_factory=dict)


NETWORKS = {
    # About 14 minutes on one H200.
    "connect_four": Recipe("connect_four", 1_650_000_000, {"channels": 128, "blocks": 6}),
    # A minute; a network of this size plays at once in a lesson.
    "tic_tac_toe": Recipe(
        "tic_tac_toe", 60_000_000, {"channels": 32, "blocks": 2, "trees": 4096, "simulations": 32, "opening": 4}
    ),
}


class Printer(Watcher):
    """A line for each moment."""

    def plan(self, words: str) -> None:
        print(f"{words}\n{HEADINGS}", flush=True)

    def show(self, run: TrainingRun) -> None:
        print(line_of(run.progress.rows[-1], run.evaluations), flush=True)

    def exam(self, words: str) -> None:
        print(words, flush=True)


def main() -> int:
    began = time.perf_counter()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="all if none is named")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--piece", type=float, default=9.0, help="minutes of this call")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exams", type=float, default=0.0, help="minutes between two exams; 0 for none")
    arguments = parser.parse_args()
    for name in arguments.names or NETWORKS:
        recipe, folder = NETWORKS[name], arguments.out / name
        left = arguments.piece - (time.perf_counter() - began) / 60
        if left <= 0:
            return LEFT
        if (folder / RECORD).exists():
            done = learn(resume=folder, stop_after=left, exams=arguments.exams, watcher=Printer())
        else:
            done = learn(
                recipe.game,
                folder,
                evaluations=recipe.evaluations,
                device=arguments.device,
                stop_after=left,
                exams=arguments.exams,
                watcher=Printer(),
                seed=arguments.seed,
                **recipe.settings,
            )
        print(f"{name}: {done.progress.seconds / 60:.1f} minutes of work, complete: {done.complete}", flush=True)
        if not done.complete:
            return LEFT
    return 0


if __name__ == "__main__":
    sys.exit(main())
