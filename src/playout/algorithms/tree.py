"""UCT's tree: the arrays, how they are grown, re-rooted, read, saved and continued."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from playout import native
from playout.algorithms import uct_kernel as kernel
from playout.algorithms import uct_nodes as layout
from playout.algorithms.limits import MEGABYTE
from playout.game import State
from playout.rng import new_stream
from playout.rules import RulesError

__all__ = ["Node", "Tree"]

MEMORY = 1000.0
"""Megabytes that a tree may take unless a limit says otherwise. The room is reserved, and used only as it fills."""

ROOTS = np.sqrt(np.log(np.maximum(1, np.arange(1 << 16)))).astype(np.float32)
"""sqrt(ln n) for small n."""


@dataclass(frozen=True)
class Node:
    """A node of a tree, as a person reads it."""

    tree: Tree
    number: int

    @property
    def _record(self) -> Any:
        return self.tree.nodes[self.number]

    @property
    def move(self) -> int:
        """The move that led here; -1 at the root."""
        return int(self._record["move"])

    @property
    def visits(self) -> int:
        return int(self._record["visits"])

    @property
    def seat(self) -> int:
        """Whose turn it is here, CHANCE or OVER."""
        return int(self._record["seat"])

    @property
    def proven(self) -> bool:
        """Whether the values are certain."""
        return bool(self._record["proven"])

    @property
    def plies(self) -> int:
        """If proven: how many plies the match still lasts."""
        return int(self._record["rest"])

    @property
    def values(self) -> tuple[float, ...]:
        """The mean payoff of each seat."""
        return self.tree.values(self.number)

    @property
    def children(self) -> list[Node]:
        """The most visited first."""
        numbers = list(self.tree._children(self.number))
        return sorted((Node(self.tree, number) for number in numbers), key=lambda node: -node.visits)

    def walk(self, *, top: int | None = None, depth: int | None = None) -> Iterator[tuple[int, Node]]:
        """This node and those below, with their depth, parents first; `top` keeps only the most visited of each."""
        stack = [(0, self)]
        while stack:
            level, node = stack.pop()
            yield level, node
            if depth is None or level < depth:
                stack += [(level + 1, child) for child in reversed(node.children[:top])]


class Tree:
    """A tree for one position: arrays that kernels grow."""

    def __init__(self, state: State, settings: Any, key: int, index: int, backend: str, memory: float | None) -> None:
        rules = state.game.rules
        stored = rules.players if rules.payoff_sum is None else rules.players - 1
        kind = layout.node_type(stored)
        capacity = max(16, int((memory or MEMORY) * MEGABYTE) // kind.itemsize)
        self.state = state
        self.rules = rules
        self.settings = np.append(settings, capacity)
        self.nodes = np.empty(min(capacity, 2**31 - 1), kind)
        self.blocks = np.empty((len(self.nodes) + 1) * layout.BLOCK, np.uint32)
        self.counters = np.zeros(16, np.int64)
        self.origin = np.zeros(8, np.uint64)
        self.rng = new_stream(key, index)
        self._backend = backend
        self._positions = rules.allocate(3 + 128 // rules.dtype.itemsize)
        self._room = (
            np.zeros(rules.max_length + 2, np.uint32),
            np.zeros(rules.max_length + 2, np.uint32),
            ROOTS,
            np.zeros(rules.max_moves + 16, np.int64)[: rules.max_moves],
            np.zeros(rules.players + 16)[: rules.players],
            np.zeros(rules.players + 16)[: rules.players],
        )
        self._set_root(state)
        self._call(kernel.start_tree, self._states, self._nodes, self.counters)
        self._keep_below(int(layout.ROOT))  # changes nothing, but is compiled now and not in the middle of a match

    def __getstate__(self) -> dict[str, Any]:
        """Only what is in use."""
        whole = self.__dict__.copy()
        whole["nodes"] = self.nodes[: self.used].copy()
        whole["blocks"] = self.blocks[: (int(self.counters[layout.BLOCKS]) + 1) * layout.BLOCK].copy()
        whole["capacity"] = len(self.nodes)
        del whole["rules"]
        return whole

    def __setstate__(self, whole: dict[str, Any]) -> None:
        capacity, nodes, blocks = whole.pop("capacity"), whole.pop("nodes"), whole.pop("blocks")
        self.__dict__.update(whole)
        self.rules = self.state.game.rules
        self.nodes = np.empty(capacity, nodes.dtype)
        self.nodes[: len(nodes)] = nodes
        self.blocks = np.empty((capacity + 1) * layout.BLOCK, np.uint32)
        self.blocks[: len(blocks)] = blocks

    def _set_root(self, state: State) -> None:
        self.state = state
        for i in range(3):
            self.rules.copy(self._positions, i, state._position, 0)

    def _call(self, function: Any, *arguments: Any) -> Any:
        return native.bind(function, self.rules, self._backend)(*arguments)

    @property
    def _states(self) -> Any:
        return native.view(self._positions, self._backend)

    @property
    def _nodes(self) -> Any:
        return native.view(self.nodes, self._backend)

    def simulate(self, count: int) -> int:
        """Grow the tree by so many simulations; returns how many were done."""
        tree = (self._states, self._nodes, self.blocks, self.counters, self.settings, self.origin, self.rng)
        done = int(self._call(kernel.simulate, *tree, *self._room, count))
        if done < 0:
            raise RulesError(
                f"a playout of {self.rules.name} did not end within {self.rules.max_length:,} plies; mend the rules, "
                f"or set MAX_LENGTH in {self.rules.path} if matches may be longer"
            )
        return done

    def keep(self, state: State, moves: tuple[int, ...]) -> bool:
        """Make the position after `moves` the root, in place; False (and an empty tree) if it was never looked into."""
        node, trail = int(layout.ROOT), self.origin[:1]
        for move in moves:
            node = next((child for child in self._children(node) if self.nodes[child]["move"] == move), -1)
            if node < 0:
                break
            with np.errstate(over="ignore"):
                trail[0] = kernel.follow(trail[0], move)
        self._set_root(state)
        self.counters[kernel.DEEPEST] = 0
        # A node that tactics proved has no children, so that as a root it would know no move.
        if node < 0 or self.nodes[node]["block"] == layout.NONE:
            self._call(kernel.start_tree, self._states, self._nodes, self.counters)
            return False
        self._keep_below(node)
        return True

    def _keep_below(self, node: int) -> None:
        places = np.empty(self.used, np.int32), np.empty(int(self.counters[layout.BLOCKS]) + 1, np.int32)
        self._call(layout.keep_below, self._nodes, self.blocks, self.counters, *places, node)

    @property
    def root(self) -> Node:
        return Node(self, int(layout.ROOT))

    @property
    def used(self) -> int:
        """Nodes."""
        return int(self.counters[layout.USED])

    @property
    def memory(self) -> int:
        """Bytes that the nodes take."""
        return self.used * self.nodes.itemsize + int(self.counters[layout.BLOCKS]) * 4 * layout.BLOCK

    @property
    def deepest(self) -> int:
        return int(self.counters[kernel.DEEPEST])

    def values(self, number: int) -> tuple[float, ...]:
        """The mean payoff of each seat at a node, on the payoffs' scale."""
        visits = max(1, int(self.nodes[number]["visits"]))
        least, most = self.rules.payoff_bounds
        scaled = [float(value) / visits for value in self.nodes[number]["sums"]]
        if len(scaled) < self.rules.players:
            scaled.append(float(self.settings[kernel.SETTINGS.index("total")]) - sum(scaled))
        return tuple(least + value * (most - least) for value in scaled[: self.state.game.seats])

    def _children(self, number: int) -> Iterator[int]:
        block = int(self.nodes[number]["block"])
        while block:
            *children, block = self.blocks[block * layout.BLOCK : (block + 1) * layout.BLOCK].tolist()
            yield from (child for child in children if child)
