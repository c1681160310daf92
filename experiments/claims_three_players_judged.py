"""What the results of claims_three_players say about the report's claims, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from experiments.sources import NOT_COMPARABLE, Claim, judged
from experiments.tic_tac_toe import wilson
from playout.arena.reporting.tables import percent

if TYPE_CHECKING:
    from experiments.claims_three_players import Decision, Found, Seats
    from experiments.forced_blocks import Blocks
    from experiments.three_players import Score

__all__ = ["ADDED", "MERGING", "TOGETHER", "balance_words", "claims_of", "helps", "played", "score", "won"]

MERGING, TOGETHER = "merging", "pruning and merging"
ADDED = "merging, where all prune"
BALANCE_LEVEL = 0.025
"""Of the test for balance: its matches were looked at after 300 and after 600, so each look has half of 5 per cent."""

LITTLE = 0.05
"""A share of visits below this is as good as none."""
ROOM = 0.1
"""Two things count as equal if the intervals leave no room for a larger difference."""


def claims_of(found: Found) -> list[Claim]:
    sizes, ways, plain = found.sizes, found.ways, found.balance["plain"]
    two, three = plain["two players"], plain["three players"]
    first = wilson(two.wins[0], two.matches)
    kept = {
        name: f" {percent(row.share)} % of the root's visits are from before ({sizes.kept:,} simulations)."
        for name, row in found.kept.items()
    }
    is_little = "plain" in found.kept and found.kept["plain"].share < LITTLE
    merging = ways[MERGING]
    return [
        Claim(
            "Pruning helps: whoever can win at once will.",
            f"Plain against two that prune: {_scores(ways['pruning'])}. {_forced(found.blocks)}",
            _judged_pruning(found),
        ),
        Claim(
            "Merging alone has no effect: of 200 moves each gets 1/200 of the simulations.",
            f"Plain against two that merge: {_scores(merging)}."
            + kept.get("plain", "")
            + _blocked(found, "plain", MERGING),
            judged(
                is_little
                and any(is_equal([(row.low, row.high)], 1 / 3) for row in merging.values())
                and not any(_differs(row) for row in merging.values()),
                f"{_by_budget(merging)}; {'hardly any' if is_little else 'some'} visits are kept",
            ),
        ),
        Claim(
            "With pruning, merging helps, because what was pruned is kept.",
            f"Plain against two with both: {_scores(ways[TOGETHER])}. One that prunes against two with both: "
            f"{_scores(ways[ADDED])}." + kept.get("pruning", "") + _blocked(found, "pruning", TOGETHER),
            judged(any(row.high < 1 / 3 for row in ways[ADDED].values()), _by_budget(ways[ADDED])),
        ),
        Claim(
            "Results decayed by the length of the playout make it weaker.",
            f"Against two without: {_scores(found.worse['decay'])} (33.3 is even).",
            _judged_worse(found.worse["decay"]),
        ),
        Claim(
            "Dropping moves below 1/3 of the best, from half of the iterations on, was not good; perhaps there were "
            "too few iterations.",
            f"Against two without: {_scores(found.worse['dropping'])}.",
            _judged_worse(found.worse["dropping"]),
        ),
        Claim(
            "Of two players the first has the larger advantage in a cube.",
            f"The first of two won {won(two, 0, ' %')}.",
            judged(first[0] > 1 / 2, "" if first[0] > 1 / 2 else equality([first], 1 / 2, two.matches)),
        ),
        Claim(
            "Three players balance the game.",
            f"Won by the first, second and third: {', '.join(won(three, seat, ' %') for seat in range(3))}.",
            _judged_balance(three),
        ),
        Claim(
            "About 1,000,000 iterations a move.",
            f"{_counts(ways['pruning'])} matches of a kind or more; {sizes.many:,} in {len(found.decisions)} single "
            "decisions.",
            f"{NOT_COMPARABLE}: the report gives no scores.",
        ),
    ]


def _blocked(found: Found, *names: str) -> str:
    """In how many positions each of these searches plays the forced block, in words; empty if there were none."""
    if not found.decisions:
        return ""
    counts = [f"{name} {sum(item.chosen[name] == item.block for item in found.decisions)}" for name in names]
    return (
        f" Forced blocks played with {found.sizes.many:,} simulations, of {len(found.decisions)}: {', '.join(counts)}."
    )


def _judged_pruning(found: Found) -> str:
    """Whether pruning wins more matches, and whether it plays more forced blocks (a sign test on where they differ)."""
    by = found.ways["pruning"]
    more = [
        f"{n:,}"
        for n, item in found.blocks.items()
        if item.gained + item.lost and wilson(item.gained, item.gained + item.lost)[0] > 1 / 2
    ]
    blocks = f"with {' and '.join(more)} simulations it plays more of the forced blocks; " if more else ""
    return judged(bool(more) or any(row.high < 1 / 3 for row in by.values()), f"{blocks}in matches {_by_budget(by)}")


def _judged_balance(row: Seats) -> str:
    """Whether three seats win equally often, by a chi-square test: p is exp(-x/2) for two degrees of freedom."""
    if not any(row.wins):
        return judged(False, f"nobody won any of {row.matches} matches")
    mean = sum(row.wins) / 3
    p = math.exp(-sum((wins - mean) ** 2 for wins in row.wins) / mean / 2)
    room = _room([wilson(wins, row.matches) for wins in row.wins], 1 / 3)
    test, most = f"chi-square test: p = {p:.2g}", f"a difference is {percent(room)} points at most"
    if BALANCE_LEVEL <= p < 0.05:
        why = f"the matches were looked at twice, so only p below {BALANCE_LEVEL} counts"
        return judged(False, f"not decided by {row.matches} matches ({test}; {why}); {most}")
    shown = f"{row.matches} matches show {'no' if p >= 0.05 else 'a'} difference ({test})"
    return judged(p >= 0.05 and room <= ROOM, f"{shown}; {most}")


def _judged_worse(by: Mapping[int, Score]) -> str:
    """Whether one with a variant is weaker than two without."""
    found = [f"with {n:,} simulations {_compared(row)}" for n, row in by.items()]
    return judged(all(row.high < 1 / 3 for row in by.values()), "; ".join(found))


def _compared(row: Score) -> str:
    """How one with a variant compares with two without."""
    if _differs(row):
        return f"it is {'weaker' if row.high < 1 / 3 else 'stronger'}"
    return f"not decided by {row.matches} matches"


def _differs(row: Score) -> bool:
    """Whether the interval leaves out the even score."""
    return row.high < 1 / 3 or row.low > 1 / 3


def _scores(by: Mapping[int, Score]) -> str:
    """The scores by simulations."""
    first, *rest = (f"{score(row)} with {n:,}" for n, row in by.items())
    return ", ".join([f"{first} simulations", *rest])


def _forced(blocks: Mapping[int, Blocks]) -> str:
    """How many of the forced blocks each search plays, by simulations."""
    plain = ", ".join(percent(row.plain / row.positions) for row in blocks.values())
    pruning = ", ".join(percent(row.pruning / row.positions) for row in blocks.values())
    with_each = ", ".join(f"{n:,}" for n in blocks)
    return f"Of the forced blocks plain plays {plain} %, pruning {pruning} % with {with_each} simulations."


def _counts(by: Mapping[int, Score]) -> str:
    return ", ".join(f"{n:,} in {row.matches:,}" for n, row in by.items())


def _by_budget(by: Mapping[int, Score]) -> str:
    """By simulations: whether two that have it are stronger than one without."""
    return "; ".join(f"with {n:,} {_finding(row)}" for n, row in by.items())


def _finding(row: Score) -> str:
    count = f"{row.matches:,} matches"
    if _differs(row):
        return f"it {'helps' if row.high < 1 / 3 else 'hurts'} ({count})"
    interval = (row.low, row.high)
    if is_equal([interval], 1 / 3):
        return f"there is no difference of more than {percent(_room([interval], 1 / 3))} points ({count})"
    return f"nothing is decided ({count})"


def is_equal(intervals: Sequence[tuple[float, float]], even: float) -> bool:
    """Whether all intervals contain the even score, and none of them reaches further than ROOM from it."""
    return all(low <= even <= high for low, high in intervals) and _room(intervals, even) <= ROOM


def equality(intervals: Sequence[tuple[float, float]], even: float, matches: int) -> str:
    """What the intervals of scores say about their being even, in words."""
    if any(even < low or even > high for low, high in intervals):
        return f"{matches:,} matches show a difference"
    points = f"{percent(_room(intervals, even))} points"
    if is_equal(intervals, even):
        return f"{matches:,} matches show no difference, and their intervals rule out one of more than {points}"
    return f"not decided by {matches:,} matches, whose intervals leave room for {points}"


def _room(intervals: Sequence[tuple[float, float]], even: float) -> float:
    """The largest distance of an end of an interval from the even score."""
    return max(max(even - low, high - even) for low, high in intervals)


def balance_words(found: Found) -> str:
    plain = found.balance["plain"]
    first = [f"the first of {name} won {won(row, 0, ' %')}" for name, row in plain.items()]
    return f"Of equal plain players {' and '.join(first)}."


def helps(row: Score) -> str:
    """What the interval of the plain player says about the other two."""
    if row.high < 1 / 3 or row.low > 1 / 3:
        return "helps" if row.high < 1 / 3 else "hurts"
    interval = [(row.low, row.high)]
    return f"at most {percent(_room(interval, 1 / 3))} points" if is_equal(interval, 1 / 3) else "not decided"


def played(item: Decision, name: str) -> str:
    return ", played" if item.chosen[name] == item.block else f", {item.chosen[name]} played"


def won(row: Seats, seat: int, unit: str = "") -> str:
    """The share of the matches that this seat won, in per cent."""
    if seat >= len(row.wins):
        return ""
    low, high = wilson(row.wins[seat], row.matches)
    return f"{percent(row.wins[seat] / row.matches)}{unit} ({percent(low)} to {percent(high)})"


def score(row: Score) -> str:
    return f"{percent(row.score)} % ({percent(row.low)} to {percent(row.high)})"
