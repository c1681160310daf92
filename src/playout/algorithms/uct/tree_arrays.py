"""The memory of UCT's tree: what is allocated, how much fits a limit, and what of it a file holds.

Nodes and blocks of children share one piece of memory and grow towards each other (nodes.py). Beside them there are the
header (counters and settings), scratch arrays, the random stream, and the tables of hints.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.kernel_arrays import TreeCounters
from playout.algorithms.memory import FEWEST, capacity_within, reserve
from playout.algorithms.pauses import Pauses
from playout.algorithms.playouts import APART
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept, refuse_large
from playout.algorithms.uct import nodes as layout
from playout.algorithms.uct.checks import check_places, check_tree
from playout.algorithms.uct.hints import CODES
from playout.rules import Rules

__all__ = ["TreeArrays"]

MEMORIES = 4000
"""Nodes that may have a memory of their own for GRAVE, at most; each takes 8 KB once it is used."""

SPARE = 4
"""Nodes and blocks beyond the capacity, which the last simulation below it may add."""

COUNTERS = ("used", "blocks", "simulations", "deepest", "memories")
"""What a tree counts in its header from simulation to simulation."""


class TreeArrays(TreeCounters):
    """The arrays of one tree, all of which fit the memory that it was given."""

    def __init__(
        self,
        rules: Rules,
        settings: dict[str, float],
        memory: float,
        trees: int,
        *,
        besides: int,
        has_backup: bool,
    ) -> None:
        """settings: fields of `header_type`; memory: megabytes of all `trees`; besides: bytes that others allocate;
        has_backup: whether a rule changes what playouts count as."""
        # Payoffs that add up need one seat less; what a rule of backup makes of them does not add up.
        adds_up = rules.payoff_sum is not None and not has_backup
        stored = rules.players - 1 if adds_up else rules.players
        self._kind = layout.node_type(stored)
        self._has = {name: bool(settings[name]) for name in ("use_prior", "history", "grave")}
        header, work = layout.header_type(), layout.work_type(rules.max_moves, rules.players, rules.max_length)
        besides += header.itemsize + work.itemsize + 7 * APART
        capacity = self._share_out(memory, trees, besides, f"uct for {rules.name}")
        self.rules = rules
        # What is written all the time lies apart from all else: two threads on one cache line slow each other down.
        self.header, self.work = (
            np.zeros(kind.itemsize + 2 * APART, np.uint8)[APART:-APART].view(kind) for kind in (header, work)
        )
        self.pauses = Pauses(self.header)
        for field, value in (settings | {"capacity": capacity, "longest": rules.max_length}).items():
            self.header[field] = value
        self._new_arrays()
        self.rng = np.zeros(3 * APART // 8, np.uint64)[APART // 8 : 2 * APART // 8]

    @property
    def fullness(self) -> float:
        """The share of its memory that nodes and blocks take."""
        return (self.used + int(self.header["blocks"][0])) / int(self.header["capacity"][0])

    @property
    def memory(self) -> int:
        """Bytes that the nodes take."""
        return self.used * self.nodes.itemsize + int(self._blocks_in_use.nbytes)

    @property
    def _counters(self) -> NDArray[Any]:
        return self.header

    def _share_out(self, memory: float, trees: int, besides: int, name: str) -> int:
        """How many nodes and blocks fit into the memory, and how many memories GRAVE may have, in `_memories`."""
        self._memories = int(self._has["grave"])
        # Beside the node itself: its prior, which of the memories is its own, and its new number when it is kept.
        size = self._kind.itemsize + 4 * (1 + self._has["use_prior"] + self._has["grave"])
        besides += SPARE * size + sum(table.nbytes for table in self._new_tables(0))
        capacity = capacity_within(memory, size, besides=besides, name=name, parts=trees)
        if self._has["grave"]:
            # Memories beside the root's take at most a quarter of what there is.
            more = min(MEMORIES - 1, (capacity - FEWEST) * size // 4 // (8 * CODES))
            self._memories += more
            capacity = capacity_within(memory, size, besides=besides + more * 8 * CODES, name=name, parts=trees)
        return capacity

    def _new_arrays(self) -> None:
        """Nodes and blocks in one piece of memory, from both ends, and the tables."""
        capacity = int(self.header["capacity"][0])
        memory = reserve((capacity + SPARE) * self._kind.itemsize, np.uint8)
        self.nodes = memory.view(self._kind)
        self.blocks = memory[: len(memory) // 4 * 4].view(np.uint32)
        self.header["top"] = len(self.blocks) // layout.BLOCK
        self.tables = self._new_tables(capacity + SPARE)

    def _new_tables(self, capacity: int) -> tuple[Any, ...]:
        """The tables of hints.py; nearly empty where a switch is off."""
        return (
            np.zeros(capacity if self._has["use_prior"] else 1, np.float32),
            np.zeros(2 * CODES if self._has["history"] else 2),
            np.zeros(capacity if self._has["grave"] else 1, np.int32),
            np.zeros((self._memories + 1) * 2 * CODES if self._memories else 1, np.float32),
        )

    @property
    def _blocks_in_use(self) -> Any:
        """The part of `blocks` that is in use."""
        top, count = int(self.header["top"][0]), int(self.header["blocks"][0])
        return self.blocks[(top - count) * layout.BLOCK : top * layout.BLOCK]

    def contents(self) -> Contents:
        """What is in use, for a saved search: counters, and arrays."""
        refuse_large(self.simulations)
        used, memories = (int(self.header[name][0]) for name in ("used", "memories"))
        priors, history, places, remembered = self.tables
        values = {name: int(self.header[name][0]) for name in (*COUNTERS, "top", "origin")}
        arrays = {
            "rng": self.rng[:2],
            "nodes": self.nodes[:used],
            # Moves that a file brings are not trusted: the rules are asked for them again.
            "blocks": np.where(self._blocks_in_use < layout.UNTRIED, self._blocks_in_use, layout.NONE),
            "priors": priors[:used],
            "history": history,
            "places": places[:used],
            "remembered": remembered[: 2 * CODES * (memories + 1)],
        }
        return values, arrays

    def restore(self, kept: Kept) -> None:
        """Take the contents of a saved tree of the same settings; all numbers are checked, but not the moves."""
        capacity, top = int(self.header["capacity"][0]) + SPARE, int(self.header["top"][0])
        used = kept.number("used", 1, capacity)
        blocks = kept.number("blocks", 0, capacity - used)
        if kept.number("top", 0, 1 << 62) != top:  # block numbers count from there
            raise ValueError("it was made with another memory")
        priors, history, places, remembered = self.tables
        memories = kept.number("memories", 0, self._memories)
        for name, most in zip(
            COUNTERS, (capacity, capacity, MOST_SIMULATIONS, self.rules.max_length + 1, memories), strict=True
        ):
            self.header[name] = kept.number(name, 0, most)
        self.header["origin"] = np.uint64(kept.number("origin", 0, (1 << 64) - 1))
        self.rng[:2] = kept.array("rng", np.uint64, (2,))
        self.nodes[:used] = kept.array("nodes", self.nodes.dtype, (used,))
        self._blocks_in_use[:] = kept.array("blocks", np.uint32, (blocks * int(layout.BLOCK),))
        history[:] = kept.array("history", history.dtype, history.shape)
        for table, name, length in (
            (priors, "priors", min(used, len(priors))),
            (places, "places", min(used, len(places))),
            (remembered, "remembered", min(len(remembered), 2 * CODES * (memories + 1))),
        ):
            table[:length] = kept.array(name, table.dtype, (length,))
        check_places(places[:used], memories)
        check_tree(self.nodes[:used], self._blocks_in_use, top - blocks, self.simulations)
