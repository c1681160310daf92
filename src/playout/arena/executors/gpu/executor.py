"""The executor for a GPU: it fills slots with matches, has them played, and returns those that have ended.

In every run some matches are played on the CPU, too, and have to be the same, move for move. Matches that a GPU cannot
play to their end (matches.py, ODD) are played on the CPU.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.uct.forest import Forest
from playout.arena.definition import Definition
from playout.arena.executors import Batch
from playout.arena.executors.gpu.matches import (
    EMPTY,
    ENDED,
    ODD,
    Ends,
    Fresh,
    Matches,
    begin_match,
    collect_match,
    match_type,
)
from playout.arena.executors.gpu.players import Players
from playout.arena.match import MatchRunner
from playout.arena.match_records import MatchRow, pack
from playout.arena.provenance import machine
from playout.arena.schedule import Seating
from playout.native import cuda
from playout.rules import OptionError, PlayoutError, RulesError

__all__ = ["GpuExecutor"]

MOST_SLOTS = 1 << 16
"""Matches at once: enough to keep a large GPU busy."""

SHARE = 0.8
"""Of the free memory that the slots may take."""

SECONDS = 0.05
"""That one round of the kernels should last."""

FIRST_STEPS = 256
"""Steps of the first round, by which the next ones are sized."""

CHECKED, EVERY = 2, 1000
"""Matches that are compared with the CPU's: the first ones, and then each of so many."""

MOST_CHECKED = 50


class GpuExecutor:
    """Plays matches on a GPU."""

    def __init__(self, *, slots: int | None = None, backend: str = "cuda") -> None:
        """slots: matches at once, by default as many as are useful and fit. backend: cpu is for tests."""
        if slots is not None and (isinstance(slots, bool) or not isinstance(slots, int) or slots < 1):
            raise OptionError(f"there has to be 1 match at once or more, not {slots!r}")
        self._slots = slots
        self._backend = backend
        self.checked = self.elsewhere = 0
        """Matches that were compared with the CPU's; that only the CPU could play."""
        self.seconds = 0.0
        """Seconds in which the GPU played."""
        self._kept: tuple[Definition, _Table] | None = None

    @property
    def note(self) -> str:
        """What the report says of how the matches were played."""
        if not self.checked:
            return ""
        where = "a GPU" if self._backend == "cuda" else "the CPU in a GPU's place"
        words = f"Played on {where}; {self.checked:,} matches were played on the CPU, too, and are the same."
        return words + (f" {self.elsewhere:,} others were played on the CPU alone." if self.elsewhere else "")

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[Batch]]:
        if self._backend == "cuda":
            cuda.device()
        table = self._table_for(definition, len(numbers))
        runner = MatchRunner(definition)
        where = f"{_device(self._backend)}, {machine()}"
        waiting = deque(numbers)
        first = set(numbers[:CHECKED])
        while waiting or table.is_playing:
            table.fill(waiting)
            begin = time.perf_counter()
            table.go_on()
            yield []  # while the GPU plays, what was found before is written down
            rows, odd = table.ended()
            self.seconds += time.perf_counter() - begin
            for row in rows:
                if row.number in first or (row.number % EVERY == 0 and self.checked < MOST_CHECKED):
                    self._compare(row, runner)
            batches = [Batch(where, rows)] if rows else []
            if odd:
                self.elsewhere += len(odd)
                batches.append(Batch(machine(), [runner.play(number) for number in odd]))
            yield batches

    def _table_for(self, definition: Definition, matches: int) -> _Table:
        """The slots of an earlier call for this tournament, or new ones."""
        wanted = min(self._slots or MOST_SLOTS, matches)
        if self._kept is None or self._kept[0] is not definition or self._kept[1].wanted < wanted:
            self._kept = None  # its memory is given back first
            self._kept = definition, _Table(definition, self._backend, wanted)
        self._kept[1].clear()
        return self._kept[1]

    def _compare(self, row: MatchRow, runner: MatchRunner) -> None:
        """Play a match on the CPU, too; raises RulesError if it is another one."""
        other = runner.play(row.number)
        self.checked += 1
        if (row.moves, row.payoffs, row.plies) != (other.moves, other.payoffs, other.plies):
            raise RulesError(
                f"match {row.number} is not the same on the GPU as on the CPU, so the GPU's matches are not to be "
                f"trusted: `playout check --backend cuda {runner.game.name}` shows where the rules differ"
            )


def _device(backend: str) -> str:
    if backend != "cuda":
        return "the CPU in a GPU's place"
    found = cuda.device()
    return f"{found.name}, CUDA {'.'.join(map(str, found.driver))}"


class _Table:
    """The slots, with the matches in them."""

    def __init__(self, definition: Definition, backend: str, wanted: int) -> None:
        """wanted: how many slots, if the memory has room for them."""
        self.definition = definition
        self.wanted = wanted
        self.game = definition.game
        self.rules = rules = self.game.rules
        self.schedule = definition.schedule
        self.memory = native.memory_of(backend)
        self.players = players = Players(definition, backend)
        self.kernels = players.bind()
        self._begin = native.batch(begin_match, rules, backend)
        self._collect = native.batch(collect_match, rules, backend)
        self.count = self._fitting(wanted)
        self.steps = FIRST_STEPS
        self._m = self._allocate(self.count)
        self._forest = self._plant(self.count)
        self._openings: dict[tuple[int, ...], NDArray[Any]] = {}
        self._seatings: list[Seating | None] = []
        self._empty: list[int] = []
        self.clear()

    def clear(self) -> None:
        """Empty all slots: the matches in them are dropped."""
        self._seatings = [None] * self.count
        self._empty = list(range(self.count))
        matches = np.zeros(self.count, match_type(self.game.seats))
        matches["status"] = EMPTY
        self.memory.write(self._m.matches, matches)

    def _fitting(self, wanted: int) -> int:
        """How many slots fit the memory."""
        rules, seats = self.rules, self.game.seats
        size = rules.dtype.itemsize + 8 * (rules.max_length + 1) + 1000
        if self.players.plan is not None:
            size += seats * self.players.plan.size(self.players.plan.capacity())
        count = min(wanted, int(self.memory.free() * SHARE) // size)
        if count < 1:
            raise PlayoutError(
                f"one match takes {size / 1e6:,.0f} MB, and {self.memory.free() / 1e6:,.0f} MB are free on the GPU: "
                "use fewer simulations, or the backend cpu"
            )
        return count

    def _allocate(self, count: int) -> Matches:
        rules, seats, memory = self.rules, self.game.seats, self.memory
        return Matches(
            matches=memory.zeros((count,), match_type(seats)),
            positions=memory.zeros((count,), rules.dtype),
            line=memory.zeros((count, rules.max_length + 1), np.int64),
            streams=memory.zeros((count, seats, 2), np.uint64),
            luck=memory.zeros((count, 2), np.uint64),
            payoffs=memory.zeros((count, rules.players), np.float64),
            groups=memory.to_device(self.players.group_of),
            searches=memory.to_device(self.players.search_of),
        )

    def _plant(self, count: int) -> Forest | None:
        plan = self.players.plan
        return None if plan is None else plan.allocate(count * self.game.seats, plan.capacity(), self.memory)

    @property
    def is_playing(self) -> bool:
        return len(self._empty) < self.count

    def fill(self, waiting: deque[int]) -> None:
        """Put matches into empty slots."""
        chosen = [self.schedule.seating(waiting.popleft()) for _ in range(min(len(waiting), len(self._empty)))]
        if not chosen:
            return
        slots = [self._empty.pop() for _ in chosen]
        for slot, seating in zip(slots, chosen, strict=True):
            self._seatings[slot] = seating
        lines = [self.definition.opening(seating) for seating in chosen]
        places = {line: place for place, line in enumerate(dict.fromkeys(lines))}
        has_luck = self.rules.has("chance")
        seeds = [self.schedule.agent_seeds(seating) for seating in chosen]
        fresh = Fresh(
            slots=np.array(slots, np.int64),
            agents=np.array([seating.agents for seating in chosen], np.int64),
            seeds=np.array(seeds, np.int64),
            luck=np.array([self.schedule.chance_seed(one) if has_luck else 0 for one in chosen], np.int64),
            openings=np.array([places[line] for line in lines], np.int64),
            positions=np.concatenate([self._after(line) for line in places]),
            lines=_rows(list(places)),
            lengths=np.array([len(line) for line in places], np.int64),
        )
        self._begin(len(slots), self._m, self.memory.to_device(fresh), self.rules.max_length)
        self._begin.check()

    def _after(self, line: tuple[int, ...]) -> NDArray[Any]:
        """The position after an opening."""
        if line not in self._openings:
            if len(self._openings) > 10_000:
                self._openings.clear()
            state = self.game.start()
            for move in line:
                state = state.play(move)
            self._openings[line] = state.position
        return self._openings[line]

    def go_on(self) -> None:
        """Have all matches played on; a GPU is not waited for."""
        for group, (kind, kernel) in enumerate(zip(self.players.groups, self.kernels, strict=True)):
            trees, most = self.players.more(kind, self._forest)
            kernel(self.count, self._m, *trees, group, self.steps, self.rules.max_length, *most)

    def ended(self) -> tuple[list[MatchRow], list[int]]:
        """Once that is done: the matches that have ended, and the numbers of those that only the CPU can play."""
        begin = time.perf_counter()
        for kernel in self.kernels:
            kernel.check()
        self._size_round(time.perf_counter() - begin)
        matches = self.memory.to_host(self._m.matches)
        slots = np.flatnonzero((matches["status"] == ENDED) | (matches["status"] == ODD))
        if not len(slots):
            return [], []
        longest = int(matches["plies"][slots].max())
        ends = Ends(
            self.memory.empty((len(slots), max(1, longest)), np.int64),
            self.memory.empty((len(slots), self.rules.players), np.float64),
        )
        self._collect(len(slots), self._m, self.memory.to_device(slots.astype(np.int64)), ends)
        self._collect.check()
        found = self.memory.to_host(ends)
        rows, odd = [], []
        for place, (slot, match) in enumerate(zip(slots.tolist(), matches[slots], strict=True)):
            seating = self._seatings[slot]
            assert seating is not None
            self._empty.append(slot)
            self._seatings[slot] = None
            if match["status"] == ODD:
                odd.append(seating.number)
            else:
                line = found.line[place, : match["plies"]].tolist()
                rows.append(self._row(seating, line, match["decided"].tolist(), found.payoffs[place].tolist()))
        return rows, odd

    def _row(self, seating: Seating, line: list[int], decided: list[int], payoffs: list[float]) -> MatchRow:
        """The record of a match. The time of a single move is not known, and stands as 0."""
        seats = self.game.seats
        opening = len(self.definition.opening(seating))
        zeros = (0.0,) * seats
        return MatchRow(
            seating.number,
            seating.agents,
            tuple(payoffs[:seats]),
            zeros,
            zeros,
            tuple(decided),
            -1,
            "",
            opening,
            pack(line),
            _no_times(len(line)),
        )

    def _size_round(self, seconds: float) -> None:
        """Make the next round last about SECONDS."""
        if seconds > 0:
            self.steps = max(1, min(int(self.steps * min(4.0, SECONDS / seconds)), 1 << 40))


@lru_cache(maxsize=4096)
def _no_times(count: int) -> bytes:
    return pack([0] * count)


def _rows(lines: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """Lines of different lengths as rows."""
    rows = np.zeros((len(lines), max(1, *map(len, lines))), np.int64)
    for place, line in enumerate(lines):
        rows[place, : len(line)] = line
    return rows
