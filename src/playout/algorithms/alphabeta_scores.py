"""Alpha-beta's scores and what they mean: a payoff, and the plies until it is paid."""

from __future__ import annotations

import math

from playout.rules import Rules

__all__ = ["Scores"]


class Scores:
    """The scores of one game: whole numbers, as the kernel says, and the way back to payoffs."""

    def __init__(self, rules: Rules) -> None:
        self.middle = (rules.payoff_sum or 0.0) / 2
        self.half = max(abs(bound - self.middle) for bound in rules.payoff_bounds)
        """From the middle of the payoffs to the best or the worst."""
        self.quantum = 1 << rules.max_length.bit_length()
        """More than the plies of any match."""
        self.levels = (1 << 58) // self.quantum
        """Payoffs that are told apart, from the middle to the best."""
        self.top = self.levels * self.quantum
        """A win at once; no score is higher."""
        self._digits = 11 - math.ceil(math.log10(self.half))

    def widest(self) -> list[int]:
        """The bounds of a position of which nothing is known: the fastest loss and the fastest win."""
        return [1 - self.top, self.top - 1]

    def of(self, payoff: float, plies: int) -> int:
        """The score of an end after so many plies."""
        level = round((payoff - self.middle) / self.half * self.levels)
        return level * self.quantum - (plies if level > 0 else -plies if level < 0 else 0)

    def level(self, score: int) -> int:
        """The payoff in a score, without the distance."""
        level = -(-abs(score) // self.quantum)
        return level if score > 0 else -level

    def plies(self, score: int) -> int | None:
        """The distance in a score; the middle has none."""
        return abs(self.level(score)) * self.quantum - abs(score) if score != 0 else None

    def values(self, score: int, seat: int) -> tuple[float, ...]:
        """The payoffs by seat, if this is what `seat` expects."""
        own = round(self.middle + self.half * self.level(score) / self.levels, self._digits)
        other = round(2 * self.middle - own, self._digits)
        return (own, other) if seat == 0 else (other, own)

    def is_end(self, score: int) -> bool:
        """Whether this is a certain win or loss, which no evaluation reaches."""
        return abs(score) > self.top - self.quantum
