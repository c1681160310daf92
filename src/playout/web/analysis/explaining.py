"""Explains moves to pages: the facts of a result, with the names that a page gives to seats and moves."""

from __future__ import annotations

from dataclasses import dataclass

from playout.algorithms.explaining import explain
from playout.algorithms.results import SearchResult
from playout.sentences import Item
from playout.web import schema
from playout.web.analysis.reports import LineTexts
from playout.web.games.positions import seat_item

__all__ = ["explain_result"]


def explain_result(result: SearchResult, texts: LineTexts) -> schema.Sentence:
    """Explain why the search chose its move."""
    return schema.Sentence.of(explain(result).sentence(_PageNames(texts)))


@dataclass(frozen=True)
class _PageNames:
    """Names of seats and moves for a page, in the words that the game has for each language."""

    texts: LineTexts

    def seat(self, seat: int) -> Item:
        return seat_item(self.texts.state.game, seat)

    def move(self, move: int) -> Item:
        return _item(self.texts.move(move))

    def line(self, line: tuple[int, ...]) -> list[Item]:
        return [_item(step) for step in self.texts.steps(line, len(line))]


def _item(step: schema.LineStep) -> Item:
    return step.text if step.words is None else {"en": step.text, "zh": step.words.zh}
