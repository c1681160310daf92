"""Where matches are played. An executor takes match numbers and gives back finished matches, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from playout.arena.definition import Definition
from playout.arena.records import MatchRow

__all__ = ["BATCH", "WAIT", "Batch", "Executor", "batch_size"]

WAIT = 0.1
"""Seconds after which an executor gives back what there is, be it nothing."""

BATCH = 0.2
"""Seconds that a batch of matches should take: enough to send few messages, little enough to lose."""


@dataclass(frozen=True)
class Batch:
    """Finished matches, and the machine they were played on."""

    machine: str
    rows: list[MatchRow]


class Executor(Protocol):
    """Plays matches of a tournament somewhere."""

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[Batch]]:
        """Play the matches with these numbers; give back finished ones, at least every WAIT seconds, be it none.

        Each number comes back once. Closing the iterator ends the work and all that was started
        for it.
        """
        ...


def batch_size(pace: float) -> int:
    """How many matches of so many seconds make a batch; one as long as the pace is not known (0)."""
    return max(1, min(4096, int(BATCH / pace))) if pace > 0 else 1
