"""The standings of a tournament: agents by strength, as tables, numbers and notes."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from playout.arena.cells import NOTHING, chance, duration, number, percent, signed, span
from playout.arena.reporting.agent_rows import AgentRow, SeatRow, agent_rows
from playout.arena.reporting.notes import standings_notes
from playout.arena.reporting.tables import ReportTable, noted
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.pair_scores import PairScores, pair_scores
from playout.arena.statistics.ratings import Difference, Model, Ratings, rate

__all__ = ["AgentRow", "SeatRow", "Standings", "standings"]

MAX_PAIR_TABLE_AGENTS = 12
"""The largest number of agents for which the text includes the tables of pairs."""


@dataclass(frozen=True, eq=False)
class Standings:
    """Agents from the strongest to the weakest, and the results of each pair."""

    rows: tuple[AgentRow, ...]
    names: tuple[str, ...]
    """The agents in the order of the results, which is also the order in `pairs` and `ratings`."""
    ratings: Ratings = field(repr=False)
    pairs: PairScores = field(repr=False)
    matches: int
    notes: tuple[str, ...]
    """Sentences that explain the numbers."""

    @property
    def timed(self) -> bool:
        """Whether times or forfeits are known."""
        return any(row.plies or row.forfeits for row in self.rows)

    def row(self, agent: str) -> AgentRow:
        return self.rows[[row.agent for row in self.rows].index(agent)]

    def difference(self, a: str, b: str) -> Difference | None:
        """The Elo difference of a and b from all matches; None if no chain of matches connects them."""
        return self.ratings.difference(self.names.index(a), self.names.index(b))

    def los(self, a: str, b: str) -> float | None:
        """The likelihood of superiority of a over b, from all matches; None if no chain of matches connects them."""
        found = self.difference(a, b)
        return found.los if found else None

    def table(self) -> ReportTable:
        """The main table."""
        headings = ["", "agent", "Elo", "95 %", "LOS", "score", "95 %", "matches", "won", "drawn", "lost"]
        rows = []
        for place, row in enumerate(self.rows, 1):
            below = self.los(row.agent, self.rows[place].agent) if place < len(self.rows) else None
            rows.append(
                [
                    str(place),
                    row.agent,
                    signed(row.elo),
                    span(signed(row.low), signed(row.high)),
                    chance(below),
                    percent(row.score),
                    span(percent(row.score_low), percent(row.score_high)),
                    number(row.matches),
                    *map(number, (row.wins, row.draws, row.losses)),
                ]
            )
        return ReportTable(headings, rows, left=2, title="Standings")

    def time_table(self) -> ReportTable:
        """Thinking times and forfeits."""
        headings = ["agent", "decisions", "in all", "a move", "slowest", "forfeits"]
        rows = [
            [
                row.agent,
                number(row.plies),
                duration(row.seconds),
                duration(row.seconds_per_move),
                duration(row.slowest),
                ", ".join(f"{count} {reason}" for reason, count in row.forfeits.items()) or "0",
            ]
            for row in self.rows
        ]
        return ReportTable(headings, rows, title="Time and forfeits")

    def cross_table(self) -> ReportTable:
        """The score of the row against the column, in per cent."""
        order = [self.names.index(row.agent) for row in self.rows]
        headings = ["", "agent", *(str(place) for place in range(1, len(order) + 1))]
        rows = [
            [str(place), self.names[a], *("" if a == b else percent(self.pairs.score[a, b]) for b in order)]
            for place, a in enumerate(order, 1)
        ]
        return ReportTable(headings, rows, left=2, title="Score in per cent of the row against the column")

    def difference_table(self) -> ReportTable:
        """The Elo difference of the row and the column, from all matches, with half the width of its interval."""
        order = [self.names.index(row.agent) for row in self.rows]
        headings = ["", "agent", *(str(place) for place in range(1, len(order) + 1))]
        rows = [
            [str(place), self.names[a], *("" if a == b else _reach(self.ratings.difference(a, b)) for b in order)]
            for place, a in enumerate(order, 1)
        ]
        return ReportTable(headings, rows, left=2, title="Elo of the row above the column, with its 95 % interval")

    def pairs_table(self) -> ReportTable:
        """One row for each two agents that have played each other."""
        headings = ["agent", "against", "matches", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %", "LOS"]
        order = [self.names.index(row.agent) for row in self.rows]
        rows = []
        for i, a in enumerate(order):
            for b in order[i + 1 :]:
                found = self.ratings.difference(a, b)
                if not self.pairs.matches[a, b] or found is None:
                    continue
                rows.append(
                    [
                        self.names[a],
                        self.names[b],
                        *(number(int(table[a, b])) for table in (self.pairs.matches, self.pairs.wins)),
                        *(number(int(table[a, b])) for table in (self.pairs.draws, self.pairs.losses)),
                        percent(self.pairs.score[a, b]),
                        span(percent(self.pairs.low[a, b]), percent(self.pairs.high[a, b])),
                        signed(found.elo),
                        span(signed(found.low), signed(found.high)),
                        chance(found.los),
                    ]
                )
        return ReportTable(headings, rows, left=2, title="Pairs")

    def seat_table(self) -> ReportTable:
        """Each agent in each seat."""
        rows = [
            [row.agent, str(seat), *map(number, (at.matches, at.wins, at.draws, at.losses)), percent(at.score)]
            for row in self.rows
            for seat, at in enumerate(row.seats)
        ]
        return ReportTable(["agent", "seat", "matches", "won", "drawn", "lost", "score"], rows, title="By seat")

    def __str__(self) -> str:
        parts = [self.table().text()]
        if 2 < len(self.rows) <= MAX_PAIR_TABLE_AGENTS:
            parts += [self.cross_table().text(), self.difference_table().text()]
        if self.timed:
            parts.append(self.time_table().text())
        return "\n\n".join([*parts, "\n".join(self.notes)])

    def _repr_html_(self) -> str:
        tables = [self.table(), *([self.cross_table()] if 2 < len(self.rows) <= MAX_PAIR_TABLE_AGENTS else [])]
        return noted(tables, self.notes)

    def to_markdown(self) -> str:
        """The tables and the notes, for a document."""
        notes = "\n".join(f"- {note}" for note in self.notes)
        tables = [self.table(), self.cross_table(), self.difference_table()]
        if self.timed:
            tables.append(self.time_table())
        return "\n\n".join([*(table.markdown() for table in tables), notes]) + "\n"

    def to_csv(self) -> str:
        """One line for each agent, with unrounded numbers."""
        headings = [name for name in self.rows[0].to_dict() if name not in ("seats", "forfeits")]
        rows = [[_plain(getattr(row, name)) for name in headings] for row in self.rows]
        lost = [str(sum(row.forfeits.values())) for row in self.rows]
        return ReportTable([*headings, "forfeits"], [[*row, lost[i]] for i, row in enumerate(rows)]).csv()

    def _differences(self) -> list[dict[str, Any]]:
        """The difference of each two comparable agents, the stronger first."""
        order = [row.agent for row in self.rows]
        pairs = [(a, b, self.difference(a, b)) for i, a in enumerate(order) for b in order[i + 1 :]]
        return [{"agent": a, "against": b, **asdict(found)} for a, b, found in pairs if found is not None]

    def to_dict(self) -> dict[str, Any]:
        """Everything as values for JSON; unknown numbers are None."""
        pairs = {name: _known(getattr(self.pairs, name).tolist()) for name in self.pairs.__dataclass_fields__}
        return {
            "model": self.ratings.model,
            "matches": self.matches,
            "agents": [_known(row.to_dict()) for row in self.rows],
            "pairs": {"names": list(self.names), **pairs},
            "differences": self._differences(),
            "notes": list(self.notes),
        }


def _reach(found: Difference | None) -> str:
    """A difference as `+56 ±54`."""
    return NOTHING if found is None else f"{signed(found.elo)} ±{number(found.high - found.elo)}"


def _plain(value: Any) -> str:
    return "" if isinstance(value, float) and math.isnan(value) else str(value)


def _known(value: Any) -> Any:
    """The value with nan replaced by None, since JSON has no nan."""
    if isinstance(value, dict):
        return {name: _known(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_known(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def standings(results: MatchResults, *, model: Model | None = None, anchor: str | int | None = None) -> Standings:
    """The standings of these results. `model` and `anchor`: see `rate`."""
    ratings = rate(results, model=model, anchor=anchor)
    pairs = pair_scores(results)
    rows = agent_rows(results, ratings)
    rows.sort(key=lambda row: (math.isnan(row.elo), -row.elo if not math.isnan(row.elo) else 0.0, row.agent))
    notes = standings_notes(results, ratings, [row.agent for row in rows])
    return Standings(tuple(rows), results.names, ratings, pairs, results.matches, notes)
