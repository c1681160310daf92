"""The result of a tuning: a row for each value, the best value with its lead, and a plot."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from playout.arena.cells import chance, number, percent, signed, span
from playout.arena.reporting.agent_rows import RatedRow
from playout.arena.reporting.plots import Series, bars, curves
from playout.arena.reporting.standings import Standings, standings
from playout.arena.reporting.tables import ReportTable, noted
from playout.arena.statistics.ratings import Difference
from playout.arena.tournament import TournamentResult, shortage
from playout.arena.tuning.plan import merged
from playout.rules import PlayoutError

__all__ = ["CLEAR_LOS", "Trial", "TuningResult"]

CLEAR_LOS = 0.975
"""The likelihood of superiority from which a lead is clear: its 95 % interval does not contain 0."""

LOG_SCALE_RATIO = 10
"""Values are drawn on a log scale if the largest is more than this many times the smallest."""


@dataclass(frozen=True, kw_only=True)
class Trial(RatedRow):
    """One value of the parameter against the baseline; the Elo is the difference to the baseline."""

    value: Any
    los: float
    """The likelihood of superiority over the baseline."""

    def to_dict(self) -> dict[str, Any]:
        """The columns by name, the value first."""
        return {"value": self.value, **super().to_dict()}


@dataclass(frozen=True)
class TuningResult:
    """The results of all values. Its text is the table with the verdict."""

    game: str
    parameter: str
    values: tuple[Any, ...]
    by: str
    seed: int
    tournament: TournamentResult = field(repr=False)
    """The matches, as those of a tournament; the baseline is its first agent, or its first agents."""
    complete: bool
    """Whether all wanted matches were played."""
    baseline: str
    """The spelling of the agent that all values play against."""

    @property
    def wanted(self) -> int:
        """The number of matches to play."""
        return self.tournament.wanted

    @property
    def played(self) -> int:
        """The number of matches played."""
        return self.tournament.played

    @cached_property
    def _standings(self) -> Standings | None:
        results = self.tournament.results
        return standings(merged(results, self.baseline, len(self.values))) if results.matches else None

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """A row for each value, in the given order."""
        return tuple(self._trial(place) for place in range(1, len(self.values) + 1))

    def _trial(self, place: int) -> Trial:
        found, value = self._standings, self.values[place - 1]
        agent = self.tournament.results.names[place - len(self.values) - 1]
        against = None if found is None else found.ratings.difference(place, 0)
        if found is None or against is None:
            known: dict[str, Any] = {item.name: math.nan for item in fields(Trial)}
            return Trial(**known | {"value": value, "agent": agent, "matches": 0, "wins": 0, "draws": 0, "losses": 0})
        pairs, row = found.pairs, found.row(agent)
        return Trial(
            value=value,
            agent=agent,
            matches=row.matches,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
            score=float(pairs.score[place, 0]),
            score_low=float(pairs.low[place, 0]),
            score_high=float(pairs.high[place, 0]),
            **asdict(against),
        )

    @property
    def ranking(self) -> list[Trial]:
        """The values with matches, the strongest first."""
        return sorted((trial for trial in self.trials if trial.matches), key=lambda trial: -trial.elo)

    @property
    def best(self) -> Trial | None:
        """The strongest value, clear or not; None without matches."""
        ranking = self.ranking
        return ranking[0] if ranking else None

    @property
    def lead(self) -> Difference | None:
        """The lead of the best value over the second; None if there are not two."""
        ranking = self.ranking
        if self._standings is None or len(ranking) < 2:
            return None
        return self._standings.difference(ranking[0].agent, ranking[1].agent)

    def verdict(self) -> str:
        """The conclusion in sentences."""
        ranking, lead = self.ranking, self.lead
        if not ranking or lead is None:
            return "No verdict yet: too few matches."
        best, second = ranking[0], ranking[1]
        above = Difference(best.elo, best.low, best.high, best.los)
        return (
            f"Best: {self._name(best)}.\n"
            f"Against the next, {self._name(second)}: {_difference(lead)}.\n"
            f"Against the baseline, {self.baseline}: {_difference(above)}."
        )

    def _name(self, trial: Trial) -> str:
        return f"{self.parameter}={trial.value!r}"

    def table(self) -> ReportTable:
        """The values in the given order."""
        headings = [self.parameter, "matches", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %", "LOS"]
        rows = [
            [
                str(trial.value),
                *map(number, (trial.matches, trial.wins, trial.draws, trial.losses)),
                percent(trial.score),
                span(percent(trial.score_low), percent(trial.score_high)),
                signed(trial.elo),
                span(signed(trial.low), signed(trial.high)),
                chance(trial.los),
            ]
            for trial in self.trials
        ]
        return ReportTable(headings, rows, title=f"{self.parameter} in {self.game}, against {self.baseline}")

    def notes(self) -> list[str]:
        """Sentences that explain the numbers."""
        shared = f"{number(self.played)} matches allocated {'equally' if self.by == 'grid' else 'by a bandit'}"
        notes = [
            "Score (in per cent) and Elo against the baseline with 95 % intervals; LOS: likelihood of superiority over "
            "the baseline, in per cent.",
            f"{shared}; seed {self.seed}.",
        ]
        if self.tournament.results.most_seats > 2:
            notes.append(
                "The baseline has all other seats. A score compares the payoff with that of each of them: 1 for a "
                "higher one, 1/2 for an equal one, so 50 % is even."
            )
        if self.tournament.asked > self.wanted:
            notes.append(shortage(self.tournament.asked, self.wanted))
        forfeits = int((self.tournament.results.forfeits >= 0).sum())
        if forfeits:
            notes.append(f"{number(forfeits)} matches were forfeited; `playout arena list` shows those of a store.")
        return notes

    def __str__(self) -> str:
        if not self.tournament.results.matches:
            return "no matches yet"
        return "\n".join([self.table().text(), "", self.verdict(), *self.notes()])

    def _repr_html_(self) -> str:
        if not self.tournament.results.matches:
            return "<p>no matches yet</p>"
        return noted([self.table()], [*self.verdict().split("\n"), *self.notes()])

    def to_markdown(self) -> str:
        """The table with verdict and notes, for a document."""
        lines = [*self.verdict().split("\n"), *self.notes()]
        return self.table().markdown() + "\n\n" + "\n".join(f"- {line}" for line in lines) + "\n"

    def to_csv(self) -> str:
        """One line for each value, with unrounded numbers."""
        rows = [trial.to_dict() for trial in self.trials]
        return ReportTable(list(rows[0]), [[_plain(cell) for cell in row.values()] for row in rows]).csv()

    def to_dict(self) -> dict[str, Any]:
        """Everything as values for JSON; unknown numbers are None."""
        best, lead = self.best, self.lead
        return {
            "game": self.game,
            "parameter": self.parameter,
            "baseline": self.baseline,
            "by": self.by,
            "seed": self.seed,
            "wanted": self.wanted,
            "matches": self.played,
            "openings": self.tournament.openings,
            "complete": self.complete,
            "store": self.tournament.store,
            "trials": [{word: _known(cell) for word, cell in trial.to_dict().items()} for trial in self.trials],
            "best": None if best is None else best.value,
            "lead": None if lead is None else asdict(lead),
            "clear": lead is not None and lead.los >= CLEAR_LOS,
        }

    def plot(self) -> str:
        """An SVG plot: scores with intervals over numeric values, else bars of Elo."""
        title = f"{self.game}: {self.parameter} against {self.baseline}"
        trials = [trial for trial in self.trials if trial.matches]
        if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in self.values):
            columns = [[getattr(trial, word) for trial in trials] for word in ("elo", "low", "high")]
            return bars([str(trial.value) for trial in trials], *columns, title=title)
        trials.sort(key=lambda trial: float(trial.value))
        across = [float(trial.value) for trial in trials]
        score, low, high = (
            [100 * getattr(trial, word) for trial in trials] for word in ("score", "score_low", "score_high")
        )
        found = Series("score, with 95 % intervals", across, score, low, high)
        even = Series("as strong as the baseline", [min(across, default=0), max(across, default=0)], [50, 50])
        spread = bool(across) and across[0] > 0 and across[-1] > LOG_SCALE_RATIO * across[0]
        series = [found, even] if across else [found]
        return curves(series, title=title, x_label=self.parameter, y_label="score in per cent", log_x=spread)

    def write_plot(self, path: str | Path) -> None:
        """Write the plot to a file."""
        try:
            Path(path).write_text(self.plot(), encoding="utf-8")
        except OSError as error:
            raise PlayoutError(f"cannot write the plot {path}: {error.strerror}") from error


def _difference(found: Difference) -> str:
    clear = (
        "clearly stronger"
        if found.los >= CLEAR_LOS
        else "clearly weaker"
        if found.los <= 1 - CLEAR_LOS
        else "not clear"
    )
    return (
        f"{clear}, {signed(found.elo)} Elo ({span(signed(found.low), signed(found.high))}), LOS {chance(found.los)} %"
    )


def _known(value: Any) -> Any:
    """The value with nan replaced by None, since JSON has no nan."""
    return None if isinstance(value, float) and math.isnan(value) else value


def _plain(value: Any) -> str:
    return "" if _known(value) is None and value is not None else str(value)
