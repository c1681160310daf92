"""Whether a source's claim counts as confirmed: the one rule of all pages.

A score has a 95 % interval. "It helps" is confirmed where the whole interval is above even. "It makes no difference" is
confirmed where the interval contains even and no end of it is more than ROOM from even. Where an interval is too wide
for either, the claim is not decided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from playout.arena.cells import percent

__all__ = [
    "CONFIRMED",
    "NOT_COMPARABLE",
    "NOT_CONFIRMED",
    "NOT_DECIDED",
    "QUICK",
    "ROOM",
    "WORDS",
    "Gain",
    "Verdict",
    "about_nearly_all",
    "counted",
    "effect",
    "equal_shares",
    "helps",
    "hurts",
    "larger",
    "makes_no_difference",
    "not_comparable",
    "wilson",
]

CONFIRMED, NOT_CONFIRMED, NOT_DECIDED, NOT_COMPARABLE = "confirmed", "not confirmed", "not decided", "not comparable"
WORDS = (CONFIRMED, NOT_CONFIRMED, NOT_DECIDED, NOT_COMPARABLE)

ROOM = 0.1
"""Two players count as equal if the interval leaves no room for a larger difference of the score."""


@dataclass(frozen=True)
class Verdict:
    """One of WORDS, and the reason if the figures do not show it."""

    word: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.word}: {self.why}" if self.why else self.word


QUICK = Verdict(NOT_DECIDED, "a quick run has too few data")
"""The verdict on every claim in a run with --quick."""


@dataclass(frozen=True)
class Gain:
    """A score minus the even score, from -1 to 1, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def __neg__(self) -> Gain:
        return Gain(-self.value, -self.high, -self.low)

    @property
    def room(self) -> float:
        """The largest difference from even that the interval allows."""
        return max(abs(self.low), abs(self.high))


def effect(gain: Gain) -> str:
    """What an interval shows, in a word or two. All verdicts on scores follow from this."""
    if gain.low > 0 or gain.high < 0:
        return "helps" if gain.low > 0 else "hurts"
    return "no difference" if gain.room <= ROOM else NOT_DECIDED


def helps(gain: Gain) -> Verdict:
    """The verdict on "it is stronger"."""
    found = effect(gain)
    words = {"helps": CONFIRMED, NOT_DECIDED: NOT_DECIDED}
    why = {"hurts": "the interval shows the opposite", "no difference": f"no difference of more than {_points(gain)}"}
    return Verdict(words.get(found, NOT_CONFIRMED), why.get(found, ""))


def hurts(gain: Gain) -> Verdict:
    """The verdict on "it is weaker"."""
    return helps(-gain)


def makes_no_difference(gain: Gain) -> Verdict:
    """The verdict on "it is as strong", or "it is not needed"."""
    found = effect(gain)
    if found == "no difference":
        return Verdict(CONFIRMED, f"no difference of more than {_points(gain)}")
    if found == NOT_DECIDED:
        return Verdict(NOT_DECIDED, f"the interval leaves room for {_points(gain)}")
    return Verdict(NOT_CONFIRMED, f"it {found}")


def larger(difference: Gain) -> Verdict:
    """The verdict on "the one is larger", of quantities that are not scores."""
    if difference.low > 0:
        return Verdict(CONFIRMED)
    return Verdict(NOT_CONFIRMED if difference.high < 0 else NOT_DECIDED)


def about_nearly_all(count: int, total: int) -> Verdict:
    """The verdict on "nearly always": the whole interval of the share is within ROOM of 1."""
    low, high = wilson(count, total)
    if low >= 1 - ROOM:
        return Verdict(CONFIRMED)
    return Verdict(NOT_CONFIRMED if high < 1 - ROOM else NOT_DECIDED)


def equal_shares(counts: Sequence[int], total: int, looks: int = 1) -> Verdict:
    """The verdict on "all seats win equally often", by a chi-square test and the intervals of the shares.

    looks: how often the matches were looked at; each look has its share of the level of 5 per cent. Three seats: the p
    of two degrees of freedom is exp(-x/2).
    """
    if len(counts) != 3 or not any(counts):
        raise ValueError("three seats, at least one of which has won")
    mean = sum(counts) / 3
    p = math.exp(-sum((count - mean) ** 2 for count in counts) / mean / 2)
    intervals = [wilson(count, total) for count in counts]
    room = max(max(1 / 3 - low, high - 1 / 3) for low, high in intervals)
    test = f"chi-square test: p = {p:.2g}"
    if p < 0.05 / looks:
        return Verdict(NOT_CONFIRMED, test)
    if p >= 0.05 and room <= ROOM:
        return Verdict(CONFIRMED, f"{test}; no difference of more than {percent(room)} points")
    often = f", and with {looks} looks at the matches only p below {0.05 / looks:g} counts" if p < 0.05 else ""
    return Verdict(NOT_DECIDED, f"{test}{often}")


def counted(holds: bool, why: str = "") -> Verdict:
    """The verdict on an exact count, such as nodes."""
    return Verdict(CONFIRMED if holds else NOT_CONFIRMED, why)


def not_comparable(why: str) -> Verdict:
    return Verdict(NOT_COMPARABLE, why)


def wilson(part: float, whole: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.96
    middle, reach = (part + z * z / 2) / (whole + z * z), z * math.sqrt(part * (whole - part) / whole + z * z / 4)
    return max(0.0, middle - reach / (whole + z * z)), min(1.0, middle + reach / (whole + z * z))


def _points(gain: Gain) -> str:
    return f"{percent(gain.room)} points"
