"""Many trees that play matches at once, with one network, on the CPU or on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from playout import native
from playout.algorithms.puct.forest import NOTHING, Forest, forest_shapes
from playout.algorithms.puct.halving import halving_table
from playout.algorithms.puct.settings import settings_for
from playout.learning.encoded_game import EncodedGame
from playout.learning.networks.playing_network import PlayingNetwork
from playout.learning.self_play.kernel import SelfPlay, self_play
from playout.learning.self_play.samples import DECISIONS, FINISHED, MATCHES, Samples, shapes
from playout.learning.settings import LearnSettings
from playout.rng import seed

__all__ = ["Counts", "ForestPlay"]

WARM = 3
"""Steps before a graph is captured. In them, code is loaded and cuDNN selects its algorithms."""

KINDS: dict[str, Any] = {"u1": torch.uint8, "i1": torch.int8, "f4": torch.float32, "i8": torch.int64}
"""The NumPy type letters of arrays that torch can read."""


class Counts:
    """The totals of all trees."""

    def __init__(self, counts: NDArray[np.int64]) -> None:
        self.matches, self.decisions, self.samples = (int(counts[k]) for k in (MATCHES, DECISIONS, FINISHED))


class ForestPlay:
    """Trees, their samples, and the network that evaluates their leaves. All arrays are on the device."""

    def __init__(self, game: EncodedGame, settings: LearnSettings, network: PlayingNetwork, device: str) -> None:
        self.game, self.settings, self.network, self.device = game, settings, network, device
        self._stream = torch.cuda.current_stream() if device == "cuda" else None
        rules, trees = game.rules, settings.trees
        nodes = settings.simulations + 2
        self._arrays = forest_shapes(
            rules, game.seats, game.planes, trees=trees, nodes=nodes, edges=nodes * rules.max_moves, depth=nodes
        ) | {
            f"samples.{name}": shape
            for name, shape in shapes(trees, settings.ring, game.planes, game.policy_size, game.seats).items()
        }
        single = np.dtype(np.float32)
        self._arrays |= {"logits": (single, (trees, game.policy_size)), "values": (single, (trees, game.seats))}
        self._made = {name: self._zeros(*shape) for name, shape in self._arrays.items()}
        self.samples = Samples(**{name: self._tensor(f"samples.{name}") for name in Samples._fields})
        """The samples as tensors, for training."""
        self._planes, self._logits, self._values = (self._tensor(name) for name in ("planes", "logits", "values"))
        self._puct = settings_for(
            rules,
            c=settings.c,
            reduction=settings.reduction,
            sharpness=settings.sharpness,
            considered=settings.considered,
        )
        first = game.first.copy()
        self._forest = Forest(**{name: self._made[name] for name in Forest._fields})
        self._samples = Samples(**{name: self._made[f"samples.{name}"] for name in Samples._fields})
        self._first = self._placed(first)
        self._tables: dict[int, Any] = {}
        self._graphs: dict[int, Any] = {}
        scratch = (
            (rules.dtype, 1),
            (np.int64, rules.max_moves),
            (np.float64, game.seats),
            (np.float64, rules.max_moves),
        )
        self._kernel = native.batch(self_play, rules, device, scratch=scratch)
        self._how: dict[str, Any] = (
            {"threads": settings.threads}
            if device == "cpu"
            else {
                "stream": self._stream,
                "block": settings.block,
            }
        )
        self.reset(0)

    def _zeros(self, kind: np.dtype[Any], shape: tuple[int, ...]) -> Any:
        if self.device == "cpu":
            return np.zeros(shape, kind)
        if kind.str[1:] in KINDS:
            return torch.zeros(shape, dtype=KINDS[kind.str[1:]], device="cuda")
        return native.cuda.zeros(shape, kind)

    def _tensor(self, name: str) -> Any:
        made = self._made[name]
        return torch.from_numpy(made) if self.device == "cpu" else made

    def _placed(self, array: NDArray[Any]) -> Any:
        return array if self.device == "cpu" else native.cuda.to_device(array)

    def reset(self, number: int) -> None:
        """Restart all matches and clear the samples. number: the session of the run, which selects the random
        streams.
        """
        random = np.zeros((self.settings.trees, 2), np.uint64)
        with np.errstate(over="ignore"):
            for t in range(len(random)):
                seed(random[t], self.settings.seed * 4096 + number, t)
        kind, shape = self._arrays["heads"]
        heads = np.zeros(shape, kind)
        heads["pending"] = NOTHING
        positions = np.repeat(self.game.first, self.settings.trees)
        for name in self._made:
            self._clear(name)
        for name, array in (("random", random), ("heads", heads), ("positions", positions)):
            self._write(name, array)

    def _clear(self, name: str) -> None:
        made = self._made[name]
        if self.device == "cpu":
            made.view(np.uint8)[...] = 0
        elif isinstance(made, torch.Tensor):
            made.zero_()
        else:
            made.clear(self._stream)

    def _write(self, name: str, array: NDArray[Any]) -> None:
        if self.device == "cpu":
            self._made[name][...] = array
        else:
            self._made[name].write(array, self._stream)

    def run(self, simulations: int, steps: int) -> None:
        """Evaluate `steps` leaves of every tree, with this number of simulations per decision."""
        if self.device == "cpu":
            for _ in range(steps):
                self._step(simulations)
            return
        if simulations not in self._graphs:
            self._graphs[simulations] = self._capture(simulations)
        for _ in range(steps):
            self._graphs[simulations].replay()

    def _capture(self, simulations: int) -> Any:
        """Capture kernel and network as one graph."""
        for _ in range(WARM):
            self._step(simulations)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=self._stream):
            self._step(simulations)
        return graph

    def _step(self, simulations: int) -> None:
        settings = self.settings
        if simulations not in self._tables:
            table = halving_table(self.game.rules.max_moves, simulations)
            self._tables[simulations] = self._placed(np.ascontiguousarray(table))
        how = SelfPlay(simulations, settings.opening, settings.trace, settings.longest)
        self._kernel(
            settings.trees,
            self._forest,
            self._first,
            self._samples,
            self._made["logits"],
            self._made["values"],
            self._tables[simulations],
            self._puct,
            how,
            **self._how,
        )
        self.network.evaluate(self._planes, self._logits, self._values)

    def counts(self) -> Counts:
        """The totals of all trees. Waits for the device, and raises the errors of its kernels."""
        self._kernel.check()
        return Counts(self.samples.counts.sum(0).cpu().numpy())

    @property
    def size(self) -> int:
        """The size of all arrays in bytes."""
        return sum(int(np.prod(shape)) * kind.itemsize for kind, shape in self._arrays.values())

    def parts(self) -> dict[str, NDArray[Any]]:
        """Copies of all arrays on the CPU. A run that restores them continues as if it had not been interrupted."""
        return {name: array.copy() for name, array in self._made.items()}

    def restore(self, parts: dict[str, NDArray[Any]]) -> None:
        for name, array in self._made.items():
            array[...] = parts[name]
