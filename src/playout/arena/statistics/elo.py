"""Conversions between Elo differences, expected scores and probabilities."""

from __future__ import annotations

import math
from statistics import NormalDist

__all__ = ["CERTAINTY", "ELO", "elo_of_score", "likelihood_of_superiority", "normal", "score_of_elo", "student"]

ELO = 400 / math.log(10)
"""Elo points in one unit of log-odds."""

CERTAINTY = 0.95
"""The confidence level of all intervals."""


def elo_of_score(score: float) -> float:
    """The Elo difference whose expected score is `score` (0 to 1, a draw counts 1/2); infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise ValueError(f"a score is from 0 to 1, not {score}")
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO * math.log(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The expected score at an Elo difference."""
    if elo < 0:
        return 1 - score_of_elo(-elo)
    return 1 / (1 + math.exp(-elo / ELO))


def normal(z: float) -> float:
    """The standard normal distribution function at z."""
    return math.erfc(-z / math.sqrt(2)) / 2


def likelihood_of_superiority(wins: float, losses: float) -> float:
    """The probability that the agent with these wins and losses is the stronger one; draws do not matter."""
    return normal((wins - losses) / math.sqrt(wins + losses)) if wins + losses else 0.5


def student(degrees_of_freedom: float) -> float:
    """Half the width of an interval in standard errors, where the standard error itself is estimated.

    Student's quantile: in closed form for 1 and 2 degrees of freedom, else by the Cornish-Fisher expansion
    (Abramowitz and Stegun, 26.7.5), whose error is at most 0.2 % at 3 and smaller beyond.
    """
    p = (1 + CERTAINTY) / 2
    if degrees_of_freedom < 2:
        return math.tan(math.pi * (p - 0.5))
    if degrees_of_freedom < 3:
        return (2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p)))
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / degrees_of_freedom**power for power, term in enumerate(terms, 1))
