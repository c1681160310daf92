"""A tree of UCT beside which alpha-beta works: it proves nodes that were visited often.

The search goes in rounds. The simulations of a round buy a number of alpha-beta's nodes. They are spent on unproven
nodes of the tree, first on those with the most visits for the cost of a proof at their depth so far (costs.py). A node
is in question again when its visits have doubled. The questions and their budgets depend on the simulations alone,
never on the clock.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from playout import native
from playout.algorithms.alphabeta.prover import Proof, Prover
from playout.algorithms.pauses import ANY
from playout.algorithms.saving import Contents, Kept
from playout.algorithms.tree.layout import ROOT
from playout.algorithms.uct.exact import kernel as kernel
from playout.algorithms.uct.exact.costs import Depths
from playout.algorithms.uct.final_move import ROUNDING
from playout.algorithms.uct.tree import Tree
from playout.algorithms.uct.tree_arrays import TreePlan
from playout.game import State

__all__ = ["BEGIN", "ExactTree"]

BEGIN = 1 << 15
"""Simulations before the first round. A smaller tree has no node that is visited often enough."""

ROUND = 1 << 13
"""Simulations of a round."""

BUDGET = 2.0
"""The budget of a node's first question, as a multiple of the typical cost of a proof at its depth. Each further
question about the node has twice the budget.
"""

FEWEST, LARGEST = 64, 1 / 8
"""The least budget of a question, in nodes, and the largest, as a share of all nodes that were paid."""

MOST_CREDIT = 1 << 40
"""The most nodes that a saved search has paid or owes."""

LEAST, SHARE = 50, 1 / 20000
"""A node is in question from LEAST visits on; in a large tree, from this SHARE of the root's visits on."""

AGAIN = 2
"""A node is asked about again when its visits have grown by this factor."""

QUESTION = 200
"""The overhead of a question, in nodes that take as long."""

PIECE = 20_000
"""The time to fill a piece of a larger table, in nodes that take as long."""

MOST_ROWS = 1 << 14
"""The most nodes of the tree that a round lists."""

TABLE = 34.0
"""The largest table, in megabytes; it takes at most a quarter of the memory of its tree."""

BESIDES, PER_BLOCK = 1.2, 1 / 32
"""BESIDES: megabytes of the list of nodes and of alpha-beta's stack. PER_BLOCK: the memory of the notes on a node, as a
share of its block's.
"""

NEVER = 1 << 62
"""Visits that no node has."""


class ExactTree(Tree):
    """A tree with a prover of its own."""

    def __init__(self, state: State, plan: TreePlan, rng: Any, price: int) -> None:
        """price: alpha-beta's nodes for each simulation."""
        self._price = price
        self._table = min(TABLE, plan.memory / 4)
        self._prover: Prover | None = None
        self._taken = 0
        """Steps of exact search, of all roots."""
        self._begin_anew()
        rest = (plan.memory - (self._table + BESIDES)) * (1 - PER_BLOCK)
        super().__init__(state, replace(plan, memory=rest), rng)

    def _begin_anew(self) -> None:
        """Reset what belongs to a root: the next simulation is the first from it."""
        self._done = 0
        """Simulations from this root."""
        self._next = BEGIN
        """Simulations after which the next round begins."""
        self._paid = BEGIN - ROUND
        """Simulations up to which nodes of alpha-beta were paid."""
        self._credit = 0
        """Nodes of alpha-beta that are paid and not yet used."""
        self._asked = np.zeros(0, np.int32)
        """By block: the visits of a node when it was last in question."""
        self._budgets: dict[int, int] = {}
        """By block: the budget of the last question about its node."""
        self._depths = Depths()
        self._earlier = 0 if self._prover is None else self._prover.nodes
        self._end_questions()

    def _end_questions(self) -> None:
        """No node is in question any more."""
        self._rows = np.zeros((0, kernel.COLUMNS), np.int64)
        self._queue: list[int] = []
        if self._prover is not None:
            self._prover.drop()

    @property
    def exact_nodes(self) -> int:
        return 0 if self._prover is None else self._prover.nodes - self._earlier

    @property
    def steps(self) -> int:
        return super().steps + self._taken

    def load(self) -> None:
        """Load or compile all that exact search needs, before the clock runs."""
        if self._prover is not None:
            return
        self._prover = Prover(self.state, memory=self._table, backend=self._binding["backend"])
        self._prover.prepare()
        self._allocate()
        arrays, rows, shown = self.kernel_arrays, self._rows[:1], self._shown
        self._call(kernel.list_nodes, arrays, self._asked, NEVER, AGAIN, rows)
        self._call(kernel.pose, arrays, self._states, shown, rows, kernel.NO_ROW, self._asked)
        self._call(kernel.write_proof, arrays, shown, kernel.NO_ROW, 0.0, -1, -1)

    def load_for(self, amount: int | None) -> None:
        if amount is None or self._done + amount > self._next:
            self.load()

    def simulate(self, count: int, steps: int = ANY) -> int:
        """Like `Tree.simulate`. Nodes in question come before the next simulation, so that the size of slices changes
        nothing.
        """
        done = 0
        while done < count and not self.is_proven:
            steps -= self._ask(steps)
            if steps <= 0 or self.is_proven:
                break
            part, before = min(count - done, self._next - self._done), self.pauses.steps
            worked = super().simulate(part, steps)
            done += worked
            self._done += worked
            if worked < part:
                break
            steps -= self.pauses.steps - before
            if self._done == self._next:
                self._begin_round()
        return done

    def _begin_round(self) -> None:
        """Pay for the round, and list the nodes that are in question."""
        self.load()
        self._credit = min(0, self._credit) + self._price * (self._done - self._paid)
        self._paid, self._next = self._done, self._done + ROUND
        self._allocate()
        least = max(LEAST, int(SHARE * int(self.blocks["visits"][ROOT])))
        count = int(self._call(kernel.list_nodes, self.kernel_arrays, self._asked, least, AGAIN, self._rows))
        rows = self._rows[:count]
        chosen = np.flatnonzero(rows[:, kernel.IN_QUESTION])
        if len(chosen):
            self._costs = self._depths.costs(int(rows[:, kernel.DEPTH].max()))
            worth = rows[chosen, kernel.VISITS] / self._costs.proof[rows[chosen, kernel.DEPTH]]
            # Among equals the deepest comes first: it is the last of the list, and the queue is taken from its end.
            chosen = chosen[np.argsort(worth, kind="stable")]
        self._queue = chosen.tolist()

    def _allocate(self) -> None:
        """Make the arrays of questions, also for blocks that were added (`widen`)."""
        if len(self._asked) != len(self.blocks):
            self._asked = np.zeros(len(self.blocks), np.int32)
        if not len(self._rows):
            self._rows = np.zeros((MOST_ROWS, kernel.COLUMNS), np.int64)

    def _ask(self, steps: int) -> int:
        """Ask about nodes in question, as far as they are paid, for about `steps` nodes; returns the steps used."""
        prover, taken = self._prover, 0
        while prover is not None and taken < steps and not self.is_proven:
            if prover.is_asked:
                nodes, proof = prover.advance(steps - taken)
                taken += nodes
                self._used += nodes
                if proof is not None:
                    self._write(proof)
                if prover.left == 0:
                    self._credit -= self._used
                    self._depths.note(self._depth, self._used, is_proven=proof is not None)
            elif self._queue and self._credit > 0 and not prover.grow():
                taken += PIECE
            elif self._queue and self._credit > 0:
                self._pose(self._queue.pop())
                taken += QUESTION
            else:
                self._queue = []
                break
        self._taken += taken
        return taken

    @property
    def _shown(self) -> Any:
        """The prover's positions as kernels take them."""
        assert self._prover is not None
        return native.view(self._prover.positions, self._binding["backend"])

    def _pose(self, row: int) -> None:
        """Put a node in question, unless it is below a proof by now."""
        assert self._prover is not None
        arrays = self.kernel_arrays
        self._depth = int(self._call(kernel.pose, arrays, self._states, self._shown, self._rows, row, self._asked))
        if self._depth == kernel.NO_ROW:
            return
        head = int(self._rows[row, kernel.BLOCK])
        seat = int(self.blocks["seat"][head])
        budget = max(FEWEST, int(BUDGET * self._costs.typical[self._depth]), 2 * self._budgets.get(head, 0))
        budget = min(budget, max(FEWEST, int(LARGEST * self._price * self._done)))
        self._budgets[head] = budget
        self._used = QUESTION
        self._prover.ask(seat, budget, hopeful=float(self.scratch["means"][0, seat]) >= 0.5)

    def _write(self, proof: Proof) -> None:
        """Write a proof into the tree."""
        least, most = self.rules.payoff_bounds
        share = (proof.payoff - least) / (most - least)
        plies = -1 if proof.plies is None else proof.plies
        self._call(kernel.write_proof, self.kernel_arrays, self._shown, self._depth, share, plies, proof.move)

    def trace(self, recorder: Any) -> None:
        """A trace shows the simulations, so nothing is in question any more."""
        super().trace(recorder)
        self._end_questions()
        self._next = NEVER

    def keep(self, state: State, moves: tuple[int, ...]) -> bool:
        self._begin_anew()
        if super().keep(state, moves) and self.is_proven and not self._knows_move:
            self._plant()
        return self.used > 1

    @property
    def _knows_move(self) -> bool:
        """Whether a move of the root is proven to be worth as much as the root: alpha-beta proves a node and its best
        child, and not the moves below that.
        """
        root, seat = self.root, self.state.turn
        least = root.mean(seat) - ROUNDING
        return any(child.proven and child.mean(seat) >= least for child in root.children if child.visits)

    def restart(self, state: State, rng: Any) -> None:
        self._begin_anew()
        if self._prover is not None:
            self._prover.forget()
        super().restart(state, rng)

    def complete_simulation(self) -> int:
        """Like `Tree.complete_simulation`; also gives up the nodes in question."""
        done = super().complete_simulation()
        self._end_questions()
        return done

    def contents(self) -> Contents:
        """The table and the costs are not saved. They are forgotten here too: the loaded search goes on alike."""
        self._asked, self._budgets, self._depths = np.zeros(0, np.int32), {}, Depths()
        if self._prover is not None:
            self._prover.forget()
        values, arrays = super().contents()
        return values | {"exact": [[self._done, self._next, self._paid, self._credit]]}, arrays

    def restore(self, kept: Kept, most_visits: int) -> None:
        super().restore(kept, most_visits)
        self._begin_anew()
        ((done, following, paid, credit),) = kept.rows("exact", 4)
        if not (0 <= done < following <= done + BEGIN and paid < following and abs(credit) <= MOST_CREDIT):
            raise ValueError("its rounds of exact search do not fit its simulations")
        self._done, self._next, self._paid, self._credit = done, following, paid, credit
