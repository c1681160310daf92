"""The tree of information-set MCTS: its arrays, and how they are grown, read, saved and continued."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.ismcts import kernel as kernel
from playout.algorithms.kernel_arrays import BoundTerms, KernelArrays, SearchNode, TreeCounters
from playout.algorithms.memory import capacity_within, reserve
from playout.algorithms.pauses import ANY
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept, refuse_large
from playout.algorithms.tree.bound import GROWTHS
from playout.game import State
from playout.rules import CHANCE

__all__ = ["InformationNode", "InformationTree"]

COUNTERS = ("used", "simulations", "deepest")
"""The counters in a tree's workspace that outlast a simulation."""


class InformationNode(SearchNode):
    """A node as a person reads it: all positions that the observer cannot tell apart after the same moves."""

    def __init__(self, tree: InformationTree, number: int) -> None:
        self.tree = tree
        self.number = number
        row = tree.nodes[number]
        self.visits = int(row["visits"])
        self.available = int(row["available"])
        """The number of simulations that could have come here, since the move was legal under their guess."""
        self.move = int(row["move"])
        """The move that led here, or one of several chance outcomes that look alike; -1 at the root."""
        self.is_drawn = bool(int(row["label"]) & 1)
        """Whether chance led here."""
        self.seat = int(row["seat"])
        """The seat to move when the node was new, or CHANCE or OVER. Under another guess it may differ."""

    @property
    def values(self) -> tuple[float, ...]:
        """The mean payoff of each seat, on the payoffs' scale."""
        least, most = self.tree.rules.payoff_bounds
        sums = self.tree.nodes["sums"][self.number][: self.tree.state.game.seats].tolist()
        return tuple(least + total / max(1, self.visits) * (most - least) for total in sums)

    def bound(self, parent: InformationNode) -> BoundTerms | None:
        """The terms of UCB1, counted over the simulations in which the move was legal; None at a chance node."""
        if self.is_drawn or parent.seat < 0:
            return None
        if self.visits == 0:
            return BoundTerms("first")
        mean = float(self.tree.nodes["sums"][self.number][parent.seat]) / self.visits
        return BoundTerms.ucb(mean, float(self.tree.workspace["c"][0]), self.available, self.visits)

    @property
    def children(self) -> list[InformationNode]:
        """The most visited first."""
        return sorted(self.tree.linked(int(self.tree.nodes["first"][self.number]), "next"), key=lambda n: -n.visits)

    @property
    def variants(self) -> list[InformationNode]:
        """The nodes to which the same move led under other guesses, if the observer could see the difference."""
        return list(self.tree.linked(int(self.tree.nodes["variant"][self.number]), "variant"))


class InformationTree(KernelArrays, TreeCounters):
    """A tree of positions as one seat sees them: arrays that kernels grow."""

    def __init__(
        self, state: State, settings: dict[str, float], binding: dict[str, Any], rng: Any, memory: float, guesses: int
    ) -> None:
        """settings: fields of `workspace_type`; binding: arguments of `native.bind`; memory: megabytes, without the
        kept guesses; guesses: the number of guesses to keep."""
        rules = state.game.rules
        kind = kernel.node_type(rules.players)
        workspace = kernel.workspace_type(rules.max_moves, rules.players, rules.max_length)
        besides = workspace.itemsize + 3 * rules.dtype.itemsize
        capacity = capacity_within(memory, kind.itemsize, besides=besides, name=f"ismcts for {rules.name}")
        self.state = state
        self.rules = rules
        self._fill_workspace(workspace, settings | {"capacity": capacity, "longest": rules.max_length})
        self.nodes = reserve(capacity, kind)
        self.rng = rng
        self._binding = binding
        self._positions = rules.allocate(3)
        self._guesses = rules.allocate(guesses)
        for i in range(3):
            rules.copy(self._positions, i, state.position, 0)
        self._call(kernel.start_tree, self._states, self._nodes, self._workspaces)

    def contents(self) -> Contents:
        """The counters and the used part of each array, for a saved search."""
        refuse_large(self.simulations)
        values = {name: int(self.workspace[name][0]) for name in COUNTERS}
        return values, {"nodes": self.nodes[: self.used], "rng": self.rng}

    def restore(self, kept: Kept) -> None:
        """Check and take the contents of a saved tree of the same position and settings.

        Moves need no check, since each simulation looks up the legal moves in its own position.
        """
        used = kept.number("used", 1, len(self.nodes))
        for name in COUNTERS:
            self.workspace[name] = kept.number(name, 0, MOST_SIMULATIONS)
        self.rng[:] = kept.array("rng", self.rng.dtype, self.rng.shape)
        nodes = kept.array("nodes", self.nodes.dtype, (used,))
        numbers = np.arange(used)
        for link in ("first", "next", "variant"):  # each comes after the node, so that no list goes in a circle
            if ((nodes[link] != kernel.NONE) & (nodes[link] <= numbers)).any() or (nodes[link] >= used).any():
                raise ValueError(f"the tree's {link} nodes do not exist")
        is_parent = nodes["first"] != kernel.NONE
        if (nodes["last"] >= used).any() or (is_parent != (nodes["last"] != kernel.NONE)).any():
            raise ValueError("the tree's last nodes do not exist")
        for count in (nodes["visits"], nodes["available"]):
            if (count < 0).any() or (count > self.simulations).any():
                raise ValueError("a node has more visits than there were simulations")
        if (nodes["visits"][1:] == 0).any():
            raise ValueError("a node was never visited")
        self.nodes[:used] = nodes

    @property
    def _nodes(self) -> Any:
        return self._view(self.nodes)

    def simulate(self, count: int, steps: int = ANY) -> int:
        """Grow the tree by `count` simulations, or fewer if the steps are used up. Returns how many were done."""
        self.pauses.allow(steps)
        tree = (self._states, self._nodes, self._workspaces, self._view(self._guesses), GROWTHS, self.rng)
        return self._checked(int(self._call(kernel.simulate, *tree, count)))

    @property
    def guesses(self) -> NDArray[Any]:
        """The first guesses, as many as are kept."""
        return self._guesses[: self.simulations]

    @property
    def memory(self) -> int:
        """Bytes in use."""
        return self.used * self.nodes.itemsize + self.workspace.nbytes + self._guesses.nbytes

    def line(self, node: InformationNode) -> list[int]:
        """The most visited line from a node, up to the first draw or revealed card."""
        moves: list[int] = []
        while node.seat != CHANCE and not node.variants:
            children = [child for child in node.children if not child.is_drawn]
            if not children or children[0].visits < 2:
                break
            node = children[0]
            moves.append(node.move)
        return moves

    @property
    def root(self) -> InformationNode:
        return InformationNode(self, int(kernel.ROOT))

    @property
    def _counters(self) -> NDArray[Any]:
        return self.workspace

    def linked(self, number: int, link: str) -> Iterator[InformationNode]:
        """A node and the nodes that follow it by this link."""
        while number != int(kernel.NONE):
            yield InformationNode(self, number)
            number = int(self.nodes[link][number])
