"""A network from its file, evaluated by onnxruntime on one core."""

from __future__ import annotations

import hashlib
import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.encoding.facts import NetworkFacts
from playout.game import Game
from playout.rules import PlayoutError
from playout.spelling import Spec

__all__ = ["Network", "network_identity", "open_network", "packaged_networks", "packaged_runs"]

_PACKAGED = Path(__file__).parents[2] / "networks"
"""The folder of the networks that come with Playout."""

LARGEST = 1 << 30
"""The largest size of a network's file in bytes."""

QUIET = 4
"""onnxruntime's log level: only fatal errors are logged, since errors reach the user as exceptions."""


class Network:
    """A network that was read from a file: uint8 planes in, logits of moves and values by seat out."""

    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        self.digest = hashlib.sha256(content).hexdigest()
        """The hash of the file."""
        self._session = _session(path, content)
        try:
            self.facts = NetworkFacts.read(self._session.get_modelmeta().custom_metadata_map)
            self._check_shape()
        except ValueError as error:
            raise PlayoutError(f"{path} is not a network that can play: {error}") from None

    def _check_shape(self) -> None:
        facts = self.facts
        found = {item.name: (item.type, item.shape[1:]) for item in (*self._inputs, *self._session.get_outputs())}
        wanted = {
            "planes": ("tensor(uint8)", list(facts.planes)),
            "logits": ("tensor(float)", [facts.policy_size]),
            "values": ("tensor(float)", [facts.seats]),
        }
        if found != wanted:
            raise ValueError("its inputs and outputs do not fit its metadata")

    @property
    def _inputs(self) -> Any:
        return self._session.get_inputs()

    def refuse_misfit(self, game: Game) -> None:
        """Refuse a game for which the network was not trained."""
        reason = self.facts.misfit(game)
        if reason:
            raise PlayoutError(f"{self.path} cannot play {game.name}: {reason}; give a network of this game")

    def evaluate(self, planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """planes: uint8[n, planes, rows, columns]. Returns logits float32[n, policy size] and values float32[n, seats],
        in the order of the seats from the one to move.
        """
        logits, values = self._session.run(["logits", "values"], {"planes": planes})
        if not math.isfinite(logits.sum() + values.sum()):
            raise PlayoutError(f"{self.path} answers with numbers that are not finite; train it anew")
        return logits, values


def _session(path: Path, content: bytes) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise PlayoutError("to play by a network, install onnxruntime: pip install playout[net]") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = QUIET
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has a class of its own for each fault
        reason = str(error).splitlines()[0][:200]
        raise PlayoutError(f"{path} is damaged, or not a network file: {reason}") from None


def packaged_networks() -> dict[str, Path]:
    """The networks that come with Playout, by name."""
    return {file.stem: file for file in sorted(_PACKAGED.glob("*.onnx"))}


def packaged_runs() -> dict[str, Path]:
    """The folders of training runs that come with Playout, without checkpoints, by the names of their networks."""
    return {folder.name: folder for folder in sorted((_PACKAGED / "runs").iterdir()) if folder.is_dir()}


def open_network(path: str) -> Network:
    """The network in a file, or one that comes with Playout, by its name.

    A file is read only once as long as it does not change.
    """
    packaged = packaged_networks()
    try:
        file = packaged.get(path) or Path(path).expanduser().absolute()
        status = file.stat()
    except (OSError, RuntimeError, ValueError) as error:  # no such file, no such user, or no path
        reason = getattr(error, "strerror", None) or error
        known = ", ".join(packaged)
        raise PlayoutError(f"there is no network {path}: {reason}; Playout comes with {known}") from None
    return _read(file, status.st_mtime_ns, status.st_size)


def network_identity(spec: Spec) -> str:
    """The hash that identifies the network of `net(FILE)`, whatever the file's name; empty for another algorithm."""
    if spec.name != "net":
        return ""
    network = open_network(str(spec.options.get("file", "")))
    return f"{network.path.name} [{network.digest[:12]}]"


@lru_cache(maxsize=8)
def _read(file: Path, changed: int, size: int) -> Network:
    if size > LARGEST:
        raise PlayoutError(f"{file} is {size / 1e9:.1f} GB, too large for a network file")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise PlayoutError(f"{file} cannot be read: {error.strerror}") from None
    return Network(file, content)
