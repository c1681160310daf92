"""What a search answers: the move, what it is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from itertools import takewhile
from typing import TYPE_CHECKING

from playout.game import State
from playout.rules import CHANCE

if TYPE_CHECKING:
    from playout.algorithms.search import Search

__all__ = ["Candidate", "SearchResult"]


@dataclass(frozen=True)
class Candidate:
    """A legal move with what the search found out about it."""

    move: int
    visits: int
    """Simulations, playouts or nodes that were spent on it."""
    values: tuple[float, ...] | None
    """What each seat may expect after it, on the scale of the payoffs; None if it was never looked at."""
    proven: bool = False
    """Whether the values are certain."""
    plies: int | None = None
    """If proven: how long until the match ends, this move included."""
    prior: float | None = None
    line: tuple[int, ...] = ()
    """How play would go on, this move included."""


@dataclass(frozen=True)
class SearchResult:
    """The answer of a search."""

    state: State = field(repr=False)
    algorithm: str
    """How the search is spelt."""
    move: int
    values: tuple[float, ...]
    """What each seat may expect, on the scale of the payoffs."""
    candidates: tuple[Candidate, ...]
    """The legal moves, the best first."""
    proven: bool
    """Whether the values are certain."""
    unit: str
    """What `work` counts: simulations, playouts or nodes."""
    work: int
    depth: int
    elapsed: float
    """Seconds."""
    choices: tuple[tuple[int, int], ...] = ()
    """How the choice changed: (work, move) each time another move came out ahead."""
    search: Search | None = field(default=None, repr=False, compare=False)
    """The search itself: its tree can be looked at, and `search.run(seconds=1)` continues it."""

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation: how play goes on if everybody plays best."""
        return self.candidates[0].line

    @property
    def simulations(self) -> int:
        return self.work if self.unit == "simulations" else 0

    @property
    def nodes(self) -> int:
        return self.work if self.unit == "nodes" else 0

    @property
    def rate(self) -> float:
        """Work a second."""
        return self.work / self.elapsed if self.elapsed > 0 else 0.0

    def table(self) -> list[dict[str, object]]:
        """The candidates as rows, with texts for moves and lines."""
        return [
            {
                "move": self.state.format(item.move),
                "visits": item.visits,
                "value": None if item.values is None else item.values[self.state.turn],
                "proven": item.proven,
                "plies": item.plies,
                "prior": item.prior,
                "line": self._texts(item.line),
            }
            for item in self.candidates
        ]

    def _texts(self, line: tuple[int, ...]) -> list[str]:
        """A line as the texts of its moves."""
        return [text for _, text in self._steps(line)]

    def _steps(self, line: tuple[int, ...]) -> list[tuple[int, str]]:
        """Who moves, and the text of the move; where things are hidden, as far as it goes under some guess."""
        steps, state = [], self.state.guess(0)
        for move in line:
            if self.state.observer is not None and (state.turn == CHANCE or move not in state.moves()):
                break
            steps.append((state.turn, state.format(move)))
            state = state.play(move)
        return steps

    def __str__(self) -> str:
        summary = (
            f"{self.algorithm}: {self.state.format(self.move)}, worth {self.values[self.state.turn]:.3f} to "
            f"{self.state.game.seat_name(self.state.turn)}{' (proven)' if self.proven else ''}; "
            f"{self.work:,} {self.unit} in {self.elapsed:.2f} s "
            f"({self.rate:,.0f}/s), depth {self.depth}"
        )
        has_prior = any(item.prior is not None for item in self.candidates)
        rows = [("move", self.unit, "value", "prior" if has_prior else "", "", "line")]
        for row in self.table():
            value = "-" if row["value"] is None else f"{row['value']:.3f}"
            proof = (
                f"in {row['plies']}" if row["proven"] and row["plies"] is not None else "proven" * bool(row["proven"])
            )
            prior = "" if row["prior"] is None else f"{row['prior']:.3f}"
            rows.append((str(row["move"]), f"{row['visits']:,}", value, prior, proof, " ".join(row["line"])))  # type: ignore[arg-type]
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        lines = []
        for move, visits, value, prior, proof, line in rows:
            cells = [move.ljust(widths[0]), visits.rjust(widths[1]), value.rjust(widths[2])]
            cells += [prior.rjust(widths[3])] * has_prior + [proof.ljust(widths[4]), line]
            lines.append("  " + "  ".join(cells).rstrip())
        return "\n".join([summary, *lines])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def explain(self) -> str:
        """Why this move, in a few plain sentences."""
        seat, best = self.state.turn, self.candidates[0]
        name = self.state.format(self.move)
        sentences = [self._verdict(name, seat)]
        if len(self.candidates) == 1:
            sentences.append("It is the only legal move.")
        elif self.candidates[1].values is not None:
            second = self.candidates[1]
            margin = best.values[seat] - second.values[seat] if best.values and second.values else 0.0
            other = self.state.format(second.move)
            sentences.append(
                f"The second best is {other}, {margin:.3f} behind."
                if margin > 0.0005
                else f"{other} is worth as much; {name} was looked at more ({best.visits:,} against {second.visits:,})."
            )
        sentences += self._outlook(self._steps(best.line))
        sentences.append(self._steadiness())
        return " ".join(sentences)

    def _outlook(self, steps: list[tuple[int, str]]) -> list[str]:
        """How play goes on after the first move of a line: what else belongs to the turn, or the answer to it."""
        if len(steps) < 2:
            return []
        texts = [text for _, text in steps[:8]]
        if steps[1][0] == steps[0][0]:
            turn = [text for _, text in takewhile(lambda step: step[0] == steps[0][0], steps)]
            return [f"The whole turn is {' '.join(turn)}."]
        return [f"The best answer to it is {texts[1]}; play may go on {' '.join(texts)}."]

    def _verdict(self, name: str, seat: int) -> str:
        value = self.values[seat]
        if not self.proven:
            return f"{name} is worth about {value:.3f} to seat {seat}, by {self.work:,} {self.unit}; nothing is proven."
        plies = self.candidates[0].plies
        when = f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies is not None else ""
        least, most = self.state.game.rules.payoff_bounds
        kind = "wins" if value >= most else "loses" if value <= least else f"is worth exactly {value:.3f}"
        return f"{name} {kind}{when} with best play; that is proven."

    def _steadiness(self) -> str:
        if len(self.choices) <= 1:
            return "It was ahead from the first look to the last."
        changes = ", then ".join(f"{self.state.format(move)} from {work:,}" for work, move in self.choices[-4:])
        return f"The choice changed with the budget: {changes} {self.unit}."
