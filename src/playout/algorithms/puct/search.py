"""`net`: tree search with a network at the leaves, for any number of seats (AlphaZero, Silver and others 2018).

The network gives each move a prior and each seat a value, so no playouts are needed. The game's `tactics` are used, and
certain values are proven, so the network's opinion cannot hide a win that was found.
"""

from __future__ import annotations

from typing import Any

from playout.algorithms.memory import MEGABYTE, MEMORY
from playout.algorithms.pauses import ANY
from playout.algorithms.puct.network import Network, open_network
from playout.algorithms.puct.options import NetOptions
from playout.algorithms.puct.settings import settings_for
from playout.algorithms.puct.tree import NetNode, NetTree
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import Contents, Kept
from playout.algorithms.tree_search import TreeSearch
from playout.encoding.encoding import encoding_of
from playout.game import State
from playout.options.fields import kernel_settings
from playout.rules import OptionError, PlayoutError

__all__ = ["Net"]


class Net(TreeSearch):
    """Search with a network in progress. A simulation is a visit of the root; the first evaluates the root itself."""

    name = "net"
    summary = "tree search with a network that has learned the game"
    games = "games that a network was trained for, any number of seats, no chance, nothing hidden"
    option_type = NetOptions
    options: NetOptions
    limits = ("seconds", "simulations", "visits")
    deterministic = True
    names_file = True
    learns = True

    def _refuse_unfit(self, state: State) -> None:
        rules = state.game.rules
        if rules.has("mask"):
            raise PlayoutError(
                f"net needs full information, and {rules.name} hides some (it has mask): use ismcts or ucb"
            )
        if rules.has("chance"):
            raise PlayoutError(f"net takes no chance, and {rules.name} has some: use uct")
        encoding_of(state.game)

    def _set_up(self) -> None:
        if self.options.file is None:
            raise OptionError("which network? write its file first, like net(game.onnx, simulations=100)")
        self.network: Network = open_network(self.options.file)
        self.network.refuse_misfit(self.state.game)
        self._settings = settings_for(self.state.game.rules, **kernel_settings(self.options))
        self._tree: NetTree | None = None

    @property
    def tree(self) -> NetTree:
        if self._tree is None:
            self._tree = NetTree(self.state, self.network, self._settings, self._backend, self.memory or MEMORY)
            self.pace = self._tree.load()  # so that the first slice is short
        return self._tree

    @property
    def complete(self) -> bool:
        return self._tree is not None and (self._tree.is_proven or bool(self._tree.head["is_full"]))

    @property
    def can_prove(self) -> bool:
        return True

    @property
    def visits(self) -> int:
        return 0 if self._tree is None else self._tree.visits

    @property
    def fullness(self) -> float | None:
        return 0.0 if self._tree is None else int(self._tree.head["edges"]) / self._tree.forest.edges.shape[1]

    @property
    def memory_in_use(self) -> float | None:
        return 0.0 if self._tree is None else self._tree.bytes_in_use / MEGABYTE

    @property
    def tree_size(self) -> int | None:
        return 0 if self._tree is None else self._tree.used

    def prepare(self) -> None:
        _ = self.tree

    def advance(self, amount: int, steps: int = ANY) -> int:
        tree = self.tree
        return tree.grow(tree.visits + min(amount, steps))

    def best(self) -> int:
        return self.tree.best()

    def answer(self) -> SearchResult:
        tree = self.tree
        root, best = tree.root, tree.best()
        children = {node.move: node for node in root.children}
        priors = self._priors()
        found = [self._candidate(move, children.get(move), priors.get(move)) for move in self.state.moves()]
        seat = self.state.turn

        def order(item: Candidate) -> tuple[bool, bool, int, float]:
            is_lost = item.proven and item.values is not None and item.values[seat] <= self._settings.least
            return item.move != best, is_lost, -item.visits, -(item.prior or 0.0)

        found.sort(key=order)
        values = root.values if tree.visits else self.unknown
        return self._answer(best, values, found, depth=int(tree.head["deepest"]), proven=tree.is_proven)

    def _priors(self) -> dict[int, float]:
        """The priors by move; empty before the network has evaluated the root."""
        if not self.tree.visits:
            return {}
        root, edges = self.tree.forest.nodes[0, 0], self.tree.forest.edges[0]
        mine = edges[root["first"] : root["first"] + root["size"]]
        return dict(zip(mine["move"].tolist(), mine["prior"].tolist(), strict=True))

    def _candidate(self, move: int, node: NetNode | None, prior: float | None) -> Candidate:
        if node is None:
            return Candidate(move, 0, None, prior=prior, line=(move,))
        plies = None if node.plies is None else node.plies + 1
        line = (move, *node.line())
        return Candidate(move, node.visits, node.values, node.proven, plies, prior, node.network, line)

    def _keep(self, state: State) -> None:
        self.tree.keep(state, state.history[len(self.state.history) :])
        self.state = state
        self._count_anew()

    def _restart(self, state: State, seed: int | None) -> None:
        is_same = state.game == self.state.game
        self._begin(state, seed)
        if not is_same:
            self.network.refuse_misfit(state.game)
            self._tree = None
        elif self._tree is not None:
            self._tree.restart(state)

    def _contents(self) -> Contents:
        raise PlayoutError("a search by net is not saved: it is deterministic, so search again with the same limit")

    def _restore(self, kept: Kept) -> None:
        raise ValueError("a search by net is not saved")

    def __reduce__(self) -> tuple[Any, ...]:
        return self._contents()
