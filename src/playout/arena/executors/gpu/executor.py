"""The executor for a GPU: it fills slots with matches, has them played, and returns those that have ended.

In every run some matches are played on the CPU, too, and have to be the same, move for move. Matches that a GPU cannot
play to their end (matches.py, ODD) are played on the CPU.
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

MOST_SLOTS = 1 << 16
"""Matches at once: enough to keep a large GPU busy."""

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
        """The GPU's own time so far."""
        self._kept: tuple[Definition, Slots] | None = None

    @property
    def note(self) -> str:
        """What the report says of how the matches were played."""
        if not self.checked:
            return ""
        where = "a GPU" if self._backend == "cuda" else "the CPU in a GPU's place"
        words = f"Played on {where}; {self.checked:,} matches were played on the CPU, too, and are the same."
        return words + (f" {self.elsewhere:,} others were played on the CPU alone." if self.elsewhere else "")

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        if self._backend == "cuda":
            cuda.device()
        table = self._table_for(definition, len(numbers))
        runner = MatchRunner(definition)
        waiting = deque(numbers)
        first = set(numbers[:CHECKED])
        found: list[Ended] = []
        while waiting or table.is_playing:
            table.fill(waiting)
            table.go_on()
            yield self._batches(found, table, runner, first)  # and what becomes of them, while the GPU plays
            table.prepare(waiting)
            found = table.collect()
            self.seconds = table.seconds
        yield self._batches(found, table, runner, first)

    def _batches(self, found: list[Ended], table: Slots, runner: MatchRunner, first: set[int]) -> list[MatchBatch]:
        """The records of matches that have ended; some are compared with the CPU's, and odd ones played there."""
        rows = [table.row(match) for match in found if not match.is_odd]
        odd = [match.seating.number for match in found if match.is_odd]
        for row in rows:
            if row.number in first or (row.number % EVERY == 0 and self.checked < MOST_CHECKED):
                self._compare(row, runner)
        self.elsewhere += len(odd)
        batches = [MatchBatch(f"{_device(self._backend)}, {machine()}", rows)] if rows else []
        return batches + ([MatchBatch(machine(), [runner.play(number) for number in odd])] if odd else [])

    def _table_for(self, definition: Definition, matches: int) -> Slots:
        """The slots of an earlier call for this tournament, or new ones."""
        wanted = min(self._slots or MOST_SLOTS, matches)
        if self._kept is None or self._kept[0] is not definition or self._kept[1].wanted < wanted:
            self._kept = None  # its memory is given back first
            self._kept = definition, Slots(definition, self._backend, wanted)
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
