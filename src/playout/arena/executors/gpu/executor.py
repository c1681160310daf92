"""The executor for a GPU: it fills slots with matches, plays them, and returns finished ones.

In every run some matches are also played on the CPU and have to be the same, move for move. Matches that the GPU cannot
finish (matches.py, CPU_ONLY) are played on the CPU.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from playout.arena.definition import Definition
from playout.arena.executors import MatchBatch
from playout.arena.executors.gpu.slots import Ended, Slots
from playout.arena.match import MatchRunner
from playout.arena.match_records import MatchRow
from playout.arena.provenance import machine
from playout.native import cuda
from playout.rules import OptionError, RulesError

__all__ = ["GpuExecutor"]

MAX_SLOTS = 1 << 16
"""The largest number of matches at once: enough to keep a large GPU busy."""

FIRST_CHECKED, CHECK_EVERY = 2, 1000
"""The first FIRST_CHECKED matches, and then every CHECK_EVERY-th one, are compared with the CPU's."""

MAX_CHECKED = 50


class GpuExecutor:
    """Plays matches on a GPU."""

    def __init__(self, *, slots: int | None = None, backend: str = "cuda") -> None:
        """slots: the number of matches at once, by default as many as are useful and fit the memory. backend: cpu is
        for tests.
        """
        if slots is not None and (isinstance(slots, bool) or not isinstance(slots, int) or slots < 1):
            raise OptionError(f"the number of slots has to be at least 1, not {slots!r}")
        self._slots = slots
        self._backend = backend
        self.checked = self.only_on_cpu = 0
        """The number of matches that were compared with the CPU's, and the number that only the CPU could play."""
        self.seconds = 0.0
        """The GPU's own time so far, in seconds."""
        self._kept: tuple[Definition, Slots] | None = None

    @property
    def note(self) -> str:
        """A sentence for the report on how the matches were played."""
        if not self.checked:
            return ""
        where = "a GPU" if self._backend == "cuda" else "the CPU in a GPU's place"
        words = f"Played on {where}; {self.checked:,} matches were played on the CPU, too, and are the same."
        return words + (f" {self.only_on_cpu:,} others were played on the CPU alone." if self.only_on_cpu else "")

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        if self._backend == "cuda":
            cuda.device()
        table = self._table_for(definition, len(numbers))
        runner = MatchRunner(definition)
        waiting = deque(numbers)
        first = set(numbers[:FIRST_CHECKED])
        found: list[Ended] = []
        while waiting or table.is_playing:
            table.fill(waiting)
            table.start_round()
            yield self._batches(found, table, runner, first)  # the caller handles them while the GPU plays
            table.prepare(waiting)
            found = table.collect()
            self.seconds = table.seconds
        yield self._batches(found, table, runner, first)

    def _batches(self, found: list[Ended], table: Slots, runner: MatchRunner, first: set[int]) -> list[MatchBatch]:
        """The records of finished matches. Some are compared with the CPU's; those that the GPU cannot finish are
        played on the CPU.
        """
        rows = [table.row(match) for match in found if not match.needs_cpu]
        for_cpu = [match.seating.number for match in found if match.needs_cpu]
        for row in rows:
            if row.number in first or (row.number % CHECK_EVERY == 0 and self.checked < MAX_CHECKED):
                self._compare(row, runner)
        self.only_on_cpu += len(for_cpu)
        batches = [MatchBatch(f"{_device(self._backend)}, {machine()}", rows)] if rows else []
        return batches + ([MatchBatch(machine(), [runner.play(number) for number in for_cpu])] if for_cpu else [])

    def _table_for(self, definition: Definition, matches: int) -> Slots:
        """The slots of an earlier call for this tournament, or new slots."""
        wanted = min(self._slots or MAX_SLOTS, matches)
        if self._kept is None or self._kept[0] is not definition or self._kept[1].wanted < wanted:
            self._kept = None  # frees its memory first
            self._kept = definition, Slots(definition, self._backend, wanted)
        self._kept[1].clear()
        return self._kept[1]

    def _compare(self, row: MatchRow, runner: MatchRunner) -> None:
        """Play a match on the CPU too. Raises RulesError if the two matches differ."""
        other = runner.play(row.number)
        self.checked += 1
        if (row.moves, row.payoffs, row.plies) != (other.moves, other.payoffs, other.plies):
            raise RulesError(
                f"match {row.number} differs between the GPU and the CPU, so the GPU's matches cannot be "
                f"trusted: `playout check --backend cuda {runner.game.name}` shows where the rules differ"
            )


def _device(backend: str) -> str:
    if backend != "cuda":
        return "the CPU in a GPU's place"
    found = cuda.device()
    return f"{found.name}, CUDA {'.'.join(map(str, found.driver))}"
