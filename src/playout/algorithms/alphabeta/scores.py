"""Alpha-beta's scores: a payoff and the plies to the end of the match in one integer."""

from __future__ import annotations

import math
from functools import lru_cache

from playout.rules import Rules

__all__ = ["Scores", "scores_of"]


class Scores:
    """The scores of one game: conversions between payoffs and the whole numbers of the kernel.

    alone: scores of one seat against all others. The middle is then an equal share, which need not be halfway between
    the best and the worst payoff; both have the same distance from it as scores.
    """

    def __init__(self, rules: Rules, seats: int = 2, *, alone: bool = False) -> None:
        least, most = rules.payoff_bounds
        self.middle = (rules.payoff_sum or 0.0) / seats
        if alone and (rules.payoff_sum is None or not least < self.middle < most):
            self.middle = (least + most) / 2
        self.above, self.below = most - self.middle, self.middle - least
        """The distances from the middle of the payoffs to the best and to the worst."""
        if not alone:
            self.above = self.below = max(self.above, self.below)
        self._seats, self._sum = seats, rules.payoff_sum
        self.quantum = 1 << rules.max_length.bit_length()
        """A power of two above the plies of any match: the distance between two payoffs."""
        self.levels = (1 << 50) // self.quantum
        """The number of different payoffs from the middle to the best."""
        self.top = self.levels * self.quantum
        """The score of an immediate win, the highest score."""
        self._digits = 11 - math.ceil(math.log10(max(self.above, self.below)))

    def widest(self) -> list[int]:
        """The bounds of an unknown position: the fastest loss and the fastest win."""
        return [1 - self.top, self.top - 1]

    def of(self, payoff: float, plies: int) -> int:
        """The score of a match that ends after `plies` plies."""
        distance = payoff - self.middle
        level = round(distance / (self.above if distance > 0 else self.below) * self.levels)
        return level * self.quantum - (plies if level > 0 else -plies if level < 0 else 0)

    def level(self, score: int) -> int:
        """The payoff in a score, without the distance."""
        level = -(-abs(score) // self.quantum)
        return level if score > 0 else -level

    def plies(self, score: int) -> int | None:
        """The plies in a score; None for the middle."""
        return abs(self.level(score)) * self.quantum - abs(score) if score != 0 else None

    def values(self, score: int, seat: int) -> tuple[float, ...]:
        """The payoffs by seat for a score of `seat`; the others share the rest equally."""
        size = self.above if score > 0 else self.below
        own = round(self.middle + size * self.level(score) / self.levels, self._digits)
        left = self.middle if self._sum is None else (self._sum - own) / max(1, self._seats - 1)
        return tuple(own if other == seat else round(left, self._digits) for other in range(self._seats))

    def is_end(self, score: int) -> bool:
        """Whether a score is a certain win or loss, which an evaluation never reaches."""
        return abs(score) > self.top - self.quantum


@lru_cache(maxsize=32)
def scores_of(rules: Rules, seats: int, *, alone: bool) -> Scores:
    """The scores of a game; the same object each time."""
    return Scores(rules, seats, alone=alone)
