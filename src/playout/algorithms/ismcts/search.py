"""Information-set MCTS for a single observer (Cowling, Powley and Whitehouse 2012), for any number of seats.

Each simulation makes a new guess of the information that is hidden from the seat to move, and goes down one tree, in
which positions that look alike to that seat are one node. So a move's value is its mean over all guesses, and no plan
depends on hidden information. In a game that hides nothing it is UCT, whose nodes are lists of moves and of chance
outcomes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playout.algorithms.base import Search
from playout.algorithms.ismcts.tree import InformationNode, InformationTree
from playout.algorithms.memory import MEGABYTE, MEMORY
from playout.algorithms.pauses import ANY
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import Contents, Kept
from playout.algorithms.uct.options import IsmctsOptions
from playout.game import State
from playout.options.fields import kernel_settings, policy_name
from playout.rng import new_stream

__all__ = ["Ismcts"]


class Ismcts(Search):
    """Information-set MCTS in progress."""

    name = "ismcts"
    summary = "information-set Monte Carlo tree search: one tree of what a seat sees"
    games = "any game; made for those that hide things"
    option_type = IsmctsOptions
    options: IsmctsOptions

    def _set_up(self) -> None:
        state, rules, chosen = self.state, self.state.game.rules, self.options
        named = policy_name(chosen.policy)
        least, most = rules.payoff_bounds
        observer = -1 if state.observer is None else state.observer
        self._settings = kernel_settings(chosen) | {"least": least, "scale": 1 / (most - least)}
        self._settings |= {"observer": observer, "views": chosen.views and observer >= 0}
        self._binding: dict[str, Any] = {"backend": self._backend, "policy": named}
        self._tree: InformationTree | None = None
        self.kept_guesses = 0
        """The most guesses to keep; set before the first simulation."""

    @property
    def tree(self) -> InformationTree:
        if self._tree is None:
            limits = self.memory or MEMORY, self.kept_guesses
            self._tree = InformationTree(self.state, self._settings, self._binding, new_stream(self.key), *limits)
        return self._tree

    @property
    def tree_size(self) -> int | None:
        return 0 if self._tree is None else self._tree.used

    @property
    def memory_in_use(self) -> float | None:
        return 0.0 if self._tree is None else self._tree.memory / MEGABYTE

    @property
    def guesses(self) -> list[State]:
        """The positions in which its first simulations began, at most `kept_guesses`; empty if nothing is hidden.

        A guess depends neither on other guesses nor on the tree, so the first guesses are a fair sample of all.
        """
        found = self.tree.guesses if self.state.observer is not None else self.tree.guesses[:0]
        return [State(self.state.game, found[i : i + 1]) for i in range(len(found))]

    @property
    def tree_root(self) -> InformationNode | None:
        return self.tree.root

    def prepare(self) -> None:
        self.tree.simulate(0)

    @property
    def steps(self) -> int:
        return 0 if self._tree is None else self._tree.pauses.steps

    def advance(self, amount: int, steps: int = ANY) -> int:
        return self.tree.simulate(amount, steps)

    def complete_unit(self) -> int:
        return 0 if self._tree is None else self._tree.complete_simulation()

    def _contents(self) -> Contents:
        return self.tree.contents()

    def _restore(self, kept: Kept) -> None:
        self.tree.restore(kept)

    def best(self) -> int:
        return self._ranked()[0][0].move

    def answer(self) -> SearchResult:
        tree = self.tree
        candidates = [
            replace(item, line=(item.move, *(tree.line(node) if node else ()))) for item, node in self._ranked()
        ]
        values = tree.root.values if tree.root.visits else self.unknown
        return self._answer(candidates[0].move, values, candidates, depth=tree.deepest)

    def _ranked(self) -> list[tuple[Candidate, InformationNode | None]]:
        """Every legal move as a candidate, the best first, without lines."""
        known = {node.move: node for node in self.tree.root.children if node.visits}
        found: list[tuple[Candidate, InformationNode | None]] = []
        for move in self.state.moves():
            node = known.get(move)
            found.append((Candidate(move, node.visits, node.values) if node else Candidate(move, 0, None), node))
        return sorted(found, key=lambda pair: self._order(*pair))

    def _order(self, item: Candidate, node: InformationNode | None) -> tuple[bool, float, float, int]:
        """The sort key: the highest score first; among equals the higher mean or more visits, then the first tried."""
        if node is None or item.values is None:
            return True, 0.0, 0.0, item.move
        value = item.values[self.state.turn]
        least = self.state.game.rules.payoff_bounds[0]
        score, second = {
            "visits": (item.visits, value),
            "mean": (value, item.visits),
            "total": ((value - least) * item.visits, value),
        }[self.options.choice]
        return False, -float(score), -float(second), node.number
