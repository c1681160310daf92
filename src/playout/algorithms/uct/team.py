"""Several trees that grow together, in threads: the share of each in the work, and the exchanges between them.

Exchanges come at fixed numbers of simulations, whatever the slices and the clock. So the result is a function of the
seed and the number of simulations.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from functools import lru_cache

from playout.algorithms.pauses import ANY
from playout.algorithms.uct.exchange import new_stack
from playout.algorithms.uct.tree import Tree

__all__ = ["NEVER", "Team"]

FIRST = 16
"""The least simulations of each tree between two exchanges."""

GROWTH, LEAST_GROWTH = 32, 8
"""The next exchange comes when the root's visits have grown by the share trees / GROWTH, at most 1 / LEAST_GROWTH. An
exchange takes longer with more trees, so all exchanges together take about the same time.
"""

LEAST, FRACTION = 4, 1024
"""A node is exchanged if two trees together have LEAST new visits of it; in a large tree, trees / FRACTION of the
root's visits.
"""

NEVER = ANY
"""A number of simulations that no tree has."""


class Team:
    """Trees that grow in `threads` threads. If they are of one position, they exchange what they find."""

    def __init__(self, trees: list[Tree], threads: int, has_common: bool) -> None:
        self.trees = trees
        self._threads = threads
        self._has_common = has_common
        self._stack = new_stack(trees[0].rules.max_length)
        self.exchange_at = NEVER
        """The simulations of each tree at the next exchange."""
        if has_common:
            for tree in trees[1:]:
                tree.exchange(trees[0], self._stack, NEVER)  # changes nothing; compiles the kernel now
        self.begin()

    def begin(self) -> None:
        """Prepare trees that are empty, or that continue from another position."""
        if not self._has_common:
            return
        first, others = self.trees[0], self.trees[1:]
        if first.own_visits == 0:
            # The first tree did not contain the position. One of the trees that have counts in common with it takes
            # them as its own; the others, whose counts are mostly the same, begin anew.
            known = [tree for tree in others if tree.own_visits < tree.root.visits]
            heir = max(known, key=lambda tree: (tree.is_proven, tree.root.visits), default=first)
            for tree in known:
                if tree is heir:
                    tree.forget_common()
                else:
                    tree.begin_anew()
        for tree in others:
            if tree.used == 1:
                tree.try_moves_like(first)
        self._plan()

    @property
    def simulations(self) -> int:
        return sum(tree.simulations for tree in self.trees)

    @property
    def steps(self) -> int:
        return sum([tree.pauses.steps for tree in self.trees])

    @property
    def visits(self) -> int:
        """Visits of the roots."""
        return sum(tree.own_visits for tree in self.trees)

    def advance(self, amount: int, steps: int) -> int:
        """Grow the trees by `amount` simulations, or fewer once about `steps` steps are used up; returns how many."""
        begin, done = self.steps, 0
        while done < amount:
            left = steps if steps == ANY else steps - (self.steps - begin)
            if left <= 0:
                break
            part = min(amount - done, self.exchange_at * len(self.trees) - self.simulations)
            grown = self._grow(part, left)
            done += grown
            if grown < part:  # the steps are used up, or there is nothing more to do
                break
            if self.simulations == self.exchange_at * len(self.trees):
                self._exchange()
        return done

    def _grow(self, amount: int, steps: int) -> int:
        if steps < ANY:
            amount = min(amount, max(1, steps * self.simulations // max(1, self.steps)))
        shares = zip(self.trees, self._shares(amount), strict=True)
        parts = [(tree, share, max(1, steps * share // amount)) for tree, share in shares if share > 0]
        # One thread does its part here; the others are kept waiting between slices, since starting them takes long.
        count = self._threads
        others = [_helpers(count - 1).submit(_grow, parts[k::count]) for k in range(1, min(count, len(parts)))]
        try:
            done = _grow(parts[::count])
        finally:
            wait(others)
        return done + sum(other.result() for other in others)

    def _shares(self, amount: int) -> list[int]:
        """The simulations of each tree, `amount` in all. In the end all trees have the same number, whatever the
        slices: a tree that was interrupted makes up for it.
        """
        count, left, shares = len(self.trees), amount, []
        total = amount + self.simulations
        for index, tree in enumerate(self.trees):
            wanted = total // count + (index < total % count) - tree.simulations
            shares.append(min(left, max(0, wanted)))
            left -= shares[-1]
        return shares

    def _exchange(self) -> None:
        """Each tree gets the counts and proofs of all others."""
        if any(tree.is_wide for tree in self.trees):  # a kernel takes blocks of one type
            for tree in self.trees:
                if not tree.is_wide:
                    tree.widen()
        first, others = self.trees[0], self.trees[1:]
        least = max(LEAST, self.visits * len(self.trees) // FRACTION)
        for tree in others + others[:-1]:  # the first tree gets what the last one has before the others ask again
            tree.exchange(first, self._stack, least)
        self._plan()

    def _plan(self) -> None:
        """Set the next exchange."""
        count = len(self.trees)
        done = max(tree.simulations for tree in self.trees)
        parts = max(LEAST_GROWTH, GROWTH // count)
        self.exchange_at = done + max(FIRST, self.visits // (parts * count))


def _grow(parts: list[tuple[Tree, int, int]]) -> int:
    """Grow trees one after the other, each by its share of simulations and steps; returns the simulations done."""
    return sum(tree.simulate(share, steps) for tree, share, steps in parts)


@lru_cache(maxsize=8)
def _helpers(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="playout")
