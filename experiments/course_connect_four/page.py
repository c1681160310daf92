"""The page on the report about the course's Connect Four."""

from __future__ import annotations

from collections.abc import Mapping

from experiments import sources
from experiments.claims import Claim, Finding, about_score
from experiments.common import Experiment, Part
from experiments.course_connect_four import report, simulations, variants
from experiments.course_connect_four.variants import HANDICAP, OURS, REPORT
from experiments.duels import gain, score
from experiments.pages import Page
from experiments.saved import Duel, Entry
from experiments.verdicts import (
    Gain,
    about_nearly_all,
    effect,
    hurts,
    makes_no_difference,
    not_comparable,
    wilson,
)
from playout.arena.cells import percent

__all__ = ["COURSE_CONNECT_FOUR"]

STRONGEST = 5
CLAIMED = (95, 92, 98)
CLAIMED_STRONGEST = (83, 36, 67, 77, 35)
"""The scores that the report gives, in per cent: in its three tests, and against the strongest five opponents."""
ITS_C = 0.99


def draw(page: Page, found: report.Found, varied: variants.Found, by_n: simulations.Found) -> None:
    page.title = "The course's Connect Four: the report's claims"
    page.summary = _summary(found, varied)
    claims = claims_of(found, varied)
    page.opening(claims, "The course's Connect Four: the claims, and the scores beside even")
    page.claims(claims, sources.COURSE)
    variants.write(page, varied)
    report.write(page, found, by_n.pace[REPORT])
    simulations.write(page, by_n)


def _summary(found: report.Found, varied: variants.Found) -> str:
    special = found.special[max(found.special)]
    seconds = _seconds(found)
    c, best = _strongest(found.by_c)
    gains = [f"c = {c:g} instead of its own"] if effect(gain(best)) == "helps" else []
    gains += ["wins and blocks as special cases"] if effect(gain(special)) == "helps" else []
    shown = [long for (_, long), row in seconds.items() if effect(gain(row)) == "helps"]
    gains += ["more time"] if shown else []
    listed = ", ".join(gains[:-1]) + " and " * (len(gains) > 1) + gains[-1] if gains else "nothing that was tried"
    ours, low, high = varied.against[OURS]
    return (
        f"UCT as a participant's report describes it gains from {listed}; Playout's own UCT scores {percent(ours)} % "
        f"({percent(low)} to {percent(high)}) against it with as many simulations, and "
        f"{variants.entry_score(varied.handicap)} if the report's UCT has {HANDICAP / varied.cost:.1f} times the time."
    )


def claims_of(found: report.Found, varied: variants.Found) -> list[Claim]:
    most = max(found.seen)
    seen = found.seen[most]
    moves, total = seen.wins + seen.blocks, 2 * seen.positions
    strongest = sorted(found.ladder.values(), key=lambda row: row.score)[:STRONGEST]
    whole = sum(row.score for row in found.ladder.values()) / len(found.ladder)
    low, high = wilson(moves, total)
    return [
        Claim(
            "c = 0.7 (0.99 in Playout's units), rather aggressive.",
            "another c is weaker than the report's",
            [
                _other_c(varied.by_c[REPORT], f"{varied.simulations:,} simulations"),
                *(
                    about_score(
                        f"c = {c:g} against it, {found.sizes.c_simulations:,} simulations ({row.matches} matches)",
                        score(row),
                        gain(row),
                        hurts,
                    )
                    for c, row in found.by_c.items()
                ),
            ],
        ),
        Claim(
            "Playouts should lean towards the middle.",
            "playouts without a preference for the middle are weaker",
            [
                about_score(
                    f"without any preference, {varied.simulations:,} simulations ({2 * varied.boards[0]} matches)",
                    _triple(varied.against[name]),
                    _gain(varied.against[name]),
                    hurts,
                )
                for name in ("no preference",)
                if name in varied.against
            ],
        ),
        Claim(
            "A special case for winning and blocking is unnecessary: the search finds these moves nearly always.",
            "wins and blocks as a special case make no difference",
            [
                Finding(
                    f"wins and blocks that the search finds, {most:,} simulations",
                    f"{moves} of {total} ({percent(low)} to {percent(high)} %)",
                    about_nearly_all(moves, total),
                ),
                *(
                    about_score(
                        f"at every node, {varied.simulations:,} simulations ({2 * varied.boards[0]} matches)",
                        _triple(varied.against[name]),
                        _gain(varied.against[name]),
                        makes_no_difference,
                    )
                    for name in ("with tactics",)
                    if name in varied.against
                ),
                *(
                    about_score(
                        f"at every node, {n:,} simulations ({row.matches} matches)",
                        score(row),
                        gain(row),
                        makes_no_difference,
                    )
                    for n, row in found.special.items()
                ),
            ],
        ),
        Claim(
            "Longer thinking overfits.",
            "more simulations hurt",
            [
                about_score(f"{_pair(pair)} ({row.matches} matches)", score(row), gain(row), hurts)
                for pair, row in found.by_simulations.items()
            ],
        ),
        Claim(
            "2 s of the 3 s allowed is a good limit; the slowest move took 2.7 s.",
            "3 s instead of 2 s makes no difference",
            [
                about_score(f"{_pair(pair)} ({row.matches} matches)", score(row), gain(row), makes_no_difference)
                for pair, row in _seconds(found).items()
            ],
        ),
        Claim(
            f"{', '.join(f'{n} %' for n in CLAIMED)} over the course's ladder of AIs.",
            "",
            [
                Finding(
                    f"{len(found.ladder)} agents of Playout",
                    f"{percent(whole)} %",
                    not_comparable("the AIs of the course are not ours to ship; agents of our own stand in for them"),
                )
            ],
        ),
        Claim(
            f"{', '.join(f'{n}' for n in CLAIMED_STRONGEST)} % against the strongest {STRONGEST}.",
            "",
            [
                Finding(
                    f"the strongest {STRONGEST} of ours",
                    f"{', '.join(percent(row.score) for row in strongest)} %",
                    not_comparable("other opponents"),
                )
            ],
        ),
    ]


def _other_c(rows: Mapping[float, Entry], where: str) -> Finding:
    """The strongest c of a round robin against the report's c, as the expected score at their difference in Elo."""
    c = max((c for c in rows if c != ITS_C), key=lambda c: rows[c].elo)
    one, its = rows[c], rows[ITS_C]
    value = one.elo - its.elo
    low = value - ((one.elo - one.low) ** 2 + (its.high - its.elo) ** 2) ** 0.5
    high = value + ((one.high - one.elo) ** 2 + (its.elo - its.low) ** 2) ** 0.5
    found = Gain(*(1 / (1 + 10 ** (-elo / 400)) - 0.5 for elo in (value, low, high)))
    measured = f"{value:+,.0f} Elo ({low:+,.0f} to {high:+,.0f})"
    return about_score(f"c = {c:g}, the strongest of {len(rows)} in a round robin, {where}", measured, found, hurts)


def _strongest(rows: Mapping[float, Duel]) -> tuple[float, Duel]:
    c = max(rows, key=lambda c: rows[c].score)
    return c, rows[c]


def _seconds(found: report.Found) -> dict[tuple[int, int], Duel]:
    """The pairs that stand for 3 s against 2 s."""
    return {pair: row for pair, row in found.by_simulations.items() if 2 * pair[1] == 3 * pair[0]}


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[1]:,} against {pair[0]:,} simulations"


def _triple(found: tuple[float, float, float]) -> str:
    value, low, high = found
    return f"{percent(value)} % ({percent(low)} to {percent(high)})"


def _gain(found: tuple[float, float, float]) -> Gain:
    return Gain(*(number - 0.5 for number in found))


COURSE_CONNECT_FOUR = Experiment(
    "course_connect_four",
    {
        "report": Part(report.Found, report.measure),
        "variants": Part(variants.Found, variants.measure),
        "simulations": Part(simulations.Found, simulations.measure),
    },
    draw,
)
