"""The results of a search as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from playout.algorithms.results import Candidate, SearchResult
from playout.game import State
from playout.rules import CHANCE
from playout.web import schema
from playout.web.games.positions import line_step

__all__ = ["LineTexts", "candidate_models"]

SHOWN = 60
"""The most candidates that are sent; the empty board of Go has 362."""

WITH_LINES = 8
"""The number of candidates, the best first, that are sent with their whole line."""

LINE_MOVES = 16
"""The most moves of a line that are sent."""


@dataclass
class LineTexts:
    """The texts of lines from one position. Each position on them is reached, and each move formatted, only once."""

    state: State
    """The searched position. A guess fills in its hidden information."""
    most: int = 4000
    _states: dict[tuple[int, ...], State] = field(default_factory=dict)
    _steps: dict[tuple[int, ...], schema.LineStep] = field(default_factory=dict)
    _moves: dict[int, schema.LineStep] = field(default_factory=dict)

    def move(self, move: int) -> schema.LineStep:
        """The step of a move in the searched position."""
        if move not in self._moves:
            self._moves[move] = line_step(self.state, move)
        return self._moves[move]

    def steps(self, line: tuple[int, ...], most: int = LINE_MOVES) -> list[schema.LineStep]:
        """The moves of a line with seats and texts, up to the first move that is illegal under the guess."""
        if len(self._steps) > self.most:
            self._states.clear()
            self._steps.clear()
        found = []
        for length in range(1, min(len(line), most) + 1):
            step = self._step(line[:length])
            if step is None:
                break
            found.append(step)
        return found

    def _step(self, line: tuple[int, ...]) -> schema.LineStep | None:
        """The last move of a line whose earlier moves are known; None if it is not legal under the guess."""
        if line not in self._steps:
            before, move = self._at(line[:-1]), line[-1]
            if self.state.observer is not None and (before.turn == CHANCE or move not in before.moves()):
                return None
            self._steps[line] = line_step(before, move)
        return self._steps[line]

    def _at(self, line: tuple[int, ...]) -> State:
        """The position after a line that is known to be legal, since a search found it."""
        if line not in self._states:
            self._states[line] = self._at(line[:-1])._after(line[-1]) if line else self.state.guess(0)
        return self._states[line]


def candidate_models(result: SearchResult, texts: LineTexts) -> list[schema.CandidateInfo]:
    """The candidates, the best first."""
    total = max(1, sum(item.visits for item in result.candidates))
    shown = result.candidates[:SHOWN]
    found = (*replace(result, candidates=shown[:WITH_LINES]).continued().candidates, *shown[WITH_LINES:])
    return [_candidate(item, number, result.state, total, texts) for number, item in enumerate(found)]


def _candidate(item: Candidate, number: int, state: State, total: int, texts: LineTexts) -> schema.CandidateInfo:
    step = texts.move(item.move)
    value = item.values[state.turn] if item.values is not None else None
    line = item.line if number < WITH_LINES and item.line else (item.move,)
    return schema.CandidateInfo(
        move=item.move,
        text=step.text,
        words=step.words,
        places=step.places,
        visits=item.visits,
        share=item.visits / total,
        values=list(item.values) if item.values is not None else None,
        value=value,
        score="" if value is None else state.score_text(value, item.plies if item.proven else None),
        proven=item.proven,
        plies=item.plies,
        prior=item.prior,
        line=texts.steps(tuple(line)),
    )
