"""Matches as arrays, one for each column: extended batch by batch during a tournament, or read from a store."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from playout.arena.records import MatchRow, unpack
from playout.arena.statistics.results import Results

__all__ = ["MatchColumns", "PlayedMatches", "opening_key"]


def opening_key(opening: int, moves: bytes) -> int:
    """A hash of the opening moves; comparable within one process only."""
    return hash(unpack(moves)[:opening]) if opening else 0


@dataclass(frozen=True)
class MatchColumns:
    """Some matches, one row each: (matches,) or, for the values by seat, (matches, seats)."""

    numbers: NDArray[np.int64]
    agents: NDArray[np.int32]
    payoffs: NDArray[np.float64]
    """Unscaled, as the game returns them."""
    seconds: NDArray[np.float64]
    slowest: NDArray[np.float64]
    plies: NDArray[np.int64]
    forfeits: NDArray[np.int32]
    openings: NDArray[np.int64]
    reasons: tuple[str, ...]

    COLUMNS: ClassVar[tuple[str, ...]] = (
        *("numbers", "agents", "payoffs", "seconds", "slowest", "plies", "forfeits", "openings"),
    )

    @classmethod
    def of(cls, rows: Sequence[MatchRow]) -> MatchColumns:
        return cls(
            np.array([row.number for row in rows], np.int64),
            np.array([row.agents for row in rows], np.int32),
            np.array([row.payoffs for row in rows], np.float64),
            np.array([row.seconds for row in rows], np.float64),
            np.array([row.slowest for row in rows], np.float64),
            np.array([row.plies for row in rows], np.int64),
            np.array([row.forfeit for row in rows], np.int32),
            np.array([opening_key(row.opening, row.moves) for row in rows], np.int64),
            tuple(row.reason for row in rows),
        )

    @classmethod
    def empty(cls, seats: int) -> MatchColumns:
        none: Any = np.zeros(0, np.int64)
        table: Any = np.zeros((0, seats))
        return cls(none, table.astype(np.int32), table, table, table, table.astype(np.int64), none, none, ())

    @classmethod
    def joined(cls, blocks: Sequence[MatchColumns]) -> MatchColumns:
        """Several blocks as one, sorted by match number."""
        columns = {name: np.concatenate([getattr(block, name) for block in blocks]) for name in cls.COLUMNS}
        reasons = [reason for block in blocks for reason in block.reasons]
        order = np.argsort(columns["numbers"], kind="stable")
        sorted_columns: dict[str, Any] = {name: column[order] for name, column in columns.items()}
        return cls(**sorted_columns, reasons=tuple(reasons[i] for i in order.tolist()))


class PlayedMatches:
    """All matches played so far, sorted by number. `results` leaves out those from number `stop` on."""

    def __init__(
        self, names: Sequence[str], seats: int, bounds: tuple[float, float], *, deterministic: Sequence[str] = ()
    ) -> None:
        self.names = tuple(names)
        self.seats = seats
        self.bounds = bounds
        self.deterministic = tuple(deterministic)
        self.stop: int | None = None
        self._blocks: list[MatchColumns] = [MatchColumns.empty(seats)]
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, block: MatchColumns) -> None:
        self._blocks.append(block)
        self._count += len(block.numbers)

    def _joined(self) -> MatchColumns:
        """All blocks joined into one, sorted by match number."""
        if len(self._blocks) > 1:
            self._blocks = [MatchColumns.joined(self._blocks)]
        return self._blocks[0]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of all matches played, ascending."""
        return self._joined().numbers

    @property
    def complete_prefix(self) -> int:
        """The number of matches from match 0 up to the first one that is missing."""
        numbers = self.numbers
        gaps = np.flatnonzero(numbers != np.arange(len(numbers)))
        return int(gaps[0]) if len(gaps) else len(numbers)

    def results(self, stop: int | None = None) -> Results:
        """The matches with numbers below `stop` (default: below `self.stop`), for statistics."""
        block = self._joined()
        stop = self.stop if stop is None else stop
        end = len(block.numbers) if stop is None else int(np.searchsorted(block.numbers, stop))
        least, most = self.bounds
        return Results(
            names=self.names,
            seats=block.agents[:end],
            payoffs=np.clip((block.payoffs[:end] - least) / (most - least), 0.0, 1.0),
            groups=block.numbers[:end] // math.factorial(self.seats),
            seconds=block.seconds[:end],
            slowest=block.slowest[:end],
            plies=block.plies[:end],
            forfeits=block.forfeits[:end],
            reasons=tuple(reason.partition(":")[0] for reason in block.reasons[:end]),
            deterministic=self.deterministic,
        )

    @property
    def openings(self) -> int:
        """The number of distinct openings played."""
        return len(np.unique(self._joined().openings))
