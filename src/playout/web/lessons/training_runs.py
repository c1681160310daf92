"""Training runs as pages show them: curves, exams, and the network's policy and value of a position at each snapshot.

The runs come with Playout, or from the folders that the server was started with. A run may still be going on, so its
folder is read again for each request.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import playout
from playout.algorithms.puct.network import Network, packaged_networks, packaged_runs
from playout.algorithms.puct.search import Net
from playout.encoding.encoding import encode, encoding_of, index_of
from playout.game import Game, State
from playout.learning.folder import RunFolder
from playout.learning.run_progress import RunProgress
from playout.web import schema
from playout.web.games.positions import describe
from playout.web.refusals import RefusedError

__all__ = ["TrainingRuns"]

MOMENTS = 200
"""The most points of a curve that a page gets."""


class TrainingRuns:
    """The runs of one server, by name."""

    def __init__(self, folders: tuple[Path, ...] = ()) -> None:
        """Raises PlayoutError for a folder without a run."""
        self._runs: dict[str, tuple[RunFolder, Path]] = {}
        for folder in folders:
            RunFolder(folder).record()
            name = folder.absolute().name
            while name in self._runs:
                name += "_"
            self._runs[name] = RunFolder(folder), RunFolder(folder).network
        for name, folder in packaged_runs().items():
            self._runs.setdefault(name, (RunFolder(folder), packaged_networks()[name]))

    def summaries(self) -> list[schema.RunSummary]:
        """All runs, those of the server's own folders first."""
        return [schema.RunSummary(**self._summary(name, *self._read(name))) for name in self._runs]

    def run(self, name: str) -> schema.RunReport:
        record, progress = self._read(name)
        game, rows = _game(record), progress.rows
        chosen = sorted({round(i) for i in np.linspace(0, len(rows) - 1, min(MOMENTS, len(rows)))}) if rows else []
        return schema.RunReport(
            **self._summary(name, record, progress),
            seats=[game.seat_name(seat) for seat in range(game.seats)],
            positions=progress.samples,
            seconds=progress.seconds,
            device=str(record["device"]),
            simulations=int(record["settings"]["simulations"]),
            moments=[
                schema.RunMoment(
                    seconds=rows[i].seconds,
                    matches=rows[i].matches,
                    policy_loss=rows[i].policy_loss,
                    value_loss=rows[i].value_loss,
                )
                for i in chosen
            ],
            exams=self._exams(name),
            snapshots=list(self._files(name, progress)),
        )

    def beliefs(self, name: str, request: schema.BeliefsRequest) -> schema.Beliefs:
        """The policy and value of each snapshot for one position."""
        record, progress = self._read(name)
        state = _game(record).replay(request.moves)
        position = describe(state, None, ply=len(state.history))
        found = []
        if not state.over:
            for matches, file in self._files(name, progress).items():
                network = _opened(file)
                if network is not None:
                    found.append(_belief(state, [move.move for move in position.legal], matches, network))
        return schema.Beliefs(position=position, beliefs=found)

    def search(self, name: str, request: schema.NetSearchRequest) -> schema.NetSearch:
        """The root of a search of a position by one of the snapshots."""
        record, progress = self._read(name)
        state = _game(record).replay(request.moves)
        files = self._files(name, progress)
        if request.matches not in files:
            raise RefusedError("run.no_snapshot", kind="not_found", matches=request.matches)
        if state.over:
            raise RefusedError("lesson.no_turn", kind="conflict")
        search = playout.new_search(
            state, f"net({str(files[request.matches])!r})", simulations=request.simulations, backend="python"
        )
        assert isinstance(search, Net)
        search.run()
        return _root(search, request.matches)

    def _read(self, name: str) -> tuple[dict[str, Any], RunProgress]:
        if name not in self._runs:
            raise RefusedError("run.none", kind="not_found", name=name[:60], names=list(self._runs))
        record = self._runs[name][0].record()
        return record, RunProgress.read(record["progress"])

    def _summary(self, name: str, record: dict[str, Any], progress: RunProgress) -> dict[str, Any]:
        rules = _game(record).rules
        network = f"{record['shape']['channels']}x{record['shape']['blocks']}"
        return {
            "name": name,
            "game": schema.Words(en=rules.names.get("en") or rules.name, zh=rules.names.get("zh")),
            "network": network,
            "matches": progress.matches,
            "share": min(1.0, progress.evaluations / record["evaluations"]),
        }

    def _exams(self, name: str) -> list[schema.RunExam]:
        try:
            exams = json.loads(self._runs[name][0].exams.read_text())["exams"]
        except (OSError, ValueError):  # no exam was taken
            return []
        return [
            schema.RunExam(
                matches=exam["matches"],
                **exam["standing"],
                mistakes=[
                    schema.RunMistakes(simulations=int(simulations), wrong=wrong, positions=positions)
                    for simulations, (wrong, positions) in exam["mistakes"].items()
                ],
            )
            for exam in exams
        ]

    def _files(self, name: str, progress: RunProgress) -> dict[int, Path]:
        """The network files by number of matches: the snapshots, and last the present network."""
        folder, network = self._runs[name]
        files = folder.snapshots.files()
        return {**files, **({progress.matches: network} if network.exists() else {})}


def _game(record: dict[str, Any]) -> Game:
    options = {word: tuple(value) if isinstance(value, list) else value for word, value in record["options"].items()}
    game = playout.load(record["game"], **options)
    if game.rules.has("mask"):
        raise RefusedError("lesson.hidden", kind="invalid")
    return game


def _opened(file: Path) -> Network | None:
    """The network in a file; None if the run has just removed the file."""
    try:
        return _network(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=64)
def _network(file: Path, changed: int) -> Network:
    return Network(file, file.read_bytes())


def _belief(state: State, moves: list[int], matches: int, network: Network) -> schema.Belief:
    network.refuse_misfit(state.game)
    encoding = encoding_of(state.game)
    logits, values = network.evaluate(encode(state, encoding)[None])
    weights = np.array([logits[0, index_of(state, move, encoding)] for move in moves], np.float64)
    weights = np.exp(weights - weights.max())
    least, most = state.game.rules.payoff_bounds
    seats = state.game.seats
    return schema.Belief(
        matches=matches,
        priors=[float(weight) for weight in weights / weights.sum()],
        values=[least + (most - least) * float(values[0, (seat - state.turn) % seats]) for seat in range(seats)],
    )


def _root(search: Net, matches: int) -> schema.NetSearch:
    """The quantities that selection at the root compares."""
    forest, state = search.tree.forest, search.state
    root = forest.nodes[0, 0]
    edges = {int(edge["move"]): edge for edge in forest.edges[0][root["first"] : root["first"] + root["size"]]}
    seen = sum(float(edge["prior"]) for edge in edges.values() if edge["visits"])
    unvisited = float(root["mean"][root["seat"]]) - float(search.options.reduction) * seen**0.5
    children = []
    for move in describe(state, None, ply=0).legal:
        edge = edges[move.move]
        mean = float(edge["mean"]) if edge["visits"] else unvisited
        children.append(
            schema.NetChild(move=move.move, prior=float(edge["prior"]), visits=int(edge["visits"]), mean=mean)
        )
    return schema.NetSearch(
        matches=matches,
        visits=int(root["visits"]),
        c=float(search.options.c),
        children=children,
        proven=bool(root["proven"]),
    )
