"""The page on the report about five in a row in a cube for three."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from experiments import sources
from experiments.claims import Claim, Finding, about_score
from experiments.common import Experiment, Part
from experiments.pages import Page
from experiments.three_players import report, variants
from experiments.three_players.forced_blocks import Blocks
from experiments.three_players.report import ADDED, MERGING, TOGETHER, won
from experiments.three_players.variants import OURS, REPORT, Score
from experiments.verdicts import (
    QUICK,
    Gain,
    Verdict,
    counted,
    effect,
    equal_shares,
    helps,
    hurts,
    larger,
    makes_no_difference,
    not_comparable,
    wilson,
)
from playout.arena.cells import percent

__all__ = ["THREE_PLAYERS"]

LOOKS = 2
"""The seats of equal players were looked at after 300 and after 600 matches."""
ITS_SIMULATIONS = 1_000_000
"""Simulations a move in the report."""


def draw(page: Page, found: report.Found, varied: variants.Found) -> None:
    page.title = "Three players on a cube: the report's claims"
    page.summary = _summary(found, varied)
    claims = claims_of(found, varied)
    page.opening(claims, "Three players on a cube: the claims, and the scores beside even")
    page.claims(claims, sources.THREE_PLAYERS)
    page.text(
        "In the picture, points to the right of the line are a gain for the players who use the claim's method. The "
        f"report used about {ITS_SIMULATIONS:,} simulations a move, and gives no scores. `python -m experiments "
        "three_players --simulations N --matches M` adds M matches of each row with N simulations. With `--backend "
        "cuda` a GPU plays them, as many at once as fit, and adds only to the rows that it can play: pruning and "
        "dropping, but not rows with one tree for several seats or with decay."
    )
    report.write(page, found)
    variants.write(page, varied)


def _summary(found: report.Found, varied: variants.Found) -> str:
    """The gain of two players that prune, merge or do both over a plain player, and the score of Playout's own UCT."""
    shown = [
        f"{name} {effect(-row.gain)} with {n:,} simulations a move"
        for name in report.WAYS
        for n, row in found.ways[name].items()
        if effect(-row.gain) in ("helps", "hurts")
    ]
    words = " and ".join(shown) if shown else "neither pruning nor merging is shown to win more matches"
    blocks = [f"{n:,}" for n, row in found.blocks.items() if row.gain is not None and effect(row.gain) == "helps"]
    finds = f", though with {' and '.join(blocks)} simulations pruning finds more forced blocks" if blocks else ""
    return (
        f"With three players, {words}{finds}; Playout's own UCT scores {varied.equal_time[OURS]} against two plain "
        "players in the same time, where 33.3 % is even."
    )


def claims_of(found: report.Found, varied: variants.Found) -> list[Claim]:
    two, three = (found.balance["plain"][players] for players in report.SEATS)
    low, high = wilson(two.wins[0], two.matches)
    block = [share[0] for share in varied.shares.values()]
    matches = varied.equal_time[REPORT].matches
    return [
        Claim(
            "Pruning helps: whoever can win at once will.",
            "pruning helps",
            [*_rows(found.ways["pruning"], helps, -1), *_forced(found.blocks)],
        ),
        Claim(
            "Merging alone has no effect: of 200 moves each gets 1/200 of the simulations. One tree for all seats is a "
            "fair approximation of a tree for each.",
            "one tree for two seats (merging) makes no difference",
            [*_rows(found.ways[MERGING], makes_no_difference, -1), *_kept(found, "plain")],
        ),
        Claim(
            "With pruning, merging helps, because what was pruned is kept.",
            "where all prune, merging helps",
            [*_rows(found.ways[ADDED], helps, -1), *_kept(found, "pruning")],
        ),
        Claim(
            "Pruning and merging together make it stronger.",
            "pruning and merging together help",
            _rows(found.ways[TOGETHER], helps, -1),
        ),
        Claim(
            "With vectors, the weights A and B, and both prunings MCTS plays well with three.",
            "the report's UCT is stronger than plain UCT",
            [
                about_score(f"{where}, {row.simulations:,} simulations ({matches} matches)", str(row), row.gain, helps)
                for where, row in (
                    ("equal work", varied.equal_simulations[REPORT]),
                    ("equal time", varied.equal_time[REPORT]),
                )
            ],
        ),
        Claim(
            "Results decayed by the length of the playout make it weaker.",
            "decay hurts",
            _rows(found.worse["decay"], hurts),
        ),
        Claim(
            "Dropping moves below 1/3 of the best, from half of the iterations on, was not good; perhaps there were "
            "too few iterations.",
            "dropping weak moves hurts",
            _rows(found.worse["dropping"], hurts),
        ),
        Claim(
            "Of two players the first has the larger advantage in a cube.",
            "the first of two players is favoured",
            [
                about_score(
                    f"equal players, {found.sizes.equal:,} simulations ({two.matches} matches)",
                    f"the first won {won(two, 0, ' %')}",
                    Gain(two.wins[0] / two.matches - 0.5, low - 0.5, high - 0.5),
                    helps,
                )
            ],
        ),
        Claim(
            "Three players balance the game.",
            "",
            [
                Finding(
                    f"equal players, {found.sizes.equal:,} simulations ({three.matches} matches)",
                    f"first, second and third won {', '.join(won(three, seat, ' %') for seat in range(3))}",
                    equal_shares(three.wins, three.matches, LOOKS) if any(three.wins) else QUICK,
                )
            ],
        ),
        Claim(
            "The weights make a player adventurous or careful.",
            "",
            [
                Finding(
                    f"one position, one seed, {20 * varied.simulations:,} simulations",
                    f"with more weight on the rivals {', '.join(map(percent, block))} % of the visits block",
                    counted(block == sorted(block)),
                )
            ],
        ),
    ]


def _rows(by: Mapping[int, Score], rule: Callable[[Gain], Verdict], sign: int = 1) -> list[Finding]:
    """A finding for each number of simulations; sign -1: the score is that of one player against two that have it."""
    found = []
    for n, row in by.items():
        measured = (
            f"one with it against two without: {row}" if sign > 0 else f"one without it against two with it: {row}"
        )
        gain = row.gain if sign > 0 else -row.gain
        found.append(about_score(f"{n:,} simulations ({row.matches:,} matches)", measured, gain, rule))
    return found


def _forced(blocks: Mapping[int, Blocks]) -> list[Finding]:
    """Does pruning find more forced blocks? A sign test on the positions where the two searches differ."""
    return [
        Finding(
            f"forced blocks, {n:,} simulations ({row.positions} positions)",
            f"plain plays {percent(row.plain / row.positions)} %, pruning {percent(row.pruning / row.positions)} %",
            QUICK if row.gain is None else larger(row.gain),
        )
        for n, row in blocks.items()
    ]


def _kept(found: report.Found, name: str) -> list[Finding]:
    if name not in found.kept:
        return []
    where = f"visits that one tree for all seats keeps, {found.sizes.kept:,} simulations"
    measured = f"{percent(found.kept[name].share)} % of the root's visits are from earlier searches"
    return [Finding(where, measured, not_comparable("the report has no number"))]


THREE_PLAYERS = Experiment(
    "three_players",
    {
        "report": Part(report.Found, report.measure, report.more, on_gpu=True),
        "variants": Part(variants.Found, variants.measure, on_gpu=True),
    },
    draw,
)
