"""Expectimax: minimax with chance, whose value is the mean over all outcomes (Michie 1966); any number of seats.

Games need full information and `odds`. If a match can go on for ever (Pig), the search needs a depth.
"""

from __future__ import annotations

from typing import ClassVar

from playout.algorithms.minimax.search import MaxnOptions, Minimax, MinimaxOptions
from playout.rules import PlayoutError, Rules

__all__ = ["Expectimax"]


class Expectimax(Minimax):
    """Expectimax in progress: minimax's kernel, which takes the mean at chance nodes."""

    name: ClassVar[str] = "expectimax"
    summary: ClassVar[str] = "minimax that takes the mean where chance decides"
    option_type: ClassVar[type[MinimaxOptions]] = MaxnOptions
    games: ClassVar[str] = "any number of seats, chance if the game has `odds`, nothing hidden"

    def _refuse_chance(self, rules: Rules) -> None:
        if rules.has("chance") and not rules.has("odds"):
            raise PlayoutError(
                f"expectimax needs odds(s, outcomes, p), which {rules.name} does not have: add it, or use uct or flat"
            )
