"""UCT's tree: the arrays, how they are grown, re-rooted, read, saved and continued."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from playout import native
from playout.algorithms import uct_kernel as kernel
from playout.algorithms import uct_nodes as layout
from playout.algorithms import uct_proof as proof
from playout.algorithms import uct_pruning as pruning
from playout.algorithms.limits import places, reserve
from playout.algorithms.playouts import refuse_endless
from playout.algorithms.saving import MOST, Contents, Kept, refuse_large
from playout.algorithms.uct_checks import check_moves, check_places, check_tree
from playout.algorithms.uct_hints import CODES
from playout.game import State

__all__ = ["Node", "Tree"]

MEMORIES = 4000
"""Nodes that may have a memory of their own for GRAVE; each takes 8 KB once it is used."""

COUNTERS = ("used", "blocks", "simulations", "deepest", "memories")
"""What a tree counts in its room from simulation to simulation."""

ROOTS = np.sqrt(np.log(np.maximum(1, np.arange(1 << 16)))).astype(np.float32)
"""sqrt(ln n) for small n."""


class Node:
    """A node of a tree, as a person reads it: what it was when it was asked for."""

    __slots__ = ("_sums", "move", "number", "plies", "proven", "seat", "tree", "visits")

    def __init__(self, tree: Tree, number: int) -> None:
        self.tree = tree
        self.number = number
        self._sums, _, _, self.visits, _, move, rest, seat, proven = tree.nodes[number].item()
        self.move: int = move
        """The move that led here; -1 at the root."""
        self.seat: int = seat
        """Whose turn it is here, CHANCE or OVER."""
        self.proven: bool = proven
        """Whether the values are certain."""
        self.plies: int = rest
        """If proven: how many plies the match still lasts."""

    @property
    def prior(self) -> float | None:
        """The probability that the search began with, if it has priors."""
        priors = self.tree.tables[0]
        return float(priors[self.number]) if len(priors) > 1 else None

    @property
    def values(self) -> tuple[float, ...]:
        """The mean payoff of each seat, on the payoffs' scale."""
        return self.tree.scaled([total / max(1, self.visits) for total in self._sums.tolist()])

    @property
    def children(self) -> list[Node]:
        """The most visited first."""
        return sorted(self.tree.children(self.number), key=lambda node: -node.visits)

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

    def __init__(
        self, state: State, settings: dict[str, float], binding: dict[str, Any], rng: Any, memory: float | None
    ) -> None:
        """settings: fields of `room_type`; binding: what `native.bind` is told; memory: megabytes."""
        rules = state.game.rules
        # Payoffs that add up need one seat less; decayed ones do not add up.
        adds_up = rules.payoff_sum is not None and settings["decay"] == 1.0
        stored = rules.players - 1 if adds_up else rules.players
        kind = layout.node_type(stored)
        capacity = places(memory, kind.itemsize)
        self.state = state
        self.rules = rules
        # What is written all the time lies apart from all else: two threads on one cache line slow each other down.
        self.room = np.zeros(3, layout.room_type(rules.max_moves, rules.players, rules.max_length))[1:2]
        for name, value in (settings | {"capacity": capacity, "longest": rules.max_length}).items():
            self.room[name] = value
        self.nodes = reserve(capacity, kind)
        self.blocks = reserve((capacity + 1) * layout.BLOCK, np.uint32)
        self.tables = self._new_tables(capacity)
        self.rng = np.zeros(48, np.uint64)[16:32]
        self.rng[:2] = rng
        self._binding = binding
        self._bound: dict[Any, Any] = {}
        apart = 1 + 128 // rules.dtype.itemsize
        self._positions = rules.allocate(3 + 2 * apart)[apart : apart + 3]
        self._start(state)
        self._go_down(np.zeros(0, np.int64))  # these three change nothing, but are compiled now and not later
        self.favourite(0)
        self.line(int(layout.ROOT))

    def _new_tables(self, capacity: int) -> tuple[Any, ...]:
        """What uct_hints keeps; as good as nothing where a switch is off."""
        has_prior, has_history, has_grave = (bool(self.room[name][0]) for name in ("use_prior", "history", "grave"))
        memories = MEMORIES if has_grave else 0
        return (
            np.zeros(capacity if has_prior else 1, np.float32),
            np.zeros(2 * CODES if has_history else 2),
            np.zeros(capacity if has_grave else 1, np.int32),
            np.zeros((memories + 1) * 2 * CODES, np.float32),
        )

    def contents(self) -> Contents:
        """What is in use, for a saved search: counters, and arrays."""
        refuse_large(self.simulations)
        used, blocks, memories = (int(self.room[name][0]) for name in ("used", "blocks", "memories"))
        priors, history, places, remembered = self.tables
        values = {name: int(self.room[name][0]) for name in (*COUNTERS, "origin")}
        arrays = {
            "rng": self.rng[:2],
            "nodes": self.nodes[:used],
            "blocks": self.blocks[layout.BLOCK : (blocks + 1) * layout.BLOCK],
            "priors": priors[:used],
            "history": history,
            "places": places[:used],
            "remembered": remembered[: 2 * CODES * (memories + 1)],
        }
        return values, arrays

    def restore(self, kept: Kept) -> None:
        """Take the contents of a saved tree of the same position and settings, once they are checked."""
        capacity = len(self.nodes)
        used, blocks = kept.number("used", 1, capacity), kept.number("blocks", 0, capacity)
        priors, history, places, remembered = self.tables
        memories = kept.number("memories", 0, len(remembered) // (2 * CODES) - 1)
        for name, most in zip(COUNTERS, (capacity, capacity, MOST, self.rules.max_length + 1, memories), strict=True):
            self.room[name] = kept.number(name, 0, most)
        self.room["origin"] = np.uint64(kept.number("origin", 0, (1 << 64) - 1))
        self.rng[:2] = kept.array("rng", np.uint64, (2,))
        self.nodes[:used] = kept.array("nodes", self.nodes.dtype, (used,))
        self.blocks[layout.BLOCK : (blocks + 1) * layout.BLOCK] = kept.array(
            "blocks", np.uint32, (blocks * layout.BLOCK,)
        )
        history[:] = kept.array("history", history.dtype, history.shape)
        for table, name, length in (
            (priors, "priors", min(used, len(priors))),
            (places, "places", min(used, len(places))),
            (remembered, "remembered", 2 * CODES * (memories + 1)),
        ):
            table[:length] = kept.array(name, table.dtype, (length,))
        check_places(places[:used], memories)
        check_tree(self.nodes[:used], self.blocks[: (blocks + 1) * layout.BLOCK], self.simulations)
        positions = self.rules.allocate(min(used, self.rules.max_length + 1) + 2)
        self.rules.copy(positions, 0, self.state._position, 0)
        width = max(self.rules.max_moves, self.rules.max_outcomes)
        scratch = np.zeros(used, np.bool_), np.zeros((len(positions), 3), np.int64)
        listed = np.zeros(width, np.int64), np.zeros(width)
        states = native.view(positions, self._binding["backend"])
        if self._call(check_moves, states, self._nodes, self.blocks, *scratch, *listed):
            raise ValueError("its tree is not one of this position")

    def restart(self, state: State, rng: Any) -> None:
        """An empty tree for another position of the same game, as if it were new."""
        self.rng[:2] = rng
        self.room["origin"] = 0
        self.room["simulations"] = 0
        for table in self.tables[1:]:
            table[:] = 0
        self._start(state)

    def _start(self, state: State) -> None:
        self._set_root(state)
        self.room["memories"] = 0
        self._call(kernel.start_tree, self._states, self._nodes, self._rooms)

    def _set_root(self, state: State) -> None:
        self.state = state
        self.room["searcher"] = state.turn
        self.rules.copy(self._positions, 0, state._position, 0)

    def _call(self, function: Any, *arguments: Any) -> Any:
        if function not in self._bound:
            self._bound[function] = native.bind(function, self.rules, **self._binding)
        return self._bound[function](*arguments)

    def trace(self, recorder: Any) -> None:
        """From now on tell the recorder all that happens; the tree has to be interpreted."""
        self._binding = self._binding | {"recorder": recorder}
        self._bound = {}

    @property
    def _states(self) -> Any:
        return native.view(self._positions, self._binding["backend"])

    @property
    def _nodes(self) -> Any:
        return native.view(self.nodes, self._binding["backend"])

    @property
    def _rooms(self) -> Any:
        return native.view(self.room, self._binding["backend"])

    def simulate(self, count: int) -> int:
        """Grow the tree by so many simulations; returns how many were done."""
        tree = (self._states, self._nodes, self.blocks, self._rooms, self.tables, ROOTS, self.rng)
        done = int(self._call(kernel.simulate, *tree, count))
        if done < 0:
            refuse_endless(self.rules)
        return done

    def keep(self, state: State, moves: tuple[int, ...]) -> bool:
        """Make the position after `moves` the root, in place; False (and an empty tree) if it was never looked into."""
        self._set_root(state)
        return self._go_down(np.array(moves, np.int64))

    def _go_down(self, moves: Any) -> bool:
        """Re-root below some moves; a tree that does not know them begins anew."""
        places = np.empty(self.used, np.int32), np.empty(int(self.room["blocks"][0]) + 1, np.int32)
        self.room["deepest"] = 0
        node = int(self._call(kernel.follow_moves, self._nodes, self.blocks, self._rooms, moves, *places))
        if node < 0:
            self._call(kernel.start_tree, self._states, self._nodes, self._rooms)
            return False
        priors, _, memory_places, _ = self.tables
        if len(priors) > 1:
            kept = np.flatnonzero(places[0][node:] >= 0) + node
            priors[: len(kept)] = priors[kept]
        memory_places[: len(places[0])] = 0  # what GRAVE remembers is gathered anew
        self.room["memories"] = 0
        return True

    def drop_weak(self) -> None:
        """No more visits for children that are worth less than a third of their best sibling."""
        self._call(pruning.drop_weak, self._nodes, self.blocks, self._rooms)

    def line(self, number: int) -> list[int]:
        """How play goes on from a node, as far as the tree is sure enough to say."""
        out = np.empty(self.rules.max_length, np.int64)
        count = self._call(proof.write_line, self._nodes, self.blocks, self._rooms, number, out)
        moves: list[int] = out[:count].tolist()
        return moves

    def favourite(self, by: int) -> int:
        """The move that is played in the end; -1 if the tree does not know enough."""
        return int(self._call(proof.favourite, self._nodes, self.blocks, self._rooms, by))

    @property
    def simulations(self) -> int:
        """Since the tree was new."""
        return int(self.room["simulations"][0])

    @property
    def is_proven(self) -> bool:
        return bool(self.nodes["proven"][layout.ROOT])

    @property
    def root(self) -> Node:
        return self.node(int(layout.ROOT))

    def node(self, number: int) -> Node:
        """A node by its number."""
        return Node(self, number)

    @property
    def used(self) -> int:
        """Nodes."""
        return int(self.room["used"][0])

    @property
    def memory(self) -> int:
        """Bytes that the nodes take."""
        return self.used * self.nodes.itemsize + int(self.room["blocks"][0]) * 4 * layout.BLOCK

    @property
    def deepest(self) -> int:
        return int(self.room["deepest"][0])

    def scaled(self, means: list[float]) -> tuple[float, ...]:
        """The mean payoffs of all seats on their own scale, from those that are stored, on 0..1."""
        least, most = self.rules.payoff_bounds
        if len(means) < self.rules.players:
            means.append(float(self.room["total"][0]) - sum(means))
        return tuple(least + value * (most - least) for value in means[: self.state.game.seats])

    def children(self, number: int) -> list[Node]:
        """The children of a node, the oldest first in each block."""
        return [Node(self, child) for child in self._children(number)]

    def _children(self, number: int) -> Iterator[int]:
        block = int(self.nodes["block"][number])
        while block:
            *children, block = self.blocks[block * layout.BLOCK : (block + 1) * layout.BLOCK].tolist()
            yield from (child for child in children if child)
