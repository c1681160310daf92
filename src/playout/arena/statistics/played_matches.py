"""All matches of a tournament as one array of records: extended batch by batch, or read from a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.arena.match_records import MatchRow, unpack
from playout.arena.statistics.match_results import MatchResults

__all__ = ["PlayedMatches"]


def opening_key(row: MatchRow) -> int:
    """A hash of the opening moves; comparable within one process only."""
    return hash(unpack(row.moves)[: row.opening]) if row.opening else 0


def columns(seats: int) -> np.dtype[Any]:
    """The record of a match in memory: a `MatchRow` without moves and clock."""
    return np.dtype(
        [
            ("number", np.int64),
            ("agents", np.int32, (seats,)),
            ("payoffs", np.float64, (seats,)),  # unscaled, as the game returns them
            ("seconds", np.float64, (seats,)),
            ("slowest", np.float64, (seats,)),
            ("plies", np.int64, (seats,)),
            ("forfeit", np.int32),
            ("opening", np.int64),  # see opening_key
            ("reason", object),
        ]
    )


class PlayedMatches:
    """All matches played so far, sorted by number. `results` leaves out those from number `stop` on."""

    def __init__(
        self,
        names: Sequence[str],
        seats: int,
        bounds: tuple[float, float],
        *,
        group_size: int,
        deterministic: Sequence[str] = (),
    ) -> None:
        """group_size: matches in a group; match i belongs to group i // group_size."""
        self.names = tuple(names)
        self.seats = seats
        self.bounds = bounds
        self.group_size = group_size
        self.deterministic = tuple(deterministic)
        self.stop: int | None = None
        self._columns = columns(seats)
        self._blocks = [np.zeros(0, self._columns)]
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, rows: Sequence[MatchRow]) -> None:
        self._blocks.append(
            np.array(
                [
                    (r.number, r.agents, r.payoffs, r.seconds, r.slowest, r.plies, r.forfeit, opening_key(r), r.reason)
                    for r in rows
                ],
                self._columns,
            )
        )
        self._count += len(rows)

    def _joined(self) -> NDArray[Any]:
        """All blocks joined into one, sorted by match number."""
        if len(self._blocks) > 1:
            joined = np.concatenate(self._blocks)
            self._blocks = [joined[np.argsort(joined["number"], kind="stable")]]
        return self._blocks[0]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of all matches played, ascending."""
        return self._joined()["number"]

    @property
    def complete_prefix(self) -> int:
        """The number of matches from match 0 up to the first one that is missing."""
        numbers = self.numbers
        gaps = np.flatnonzero(numbers != np.arange(len(numbers)))
        return int(gaps[0]) if len(gaps) else len(numbers)

    def results(self, stop: int | None = None) -> MatchResults:
        """The matches with numbers below `stop` (default: below `self.stop`), for statistics."""
        stop = self.stop if stop is None else stop
        end = self._count if stop is None else int(np.searchsorted(self.numbers, stop))
        found = self._joined()[:end]
        least, most = self.bounds
        return MatchResults(
            names=self.names,
            seats=found["agents"],
            payoffs=np.clip((found["payoffs"] - least) / (most - least), 0.0, 1.0),
            groups=found["number"] // self.group_size,
            seconds=found["seconds"],
            slowest=found["slowest"],
            plies=found["plies"],
            forfeits=found["forfeit"],
            reasons=tuple(reason.partition(":")[0] for reason in found["reason"]),
            deterministic=self.deterministic,
        )

    @property
    def openings(self) -> int:
        """The number of distinct openings played."""
        return len(np.unique(self._joined()["opening"]))
