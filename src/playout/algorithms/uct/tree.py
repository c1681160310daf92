"""UCT's tree: how its arrays are grown, re-rooted and read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from playout import native
from playout.algorithms.kernel_arrays import BoundTerms, SearchNode
from playout.algorithms.pauses import ANY
from playout.algorithms.playouts import APART, refuse_endless
from playout.algorithms.rule_files import OwnRule
from playout.algorithms.saving import Kept
from playout.algorithms.uct import final_move as final_move
from playout.algorithms.uct import kernel as kernel
from playout.algorithms.uct import nodes as layout
from playout.algorithms.uct.checks import check_moves
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.own_rules import BACKUP_RULE, rule_terms
from playout.algorithms.uct.proof import exact_mean
from playout.algorithms.uct.tree_arrays import TreeArrays
from playout.game import State

__all__ = ["Node", "Tree"]

ROOTS = np.sqrt(np.log(np.maximum(1, np.arange(1 << 16)))).astype(np.float32)
"""sqrt(ln n) for small n."""


class Node(SearchNode):
    """A node of a tree, copied into plain values when it is requested."""

    __slots__ = ("plies", "proven", "seat", "sums", "tree")

    def __init__(self, tree: Tree, number: int) -> None:
        self.tree = tree
        self.number = number
        self.sums, _, _, self.visits, _, move, remaining, seat, proven = tree.nodes[number].item()
        self.move = move
        self.seat: int = seat
        self.proven: bool = proven
        self.plies: int = remaining

    @property
    def prior(self) -> float | None:
        priors = self.tree.tables[0]
        return float(priors[self.number]) if len(priors) > 1 else None

    def bound(self, parent: Node) -> BoundTerms | None:
        """q + sqrt(ln N) r, or q + sqrt(N) r with priors, or what a rule of one's own says; nothing where chance moves.
        What `grave` and `history` add is left out: it depends on the way to the node.
        """
        if parent.seat < 0:
            return None
        if self.tree.selection is not None:
            return rule_terms(self.tree.selection, self, parent)
        row, count = self.tree.nodes[self.number], max(1, parent.visits)
        mean, width = float(row["q"]), float(row["r"])
        use_prior = bool(self.tree.header["use_prior"][0])
        exploration = width * math.sqrt(count if use_prior else math.log(count))
        if mean + exploration >= LATER:
            return BoundTerms("first")
        if self.proven:
            return BoundTerms("certain", mean, 0.0)
        if use_prior:
            terms = BoundTerms.puct(mean, width, count)
        elif self.visits == 0:
            terms = BoundTerms("untried", mean, exploration)
        else:
            terms = BoundTerms.ucb(mean, width * math.sqrt(self.visits), count, self.visits)
        return replace(terms, more=tuple(word for word in ("grave", "history") if self.tree.header[word][0] > 0))

    def mean(self, seat: int) -> float:
        """The mean payoff of a seat, scaled to 0..1, as kernels compute it; the node was visited."""
        return float(exact_mean(self, float(self.tree.header["total"][0]), seat))

    @property
    def values(self) -> tuple[float, ...]:
        """The mean payoff of each seat, on the payoffs' scale."""
        return self.tree.scaled([total / max(1, self.visits) for total in self.sums.tolist()])

    @property
    def children(self) -> list[Node]:
        """The most visited first."""
        return sorted(self.tree.children(self.number), key=lambda node: -node.visits)


class Tree(TreeArrays):
    """A tree for one position, which kernels grow."""

    def __init__(
        self,
        state: State,
        settings: dict[str, float],
        binding: dict[str, Any],
        rng: Any,
        memory: float,
        trees: int,
        selection: OwnRule | None = None,
    ) -> None:
        """settings: fields of `header_type`; binding: what `native.bind` is told; memory: megabytes of all `trees`;
        selection: the user's rule, which is among the functions of the binding.
        """
        rules = state.game.rules
        apart = 1 + APART // rules.dtype.itemsize
        besides = (3 + 2 * apart) * rules.dtype.itemsize
        has_backup = BACKUP_RULE.name in binding["switches"]
        super().__init__(rules, settings, memory, trees, besides=besides, has_backup=has_backup)
        self.state = state
        self.selection = selection
        self._seed(rng)
        self._binding = binding
        self._bound: dict[Any, Any] = {}
        self._positions = rules.allocate(3 + 2 * apart)[apart : apart + 3]
        self._start(state)
        self.favourite(0)  # changes nothing; compiles the kernel now, before the clock runs

    def restore(self, kept: Kept) -> None:
        """Take the contents of a saved tree of the same position and settings, once they are checked."""
        super().restore(kept)
        used = self.used
        positions = self.rules.allocate(min(used, self.rules.max_length + 1) + 2)
        self.rules.copy(positions, 0, self.state.position, 0)
        width = max(self.rules.max_moves, self.rules.max_outcomes)
        scratch = np.zeros(used, np.bool_), np.zeros((len(positions), 3), np.int64)
        listed = np.zeros(width, np.int64), np.zeros(width)
        states = native.view(positions, self._binding["backend"])
        if self._call(check_moves, states, self._nodes, self.blocks, *scratch, *listed):
            raise ValueError("its tree is not one of this position")

    def restart(self, state: State, rng: Any) -> None:
        """An empty tree for another position of the same game."""
        self._seed(rng)
        self.header["simulations"] = 0
        self.pauses.drop()
        self.tables[1][:] = 0
        self._forget(self.used)
        self._start(state)

    def _seed(self, rng: Any) -> None:
        """Take a stream of random numbers, which also decides the order in which moves are tried."""
        self.rng[:2] = rng
        self.header["origin"] = self.rng[0]

    def _start(self, state: State) -> None:
        self._set_root(state)
        self._plant()

    def _plant(self) -> None:
        """A tree of one node."""
        root = np.zeros(1, self._kind)
        root["move"], root["remaining"], root["seat"] = -1, layout.UNKNOWN, self.state.turn
        self.nodes[:1] = root
        self.header["used"], self.header["blocks"], self.header["deepest"] = 1, 0, 0

    def _set_root(self, state: State) -> None:
        self.state = state
        self.header["searcher"] = state.turn
        self.rules.copy(self._positions, 0, state.position, 0)

    def _call(self, function: Any, *arguments: Any) -> Any:
        if function not in self._bound:
            self._bound[function] = native.bind(function, self.rules, **self._binding)
        return self._bound[function](*arguments)

    def trace(self, recorder: Any) -> None:
        """From now on call the recorder for every event; the tree has to be interpreted."""
        self._binding = self._binding | {"recorder": recorder}
        self._bound = {}

    @property
    def _states(self) -> Any:
        return native.view(self._positions, self._binding["backend"])

    @property
    def _nodes(self) -> Any:
        return native.view(self.nodes, self._binding["backend"])

    @property
    def _headers(self) -> Any:
        return native.view(self.header, self._binding["backend"])

    def simulate(self, count: int, steps: int = ANY) -> int:
        """Grow the tree by `count` simulations, or fewer if the steps are used up; returns how many were done."""
        self.pauses.allow(steps)
        works = native.view(self.work, self._binding["backend"])
        tree = (self._states, self._nodes, self.blocks, self._headers, works, self.tables, ROOTS, self.rng)
        done = int(self._call(kernel.simulate, *tree, count))
        if done < 0:
            refuse_endless(self.rules)
        return done

    def complete_simulation(self) -> int:
        """End the simulation under way, after one playout more at most; 1, or 0 if none is under way."""
        if not self.pauses.paused:
            return 0
        played, playouts = (int(self.header[name][0]) for name in ("played", "playouts"))
        self.header["playouts"] = played + 1 if self.pauses.paused == kernel.PLAYING else 1
        try:
            return self.simulate(1)
        finally:
            self.header["playouts"] = playouts

    def keep(self, state: State, moves: tuple[int, ...]) -> bool:
        """Make the position after `moves` the root, in place; False (and an empty tree) if the tree does not contain
        it.
        """
        self._set_root(state)
        return self._go_down(np.array(moves, np.int64))

    def _go_down(self, moves: Any) -> bool:
        """Re-root after some moves; a tree that does not contain them becomes an empty one."""
        used = self.used
        places = np.empty(used, np.int32), np.empty(int(self.header["blocks"][0]) + 1, np.int32)
        self.header["deepest"] = 0
        node = int(self._call(kernel.follow_moves, self._nodes, self.blocks, self._headers, moves, *places))
        self._forget(used)
        if node < 0:
            self._plant()
            return False
        priors = self.tables[0]
        if len(priors) > 1:
            kept = np.flatnonzero(places[0][node:] >= 0) + node
            priors[: len(kept)] = priors[kept]
        return True

    def _forget(self, used: int) -> None:
        """Clear the statistics of GRAVE for the `used` nodes."""
        self.tables[2][:used] = 0
        self.header["memories"] = 0

    def line(self, number: int) -> list[int]:
        """How play goes on from a node, as far as moves were visited often enough."""
        return self._write_line(number, -1)

    def favourite(self, by: int) -> int:
        """The final move by visits (0), mean (1) or total (2); -1 if the tree alone cannot decide."""
        return self._write_line(int(layout.ROOT), by)[0]

    def _write_line(self, number: int, by: int) -> list[int]:
        # A move for each node, and one to a child that is no node yet.
        out = np.empty(min(self.rules.max_length, self.used + 1), np.int64)
        count = self._call(final_move.write_line, self._nodes, self.blocks, self._headers, number, by, out)
        moves: list[int] = out[:count].tolist()
        return moves

    @property
    def is_proven(self) -> bool:
        return bool(self.nodes["proven"][layout.ROOT])

    def _repr_html_(self) -> str:
        from playout.algorithms.tree_picture import tree_picture  # which draws nodes of this module

        return tree_picture(self.root, self.state, depth=2)._repr_html_()

    @property
    def root(self) -> Node:
        return self.node(int(layout.ROOT))

    def node(self, number: int) -> Node:
        """A node by its number."""
        return Node(self, number)

    def scaled(self, means: list[float]) -> tuple[float, ...]:
        """The mean payoffs of all seats on their own scale, from those that are stored, on 0..1."""
        least, most = self.rules.payoff_bounds
        if len(means) < self.rules.players:
            means.append(float(self.header["total"][0]) - sum(means))
        return tuple(least + value * (most - least) for value in means[: self.state.game.seats])

    def children(self, number: int) -> list[Node]:
        """The children of a node, the oldest first in each block."""
        return [Node(self, child) for child in self._children(number)]

    def _children(self, number: int) -> Iterator[int]:
        block = int(self.nodes["block"][number])
        while block:
            *children, block = self.blocks[block * layout.BLOCK : (block + 1) * layout.BLOCK].tolist()
            yield from (child for child in children if 0 < child < layout.UNTRIED)
