"""Blunders: a searching agent that overlooks its best move now and then, with a given probability."""

from __future__ import annotations

from dataclasses import replace

from playout.algorithms.results import SearchResult
from playout.rng import Rng

__all__ = ["overlook"]


def overlook(result: SearchResult, rate: float, rng: Rng) -> SearchResult:
    """The result of an agent that overlooks each move with the probability `rate`, the best move first.

    Of the moves that the search has visited, the best one that is not overlooked is played; the last one is never
    overlooked. So the best move is played with the probability 1 - rate, the next one with rate (1 - rate), and so on.
    A best move that ends the match is never overlooked. After a blunder the played move is the first candidate, the
    values are those of that move, and nothing counts as proven.
    """
    known = [item for item in result.candidates if item.visits > 0]
    if len(known) < 2 or _ends_match(result):
        return result
    chosen = next((item for item in known[:-1] if rng.uniform() >= rate), known[-1])
    if chosen is known[0]:
        return result
    others = tuple(item for item in result.candidates if item is not chosen)
    return replace(
        result,
        move=chosen.move,
        values=chosen.values or result.values,
        candidates=(chosen, *others),
        proven=False,
        choices=(),
    )


def _ends_match(result: SearchResult) -> bool:
    """Whether the best move ends the match; False for a view, since a later position does not follow from it."""
    return result.state.observer is None and result.state.play(result.move).over
