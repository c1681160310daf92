"""Many trees of UCT side by side, for many matches at once: kernels that do a search's work for one move.

Executors need not know the layout of a tree or the calls of UCT's kernels. A tree grows, is kept from move to move and
chooses its move as `Uct` and `Tree` do, so a match has the same moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.memory import FEWEST
from playout.algorithms.pauses import ANY
from playout.algorithms.tree.bound import GROWTHS
from playout.algorithms.tree.layout import (
    NONE,
    ROOT,
    SLOTS,
    ArraysOfTree,
    block_of,
    block_type,
    find_edge,
    new_block,
    slot_of,
    visits_of,
)
from playout.algorithms.uct.exact.tree import BEGIN
from playout.algorithms.uct.final_move import best_edge, favourite, move_of
from playout.algorithms.uct.hints import CODES
from playout.algorithms.uct.kernel import follow_moves, simulate
from playout.algorithms.uct.search import Uct
from playout.algorithms.uct.tree_arrays import SPARE
from playout.native import Memory
from playout.rng import seed
from playout.rules import PlayoutError, moves

__all__ = [
    "LONG",
    "ForestPlan",
    "TreeRows",
    "begin_tree",
    "binding_of",
    "decide",
    "grow",
    "is_full",
    "is_over",
    "keep_tree",
]

LONG = -1
"""Returned in place of a number of simulations: a playout was too long."""

MOST_PLAYOUTS = 1 << 31


class TreeRows(NamedTuple):
    """Trees as kernels take them, a row for each."""

    blocks: Any
    """block_type[trees, capacity + SPARE]"""
    headers: Any
    """header_type[trees]"""
    history: Any
    """history, own_memory and memories: as in ArraysOfTree."""
    own_memory: Any
    memories: Any
    numbers: Any
    """int32[trees, blocks]: scratch, new numbers of blocks"""
    rngs: Any
    """uint64[trees, 2]"""
    templates: Any
    """header_type[agents]: the header of a new tree"""
    budgets: Any
    """int64[agents, 2]: simulations a move; the criterion of the final move"""
    growths: Any
    """float64: sqrt(ln N) for small N"""


class ForestPlan:
    """The shapes and settings of trees that agents of one game need, taken from searches of `Uct`."""

    def __init__(self, searches: list[tuple[Uct, int]]) -> None:
        """searches: for each agent, a search of its first position, and its simulations for a move."""
        self.rules = searches[0][0].state.game.rules
        trees = []
        for search, count in searches:
            refuse_unfit(search, count)
            search.prepare()
            trees.append(search.trees[0])
        stored = trees[0].stored
        if any(tree.stored != stored for tree in trees):
            raise PlayoutError(
                "some agents have a rule of backup and others not: on a GPU all trees keep the same payoffs"
            )
        # One type for all: a field that an agent does not use changes nothing.
        keeps_means, has_priors = (any(given) for given in zip(*[tree.extras for tree in trees], strict=True))
        self.block = block_type(stored, keeps_means=keeps_means, has_priors=has_priors, is_wide=False)
        self.scratch = trees[0].scratch.dtype
        self.templates = np.concatenate([tree.header for tree in trees])
        self.most = min(int(tree.header["capacity"][0]) for tree in trees)
        """The number of blocks at which a tree on the CPU stops growing."""
        self.simulations = max(count for _, count in searches)
        rows = [(count, search._by) for search, count in searches]
        self.budgets: NDArray[np.int64] = np.array(rows, np.int64)
        # A third of the nodes or fewer have blocks. Where all edges of a node are made at once, each has several.
        makes_all = any(search.options.expand == "all" for search, _ in searches)
        self._width = (1 + min(self.rules.max_moves, 40) / SLOTS if makes_all else 1) / 3
        self._has_history = any(bool(tree.header["history"][0]) for tree in trees)
        graves = [(int(tree.header["grave"][0]), count) for tree, (_, count) in zip(trees, searches, strict=True)]
        # Only a node with `grave` visits has a memory, so few nodes have one.
        self._memories = max((2 + 8 * count // least for least, count in graves if least), default=0)

    def capacity(self, spare: int) -> int:
        """A number of blocks that is usually enough for `spare` times the simulations of a move."""
        wanted = int(self.simulations * spare * self._width) + 64 + self.rules.max_moves
        return max(FEWEST, min(self.most, wanted))

    def size(self, capacity: int) -> int:
        """Bytes that a tree takes."""
        rows = capacity + SPARE
        tables = 4 * rows * bool(self._memories) + 8 * CODES * (self._memories + 1)
        return rows * (self.block.itemsize + 4) + tables + self.templates.itemsize + 64

    def allocate(self, trees: int, capacity: int, memory: Memory) -> TreeRows:
        """Trees, none of them begun."""
        rows = capacity + SPARE
        templates = self.templates.copy()
        templates["capacity"] = capacity
        return TreeRows(
            blocks=memory.empty((trees, rows), self.block),
            headers=memory.zeros((trees,), templates.dtype),
            history=memory.zeros((trees, 2 * CODES if self._has_history else 2), np.float64),
            own_memory=memory.zeros((trees, rows if self._memories else 1), np.int32),
            memories=memory.zeros((trees, (self._memories + 1) * 2 * CODES if self._memories else 1), np.float32),
            numbers=memory.empty((trees, rows), np.int32),
            rngs=memory.empty((trees, 2), np.uint64),
            templates=memory.to_device(templates),
            budgets=memory.to_device(self.budgets),
            growths=memory.to_device(GROWTHS),
        )


def binding_of(search: Uct) -> dict[str, Any]:
    """The arguments of `native.batch` for the kernels of a search: policy, functions and switches."""
    return {name: value for name, value in search._binding.items() if name != "backend"}


def refuse_unfit(search: Uct, count: int) -> None:
    """Refuse options of UCT that many trees at once do not support."""
    options = search.options
    if search.state.observer is not None:
        raise PlayoutError(f"{search.spec} guesses what is hidden, which only the backend cpu does")
    if options.threads > 1:
        raise PlayoutError(f"{search.spec}: on a GPU a match has one thread; leave threads out")
    if search.price and count > BEGIN:
        raise PlayoutError(
            f"{search.spec}: on a GPU there is no exact search, which begins after {BEGIN:,} simulations; write "
            "exact=0, or give fewer simulations"
        )
    if options.playouts * count > MOST_PLAYOUTS:
        raise PlayoutError(f"{search.spec} plays more than {MOST_PLAYOUTS:,} playouts for a move; use the backend cpu")


def begin_tree(f: Any, t: Any, agent: Any, key: Any, seat: Any) -> None:
    """Begin an empty tree for a new match. key: the random key of its agent's search."""
    forget_memories(f, t)
    f.headers[t] = f.templates[agent]
    for k in range(f.history.shape[1]):
        f.history[t, k] = 0.0
    seed(f.rngs[t], key, 0)
    f.headers[t].origin = f.rngs[t, 0]
    plant(f, t, seat)


def forget_memories(f: Any, t: Any) -> None:
    """Remove all of the tree's memories for GRAVE."""
    if f.own_memory.shape[1] > 1:
        for i in range(f.headers[t].blocks):
            f.own_memory[t, i] = 0
    f.headers[t].memories = 0


def arrays_of(f: Any, t: Any, scratches: Any) -> Any:
    """One of the trees, with the scratch arrays of the thread that grows it."""
    return ArraysOfTree(
        f.blocks[t], f.headers[t : t + 1], scratches, f.growths, f.history[t], f.own_memory[t], f.memories[t]
    )


def plant(f: Any, t: Any, seat: Any) -> None:
    """Reduce the tree to a new root."""
    header = f.headers[t]
    header.searcher = seat
    header.used = 1
    header.blocks = 0
    header.deepest = 0
    new_block(f.blocks[t], header, seat)


def keep_tree(f: Any, t: Any, scratches: Any, line: Any, seat: Any) -> None:
    """Make the position after the moves of `line` the root."""
    header = f.headers[t]
    header.deepest = 0
    header.searcher = seat
    forget_memories(f, t)
    if follow_moves(arrays_of(f, t, scratches), line, f.numbers[t]) < 0:
        plant(f, t, seat)


def grow(f: Any, t: Any, agent: Any, states: Any, scratches: Any, done: Any, steps: Any) -> Any:
    """Continue the search of states[0], after `done` simulations, for about `steps` steps.

    Returns the number of simulations done now, or LONG. `is_over` tells whether the search is over.
    """
    header = f.headers[t]
    header.enough = header.steps + steps
    header.most = ANY
    if is_over(f, t, agent, done) or header.steps >= header.enough:
        return done
    more = simulate(arrays_of(f, t, scratches), states, f.rngs[t], f.budgets[agent, 0] - done)
    return np.int64(LONG) if more < 0 else done + more


def is_over(f: Any, t: Any, agent: Any, done: Any) -> Any:
    """Whether a search is over after `done` simulations."""
    header = f.headers[t]
    return done >= f.budgets[agent, 0] or f.blocks[t, ROOT].proven or header.deepest >= header.depth


def is_full(f: Any, t: Any, most: Any, listed: Any) -> Any:
    """Whether a tree had no memory for a node for which the CPU has memory. most: the capacity on the CPU."""
    header = f.headers[t]
    if header.is_narrow != 0:
        return True
    if header.grave > 0 and (header.memories + 2) * 2 * CODES > f.memories.shape[1]:
        return True
    # All children of a node at once need memory for as many as there are moves.
    n = len(listed) if header.expand != 0 else 0
    return header.capacity < most and header.blocks + n // SLOTS + 1 >= header.capacity


def decide(f: Any, t: Any, agent: Any, s: Any, listed: Any) -> Any:
    """The final move of a search, the same as `Uct.best`, also if all tried moves certainly lose."""
    blocks = f.blocks[t]
    total, by = f.headers[t].total, f.budgets[agent, 1]
    move = favourite(blocks, total, by)
    if move >= 0:
        return move
    untried = np.int64(-1)
    n = moves(s, listed)
    for k in range(n):
        edge = find_edge(blocks, ROOT, listed[k])
        is_new = edge == NONE or visits_of(blocks, blocks[block_of(edge)].child[slot_of(edge)]) == 0
        if is_new and (untried < 0 or listed[k] < untried):
            untried = np.int64(listed[k])
    best = best_edge(blocks, total, ROOT, by, -1.0)
    if best == NONE or (untried >= 0 and not blocks[ROOT].proven):
        return untried
    return move_of(blocks, best)
