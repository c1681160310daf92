"""Results as columns: grown batch by batch while a tournament runs, or read at once from a store."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from playout.arena.records import Row, unpack
from playout.arena.statistics.results import Results

__all__ = ["Chunk", "Tally", "opening_key"]


def opening_key(opening: int, moves: bytes) -> int:
    """A number that matches share, within this process, if they began with the same opening."""
    return hash(unpack(moves)[:opening]) if opening else 0


@dataclass(frozen=True)
class Chunk:
    """Some matches, a row each."""

    numbers: NDArray[np.int64]
    agents: NDArray[np.int32]
    payoffs: NDArray[np.float64]
    """As the game counts them."""
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
    def of(cls, rows: Sequence[Row]) -> Chunk:
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
    def empty(cls, seats: int) -> Chunk:
        none: Any = np.zeros(0, np.int64)
        table: Any = np.zeros((0, seats))
        return cls(none, table.astype(np.int32), table, table, table, table.astype(np.int64), none, none, ())

    @classmethod
    def joined(cls, chunks: Sequence[Chunk]) -> Chunk:
        """Several as one, sorted by number."""
        columns = {name: np.concatenate([getattr(chunk, name) for chunk in chunks]) for name in cls.COLUMNS}
        reasons = [reason for chunk in chunks for reason in chunk.reasons]
        order = np.argsort(columns["numbers"], kind="stable")
        sorted_columns: dict[str, Any] = {name: column[order] for name, column in columns.items()}
        return cls(**sorted_columns, reasons=tuple(reasons[i] for i in order.tolist()))


class Tally:
    """All matches so far, in the order of their numbers; those from `below` on are not counted."""

    def __init__(
        self, names: Sequence[str], seats: int, bounds: tuple[float, float], *, deterministic: Sequence[str] = ()
    ) -> None:
        self.names = tuple(names)
        self.seats = seats
        self.bounds = bounds
        self.deterministic = tuple(deterministic)
        self.below: int | None = None
        self._chunks: list[Chunk] = [Chunk.empty(seats)]
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, chunk: Chunk) -> None:
        self._chunks.append(chunk)
        self._count += len(chunk.numbers)

    def _whole(self) -> Chunk:
        """All chunks as one, sorted by number."""
        if len(self._chunks) > 1:
            self._chunks = [Chunk.joined(self._chunks)]
        return self._chunks[0]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of all matches that were played."""
        return self._whole().numbers

    @property
    def unbroken(self) -> int:
        """How many matches there are from number 0 on without a gap."""
        numbers = self.numbers
        gaps = np.flatnonzero(numbers != np.arange(len(numbers)))
        return int(gaps[0]) if len(gaps) else len(numbers)

    def results(self, below: int | None = None) -> Results:
        """Those with numbers below `below`, for statistics."""
        chunk = self._whole()
        below = self.below if below is None else below
        end = len(chunk.numbers) if below is None else int(np.searchsorted(chunk.numbers, below))
        least, most = self.bounds
        return Results(
            names=self.names,
            seats=chunk.agents[:end],
            payoffs=np.clip((chunk.payoffs[:end] - least) / (most - least), 0.0, 1.0),
            groups=chunk.numbers[:end] // math.factorial(self.seats),
            seconds=chunk.seconds[:end],
            slowest=chunk.slowest[:end],
            plies=chunk.plies[:end],
            forfeits=chunk.forfeits[:end],
            reasons=tuple(reason.partition(":")[0] for reason in chunk.reasons[:end]),
            deterministic=self.deterministic,
        )

    @property
    def openings(self) -> int:
        """How many different openings were played."""
        return len(np.unique(self._whole().openings))
