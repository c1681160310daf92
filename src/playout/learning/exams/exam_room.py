"""Runs exams every few minutes: during training on a GPU, or while training pauses on the CPU."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout.notices import say

if TYPE_CHECKING:
    from playout.learning.training_run import TrainingRun

__all__ = ["ExamRoom"]

MATCHES = 40
"""The number of matches against each rung."""

POLL_SECONDS = 0.05
"""Seconds between two looks at an exam that the run waits for."""


class ExamRoom:
    """Runs the exams of one training run. The run records their results."""

    def __init__(self, run: TrainingRun, seconds: float, tell: Callable[[str], None]) -> None:
        """seconds: the time between two exams, or 0 for no exams; tell: is called with each result in words."""
        self._seconds, self._tell = seconds, tell
        self._waits = run.setup.device == "cpu"
        self._last = time.perf_counter()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None
        self._row: dict[str, Any] = {}

    def look(self, run: TrainingRun) -> None:
        """Begin an exam if one is due, and record the result of one that has ended."""
        if self._process is not None and self._process.poll() is not None:
            self._take(run)
        if self._seconds and self._process is None and time.perf_counter() - self._last >= self._seconds:
            run.save()
            self._begin(run)
            if self._waits:
                self._take(run)

    def finish(self, run: TrainingRun) -> None:
        """Wait for the result of the current exam. If the run is complete, run a last exam."""
        if self._process is not None:
            self._take(run)
        if run.is_stopped:
            return
        exams = run.examined["exams"]
        last = exams[-1]["evaluations"] if exams else -1
        if self._seconds and run.share >= 1 and last < run.progress.evaluations:
            self._begin(run)
            self._take(run)

    def close(self) -> None:
        """Stop the current exam."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._clean()

    def _begin(self, run: TrainingRun) -> None:
        number = len(run.examined["exams"]) + 1
        progress = run.progress
        self._row = {
            "evaluations": progress.evaluations,
            "matches": progress.matches,
            "seconds": round(progress.seconds, 1),
        }
        self._folder = Path(tempfile.mkdtemp(prefix="playout-exam-"))
        shutil.copy(run.folder.network, self._folder)
        record = run.setup.game.record()
        task = {
            "game": record["game"],
            "options": record["options"],
            "name": f"network {number}",
            "matches": MATCHES,
            "workers": max(1, (os.cpu_count() or 2) - 1),
            "seed": run.setup.settings.seed + number,
            "ladder": run.examined["ladder"],
            "positions": run.examined["positions"],
        }
        (self._folder / "task.json").write_text(json.dumps(task))
        with (self._folder / "errors.txt").open("w") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "playout.learning.exams", str(self._folder)], stdout=errors, stderr=errors
            )

    def _take(self, run: TrainingRun) -> None:
        assert self._process is not None and self._folder is not None
        while self._process.poll() is None:
            if run.is_stopped:
                return  # `close` ends the exam
            time.sleep(POLL_SECONDS)
        failed = self._process.returncode != 0
        self._process = None
        self._last = time.perf_counter()
        if failed:
            lines = (self._folder / "errors.txt").read_text().strip().splitlines()
            say(f"the exam failed: {lines[-1] if lines else 'it was ended'}")
        else:
            run.take_exam(self._row, json.loads((self._folder / "result.json").read_text()))
            self._tell(words_of(run.examined["exams"][-1]))
        self._clean()

    def _clean(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def words_of(exam: dict[str, Any]) -> str:
    """The result of an exam in one line."""
    standing = exam["standing"]
    elo = f"{standing['elo']:+.0f} [{standing['low']:+.0f}, {standing['high']:+.0f}] Elo above random"
    scores = ", ".join(f"{score:.0%} against {rung}" for rung, score in standing["scores"].items())
    wrong = "".join(
        f"; {count} mistakes in {of} positions at {simulations} simulation{'s' if simulations != '1' else ''}"
        for simulations, (count, of) in exam["mistakes"].items()
    )
    return f"exam after {exam['seconds'] / 60:.1f} min: {elo} ({scores}){wrong}"
