"""The folder of a training run: its settings, its progress, and its checkpoint.

    run.json        game, settings, amount of work, progress; names the valid checkpoint
    checkpoint-N/   weights, their running average, AdamW's two moments (.npz, float32)
    network.onnx    the network for play, to be used as `net(FILE)`
    exams.json      the exams and all their matches, and the positions with exact values
    curve.svg       losses and Elo over the work, if matplotlib is installed
    snapshots/      small copies of the network at powers of two of matches (snapshots.py)

A new checkpoint is written beside the last one, then run.json names it, then the last one is removed. So run.json
always names a complete checkpoint, even if the process is killed.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from playout.files import UNFINISHED, write_whole
from playout.learning.snapshots import Snapshots
from playout.locks import hold
from playout.rules import PlayoutError

__all__ = ["RECORD", "Arrays", "RunFolder"]

Arrays = dict[str, NDArray[Any]]

LOCK = "run.lock"

RECORD, NETWORK, EXAMS, CURVE, SNAPSHOTS = "run.json", "network.onnx", "exams.json", "curve.svg", "snapshots"

FORMAT = 1
"""The version of the folder's format. Other versions are refused."""


class RunFolder:
    """The folder of one training run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def network(self) -> Path:
        """The file of the network for play."""
        return self.path / NETWORK

    @property
    def exams(self) -> Path:
        return self.path / EXAMS

    @property
    def curve(self) -> Path:
        return self.path / CURVE

    @property
    def snapshots(self) -> Snapshots:
        return Snapshots(self.path / SNAPSHOTS)

    def begin(self) -> None:
        """Make the folder. Raises an error if it exists and is not empty."""
        if (self.path / RECORD).exists():
            raise PlayoutError(f"{self.path} holds a training run; go on with --resume {self.path}, or name another")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            others = [item.name for item in self.path.iterdir() if item.name != LOCK]
        except OSError as error:
            raise PlayoutError(f"{self.path} cannot be a training run's folder: {error.strerror}") from None
        if others:
            raise PlayoutError(f"{self.path} is not empty; a training run needs a new folder")

    def lock(self) -> IO[bytes]:
        """Lock the folder while a process works in it. Raises an error if another process holds the lock."""
        try:
            return hold(self.path / LOCK)
        except BlockingIOError:
            raise PlayoutError(f"{self.path} is in use by another run; wait for it to end") from None
        except OSError as error:
            raise PlayoutError(f"{self.path} cannot be written to: {error.strerror}") from None

    def record(self) -> dict[str, Any]:
        """The content of run.json. Raises an error if there is no run, if it is damaged, or if it has another format
        version.
        """
        try:
            content = (self.path / RECORD).read_text(encoding="utf-8")
        except OSError:
            raise PlayoutError(f"there is no training run in {self.path}; begin one with --out {self.path}") from None
        try:
            record = json.loads(content)
            known = record["format"]
        except (ValueError, KeyError, TypeError):
            raise self._damaged(RECORD) from None
        if known != FORMAT:
            raise PlayoutError(f"{self.path} is of another version of Playout (format {known}); begin a new run")
        found: dict[str, Any] = record
        return found

    def load(self) -> tuple[dict[str, Any], dict[str, Arrays]]:
        """The content of run.json, and the arrays of its checkpoint by file name."""
        record = self.record()
        try:
            name, digests = str(record["checkpoint"]), dict(record["files"])
        except (KeyError, TypeError, ValueError):
            raise self._damaged(RECORD) from None
        found = {}
        for file, digest in digests.items():
            try:
                content = (self.path / name / file).read_bytes()
            except OSError:
                raise PlayoutError(f"{self.path / name / file} is missing; put it back, or begin a new run") from None
            if hashlib.sha256(content).hexdigest() != digest:
                raise self._damaged(f"{name}/{file}")
            with np.load(io.BytesIO(content), allow_pickle=False) as kept:
                found[Path(file).stem] = {key: kept[key] for key in kept.files}
        return record, found

    def save(self, record: dict[str, Any], parts: dict[str, Arrays], number: int) -> None:
        """Write checkpoint `number`, then run.json, which names it. Adds the name and the digests to `record`."""
        name = f"checkpoint-{number}"
        writing = self.path / f"{UNFINISHED}{name}"
        shutil.rmtree(writing, ignore_errors=True)
        try:
            writing.mkdir()
            digests = {}
            for part, arrays in parts.items():
                content = io.BytesIO()
                np.savez(content, **arrays)  # type: ignore[arg-type]
                (writing / f"{part}.npz").write_bytes(content.getvalue())
                digests[f"{part}.npz"] = hashlib.sha256(content.getvalue()).hexdigest()
            shutil.rmtree(
                self.path / name, ignore_errors=True
            )  # left by a process that was killed before run.json named it
            writing.rename(self.path / name)
            record |= {"format": FORMAT, "checkpoint": name, "files": digests}
            write_whole(self.path / RECORD, (json.dumps(record, indent=1) + "\n").encode())
        except OSError as error:
            shutil.rmtree(writing, ignore_errors=True)
            raise PlayoutError(
                f"{self.path} cannot be written to ({error.strerror}): make room, then go on with --resume {self.path}"
            ) from error
        for item in self.path.iterdir():
            if item.name != name and item.name.startswith(("checkpoint-", f"{UNFINISHED}checkpoint-")):
                shutil.rmtree(item, ignore_errors=True)
            elif item.name.startswith(UNFINISHED):  # left by a process that was killed
                item.unlink(missing_ok=True)

    def _damaged(self, name: str) -> PlayoutError:
        return PlayoutError(f"{self.path / name} is damaged; put an intact copy there, or begin a new run")
