"""The ending of a match before its board shows an end, and the payoffs of such a match."""

from __future__ import annotations

from dataclasses import dataclass

from playout.rules import Rules

__all__ = ["Ending", "payoffs_of_draw", "payoffs_of_lost_match"]


@dataclass(frozen=True)
class Ending:
    """A seat lost the match, or its payoffs were agreed on."""

    reason: str
    """`kind: description`, or the kind alone. A match is lost by illegal, clock, crash, memory or resigned."""
    loser: int | None = None
    """The seat that lost; None: the payoffs were agreed on."""
    payoffs: tuple[float, ...] | None = None
    """The agreed payoffs by seat; None: those of a lost match."""
    seconds: float | None = None
    """The time of the loser's last decision, which is no move of the match; None: the loser was not thinking."""

    @property
    def kind(self) -> str:
        return self.reason.partition(":")[0]


def payoffs_of_lost_match(rules: Rules, seats: int, loser: int) -> tuple[float, ...]:
    """The payoffs by seat: the loser gets the lowest; the others share the rest equally, up to the highest payoff.

    The rest is the game's constant sum minus the loser's payoff. Without a constant sum, the sum of a match with
    average payoffs takes its place.
    """
    least, most = rules.payoff_bounds
    share = min(most, (_total(rules, seats) - least) / max(seats - 1, 1))
    return tuple(least if seat == loser else share for seat in range(seats))


def payoffs_of_draw(rules: Rules, seats: int) -> tuple[float, ...]:
    """The payoffs by seat: each seat gets the same share of the game's constant sum, or the average payoff."""
    return (_total(rules, seats) / seats,) * seats


def _total(rules: Rules, seats: int) -> float:
    """The sum of all seats' payoffs. If it is not constant, the sum of average payoffs."""
    least, most = rules.payoff_bounds
    return seats * (least + most) / 2 if rules.payoff_sum is None else rules.payoff_sum
