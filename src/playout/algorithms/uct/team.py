"""Several trees that grow together, in threads: who grows how much, and when they tell each other what they have found.

A tree writes its message number k after a fixed number of simulations, and reads the messages number k - 1 of the
others then. So no thread waits for another one, unless that is a whole message behind, and the result is a function of
the seed and the number of simulations, whatever the slices and the clock.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

from numpy.typing import NDArray

from playout.algorithms.pauses import ANY
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept
from playout.algorithms.uct.exchange import MOST_ENTRIES, message_type
from playout.algorithms.uct.tree import Tree

__all__ = ["NEVER", "Team"]

FIRST = 16
"""The simulations of each tree between two of its messages, at least."""

GROWTH, LEAST_GROWTH = 32, 8
"""The next message comes when the root's visits have grown by one part in GROWTH / trees, or in LEAST_GROWTH. With
more trees each one writes fewer messages, so that reading them all takes about the same time.
"""

LEAST, FRACTION = 4, 1024
"""A message has the nodes with LEAST new visits, or in a large tree one part in FRACTION of the root's visits."""

NEVER = ANY
"""A number of simulations that no tree has."""

PATIENCE, NAP = 100, 0.0001
"""How often a thread that waits only lets others go first, and how many seconds it sleeps at a time after that."""


class Team:
    """Trees that grow in `threads` threads. If they are of one position, they exchange what they find."""

    def __init__(self, trees: list[Tree], threads: int, exchanges: bool) -> None:
        self.trees = trees
        self._threads = threads
        self._exchanges = exchanges
        self._messages: list[dict[int, NDArray[Any]]] = [{} for _ in trees]
        """The last two messages of each tree, by number."""
        self._next_at = [NEVER] * len(trees)
        """The simulations of each tree at its next message."""
        self._written = [0] * len(trees)
        """How many messages each tree has written."""
        self._begun_at = 0
        """The simulations of each tree at `begin`."""
        self._others = 0
        """The visits of the roots at `begin`, less the simulations of the trees."""
        self._growing: set[int] = set()
        """The trees that a thread is growing now."""
        if exchanges:  # compile the kernels now
            for tree in trees:
                tree.receive(tree.collect(NEVER)[:0])
        self.begin()

    def begin(self) -> None:
        """All trees are empty, or continue from another position."""
        if not self._exchanges:
            return
        count = len(self.trees)
        self._messages, self._written = [{} for _ in self.trees], [0] * count
        if any(tree.root.visits == 0 for tree in self.trees):
            self._begin_from_one()
        self._begun_at = max(tree.simulations for tree in self.trees)
        self._others = self.visits - count * self._begun_at
        self._next_at = [self._after(self._begun_at)] * count

    def _begin_from_one(self) -> None:
        """Some tree lacks the position: the tree that knows most of it tells the others, which begin anew."""
        first = max(self.trees, key=lambda tree: (tree.is_proven, tree.root.visits))
        if first.root.visits == 0:
            return
        first.own_all()
        message = first.collect(self._least(0))
        for tree in self.trees:
            if tree is not first:
                tree.begin_anew()
                tree.receive(message)

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
        if steps < ANY:
            amount = min(amount, max(1, steps * self.simulations // max(1, self.steps)))
        parts = [
            (index, share, steps if steps == ANY else max(1, steps * share // amount))
            for index, share in enumerate(self._shares(amount))
            if share > 0
        ]
        self._growing = {index for index, _, _ in parts}
        count = min(self._threads, len(parts))
        # One thread does its part here; the others are kept waiting between slices, since starting them takes long.
        with _helpers(count - 1) as submit:
            others = [submit(self._grow, parts[k::count]) for k in range(1, count)]
            try:
                done = self._grow(parts[::count])
            finally:
                wait(others)
        return done + sum(other.result() for other in others)

    def _shares(self, amount: int) -> list[int]:
        """How many simulations each tree gets of `amount`: in the end each has as many as the others, whatever the
        slices; one that was interrupted makes up for it.
        """
        count, left, shares = len(self.trees), amount, []
        total = amount + self.simulations
        for index, tree in enumerate(self.trees):
            wanted = total // count + (index < total % count) - tree.simulations
            shares.append(min(left, max(0, wanted)))
            left -= shares[-1]
        return shares

    def _grow(self, parts: list[tuple[int, int, int]]) -> int:
        """Grow trees one after the other, each by its share and steps; returns the number of simulations done."""
        done = 0
        try:
            for index, share, steps in parts:
                done += self._grow_one(index, share, steps)
                self._growing.discard(index)
        finally:
            self._growing.difference_update(index for index, _, _ in parts)
        return done

    def _grow_one(self, index: int, share: int, steps: int) -> int:
        tree = self.trees[index]
        begin, done = tree.pauses.steps, 0
        while done < share:
            if tree.simulations == self._next_at[index] and not self._exchange(index):
                break
            left = steps if steps == ANY else steps - (tree.pauses.steps - begin)
            if left <= 0:
                break
            part = min(share - done, self._next_at[index] - tree.simulations)
            grown = tree.simulate(part, left)
            done += grown
            if grown < part:  # the steps are used up, or there is nothing more to do
                break
        return done

    def _exchange(self, index: int) -> bool:
        """Read the messages of the others, and write the next one. False if one of the others has not written yet, and
        does not grow any more.
        """
        tree, at, number = self.trees[index], self._next_at[index], self._written[index] + 1
        found = []
        for other in range(len(self.trees)):
            if other != index and number > 1:
                message = self._wait_for(other, number - 1)
                if message is None:
                    return False
                found.append(message)
        own = self._messages[index]
        own[number] = tree.collect(self._least(at))
        own.pop(number - 2, None)  # all others have read it
        for message in found:
            tree.receive(message)
        self._written[index], self._next_at[index] = number, self._after(at)
        return True

    def _wait_for(self, other: int, number: int) -> NDArray[Any] | None:
        """A message of another tree, or None if its thread has ended without it."""
        waited = 0
        while (message := self._messages[other].get(number)) is None:
            if other not in self._growing:
                return self._messages[other].get(number)
            time.sleep(0 if waited < PATIENCE else NAP)
            waited += 1
        return message

    def _visits_at(self, simulations: int) -> int:
        """The visits of the roots when each tree has this many simulations."""
        return self._others + len(self.trees) * simulations

    def _after(self, simulations: int) -> int:
        """The simulations of each tree at the message after the one at `simulations`."""
        count = len(self.trees)
        parts = max(LEAST_GROWTH, GROWTH // count)
        return simulations + max(FIRST, self._visits_at(simulations) // (parts * count))

    def _least(self, simulations: int) -> int:
        """The new visits of a node that is told when each tree has this many simulations."""
        return max(LEAST, self._visits_at(simulations) // FRACTION)

    def deliver(self) -> None:
        """Have every tree read all messages that it has not read yet."""
        for index, tree in enumerate(self.trees):
            for other, messages in enumerate(self._messages):
                for number in sorted(messages):
                    if other != index and number >= self._written[index]:
                        tree.receive(messages[number])
        self._messages, self._written = [{} for _ in self.trees], [0] * len(self.trees)

    def contents(self) -> Contents:
        """What was written and not read by all, for a saved search; nothing if nothing is exchanged."""
        if not self._exchanges:
            return {}, {}
        rows = [(i, number, len(part)) for i, own in enumerate(self._messages) for number, part in own.items()]
        values = {"others": self._others, "begun_at": self._begun_at, "written": [tuple(self._written)]}
        arrays = {f"{i}.{number}": part for i, own in enumerate(self._messages) for number, part in own.items()}
        return values | {"messages": rows}, arrays

    def restore(self, kept: Kept) -> None:
        """Take the contents of a saved team, whose trees are restored already; all of it is checked."""
        if not self._exchanges:
            return
        count = len(self.trees)
        self._begun_at = kept.number("begun_at", 0, max(tree.simulations for tree in self.trees))
        self._others = kept.number("others", -count * self._begun_at, MOST_SIMULATIONS)
        (written,) = kept.rows("written", count)
        lengths = {(i, number): length for i, number, length in kept.rows("messages", 3)}
        expected = {(i, number) for i, last in enumerate(written) for number in (last - 1, last) if number > 0}
        if min(written) < 0 or max(written) - min(written) > 1 or lengths.keys() != expected:
            raise ValueError("its trees have written other messages than they should have")
        self._written = list(written)
        for index, (tree, last) in enumerate(zip(self.trees, written, strict=True)):
            before, at = 0, self._after(self._begun_at)
            for _ in range(last):
                before, at = at, self._after(at)
                if before > tree.simulations:
                    break
            if not before <= tree.simulations <= at:
                raise ValueError("a tree has other simulations than its messages say")
            self._next_at[index] = at
        for (i, number), length in lengths.items():
            if not 0 < length <= MOST_ENTRIES:
                raise ValueError("a message is not of the size that it should have")
            message = kept.array(f"{i}.{number}", message_type(self.trees[i].stored), (length,))
            self.trees[i].check_message(message)
            self._messages[i][number] = message


@contextmanager
def _helpers(count: int) -> Iterator[Callable[..., Future[int]]]:
    """`submit` of a pool with `count` threads, which nobody else uses meanwhile: they wait for each other."""
    idle = _IDLE[count]
    pool = idle.pop() if idle else ThreadPoolExecutor(max(1, count), thread_name_prefix="playout")
    try:
        yield pool.submit
    finally:
        idle.append(pool)


_IDLE: defaultdict[int, list[ThreadPoolExecutor]] = defaultdict(list)
"""Pools that wait for work, by their number of threads."""
