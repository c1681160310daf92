"""The result of a search: the move, its value, and why."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Generic

from playout.algorithms.explaining import PlainNames, explain
from playout.game import State
from playout.rules import CHANCE, PlayoutError

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from playout.algorithms.base import Search

    Kind = TypeVar("Kind", bound=Search, default=Search, covariant=True)
else:
    from typing import TypeVar

    Kind = TypeVar("Kind")

__all__ = ["Candidate", "SearchResult"]


@dataclass(frozen=True)
class Candidate:
    """A legal move with its results."""

    move: int
    visits: int
    """Simulations, playouts or nodes that were spent on it."""
    values: tuple[float, ...] | None
    """The expected payoff of each seat after it; None if the move was never searched."""
    proven: bool = False
    """Whether the values are certain."""
    plies: int | None = None
    """If proven: the plies to the end of the match, this move included; after exact search, an upper bound."""
    prior: float | None = None
    network: tuple[float, ...] | None = None
    """The network's own values after the move, on the payoffs' scale; None if it did not evaluate the position."""
    line: tuple[int, ...] = ()
    """The expected line of play, which begins with this move."""


@dataclass(frozen=True)
class SearchResult(Generic[Kind]):
    """The result of a search; `SearchResult[Uct]` is that of a UCT search."""

    state: State = field(repr=False)
    algorithm: str
    """The search's spelling."""
    move: int
    values: tuple[float, ...]
    """The expected payoff of each seat."""
    candidates: tuple[Candidate, ...]
    """The legal moves, the best first."""
    proven: bool
    """Whether the values are certain."""
    unit: str
    """The unit of `work`: simulations, playouts or nodes."""
    work: int
    depth: int
    elapsed: float
    """Seconds."""
    choices: tuple[tuple[int, int], ...] = ()
    """(work, move): the best move is noted at 64, 128, 256, ... units of work and at the end. The list has the first
    note, each note that differs from the one before it, and the last."""
    exact_nodes: int = 0
    """The nodes of the exact search beside UCT's tree, which `work` does not count."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search before its limit."""
    _search: Kind | None = field(default=None, repr=False, compare=False)

    @property
    def search(self) -> Kind:
        """The search itself, with its tree; `search.run(seconds=1)` continues it."""
        if self._search is None:
            raise PlayoutError(
                "this result does not hold its search: it was read from a file, or an engine found it; search anew"
            )
        return self._search

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation: the line of play if every seat plays best."""
        return self.candidates[0].line

    def continued(self) -> SearchResult[Kind]:
        """The same result with longer lines, where the search knows more moves."""
        return replace(self, candidates=tuple(self._continued(item) for item in self.candidates))

    def _continued(self, item: Candidate) -> Candidate:
        if self._search is None or len(item.line) > 1 or item.values is None or self.state.observer is not None:
            return item
        after = self._search.expected(self.state.play(item.move), self.depth - 1)
        return replace(item, line=(item.move, *after))

    @property
    def simulations(self) -> int:
        return self.work if self.unit == "simulations" else 0

    @property
    def nodes(self) -> int:
        return self.work if self.unit == "nodes" else 0

    @property
    def rate(self) -> float:
        """Units of work a second."""
        return self.work / self.elapsed if self.elapsed > 0 else 0.0

    def table(self) -> list[dict[str, object]]:
        """The candidates as rows, with texts for moves and lines."""
        return [
            {
                "move": self.state.format(item.move),
                "visits": item.visits,
                "value": None if item.values is None else item.values[self.state.turn],
                "score": self._score_text(item),
                "proven": item.proven,
                "plies": item.plies,
                "prior": item.prior,
                "network": None if item.network is None else item.network[self.state.turn],
                "line": self._texts(item.line),
            }
            for item in self.candidates
        ]

    def _score_text(self, item: Candidate) -> str:
        """The value of a move in the notation of the game; empty if there is no notation or no value."""
        if item.values is None:
            return ""
        return self.state.score_text(item.values[self.state.turn], item.plies if item.proven else None)

    def _texts(self, line: tuple[int, ...]) -> list[str]:
        """A line as the texts of its moves."""
        return [text for _, text in self._steps(line)]

    def _steps(self, line: tuple[int, ...]) -> list[tuple[int, str]]:
        """(seat, text) of each move; with hidden information, only while the line is legal under a guess."""
        return self.follow(line)[0]

    def follow(self, line: tuple[int, ...]) -> tuple[list[tuple[int, str]], State]:
        """(seat, text) of each move of a line, and the position after it; with hidden information, under a guess."""
        steps, state = [], self.state.guess(0)
        for move in line:
            if self.state.observer is not None and (state.turn == CHANCE or move not in state.moves()):
                break
            steps.append((state.turn, state.format(move)))
            state = state.play(move)
        return steps, state

    @property
    def known(self) -> bool:
        """Whether the value of the move is known; if not, `values` are equal shares."""
        return self.candidates[0].values is not None

    def _summary(self) -> str:
        """The move, its worth and the work in one line."""
        seat = self.state.turn
        own = self._score_text(self.candidates[0])
        value = f"{self.values[seat]:z.3f}{f' ({own})' if own else ''}"
        worth = f"worth {value} to {self.state.game.seat_name(seat)}" if self.known else "of unknown worth"
        return (
            f"{self.algorithm}: {self.state.format(self.move)}, {worth}{' (proven)' if self.proven else ''}; "
            f"{self.work:,} {self.unit} in {self.elapsed:.2f} s ({self.rate:,.0f}/s), depth {self.depth}"
            f"{f'; {self.exact_nodes:,} nodes of exact search' if self.exact_nodes else ''}"
            f"{'; interrupted' if self.interrupted else ''}"
        )

    def _rows(self) -> list[tuple[str, ...]]:
        """The table as texts, headings first. Empty columns for scores and priors are left out."""
        rows: list[tuple[str, ...]] = [("move", self.unit, "value", "score", "prior", "network", "", "line")]
        for row in self.table():
            value = "-" if row["value"] is None else f"{row['value']:z.3f}"
            proof = (
                f"in {row['plies']}" if row["proven"] and row["plies"] is not None else "proven" * bool(row["proven"])
            )
            prior, network = ("" if row[name] is None else f"{row[name]:.3f}" for name in ("prior", "network"))
            texts = (str(row["move"]), f"{row['visits']:,}", value, str(row["score"]), prior, network, proof)
            rows.append((*texts, " ".join(row["line"])))  # type: ignore[arg-type]
        kept = [i for i in range(8) if i not in (3, 4, 5) or any(words[i] for words in rows[1:])]
        return [tuple(words[i] for i in kept) for words in rows]

    def __str__(self) -> str:
        rows = self._rows()
        *widths, _ = [max(len(words[i]) for words in rows) for i in range(len(rows[0]))]
        lines = []
        for words in rows:
            # The first column and the last two hold words, the others numbers.
            cells = [
                word.ljust(wide) if i in (0, len(widths) - 1) else word.rjust(wide)
                for i, (word, wide) in enumerate(zip(words, widths, strict=False))
            ]
            lines.append("  " + "  ".join([*cells, words[-1]]).rstrip())
        return "\n".join([self._summary(), *lines])

    def _repr_html_(self) -> str:
        summary, rows = self._summary(), self._rows()
        head, *body = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
        lines = "".join(f"<tr>{row}</tr>" for row in body)
        return (
            f"<p>{escape(summary)}</p><table><thead><tr>{head.replace('td>', 'th>')}</tr></thead>"
            f"<tbody>{lines}</tbody></table>"
        )

    def explain(self) -> str:
        """The reasons for the move, in a few sentences."""
        return str(explain(self).sentence(PlainNames(self)))
