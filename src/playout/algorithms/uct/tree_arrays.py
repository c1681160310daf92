"""The memory of UCT's tree: its arrays, their size within a limit, and their content in a file.

Beside the blocks of tree/layout.py there are the header (counters and settings), scratch arrays, the random stream, and
the tables of hints.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.kernel_arrays import TreeCounters
from playout.algorithms.memory import FEWEST, capacity_within, reserve
from playout.algorithms.pauses import Pauses
from playout.algorithms.playouts import APART
from playout.algorithms.rule_files import OwnRule
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept, OtherVersionError, refuse_large
from playout.algorithms.tree.bound import GROWTHS
from playout.algorithms.tree.checks import check_blocks, check_ledger, check_memories
from playout.algorithms.tree.layout import LARGEST_MOVE, MOST_LEAF_VISITS, ArraysOfTree, block_type
from playout.algorithms.uct.exchange import MOST_ENTRIES, ledger_type, message_type, new_path
from playout.algorithms.uct.hints import CODES
from playout.algorithms.uct.own_rules import BACKUP_RULE
from playout.algorithms.uct.records import header_type, scratch_type
from playout.rules import Rules

__all__ = ["SPARE", "TreeArrays", "TreePlan"]

MEMORIES = 4000
"""The largest number of nodes with a memory of their own for GRAVE; each takes 8 KB once it is used."""

SPARE = 8
"""Blocks beyond the capacity, which the last simulation below it may add."""

WIDEST = 1 << 62
"""A move that no tree refuses."""

COUNTERS = ("used", "blocks", "simulations", "deepest", "memories")
"""The counters in a tree's header that outlast a simulation."""


@dataclass(frozen=True, kw_only=True)
class TreePlan:
    """What the trees of a search have in common."""

    settings: dict[str, float]
    """Fields of `header_type`."""
    binding: dict[str, Any]
    """Arguments of `native.bind`."""
    memory: float
    """Megabytes of all trees."""
    trees: int
    """The number of trees."""
    selection: OwnRule | None
    """The user's rule of selection; it is among the functions of the binding."""
    exchanges: bool
    """Whether the trees exchange what they find."""


class TreeArrays(TreeCounters):
    """The arrays of one tree, which together fit its memory."""

    def __init__(self, rules: Rules, plan: TreePlan, *, besides: int) -> None:
        """besides: bytes that others allocate."""
        self.rules = rules
        settings, exchanges = plan.settings, plan.exchanges
        self._has = {name: bool(settings[name]) for name in ("use_prior", "history", "grave")}
        # With a constant sum, one seat's payoffs need not be stored. A rule of backup breaks the sum.
        has_backup = BACKUP_RULE.name in plan.binding["switches"]
        adds_up = rules.payoff_sum is not None and not has_backup
        self.stored = rules.players - 1 if adds_up else rules.players
        # Where q is not the mean of the seat that moves, leaves keep their means apart.
        is_weighed = settings["a"] != 1.0 or settings["b"] != 0.0
        self.extras = is_weighed or self.stored != 1, self._has["use_prior"]
        """Whether blocks keep the means of leaves, and priors."""
        header, scratch = header_type(), scratch_type(rules.max_moves, rules.players, rules.max_length)
        besides += header.itemsize + scratch.itemsize + 7 * APART
        besides += (new_path(rules.max_length).nbytes + MOST_ENTRIES * message_type(self.stored).itemsize) * exchanges
        self._kind = self._block_type(is_wide=False)
        self._exchanges = exchanges
        capacity = self._share_out(plan.memory, plan.trees, besides, f"uct for {rules.name}")
        # What is written all the time lies apart from all else: two threads on one cache line slow each other down.
        self.header, self.scratch = (
            np.zeros(kind.itemsize + 2 * APART, np.uint8)[APART:-APART].view(kind) for kind in (header, scratch)
        )
        self.pauses = Pauses(self.header)
        for field in header.fields or ():
            if field in settings:
                self.header[field] = settings[field]
        self.header["longest"], self.header["largest_move"] = rules.max_length, LARGEST_MOVE
        self.header["exchanges"] = exchanges
        self._new_arrays(capacity)
        self.ledger = np.zeros(len(self.blocks) if exchanges else 0, ledger_type(self.stored))
        """What each node has received from other trees and told them, by block; empty if nothing is exchanged."""
        self.rng = np.zeros(3 * APART // 8, np.uint64)[APART // 8 : 2 * APART // 8]

    def _block_type(self, *, is_wide: bool) -> np.dtype[Any]:
        keeps_means, has_priors = self.extras
        return block_type(self.stored, keeps_means=keeps_means, has_priors=has_priors, is_wide=is_wide)

    @property
    def is_wide(self) -> bool:
        """Whether the blocks hold moves above LARGEST_MOVE."""
        return int(self.header["largest_move"][0]) > LARGEST_MOVE

    @property
    def fullness(self) -> float:
        """The share of its memory that blocks take."""
        return min(1.0, int(self.header["blocks"][0]) / int(self.header["capacity"][0]))

    @property
    def blocks_in_use(self) -> NDArray[Any]:
        """The blocks that are in use, the root's first."""
        return self.blocks[: int(self.header["blocks"][0])]

    @property
    def memory(self) -> int:
        """Bytes that the blocks take."""
        return int(self.header["blocks"][0]) * self.blocks.itemsize

    @property
    def _counters(self) -> NDArray[Any]:
        return self.header

    def _share_out(self, memory: float, trees: int, besides: int, name: str) -> int:
        """The number of blocks that fit into the memory. Sets `_memories`, the number of GRAVE's memories."""
        self._memories = int(self._has["grave"])
        # Beside the block itself: the number of its memory, its new number when it is kept, its ledger.
        size = self._kind.itemsize + 4 * (1 + self._has["grave"])
        size += ledger_type(self.stored).itemsize * self._exchanges
        besides += SPARE * size + sum(table.nbytes for table in self._new_tables(0))
        capacity = capacity_within(memory, size, besides=besides, name=name, parts=trees)
        if self._has["grave"]:
            # Memories beside the root's take at most a quarter of what there is.
            more = min(MEMORIES - 1, (capacity - FEWEST) * size // 4 // (8 * CODES))
            self._memories += more
            capacity = capacity_within(memory, size, besides=besides + more * 8 * CODES, name=name, parts=trees)
        return capacity

    def _new_arrays(self, capacity: int) -> None:
        """Allocate `capacity` blocks; a few of them are reserved for leaves with MOST_LEAF_VISITS."""
        self.header["capacity"] = capacity - min(capacity // 16, MOST_SIMULATIONS // MOST_LEAF_VISITS)
        self.blocks = reserve(capacity + SPARE, self._kind)
        self.history, self.own_memory, self.memories = self._new_tables(capacity + SPARE)

    def _new_tables(self, capacity: int) -> tuple[Any, ...]:
        """The tables of hints.py; nearly empty where a switch is off."""
        return (
            np.zeros(2 * CODES if self._has["history"] else 2),
            np.zeros(capacity if self._has["grave"] else 1, np.int32),
            np.zeros((self._memories + 1) * 2 * CODES if self._memories else 1, np.float32),
        )

    def arrays(self) -> ArraysOfTree:
        """All that kernels read and write of the tree."""
        tables = self.history, self.own_memory, self.memories
        return ArraysOfTree(self.blocks, self.header, self.scratch, GROWTHS, *tables)

    def widen(self) -> None:
        """Widen the blocks so that they hold any move. Node numbers do not change."""
        before, tables = self.blocks, (self.history, self.own_memory, self.memories)
        in_use, size = self.blocks_in_use, before.nbytes
        self._kind = self._block_type(is_wide=True)
        self._new_arrays(max(size // self._kind.itemsize - SPARE, len(in_use)))
        self.header["largest_move"], self.header["is_narrow"] = WIDEST, 0
        for name in before.dtype.names or ():
            self.blocks[name][: len(in_use)] = in_use[name]
        if self._exchanges and len(self.ledger) < len(self.blocks):
            self.ledger = np.resize(self.ledger, len(self.blocks))
            self.ledger[len(in_use) :] = 0
        self.history, own_memory, self.memories = tables
        self.own_memory[: len(own_memory)] = own_memory[: len(self.own_memory)]

    def contents(self) -> Contents:
        """The counters and the used part of each array, for a saved search."""
        refuse_large(self.simulations)
        memories = int(self.header["memories"][0])
        values = {name: int(self.header[name][0]) for name in (*COUNTERS, "origin")} | {"wide": int(self.is_wide)}
        arrays = {
            "rng": self.rng[:2],
            "blocks": self.blocks_in_use,
            "history": self.history,
            "places": self.own_memory[: len(self.blocks_in_use)],
            "remembered": self.memories[: 2 * CODES * (memories + 1)],
        }
        if self._exchanges:
            arrays["ledger"] = self.ledger[: len(self.blocks_in_use)]
        return values, arrays

    def restore(self, kept: Kept, most_visits: int) -> None:
        """Take the contents of a saved tree of the same settings; all numbers are checked, but not the moves.

        most_visits: of a node.
        """
        if kept.get("wide", None) is None:
            raise OtherVersionError("whose uct kept its tree in another layout")
        if kept.number("wide", 0, 1) and not self.is_wide:
            self.header["blocks"] = 0
            self.widen()
        capacity = len(self.blocks)
        blocks = kept.number("blocks", 1, capacity)
        memories = kept.number("memories", 0, self._memories)
        for name, most in zip(
            COUNTERS, (8 * capacity, capacity, MOST_SIMULATIONS, self.rules.max_length + 1, memories), strict=True
        ):
            self.header[name] = kept.number(name, 0, most)
        self.header["origin"] = np.uint64(kept.number("origin", 0, (1 << 64) - 1))
        self.rng[:2] = kept.array("rng", np.uint64, (2,))
        self.blocks[:blocks] = kept.array("blocks", self.blocks.dtype, (blocks,))
        self.history[:] = kept.array("history", self.history.dtype, self.history.shape)
        for table, name, length in (
            (self.own_memory, "places", min(blocks, len(self.own_memory))),
            (self.memories, "remembered", min(len(self.memories), 2 * CODES * (memories + 1))),
        ):
            table[:length] = kept.array(name, table.dtype, (length,))
        check_memories(self.own_memory[:blocks], memories)
        check_blocks(self.blocks[:blocks], most_visits)
        if self._exchanges:
            self.ledger[:blocks] = kept.array("ledger", self.ledger.dtype, (blocks,))
            check_ledger(self.ledger[:blocks], self.blocks[:blocks])
