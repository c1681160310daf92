"""The payoffs of a match that a seat loses before the end: by resigning, on time, or by an illegal move."""

from __future__ import annotations

from playout.rules import Rules

__all__ = ["payoffs_of_lost_match"]


def payoffs_of_lost_match(rules: Rules, seats: int, loser: int) -> tuple[float, ...]:
    """By seat: the loser gets the lowest payoff; the others share the rest equally, up to the highest payoff.

    The rest is the game's constant sum minus the loser's payoff. Without a constant sum, the sum of a match with
    average payoffs takes its place.
    """
    least, most = rules.payoff_bounds
    total = seats * (least + most) / 2 if rules.payoff_sum is None else rules.payoff_sum
    share = min(most, (total - least) / max(seats - 1, 1))
    return tuple(least if seat == loser else share for seat in range(seats))
