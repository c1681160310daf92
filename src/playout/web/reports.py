"""What a search knows, as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from playout.algorithms.base import Search
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.uct.search import Uct
from playout.game import State
from playout.rules import CHANCE
from playout.web import schema
from playout.web.positions import line_step

__all__ = ["LineTexts", "candidate_models", "memory_of", "nodes_of"]

SHOWN = 60
"""Candidates that are sent; a Go board has 362."""

WITH_LINES = 8
"""Of these the best have their whole line."""

LONGEST = 16
"""Moves of a line."""

MEGABYTE = 1e6


@dataclass
class LineTexts:
    """The texts of lines from one position; a position on a line is played only once."""

    state: State
    """What is searched; what it does not show is guessed."""
    most: int = 4000
    _known: dict[tuple[int, ...], State] = field(default_factory=dict)

    def steps(self, line: tuple[int, ...]) -> list[schema.LineStep]:
        """The moves with seats and texts, as far as they are legal under the guess."""
        if len(self._known) > self.most:
            self._known.clear()
        current = self._known.setdefault((), self.state.guess(0))
        found = []
        for number, move in enumerate(line[:LONGEST], 1):
            if self.state.observer is not None and (current.turn == CHANCE or move not in current.moves()):
                break
            found.append(line_step(current, move))
            if number < min(len(line), LONGEST):
                prefix = line[:number]
                if prefix not in self._known:
                    self._known[prefix] = current.play(move)
                current = self._known[prefix]
        return found


def candidate_models(result: SearchResult, texts: LineTexts) -> list[schema.CandidateInfo]:
    """The candidates, the best first."""
    total = max(1, sum(item.visits for item in result.candidates))
    found = result.candidates[:SHOWN]
    return [_candidate(item, number, result.state, total, texts) for number, item in enumerate(found)]


def _candidate(item: Candidate, number: int, state: State, total: int, texts: LineTexts) -> schema.CandidateInfo:
    line = item.line if number < WITH_LINES and item.line else (item.move,)
    return schema.CandidateInfo(
        move=item.move,
        text=state.format(item.move),
        places=list(state.places(item.move)),
        visits=item.visits,
        share=item.visits / total,
        values=list(item.values) if item.values is not None else None,
        value=item.values[state.turn] if item.values is not None else None,
        proven=item.proven,
        plies=item.plies,
        prior=item.prior,
        line=texts.steps(tuple(line)),
    )


def memory_of(search: Search) -> float | None:
    """Megabytes that a search uses; None if it does not say."""
    if isinstance(search, Uct):
        sizes = [tree.used * tree.nodes.dtype.itemsize + int(tree._blocks_in_use.nbytes) for tree in search.trees]
        return sum(sizes) / MEGABYTE
    table = getattr(search, "_table", None)
    return float(table.nbytes) / MEGABYTE if table is not None else None


def nodes_of(search: Search) -> int | None:
    """Nodes of the tree, or of all trees, where there is one."""
    if isinstance(search, Uct):
        return sum(tree.used for tree in search.trees)
    return None
