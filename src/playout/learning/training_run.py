"""A training run: alternates self-play and training until the work is done."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from playout.files import write_whole
from playout.learning.device import free_memory, is_out_of_memory
from playout.learning.folder import Arrays, RunFolder
from playout.learning.networks.export import network_bytes, write_network
from playout.learning.networks.folding import folded
from playout.learning.networks.playing_network import PlayingNetwork
from playout.learning.run_progress import ProgressRow, RunProgress
from playout.learning.self_play.forest_play import ForestPlay
from playout.learning.setup import Setup
from playout.learning.training import Trainer
from playout.rules import PlayoutError

__all__ = ["TrainingRun"]

SAVE_SECONDS = 45.0
"""Seconds between two checkpoints. With the time to write one, a killed process loses less than a minute of work."""

SHOW_SECONDS = 10.0

MOST_KEPT = 256 << 20
"""A checkpoint of a run on the CPU includes positions and samples up to this number of bytes, so that the resumed run
equals an uninterrupted one.
"""

FILLED = 4
"""Training begins when the trees have this many samples on average."""


class TrainingRun:
    """A training run with its folder and device."""

    def __init__(self, setup: Setup, folder: RunFolder) -> None:
        self.setup, self.folder = setup, folder
        self.evaluations = 0
        """The number of evaluations of the whole run."""
        self.progress = RunProgress()
        settings = setup.settings
        self.trainer = Trainer(setup.shape, settings, setup.game.symmetries, setup.device)
        network = PlayingNetwork(setup.shape, self._folded(), setup.device)
        self.play = self._forest(network)
        self.examined: dict[str, Any] = {"exams": [], "ladder": {"rows": []}, "positions": None}
        """Results of the exams, their matches, and positions with exact values (None: not made yet)."""
        self.is_stopped = False
        """Set by the caller to end the run after the current steps."""
        self._has_trained = False
        self._before = 0, 0, 0
        self._refill = 0
        self._number = 0
        self._noted = 0

    def _forest(self, network: PlayingNetwork) -> ForestPlay:
        """Allocate the trees. If there is too little memory, tells the user and allocates fewer."""
        while True:
            setup = self.setup
            try:
                return ForestPlay(setup.game, setup.settings, network, setup.device)
            except Exception as error:
                if not is_out_of_memory(error) or setup.settings.trees < 2:
                    raise
            self.setup = setup.with_fewer_trees()
            free_memory(setup.device)

    def _folded(self) -> dict[str, Any]:
        return folded(self.setup.shape, self.trainer.average)

    @property
    def share(self) -> float:
        """The share of the work that is done."""
        return self.progress.evaluations / self.evaluations

    @property
    def _percent(self) -> int:
        return int(100 * self.share)

    def restore(self, record: dict[str, Any], parts: dict[str, Arrays]) -> None:
        """Restore the state from the folder."""
        self.evaluations = int(record["evaluations"])
        self.progress = RunProgress.read(record["progress"])
        self.examined = self._read_exams()
        self._number = int(record["checkpoint"].rpartition("-")[2])
        self._noted = self._percent
        self.folder.snapshots.forget_after(self.progress.matches)
        self.trainer.restore(parts, self.progress.steps)
        self.play.network.load(self._folded())
        has_its_trees = self.setup.settings.trees == int(record["settings"]["trees"])
        if "play" in parts and has_its_trees:
            self.play.restore(parts["play"])
        else:
            self.play.reset(self.progress.pieces)

    def _read_exams(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self.folder.exams.read_text())
        except OSError:
            return self.examined
        except ValueError:
            raise PlayoutError(f"{self.folder.exams} is damaged; remove it, and exams begin anew") from None
        return found

    def take_exam(self, row: dict[str, Any], result: dict[str, Any]) -> None:
        """Record the result of an exam."""
        row = row | {"standing": result["standing"], "mistakes": result["mistakes"]}
        exams = [*self.examined["exams"], row]
        self.examined = {"exams": exams, "ladder": result["ladder"], "positions": result["positions"]}
        write_whole(self.folder.exams, json.dumps(self.examined).encode())

    def advance(self, seconds: float, watch: Callable[[TrainingRun], None]) -> bool:
        """Run for at most this many seconds. Returns whether the run is complete. watch is called every few seconds."""
        self.progress.pieces += 1
        kept = self.play.counts()
        self._before = kept.samples, kept.matches, kept.decisions
        self._refill = 0 if self._is_kept else self._samples_to_refill()
        begin = saved = shown = time.perf_counter()
        worked = begin
        try:
            while self.progress.evaluations < self.evaluations and not self.is_stopped:
                counts = self._cycle_in_memory()
                now = time.perf_counter()
                self.progress.seconds += now - worked if counts else 0.0
                worked = now
                self._keep_snapshot()
                if self._percent > self._noted and self._has_trained:
                    self._note()
                if now - shown >= SHOW_SECONDS and self._has_trained:
                    self._note()
                    watch(self)
                    shown = worked = time.perf_counter()
                if now - saved >= SAVE_SECONDS:
                    self.save()
                    saved = worked = time.perf_counter()
                if now - begin >= seconds:
                    break
        finally:
            if worked > begin and math.isfinite(sum(self.trainer.losses())):
                if self._has_trained:
                    self._note()
                self.save()
                if self._has_trained:
                    watch(self)
        return self.progress.evaluations >= self.evaluations

    def _samples_to_refill(self) -> int:
        """The number of samples to play before a resumed run trains again: a quarter of those that it had when it was
        interrupted.
        """
        settings = self.setup.settings
        return min(self.progress.samples // 2, settings.trees * (settings.ring - settings.longest)) // 4

    def _cycle_in_memory(self) -> bool:
        """Like `_cycle`; if memory runs out, the error says what to do."""
        try:
            return self._cycle()
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            raise PlayoutError(
                f"there is no memory left for training on {self.setup.device}; once other programs have given some "
                f"back, playout learn --resume {self.folder.path} continues the run"
            ) from error

    def _cycle(self) -> bool:
        """Do some steps of self-play, and the training that their samples make due. Returns whether this counts as
        work.
        """
        settings, progress = self.setup.settings, self.progress
        self.play.run(settings.simulations_at(self.share), settings.steps)
        found = self.play.counts()
        now = found.samples, found.matches, found.decisions
        fresh, matches, decisions = (new - old for new, old in zip(now, self._before, strict=True))
        self._before = now
        if found.samples < self._refill:
            return False  # these only replace samples that the checkpoint does not include
        self._refill = 0
        progress.samples += fresh
        progress.matches += matches
        progress.decisions += decisions
        progress.evaluations += settings.steps * settings.trees
        if found.samples < FILLED * settings.trees:
            return True
        progress.owed += settings.reuse * fresh / settings.batch
        steps = int(progress.owed)
        if steps:
            progress.owed -= steps
            self.trainer.train(self.play.samples, steps, self.share)
            progress.steps += steps
            self.play.network.load(self._folded())
            self._refuse_divergence()
            self._has_trained = True
        return True

    def _refuse_divergence(self) -> None:
        if not math.isfinite(sum(self.trainer.losses())):
            raise PlayoutError(
                f"training diverged: its loss is no longer a number. {self.folder.network} holds the weights of the "
                f"last checkpoint; begin a new run with a lower rate than {self.setup.settings.rate:g}"
            )

    def _note(self) -> None:
        """Adds a row to the record: at each percent of the work, and whenever the run is shown."""
        self._noted = self._percent
        policy, least_policy, value, least_value = self.trainer.losses()
        progress = self.progress
        row = ProgressRow(
            round(progress.seconds, 1),
            progress.evaluations,
            progress.matches,
            progress.samples,
            self.setup.settings.simulations_at(self.share),
            round(policy - least_policy, 5),
            round(value - least_value, 5),
        )
        progress.rows.append(row)

    @property
    def _is_kept(self) -> bool:
        return self.setup.device == "cpu" and self.play.size <= MOST_KEPT

    def save(self) -> None:
        """Write a checkpoint and the network's file."""
        self._number += 1
        parts: dict[str, Arrays] = dict(self.trainer.parts())
        weights = parts["average"]
        if not all(np.isfinite(array).all() for array in weights.values()):
            return
        if self._is_kept:
            parts["play"] = self.play.parts()
        self.folder.save(self.record(), parts, self._number)
        texts = self.setup.game.texts(self.training_record())
        write_network(self.folder.network, self.setup.shape, folded(self.setup.shape, weights), texts)
        self._keep_snapshot()

    def _keep_snapshot(self) -> None:
        """Write a snapshot of the network if one is due."""
        if self.folder.snapshots.is_due(self.progress.matches):
            texts = self.setup.game.texts(self.training_record())
            weights = folded(self.setup.shape, self.trainer.parts()["average"])
            content = network_bytes(self.setup.shape, weights, texts, half=True)
            self.folder.snapshots.keep(self.progress.matches, content)

    def record(self) -> dict[str, Any]:
        """The content of run.json: everything except the arrays."""
        setup = self.setup
        return {
            **setup.game.record(),
            "device": setup.device,
            "shape": setup.shape.record(),
            "settings": setup.settings.record(),
            "evaluations": self.evaluations,
            "progress": self.progress.record(),
        }

    def training_record(self) -> dict[str, Any]:
        """The facts about the training in the network's file."""
        progress = self.progress
        return {
            "network": str(self.setup.shape),
            "settings": self.setup.settings.record(),
            "evaluations": progress.evaluations,
            "of": self.evaluations,
            "matches": progress.matches,
            "positions": progress.samples,
            "steps": progress.steps,
            "minutes": round(progress.seconds / 60, 1),
            "device": self.setup.device,
        }
