"""Train the networks that come with Playout again, in pieces that each continue the last one.

    python benchmarks/learn_networks.py [NAME ...] --out FOLDER [--piece MINUTES] [--seed N] [--publish]

Each network has a folder below FOLDER. A piece of a run ends after MINUTES, starting included, and the same command
goes on with it; the exit status is 3 while something is left to do, so that a loop can repeat it:

    until python benchmarks/learn_networks.py --out runs --piece 9; do [ $? = 3 ] || break; done

A folder between two pieces is small: run.json, exams.json, the network, and four files with weights and AdamW's
moments, at most 8 MB each for 128x6. Samples are not saved: a piece begins with self-play, not counted as work, until a
quarter of the samples that training drew from exists again.

--publish puts a network that is complete in the place of the one that comes with Playout. If its run is shown in the
web app, the run's record and snapshots go there as well, and an exam of each snapshot.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import playout
from playout.learning.exams.__main__ import SIMULATIONS, SOLVED, SOLVING_SECONDS
from playout.learning.exams.exam_room import MATCHES
from playout.learning.exams.ladder import Ladder
from playout.learning.exams.positions import mistakes, solved_positions
from playout.learning.folder import RECORD, RunFolder
from playout.learning.learn import Watcher, learn
from playout.learning.run_progress import HEADINGS, line_of
from playout.learning.training_run import TrainingRun
from playout.spelling import Spec

PACKAGED = Path(playout.__file__).parent / "networks"

LEFT = 3
"""The exit status while a run is not complete."""


@dataclass(frozen=True)
class Recipe:
    """How a network is learned."""

    game: str
    evaluations: int
    """The length of the run, in evaluations and not in minutes: the work is the same on every machine."""
    settings: dict[str, Any] = field(default_factory=dict)
    device: str = "cuda"
    is_shown: bool = False
    """Whether the web app shows the run."""


NETWORKS = {
    # About 14 minutes on one H200.
    "connect_four": Recipe("connect_four", 1_650_000_000, {"channels": 128, "blocks": 6}),
    # About a minute of one core.
    "tic_tac_toe": Recipe(
        *("tic_tac_toe", 2_000_000, {"channels": 8, "blocks": 2, "opening": 4}),
        device="cpu",
        is_shown=True,
    ),
}


class Printer(Watcher):
    """Prints a line for each report of a run."""

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
    parser.add_argument("--device", help="instead of the recipe's")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exams", type=float, default=0.0, help="minutes between two exams; 0 for none")
    parser.add_argument("--publish", action="store_true", help="put complete networks into the package")
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
                device=arguments.device or recipe.device,
                stop_after=left,
                exams=arguments.exams,
                watcher=Printer(),
                seed=arguments.seed,
                **recipe.settings,
            )
        print(f"{name}: {done.progress.seconds / 60:.1f} minutes of work, complete: {done.complete}", flush=True)
        if not done.complete:
            return LEFT
        if arguments.publish:
            publish(name, RunFolder(folder), recipe.is_shown)
    return 0


def publish(name: str, run: RunFolder, is_shown: bool) -> None:
    """Copy a network into the package; if its run is shown, also the run, without checkpoints and single matches."""
    shutil.copy(run.network, PACKAGED / f"{name}.onnx")
    if not is_shown:
        return
    target = RunFolder(PACKAGED / "runs" / name)
    shutil.rmtree(target.path, ignore_errors=True)
    shutil.copytree(run.snapshots.folder, target.snapshots.folder)
    record = run.record()
    (target.path / RECORD).write_text(json.dumps(record | {"checkpoint": None, "files": {}}) + "\n")
    target.exams.write_text(json.dumps({"exams": snapshot_exams(run)}) + "\n")


def snapshot_exams(run: RunFolder) -> list[dict[str, Any]]:
    """An exam of each snapshot, and of the network at the end: the exams of a short run are too few for a curve."""
    record = run.record()
    game = playout.load(record["game"], **record["options"])
    files = {**run.snapshots.files(), record["progress"]["matches"]: run.network}
    ladder, rows = Ladder(), []
    positions = solved_positions(game, most=SOLVED, seconds=SOLVING_SECONDS, seed=1)
    for matches, file in files.items():
        print(f"exam of the network after {matches} matches", flush=True)
        spelling = f"net({str(file)!r}, simulations={SIMULATIONS})"
        standing = ladder.examine(game, f"after {matches}", spelling, matches=MATCHES, workers=None, seed=matches)
        wrong = {}
        for simulations in (1, SIMULATIONS):
            found = mistakes(game, Spec.read(f"net({str(file)!r}, simulations={simulations})"), positions)
            wrong[str(simulations)] = [found.wrong, found.positions]
        rows.append({"matches": matches, "standing": asdict(standing), "mistakes": wrong})
    return rows


if __name__ == "__main__":
    sys.exit(main())
