"""The action sequences of a seat's turn as arms: how they are grown, read, saved and continued."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout import native
from playout.algorithms import sequences_kernel as kernel
from playout.algorithms.limits import places
from playout.algorithms.results import Candidate
from playout.game import State

__all__ = ["Sequences"]


class Sequences:
    """The arms of one position: arrays that kernels fill."""

    def __init__(
        self, state: State, settings: dict[str, float], binding: dict[str, Any], rng: Any, most: int, memory: float
    ) -> None:
        """settings: fields of `room_type`; binding: what `native.bind` is told; most: arms; memory: megabytes."""
        rules = state.game.rules
        fewest, positions = len(state.moves()), 3 + 2 * int(settings["guesses"])
        room = kernel.room_type(rules.max_moves, rules.players)
        besides = room.itemsize + positions * rules.dtype.itemsize
        # An arm's line, seven numbers, a sum for each seat, and at most eight entries of the table of positions.
        size = 4 * kernel.LONGEST + 8 * (7 + rules.players + 8)
        fitting = places(memory, size, besides=besides, name=f"ucb over sequences for {rules.name}", fewest=fewest)
        capacity = min(max(most, fewest), fitting)
        self.state = state
        self._rules = rules
        self._binding = binding
        self.room = np.zeros(1, room)
        for name, value in (settings | {"capacity": capacity, "longest": rules.max_length}).items():
            self.room[name] = value
        self._lines = np.zeros((capacity, kernel.LONGEST), np.int32)
        self._lengths, self._opens, self._visits, self._spent, queue = np.zeros((5, capacity), np.int64)
        self._sums = np.zeros((capacity, rules.players))
        means, widths = np.zeros((2, capacity))
        table = np.zeros(1 << (4 * capacity - 1).bit_length(), np.uint64)
        arms = (self._lines, self._lengths, self._opens, self._visits, self._spent, means, widths)
        self._arms = (*arms, self._sums, queue, table)
        self._rng = rng
        self._positions = rules.allocate(positions)
        for i in range(len(self._positions) if rules.is_object else 1):
            rules.copy(self._positions, i, state._position, 0)
        self._call(kernel.start_arms, self._states, self._rooms, self._arms, self._rng)

    def _call(self, function: Any, *arguments: Any) -> Any:
        return native.bind(function, self._rules, **self._binding)(*arguments)

    @property
    def _states(self) -> Any:
        return native.view(self._positions, self._binding["backend"])

    @property
    def _rooms(self) -> Any:
        return native.view(self.room, self._binding["backend"])

    def simulate(self, count: int) -> int:
        """So many simulations; returns how many were done."""
        return int(self._call(kernel.sample_arms, self._states, self._rooms, self._arms, self._rng, count))

    @property
    def used(self) -> int:
        """Arms."""
        return int(self.room["used"][0])

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """The sequences, in no order."""
        rows = zip(self._lines[: self.used].tolist(), self._lengths[: self.used].tolist(), strict=True)
        return [tuple(row[:length]) for row, length in rows]

    @property
    def opens(self) -> list[bool]:
        """Which of them could go on."""
        return [bool(is_open) for is_open in self._opens[: self.used].tolist()]

    def best(self, choice: str) -> list[Candidate]:
        """For every first move its best sequence, the best first, with the simulations of all that begin so."""
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

    def __getstate__(self) -> dict[str, Any]:
        whole = self.__dict__.copy()
        del whole["_rules"]
        return whole

    def __setstate__(self, whole: dict[str, Any]) -> None:
        self.__dict__.update(whole)
        self._rules = self.state.game.rules
