"""The action sequences of a seat's turn as arms: how they are grown, read, saved and continued."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.flat import sequences_kernel as kernel
from playout.algorithms.flat.sequences_opening import LONGEST_SEQUENCE
from playout.algorithms.kernel_arrays import KernelArrays
from playout.algorithms.memory import capacity_within
from playout.algorithms.pauses import ANY
from playout.algorithms.results import Candidate
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept, refuse_large
from playout.game import State

__all__ = ["Sequences"]

COUNTERS = ("used", "total", "opened", "merged", "known", "head", "tail")
ARMS = ("lines", "lengths", "opens", "visits", "spent", "means", "widths", "sums")
"""The arrays that have a row for each arm, in the order in which kernels take them."""


class Sequences(KernelArrays):
    """The arms of one position: arrays that kernels fill."""

    def __init__(
        self, state: State, settings: dict[str, float], binding: dict[str, Any], rng: Any, most: int, memory: float
    ) -> None:
        """settings: fields of `workspace_type`; binding: arguments of `native.bind`; most: arms; memory: megabytes."""
        rules = state.game.rules
        fewest, positions = len(state.moves()), 3 + 2 * int(settings["guesses"])
        workspace = kernel.workspace_type(rules.max_moves, rules.players)
        besides = workspace.itemsize + positions * rules.dtype.itemsize
        # An arm's line, seven numbers, a sum for each seat, and at most eight entries of the table of positions.
        size = 4 * LONGEST_SEQUENCE + 8 * (7 + rules.players + 8)
        fitting = capacity_within(
            memory, size, besides=besides, name=f"ucb over sequences for {rules.name}", fewest=fewest
        )
        capacity = min(max(most, fewest), fitting)
        self.state = state
        self.rules = rules
        self._binding = binding
        self._fill_workspace(workspace, settings | {"capacity": capacity, "longest": rules.max_length})
        self._lines = np.zeros((capacity, LONGEST_SEQUENCE), np.int32)
        self._lengths, self._opens, self._visits, self._spent, queue = np.zeros((5, capacity), np.int64)
        self._sums = np.zeros((capacity, rules.players))
        means, widths = np.zeros((2, capacity))
        table = np.zeros(1 << (4 * capacity - 1).bit_length(), np.uint64)
        arms = (self._lines, self._lengths, self._opens, self._visits, self._spent, means, widths)
        self._arms: tuple[Any, ...] = (*arms, self._sums, queue, table)
        self._rng = rng
        self._positions = rules.allocate(positions)
        for i in range(len(self._positions) if rules.is_object else 1):
            rules.copy(self._positions, i, state.position, 0)
        self.workspace["used"] = self.workspace["opening"] = 1  # the empty sequence is opened first

    def simulate(self, count: int, steps: int = ANY) -> int:
        self.pauses.allow(steps)
        arrays = (self._states, self._workspaces, self._arms, self._rng)
        return self._checked(int(self._call(kernel.sample_arms, *arrays, count)))

    def complete_simulation(self) -> int:
        """End the simulation under way. If it still opens all arms, ends only the current arm, and returns 0."""
        if self.pauses.paused != kernel.GROWING or self.workspace["open_after"][0] > 0:
            return super().complete_simulation()
        self._start()
        self.pauses.drop()
        return 0

    def _start(self) -> None:
        """Open an arm for each first move, or finish an opening that was begun."""
        self.pauses.allow(ANY)
        self._call(kernel.start_arms, self._states, self._workspaces, self._arms, self._rng)

    @property
    def used(self) -> int:
        """The number of arms."""
        return int(self.workspace["used"][0])

    @property
    def memory(self) -> int:
        """Bytes in use, for the rows of its arms and the table of positions."""
        *rows, table = self._arms
        return int(self.used * sum(array.nbytes // len(array) for array in rows) + table.nbytes)

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """The sequences, in no order."""
        rows = zip(self._lines[: self.used].tolist(), self._lengths[: self.used].tolist(), strict=True)
        return [tuple(row[:length]) for row, length in rows]

    @property
    def opens(self) -> list[bool]:
        """For each sequence, whether it could continue."""
        return [bool(is_open) for is_open in self._opens[: self.used].tolist()]

    def best(self, choice: str) -> list[Candidate]:
        """The best sequence for each first move, best first, with the simulations of all that begin with the move."""
        seat, seats = self.state.turn, self.state.game.seats
        used = self.used
        visits, totals, firsts = self._visits[:used], self._sums[:used], self._lines[:used, 0]
        means = totals[:, seat] / np.maximum(1, visits)
        score = np.where(visits > 0, means if choice == "mean" else visits + 0.0, -np.inf)
        found = []
        for move in self.state.moves():
            spent = int((visits + self._spent[:used])[firsts == move].sum())
            arms = np.flatnonzero((firsts == move) & (visits > 0))
            if not len(arms):
                found.append((Candidate(move, spent, None, line=(move,)), -np.inf))
                continue
            arm = int(arms[np.lexsort((-means[arms], -score[arms]))[0]])
            values = tuple((totals[arm, :seats] / visits[arm]).tolist())
            line = tuple(self._lines[arm, : int(self._lengths[arm])].tolist())
            found.append((Candidate(move, spent, values, line=line), float(score[arm])))
        return [item for item, _ in sorted(found, key=lambda pair: -pair[1])]

    # Saved and loaded

    def contents(self) -> Contents:
        """The used part of the arrays and the counters, for a saved search."""
        refuse_large(int(self.workspace["total"][0]))
        self._start()
        values = {name: int(self.workspace[name][0]) for name in COUNTERS}
        used = self.used
        arrays = {name: array[:used] for name, array in zip(ARMS, self._arms, strict=False)}
        return values, arrays | {"queue": self._arms[-2], "table": self._arms[-1], "rng": self._rng}

    def restore(self, kept: Kept) -> None:
        """Restore saved sequences of the same position and options, after a check."""
        self._start()  # its guesses are not in the file
        capacity, queue, table = len(self._lengths), *self._arms[-2:]
        used = kept.number("used", 1, capacity)
        for name in COUNTERS:
            self.workspace[name] = kept.number(name, 0, MOST_SIMULATIONS)
        for name, array in zip(ARMS, self._arms, strict=False):
            array[:used] = kept.array(name, array.dtype, (used, *array.shape[1:]))
        queue[:] = kept.array("queue", queue.dtype, queue.shape)
        table[:] = kept.array("table", table.dtype, table.shape)
        self._rng[:] = kept.array("rng", self._rng.dtype, self._rng.shape)
        head, tail, known = (int(self.workspace[name][0]) for name in ("head", "tail", "known"))
        last = len(table) - 1
        if not head <= tail <= head + capacity or any(not 0 <= queue[i % capacity] < used for i in range(head, tail)):
            raise ValueError("the queue holds arms that do not exist")
        if np.count_nonzero(table) != known or known > last - last // 4:
            raise ValueError("the table of positions is too full")
        visits, spent = self._visits[:used], self._spent[:used]
        if min(visits.min(), spent.min()) < 0 or max(visits.max(), spent.max()) > MOST_SIMULATIONS:
            raise ValueError("an arm has a negative number of visits, or too many")
        self._check_lines()

    def _check_lines(self) -> None:
        """Check that every line can be played under the first guess, and a line that may be opened under each guess."""
        lengths = self._lengths[: self.used]
        if lengths.min() < 1 or lengths.max() > LONGEST_SEQUENCE:
            raise ValueError("a sequence is too long")
        for index in range(int(self.workspace["guesses"][0])):
            position = self.rules.allocate(1)
            self.rules.copy(position, 0, self._positions, 3 + index)
            known: dict[tuple[int, ...], State] = {(): State(self.state.game, position)}
            for line, is_open in zip(self.lines, self.opens, strict=True):
                for i in range(len(line) if is_open or index == 0 else 0):
                    if line[: i + 1] not in known:
                        before = known[line[:i]]
                        if before.turn != self.state.turn:
                            raise ValueError("a sequence goes on after the seat's turn")
                        known[line[: i + 1]] = before.play(line[i])
