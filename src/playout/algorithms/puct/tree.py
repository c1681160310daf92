"""One tree with a network at its leaves: how its arrays are allocated, grown, re-rooted and read."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from playout import native
from playout.algorithms.kernel_arrays import BoundTerms, SearchNode
from playout.algorithms.memory import capacity_within, reserve
from playout.algorithms.puct import kernel
from playout.algorithms.puct.forest import NOTHING, ROOT, Forest, edge_type, forest_shapes, node_type
from playout.algorithms.puct.keeping import follow_moves, keep_below
from playout.algorithms.puct.network import Network
from playout.algorithms.puct.policy import best_edge
from playout.algorithms.puct.settings import PuctSettings
from playout.game import State
from playout.rules import OVER

__all__ = ["NetNode", "NetTree"]

FEWEST_MOVES = 8
"""The least number of edges of a node for which memory is planned."""


class NetTree:
    """A tree for one position, grown by kernels and a network."""

    def __init__(self, state: State, network: Network, settings: PuctSettings, backend: str, memory: float) -> None:
        """memory: megabytes of two forests: the one in use, and the one that `keep` copies into."""
        self.state, self.network, self.settings = state, network, settings
        self._backend = backend
        self.rules = state.game.rules
        self._options = np.zeros(self.rules.max_moves, np.int64)
        self._value = np.zeros(self.rules.players)
        self._table = np.zeros((1, 1), np.int32)  # without sequential halving the table is not read
        self._works = native.view(self.rules.allocate(1), backend)
        self._found = np.zeros(2, np.int64)
        facts = network.facts
        self._logits, self._values = (np.zeros((1, n), np.float32) for n in (facts.policy_size, facts.seats))
        self._forests = [self._allocate(memory) for _ in range(2)]
        self._bound: dict[Callable[..., Any], Any] = {}
        self.restart(state)

    def _allocate(self, memory: float) -> Forest:
        seats, width = self.state.game.seats, max(FEWEST_MOVES, len(self.state.moves()))
        size = node_type(seats).itemsize + width * edge_type().itemsize
        depth = self.rules.max_length + 2
        besides = 2 * self.rules.dtype.itemsize + 8 * depth + int(np.prod(self.network.facts.planes))
        nodes = capacity_within(memory, size, besides=besides, name="net", parts=2)
        shapes = forest_shapes(
            self.rules,
            seats,
            self.network.facts.planes,
            trees=1,
            nodes=nodes,
            edges=max(nodes * width, self.rules.max_moves),
            depth=depth,
        )
        return Forest(
            **{name: reserve(int(np.prod(shape)), kind).reshape(shape) for name, (kind, shape) in shapes.items()}
        )

    @property
    def forest(self) -> Forest:
        return self._forests[0]

    @property
    def root(self) -> NetNode:
        return NetNode(self, ROOT, 0)

    @property
    def head(self) -> Any:
        return self.forest.heads[0]

    @property
    def used(self) -> int:
        return int(self.head["nodes"])

    @property
    def visits(self) -> int:
        return int(self.forest.nodes[0, ROOT]["visits"])

    @property
    def is_proven(self) -> bool:
        return bool(self.forest.nodes[0, ROOT]["proven"])

    @property
    def bytes_in_use(self) -> int:
        return self.used * int(self.forest.nodes.itemsize) + int(self.head["edges"]) * int(self.forest.edges.itemsize)

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if function not in self._bound:
            self._bound[function] = native.bind(function, self.rules, self._backend)
        return self._bound[function](*arguments)

    def _view(self, forest: Forest) -> Forest:
        return forest.view(self._backend)

    def restart(self, state: State) -> None:
        """Begin a tree of one node, which waits for the network."""
        self.state = state
        self.rules.copy(self.forest.positions, 0, state.position, 0)
        self._call(kernel.begin_all, self._view(self.forest), self._works, self._options)

    def grow(self, visits: int) -> int:
        """Grow the tree until its root has `visits` visits, is proven, or memory ends; returns the new visits."""
        before = self.visits
        if visits > before:
            self._grow(visits - 1)
        return self.visits - before

    def _grow(self, simulations: int) -> None:
        forest = self._view(self.forest)
        scratch = self._works, self._options, self._value
        waits = self.head["pending"] != NOTHING
        while True:
            if waits:
                # Use arrays that native code has already read: new ones take longer.
                self._logits[:], self._values[:] = self.network.evaluate(self.forest.planes)
            answer = self._logits, self._values
            if not self._call(kernel.grow_all, forest, *scratch, *answer, self._table, self.settings, simulations):
                return
            waits = True

    def load(self) -> float:
        """Load or compile all code for growing, on a tree that is dropped; returns roughly the evaluations a second."""
        self._grow(0)
        self.best()
        self.restart(self.state)
        begin = time.perf_counter()
        self.network.evaluate(self.forest.planes)
        return 1 / max(time.perf_counter() - begin, 1e-6)

    def keep(self, state: State, moves: tuple[int, ...]) -> None:
        """Make the position after `moves` the root. If the tree does not have these moves, it becomes empty."""
        found = self._found
        knows = self.head["pending"] == NOTHING and self._call(
            follow_moves, self._view(self.forest), 0, np.array(moves, np.int64), found
        )
        if not knows:
            self.restart(state)
            return
        self.state = state
        source, target = self._forests
        self._call(keep_below, self._view(source), self._view(target), 0, int(found[0]), int(found[1]))
        self._forests = [target, source]
        self.rules.copy(target.positions, 0, state.position, 0)

    def best(self) -> int:
        """The move to play."""
        return int(self.forest.edges[0, self._call(best_edge, self._view(self.forest), 0)]["move"])

    def scaled(self, values: Any) -> tuple[float, ...]:
        """Values on the scale of the payoffs."""
        least, span = self.settings.least, self.settings.span
        return tuple(least + float(value) * span for value in values)


class NetNode(SearchNode):
    """A position of the tree, read on demand: a node, or one of the forced moves before it.

    The results of a forced move are those of the node that it leads to.
    """

    __slots__ = ("_edge", "_left", "_record", "plies", "proven", "seat", "tree")

    def __init__(self, tree: NetTree, number: int, left: int, edge: int = -1) -> None:
        """left: forced moves still to be played before the node. edge: the edge that led here, -1 at the root."""
        self.tree, self.number, self._left, self._edge = tree, number, left, edge
        self._record = tree.forest.nodes[0, number].copy()
        self.visits = int(self._record["visits"])
        self.move = -1 if edge < 0 else int(tree.forest.edges[0, edge]["move"])
        self.proven = bool(self._record["proven"])
        self.plies = int(self._record["plies"]) + left if self.proven else None
        first = int(self._record["first"])
        self.seat = int(tree.forest.edges[0, first - left]["child"]) if left else int(self._record["seat"])

    @property
    def prior(self) -> float | None:
        if self._edge < 0 or self._is_forced:
            return None
        return float(self.tree.forest.edges[0, self._edge]["prior"])

    @property
    def _is_forced(self) -> bool:
        """Whether a forced move led here."""
        return int(self._record["first"]) - int(self._record["forced"]) <= self._edge < int(self._record["first"])

    @property
    def network(self) -> tuple[float, ...] | None:
        """The network's own values of the position; None if the value is certain, so that the network was not asked."""
        return None if self.proven else self.tree.scaled(self._record["value"])

    @property
    def values(self) -> tuple[float, ...]:
        return self.tree.scaled(self._record["mean"])

    @property
    def children(self) -> list[NetNode]:
        edges, first = self.tree.forest.edges, int(self._record["first"])
        if self._left:
            return [NetNode(self.tree, self.number, self._left - 1, first - self._left)]
        found = []
        for i in range(first, first + int(self._record["size"])):
            child = int(edges[0, i]["child"])
            if child:
                found.append(NetNode(self.tree, child, int(self.tree.forest.nodes[0, child]["forced"]), i))
        return sorted(found, key=lambda node: -node.visits)

    def bound(self, parent: SearchNode) -> BoundTerms | None:
        prior = self.prior
        if prior is None:
            return None
        mean = float(self._record["mean"][parent.seat])
        if self.proven:
            return BoundTerms("certain", mean, 0.0)
        return BoundTerms.puct(mean, self.tree.settings.c * prior / (1 + self.visits), parent.visits)

    def line(self) -> list[int]:
        """The line from here: the most visited moves, or the best proven ones."""
        moves: list[int] = []
        node = self
        while children := node.children:
            if node.seat == OVER:
                break
            if node.proven:
                children = [child for child in children if child.proven and child.values == node.values] or children
                children.sort(key=lambda child: abs((child.plies or 0) + 1 - (node.plies or 0)))
            node = children[0]
            moves.append(node.move)
        return moves
