"""Executors play matches: they take match numbers and return finished matches in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from playout.arena.definition import Definition
from playout.arena.match_records import MatchRow

__all__ = ["BATCH_SECONDS", "MAX_WAIT_SECONDS", "Executor", "MatchBatch", "batch_size"]

MAX_WAIT_SECONDS = 0.1
"""An executor returns finished matches, possibly none, at least once in this number of seconds."""

BATCH_SECONDS = 0.2
"""The intended duration of a batch in seconds. Longer batches need fewer messages; a dying worker loses its batch."""


@dataclass(frozen=True)
class MatchBatch:
    """Finished matches, and the machine they were played on."""

    machine: str
    rows: list[MatchRow]


class Executor(Protocol):
    """Plays matches of a tournament, here or on other machines.

    If it has a text `note` on how the matches were played, the report of the tournament shows it.
    """

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        """Play the matches with these numbers. Yields finished ones, possibly none, at least every MAX_WAIT_SECONDS.

        Each match is returned once. Closing the iterator stops the work and ends all processes started for it.
        """
        ...


def batch_size(pace: float) -> int:
    """The number of matches in a batch if a match takes `pace` seconds; 1 if `pace` is 0, which means unknown."""
    return max(1, min(4096, int(BATCH_SECONDS / pace))) if pace > 0 else 1
