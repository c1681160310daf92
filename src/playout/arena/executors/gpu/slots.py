"""The slots of a GPU. Each holds a match, and gets a new one when its match has ended."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.uct.forest import TreeRows
from playout.arena.definition import Definition
from playout.arena.executors.gpu.matches import (
    CPU_ONLY,
    EMPTY,
    ENDED,
    Ends,
    Fresh,
    Matches,
    begin_match,
    collect_match,
    match_type,
)
from playout.arena.executors.gpu.players import GpuPlayers
from playout.arena.match_records import MatchRow, pack
from playout.arena.schedule import Seating
from playout.rules import PlayoutError

__all__ = ["Ended", "Slots"]

MEMORY_SHARE = 0.8
"""The share of the free memory that the slots may take."""

NODES_PER_SIMULATION = (32, 16, 8, 4)
"""The capacity of a tree in nodes per simulation of a move, the best choice first. A tree is kept from move to move and
grows with each search. If it outgrows its capacity, the match is played on the CPU, which takes far longer.
"""

ROUND_SECONDS = 0.05
"""The intended duration of a round of all kernels in seconds."""

FIRST_STEPS = 256
"""The steps per match in the first round. Its duration sets the steps of the next rounds."""

MAX_PREPARED = 1 << 14
"""The largest number of matches that are prepared while others are played."""

MAX_OPENINGS = 10_000
"""The largest number of cached positions after openings."""


@dataclass(frozen=True, slots=True)
class Start:
    """A match that is ready to begin."""

    seating: Seating
    line: tuple[int, ...]
    seeds: list[int]
    luck: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that has ended, or that only the CPU can finish."""

    seating: Seating
    opening: int
    """The number of plies of its opening."""
    needs_cpu: bool
    line: list[int]
    decided: list[int]
    payoffs: list[float]


class Slots:
    """The slots and their matches."""

    def __init__(self, definition: Definition, backend: str, wanted: int) -> None:
        """wanted: the number of slots, fewer if the memory is too small."""
        self.definition = definition
        self.wanted = wanted
        self.game = definition.game
        self.rules = rules = self.game.rules
        self.schedule = definition.schedule
        self.memory = native.memory_of(backend)
        self.players = GpuPlayers(definition, backend)
        self.kernels = self.players.bind()
        self._begin = native.batch(begin_match, rules, backend)
        self._collect = native.batch(collect_match, rules, backend)
        self._capacity, self.count = self._fitting(wanted)
        self.steps = FIRST_STEPS
        self.seconds = 0.0
        """The backend's own time so far, in seconds."""
        self._watch = self.memory.watch()
        self._m = self._allocate(self.count)
        self._forest = self._plant(self.count)
        self._settings = [self.players.settings(kind, self._forest, self.memory) for kind in self.players.groups]
        self._openings: dict[tuple[int, ...], NDArray[Any]] = {}
        self._ready: deque[Start] = deque()
        self._opening: tuple[int, tuple[int, ...]] = (-1, ())
        self._starts: list[Start | None] = []
        self._empty: list[int] = []
        self.clear()

    def clear(self) -> None:
        """Empty all slots and drop their matches."""
        self._ready.clear()
        self._starts = [None] * self.count
        self._empty = list(range(self.count))
        matches = np.zeros(self.count, match_type(self.game.seats))
        matches["status"] = EMPTY
        self.memory.write(self._m.matches, matches)

    def _fitting(self, wanted: int) -> tuple[int, int]:
        """The capacity of a tree in nodes, and the number of slots that fit the memory. Trees are as large as possible
        without losing slots.
        """
        rules, plan = self.rules, self.players.plan
        free = int(self.memory.free() * MEMORY_SHARE)
        base = rules.dtype.itemsize + 8 * (rules.max_length + 1) + 1000
        capacity, size = 0, base
        for nodes_per_simulation in NODES_PER_SIMULATION if plan is not None else ():
            assert plan is not None
            capacity = plan.capacity(nodes_per_simulation)
            size = base + self.game.seats * plan.size(capacity)
            if size * wanted <= free:
                break
        count = min(wanted, free // size)
        if count < 1:
            raise PlayoutError(
                f"one match takes {size / 1e6:,.0f} MB, and {free / MEMORY_SHARE / 1e6:,.0f} MB are free on the GPU: "
                "use fewer simulations, or the backend cpu"
            )
        return capacity, count

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

    def _plant(self, count: int) -> TreeRows | None:
        plan = self.players.plan
        return None if plan is None else plan.allocate(count * self.game.seats, self._capacity, self.memory)

    @property
    def is_playing(self) -> bool:
        return len(self._empty) < self.count or bool(self._ready)

    def prepare(self, waiting: deque[int]) -> None:
        """Prepare matches for slots that become empty."""
        while waiting and len(self._ready) < min(MAX_PREPARED, self.count):
            self._ready.append(self._start(waiting.popleft()))

    def _start(self, number: int) -> Start:
        schedule = self.schedule
        seating = schedule.seating(number)
        luck = schedule.chance_seed(seating) if self.rules.has("chance") else 0
        return Start(seating, self._opening_of(seating), schedule.agent_seeds(seating), luck)

    def _opening_of(self, seating: Seating) -> tuple[int, ...]:
        """The opening moves of a match. Those of the last round are cached."""
        line = self.schedule.opening(seating)
        if line is None and self._opening[0] != seating.round:
            self._opening = seating.round, self.definition.opening(seating)
        return self._opening[1] if line is None else line

    def fill(self, waiting: deque[int]) -> None:
        """Begin matches in empty slots."""
        count = min(len(self._empty), len(self._ready) + len(waiting))
        if not count:
            return
        chosen = [self._ready.popleft() if self._ready else self._start(waiting.popleft()) for _ in range(count)]
        slots = [self._empty.pop() for _ in chosen]
        for slot, start in zip(slots, chosen, strict=True):
            self._starts[slot] = start
        openings = {line: index for index, line in enumerate(dict.fromkeys(start.line for start in chosen))}
        fresh = Fresh(
            slots=np.array(slots, np.int64),
            agents=np.array([start.seating.agents for start in chosen], np.int64),
            seeds=np.array([start.seeds for start in chosen], np.int64),
            luck=np.array([start.luck for start in chosen], np.int64),
            openings=np.array([openings[start.line] for start in chosen], np.int64),
            positions=np.concatenate([self._after(line) for line in openings]),
            lines=_rows(list(openings)),
            lengths=np.array([len(line) for line in openings], np.int64),
        )
        self._begin(len(slots), self._m, self.memory.to_device(fresh), self.rules.max_length)
        self._begin.check()

    def _after(self, line: tuple[int, ...]) -> NDArray[Any]:
        """The position after an opening."""
        if line not in self._openings:
            if len(self._openings) >= MAX_OPENINGS:
                self._openings.clear()
            state = self.game.start()
            for move in line:
                state = state.play(move)
            self._openings[line] = state.position
        return self._openings[line]

    def start_round(self) -> None:
        """Start a round of all kernels. Does not wait for a GPU."""
        self._launch(0)  # loads or compiles the kernels, which is not measured
        self._watch.begin()
        self._launch(self.count)
        self._watch.end()

    def _launch(self, count: int) -> None:
        for group, (kernel, (more, last)) in enumerate(zip(self.kernels, self._settings, strict=True)):
            kernel(count, self._m, *more, group, self.steps, self.rules.max_length, *last)

    def collect(self) -> list[Ended]:
        """Wait for the round. Returns the matches that have ended, and empties their slots."""
        for kernel in self.kernels:
            kernel.check()
        taken = self._watch.seconds()
        self.seconds += taken
        self.steps = max(1, min(int(self.steps * min(4.0, ROUND_SECONDS / max(taken, 1e-6))), 1 << 40))
        matches = self.memory.to_host(self._m.matches)
        slots = np.flatnonzero((matches["status"] == ENDED) | (matches["status"] == CPU_ONLY))
        if not len(slots):
            return []
        found = matches[slots]
        ends = Ends(
            self.memory.empty((len(slots), max(1, int(found["plies"].max()))), np.int64),
            self.memory.empty((len(slots), self.rules.players), np.float64),
        )
        self._collect(len(slots), self._m, self.memory.to_device(slots.astype(np.int64)), ends)
        self._collect.check()
        ends = self.memory.to_host(ends)
        columns = ((found["status"] == CPU_ONLY), found["plies"], found["decided"], ends.line, ends.payoffs)
        ended = []
        for slot, needs_cpu, plies, decided, line, payoffs in zip(
            slots.tolist(), *(column.tolist() for column in columns), strict=True
        ):
            start = self._starts[slot]
            assert start is not None
            ended.append(Ended(start.seating, len(start.line), needs_cpu, line[:plies], decided, payoffs))
            self._starts[slot] = None
            self._empty.append(slot)
        return ended

    def row(self, match: Ended) -> MatchRow:
        """The record of a match. The times of single moves are not known and are written as 0."""
        seats = self.game.seats
        zeros = (0.0,) * seats
        return MatchRow(
            match.seating.number,
            match.seating.agents,
            tuple(match.payoffs[:seats]),
            zeros,
            zeros,
            tuple(match.decided),
            -1,
            "",
            match.opening,
            pack(match.line),
            _no_times(len(match.line)),
        )


@lru_cache(maxsize=4096)
def _no_times(count: int) -> bytes:
    return pack([0] * count)


def _rows(lines: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """Lines of different lengths as the rows of one array, filled with 0."""
    rows = np.zeros((len(lines), max(1, *map(len, lines))), np.int64)
    for row, line in enumerate(lines):
        rows[row, : len(line)] = line
    return rows
