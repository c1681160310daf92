"""What the results of claims_three_players say about the report's claims, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.sources import NOT_COMPARABLE, Claim, judged
from experiments.tic_tac_toe import wilson
from playout.arena.reporting.tables import percent

if TYPE_CHECKING:
    from experiments.claims_three_players import Decision, Found, Seats
    from experiments.three_players import Score

__all__ = ["MERGING", "TOGETHER", "balance_words", "claims_of", "helps", "played", "score", "won"]

MERGING, TOGETHER = "merging", "pruning and merging"


def claims_of(found: Found) -> list[Claim]:
    sizes, ways, plain = found.sizes, found.ways, found.balance["plain"]
    blocks = {name: sum(item.chosen[name] == item.block for item in found.decisions) for name in ("plain", "pruning")}
    in_positions = (
        f" With {sizes.many:,} simulations the forced block is played in {blocks['plain']} of {len(found.decisions)} "
        f"positions without pruning and in {blocks['pruning']} with it."
        if found.decisions
        else ""
    )
    kept = {
        name: f" {percent(row.share)} % of the root's visits are from before ({sizes.kept:,} simulations)."
        for name, row in found.kept.items()
    }
    is_little = "plain" in found.kept and found.kept["plain"].share < 0.05
    return [
        Claim(
            "Pruning helps: whoever can win at once will.",
            f"Plain against two that prune: {score(ways['pruning'])}." + in_positions,
            judged(ways["pruning"].high < 1 / 3, undecided(ways["pruning"])),
        ),
        Claim(
            "Merging alone has no effect: of 200 moves each gets 1/200 of the simulations.",
            f"Plain against two that merge: {score(ways[MERGING])}." + kept.get("plain", ""),
            judged(is_little, "nearly nothing is kept" if is_little else undecided(ways[MERGING])),
        ),
        Claim(
            "With pruning, merging helps, because what was pruned is kept.",
            f"Plain against two with both: {score(ways[TOGETHER])}." + kept.get("pruning", ""),
            judged(ways[TOGETHER].high < ways["pruning"].low, undecided(ways[TOGETHER])),
        ),
        Claim(
            "Results decayed by the length of the playout make it weaker.",
            f"{score(found.worse['decay'])} against two without (33.3 is even).",
            judged(found.worse["decay"].high < 1 / 3, undecided(found.worse["decay"])),
        ),
        Claim(
            "Dropping moves below 1/3 of the best, from half of the iterations on, was not good; perhaps there were "
            "too few iterations.",
            f"{score(found.worse['dropping'])} against two without.",
            judged(found.worse["dropping"].high < 1 / 3, undecided(found.worse["dropping"])),
        ),
        Claim(
            "Of two players the first has the larger advantage in a cube.",
            f"The first of two won {won(plain['two players'], 0)} %.",
            judged(wilson(plain["two players"].wins[0], plain["two players"].matches)[0] > 1 / 2),
        ),
        Claim(
            "Three players balance the game.",
            "Won by the first, second and third: "
            + ", ".join(f"{won(plain['three players'], seat)} %" for seat in range(3))
            + ".",
            judged(
                all(
                    low <= 1 / 3 <= high
                    for low, high in (wilson(n, plain["three players"].matches) for n in plain["three players"].wins)
                ),
                f"as far as {plain['three players'].matches} matches show",
            ),
        ),
        Claim(
            "About 1,000,000 iterations a move.",
            f"{sizes.simulations:,} in matches; {sizes.many:,} in {len(found.decisions)} single decisions.",
            f"{NOT_COMPARABLE} in matches: the report gives no scores, and such matches take too long here.",
        ),
    ]


def undecided(row: Score) -> str:
    """What to add where the interval contains an even score."""
    return f"{row.matches} matches do not decide" if row.low <= 1 / 3 <= row.high else ""


def balance_words(found: Found) -> str:
    plain = found.balance["plain"]
    first = [f"the first of {name} won {won(row, 0)} %" for name, row in plain.items()]
    return f"Of equal plain players {' and '.join(first)}."


def helps(row: Score) -> str:
    """What the interval of the plain player says about the other two."""
    return "helps" if row.high < 1 / 3 else "hurts" if row.low > 1 / 3 else "no difference shown"


def played(item: Decision, name: str) -> str:
    return ", played" if item.chosen[name] == item.block else f", {item.chosen[name]} played"


def won(row: Seats, seat: int) -> str:
    if seat >= len(row.wins):
        return ""
    low, high = wilson(row.wins[seat], row.matches)
    return f"{percent(row.wins[seat] / row.matches)} ({percent(low)} to {percent(high)})"


def score(row: Score) -> str:
    return f"{percent(row.score)} % ({percent(row.low)} to {percent(row.high)})"
