"""Trees that are grown with networks made up for a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.puct import kernel
from playout.algorithms.puct.forest import NOTHING, Forest, forest_shapes
from playout.algorithms.puct.halving import halving_table
from playout.algorithms.puct.settings import PuctSettings, settings_for
from playout.game import State
from playout.rng import new_stream
from playout.rules import Rules

Network: TypeAlias = Callable[[NDArray[np.uint8]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""planes[n, ...] -> logits[n, policy size], values[n, seats] with the seat to move first."""


def new_forest(shapes: dict[str, tuple[np.dtype[Any], tuple[int, ...]]]) -> Forest:
    """A forest of these shapes in this machine's memory; positions and random streams are still to be filled in."""
    forest = Forest(**{name: np.zeros(shape, kind) for name, (kind, shape) in shapes.items()})
    forest.heads["pending"] = NOTHING
    return forest


def alike(size: int, seats: int) -> Network:
    """A network that knows nothing."""

    def answer(planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        n = len(planes)
        return np.zeros((n, size), np.float32), np.full((n, seats), 1 / seats, np.float32)

    return answer


def arbitrary(cells: int, size: int, seats: int) -> Network:
    """Some function of the planes."""
    random = np.random.default_rng(5)
    a, b = (random.standard_normal((cells, width)) * 0.4 for width in (size, seats))

    def answer(planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        x = planes.reshape(len(planes), -1).astype(float)
        values = np.exp(x @ b)
        return (x @ a).astype(np.float32), (values / values.sum(1, keepdims=True)).astype(np.float32)

    return answer


class Trees:
    """A forest of trees for positions of one game, grown together."""

    def __init__(
        self,
        states: list[State],
        planes: tuple[int, int, int],
        *,
        simulations: int,
        rules: Rules | None = None,
        backend: str = "cpu",
        edges: int | None = None,
        **words: Any,
    ) -> None:
        game = states[0].game
        self.rules, self.backend, self.simulations = rules or game.rules, backend, simulations
        self.settings: PuctSettings = settings_for(self.rules, **words)
        width = self.rules.max_moves
        shapes = forest_shapes(
            self.rules,
            game.seats,
            planes,
            trees=len(states),
            nodes=simulations + 2,
            edges=edges or (simulations + 2) * width,
            depth=self.rules.max_length,
        )
        self.forest: Forest = new_forest(shapes)
        for t, state in enumerate(states):
            self.forest.positions[t] = state.position[0]
            self.forest.random[t] = new_stream(7, t)
        self.table = halving_table(width, simulations)
        self.options, self.value = np.zeros(width, np.int64), np.zeros(self.rules.players)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return native.bind(function, self.rules, self.backend)(self.forest.view(self.backend), *arguments)

    def grow(self, network: Network, *, quiet: bool = True) -> Forest:
        """Grow all trees to their end; `quiet` takes the noise away."""
        works = native.view(self.rules.allocate(1), self.backend)
        self.call(kernel.begin_all, works, self.options)
        simulations, waiting = 0, True
        while waiting:
            answer = network(self.forest.planes)
            more = (self.table, self.settings, simulations)
            waiting = self.call(kernel.grow_all, works, self.options, self.value, *answer, *more)
            if simulations < self.simulations:  # the roots are expanded now
                if quiet:
                    self.forest.gumbel[:] = 0
                simulations = self.simulations
                waiting = self.call(kernel.grow_all, works, self.options, self.value, *answer, *more[:2], simulations)
        return self.forest

    def root_edges(self, t: int = 0) -> NDArray[Any]:
        """Sorted by their moves."""
        root = self.forest.nodes[t, 0]
        edges: NDArray[Any] = self.forest.edges[t, root["first"] : root["first"] + root["size"]]
        return edges[np.argsort(edges["move"])]
