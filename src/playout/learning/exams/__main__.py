"""Runs one exam in a process of its own: python -m playout.learning.exams FOLDER.

The folder holds network.onnx and task.json: the game, its options, the ladder so far, the network's name, and positions
with exact values or null. The exam writes result.json there.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from playout.game import load
from playout.learning.exams.ladder import Ladder
from playout.learning.exams.positions import SolvedPosition, can_be_solved, mistakes, solved_positions
from playout.spelling import Spec

SIMULATIONS = 100
"""Simulations per move of the network in matches."""

SOLVED, SOLVING_SECONDS = 200, 20.0
"""The number of positions to solve for the first exam, and the time limit for that."""


NETWORK, TASK, RESULT = "network.onnx", "task.json", "result.json"


def main() -> None:
    folder = Path(sys.argv[1])
    network = str(folder / NETWORK)
    task = json.loads((folder / TASK).read_text())
    game = load(task["game"], **{name: _option(value) for name, value in task["options"].items()})
    ladder = Ladder.read(task["ladder"])
    spelling = f"net({network!r}, simulations={SIMULATIONS})"
    standing = ladder.examine(
        game, task["name"], spelling, matches=task["matches"], workers=task["workers"], seed=task["seed"]
    )
    positions = [
        SolvedPosition(tuple(item["moves"]), {int(k): value for k, value in item["values"].items()})
        for item in task["positions"] or []
    ]
    if task["positions"] is None and can_be_solved(game):
        positions = solved_positions(game, most=SOLVED, seconds=SOLVING_SECONDS, seed=1)
    wrong = {}
    for simulations in (1, SIMULATIONS) if positions else ():
        found = mistakes(game, Spec.read(f"net({network!r}, simulations={simulations})"), positions)
        wrong[str(simulations)] = [found.wrong, found.positions]
    result = {
        "standing": asdict(standing),
        "mistakes": wrong,
        "ladder": ladder.record(),
        "positions": [asdict(item) for item in positions],
    }
    (folder / RESULT).write_text(json.dumps(result))


def _option(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


if __name__ == "__main__":
    main()
