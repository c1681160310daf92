"""UCT's tree: how its arrays are grown, re-rooted and read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.pauses import ANY
from playout.algorithms.playouts import APART, refuse_endless
from playout.algorithms.saving import MOST_SIMULATIONS, Kept
from playout.algorithms.tree.checks import check_message, check_moves
from playout.algorithms.tree.layout import (
    BLOCK_NUMBER,
    LEAF,
    NONE,
    ROOT,
    ArraysOfTree,
    block_of,
    new_block,
    slot_of,
)
from playout.algorithms.tree.reading import children_of
from playout.algorithms.uct import final_move as final_move
from playout.algorithms.uct import kernel as kernel
from playout.algorithms.uct.exchange import MOST_ENTRIES, OPEN, collect, message_type, new_path, receive
from playout.algorithms.uct.node import Node
from playout.algorithms.uct.tree_arrays import TreeArrays, TreePlan
from playout.game import State
from playout.rules import PlayoutError

__all__ = ["Tree"]

MOST_VISITS = (1 << 31) - 1
"""The most visits of a node: blocks count them in 32 bits."""

CHUNK = 1 << 14
"""Blocks that are renumbered at once, so that this takes little memory."""


class Tree(TreeArrays):
    """A tree for one position, which kernels grow."""

    def __init__(self, state: State, plan: TreePlan, rng: Any) -> None:
        rules = state.game.rules
        apart = 1 + APART // rules.dtype.itemsize
        besides = (3 + 2 * apart) * rules.dtype.itemsize
        super().__init__(rules, plan, besides=besides)
        self.state = state
        self.selection = plan.selection
        self._seed(rng)
        self._binding = plan.binding
        self._bound: dict[Any, Any] = {}
        self._positions = rules.allocate(3 + 2 * apart)[apart : apart + 3]
        self._path = new_path(rules.max_length if plan.exchanges else 0)
        self._message = np.zeros(MOST_ENTRIES if plan.exchanges else 0, message_type(self.stored))
        self._start(state)
        self.favourite(0)  # changes nothing; compiles the kernel now, before the clock runs

    def restore(self, kept: Kept, most_visits: int) -> None:
        """Check and take the contents of a saved tree of the same position and settings."""
        super().restore(kept, most_visits)
        used = self.used
        depth = min(used, self.rules.max_length + 1) + 2
        scratch = np.zeros(len(self.blocks), np.bool_), np.zeros((depth, 3), np.int64)
        if self._call(check_moves, self._line_of(depth), self.kernel_arrays, *scratch, *self._lists()):
            raise ValueError("its tree is not one of this position")

    def check_message(self, message: NDArray[Any]) -> None:
        """Check a message of a saved search."""
        depths, visits, plies = (message[name] for name in ("depth", "visits", "plies"))
        is_wrong = (depths < 0) | (depths > self.rules.max_length) | (depths >= len(self._path))
        is_wrong |= (visits < 0) | (visits > MOST_SIMULATIONS) | (plies < OPEN) | (plies > self.rules.max_length)
        if is_wrong.any() or self._check_entries(message):
            raise ValueError("a message is not about its position")

    def _check_entries(self, message: NDArray[Any]) -> int:
        entries = native.view(message, self._binding["backend"])
        states = self._line_of(int(message["depth"].max()) + 1)
        return int(self._call(check_message, states, entries, *self._lists()))

    def _line_of(self, count: int) -> Any:
        """Room for `count` positions, the first of which is the root's."""
        positions = self.rules.allocate(count)
        self.rules.copy(positions, 0, self.state.position, 0)
        return native.view(positions, self._binding["backend"])

    def _lists(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Room for moves or outcomes, and for the outcomes' probabilities."""
        width = max(self.rules.max_moves, self.rules.max_outcomes)
        return np.zeros(width, np.int64), np.zeros(width)

    def restart(self, state: State, rng: Any) -> None:
        """Begin an empty tree for another position of the same game."""
        self._seed(rng)
        self.header["simulations"] = 0
        self.pauses.drop()
        self.history[:] = 0
        self._forget()
        self._start(state)

    def _seed(self, rng: Any) -> None:
        """Set the stream of random numbers, which also determines the order in which moves are tried."""
        self.rng[:2] = rng
        self.header["origin"] = self.rng[0]

    def _start(self, state: State) -> None:
        self._set_root(state)
        self._plant()

    def _plant(self) -> None:
        """Reduce the tree to a new root."""
        self.ledger[: int(self.header["blocks"][0])] = 0
        self.header["used"], self.header["blocks"], self.header["deepest"] = 1, 0, 0
        new_block(native.view(self.blocks, "python"), native.view(self.header, "python")[0], self.state.turn)

    def _set_root(self, state: State) -> None:
        self.state = state
        self.header["searcher"] = state.turn
        self.rules.copy(self._positions, 0, state.position, 0)

    def _call(self, function: Any, *arguments: Any) -> Any:
        if function not in self._bound:
            self._bound[function] = native.bind(function, self.rules, **self._binding)
        return self._bound[function](*arguments)

    def trace(self, recorder: Any) -> None:
        """Call the recorder for every event from now on. The tree has to be interpreted."""
        self._binding = self._binding | {"recorder": recorder}
        self._bound = {}

    @property
    def _states(self) -> Any:
        return native.view(self._positions, self._binding["backend"])

    @property
    def kernel_arrays(self) -> ArraysOfTree:
        """The tree as kernels on the search's backend take it."""
        tree = self.arrays()
        if self._binding["backend"] != "python":
            return tree
        blocks, headers, scratches = (native.view(array, "python") for array in tree[:3])
        return tree._replace(blocks=blocks, headers=headers, scratches=scratches)

    def simulate(self, count: int, steps: int = ANY) -> int:
        """Grow the tree by `count` simulations, or fewer if the steps are used up; returns how many were done."""
        room = MOST_VISITS - int(self.blocks["visits"][ROOT])
        if room <= 0 < count:
            raise PlayoutError(
                f"the root of this tree has {MOST_VISITS:,} visits, the most that it can count: begin a new search"
            )
        count = min(count, room)
        self.pauses.allow(steps)
        done = int(self._call(kernel.simulate, self.kernel_arrays, self._states, self.rng, count))
        while self.header["is_narrow"][0]:
            self.widen()
            more = int(self._call(kernel.simulate, self.kernel_arrays, self._states, self.rng, count - done))
            done = more if more < 0 else done + more
        if done < 0:
            refuse_endless(self.rules)
        return done

    def complete_simulation(self) -> int:
        """End the current simulation, after at most one more playout. Returns 1, or 0 if there is none."""
        if not self.pauses.paused:
            return 0
        played, playouts = (int(self.header[name][0]) for name in ("played", "playouts"))
        self.header["playouts"] = played + 1 if self.pauses.paused == kernel.PLAYING else 1
        try:
            return self.simulate(1)
        finally:
            self.header["playouts"] = playouts

    def keep(self, state: State, moves: tuple[int, ...]) -> bool:
        """Make the position after `moves` the root, in place. Returns False, and empties the tree, if it does not
        contain it.
        """
        self._set_root(state)
        return self._go_down(np.array(moves, np.int64))

    def _go_down(self, moves: Any) -> bool:
        """Re-root after some moves; a tree that does not contain them is emptied."""
        self._forget()
        numbers = np.empty(int(self.header["blocks"][0]), np.int32)
        self.header["deepest"] = 0
        is_kept = int(self._call(kernel.follow_moves, self.kernel_arrays, moves, numbers)) >= 0
        if is_kept and len(self.ledger):
            self._keep_ledger(numbers)
            is_kept = not self.ledger["carried"][ROOT]  # else it could not say which move the proof is about
        if not is_kept:
            self._plant()
        return is_kept

    def _keep_ledger(self, numbers: NDArray[np.int32]) -> None:
        """Move the ledger to the blocks' new numbers, as `keep_below` gave them: in the same order."""
        count = 0
        for begin in range(0, len(numbers), CHUNK):
            kept = begin + np.flatnonzero(numbers[begin : begin + CHUNK] >= 0)
            self.ledger[count : count + len(kept)] = self.ledger[kept]
            count += len(kept)
        self.ledger[count : len(numbers)] = 0

    def collect(self, least: int) -> NDArray[Any]:
        """A message for the other trees: nodes with `least` new visits, and new proofs."""
        ledger, message = (native.view(array, self._binding["backend"]) for array in (self.ledger, self._message))
        count = self._call(collect, self.kernel_arrays, ledger, message, self._path, least)
        return self._message[:count].copy()

    def receive(self, message: NDArray[Any]) -> None:
        """Add another tree's message to the counts."""
        read = 0
        while True:
            ledger, entries = (native.view(array, self._binding["backend"]) for array in (self.ledger, message))
            read = int(self._call(receive, self.kernel_arrays, ledger, entries, self._path, read))
            if read == len(message):
                return
            self.widen()

    def begin_anew(self) -> None:
        """Drop all nodes and begin with a new root."""
        self._forget()
        self._plant()

    def own_all(self) -> None:
        """Count everything as found by this tree itself, and not told to others yet."""
        in_use = self.ledger[: int(self.header["blocks"][0])]
        for name in ("received", "told", "received_sums", "told_sums", "proof_told"):
            in_use[name] = 0

    def _forget(self) -> None:
        """Clear the statistics of GRAVE."""
        self.own_memory[: int(self.header["blocks"][0])] = 0
        self.header["memories"] = 0

    def line(self, number: int) -> list[int]:
        """The expected line from a node, up to the first move with too few visits."""
        word = int(self.blocks[block_of(number)]["child"][slot_of(number)]) if number else int(ROOT)
        return [] if number and (word == NONE or word >= LEAF) else self._write_line(word & BLOCK_NUMBER, -1)

    def favourite(self, by: int) -> int:
        """The final move by visits (0), mean (1) or total (2); -1 if the tree alone cannot decide."""
        return self._write_line(int(ROOT), by)[0]

    def _write_line(self, block: int, by: int) -> list[int]:
        # A move for each node, and one to a child that is no node yet.
        out = np.empty(min(self.rules.max_length, self.used + 1), np.int64)
        count = self._call(final_move.write_line, self.kernel_arrays, block, by, out)
        moves: list[int] = out[:count].tolist()
        return moves

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self.pauses.steps

    @property
    def exact_nodes(self) -> int:
        """The nodes of exact search beside the tree."""
        return 0

    def load_for(self, amount: int | None) -> None:
        """Load or compile what only `amount` more simulations need; None: any number."""

    @property
    def is_proven(self) -> bool:
        return bool(self.blocks["proven"][ROOT])

    @property
    def own_visits(self) -> int:
        """The root's visits by the tree's own simulations."""
        received = int(self.ledger["received"][ROOT]) if len(self.ledger) else 0
        return int(self.blocks["visits"][ROOT]) - received

    def _repr_html_(self) -> str:
        from playout.algorithms.drawing.tree_picture import tree_picture  # which draws nodes of this module

        return tree_picture(self.root, self.state, depth=2)._repr_html_()

    @property
    def root(self) -> Node:
        return self.node(int(ROOT))

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
        _, found = children_of(self.blocks, np.array([number]))
        return [Node(self, child) for child in found.tolist()]
