"""The page on the Hearthstone report."""

from __future__ import annotations

from collections.abc import Mapping

from experiments import sources
from experiments.claims import Claim, Finding, about_score
from experiments.common import Experiment, Part
from experiments.duels import difference, gain, score
from experiments.hearthstone import own, report
from experiments.hearthstone.own import crossing
from experiments.pages import Page
from experiments.saved import Duel
from experiments.verdicts import effect, helps, not_comparable
from playout.arena.cells import percent

__all__ = ["HEARTHSTONE"]

RANDOM, BY_RULES = report.PLAYOUTS
ITS_RULES, OUR_RULES = report.RULES


def draw(page: Page, by_report: report.Found, by_own: own.Found) -> None:
    page.title = "Hearthstone: the report's claims"
    page.summary = _summary(by_report, by_own)
    claims = claims_of(by_report, by_own)
    page.opening(claims, "Hearthstone: the claims, and the scores beside even")
    page.claims(claims, sources.HEARTHSTONE)
    page.text(
        "The report's claims about bandits are [with the lecture's](lecture.md#bandits). Where two scores are "
        "compared, the interval is that of their difference (Newcombe)."
    )
    report.write(page, by_report)
    own.write(page, by_own)


def _summary(by_report: report.Found, by_own: own.Found) -> str:
    needs = {playouts: even(by_report.by_budget[playouts][ITS_RULES]) for playouts in report.PLAYOUTS}
    words = {
        "helps": "is stronger than",
        "hurts": "is weaker than",
        "no difference": "is as strong as",
        "not decided": "is not shown to be stronger or weaker than",
    }
    trees = " and ".join(
        f"{words[effect(gain(row))]} UCB with {1000 * seconds:g} ms a decision" for seconds, row in by_own.trees.items()
    )
    return (
        f"The report's Monte Carlo needs {needs[RANDOM]} with {RANDOM}, and {needs[BY_RULES]} with {BY_RULES}, to be "
        f"as strong as its rules; a search tree (ISMCTS) {trees}."
    )


def claims_of(by_report: report.Found, by_own: own.Found) -> list[Claim]:
    table, by = by_report.table, by_report.by_budget
    return [
        Claim(
            "The rule-based agent plays with some strength.",
            "the report's rules are stronger than random moves",
            [
                _scored("its rules against random moves", table[ITS_RULES]["random"]),
                Finding(
                    "Playout's rules against its rules",
                    score(table[OUR_RULES][ITS_RULES]),
                    not_comparable("the report has no second set of rules"),
                ),
            ],
        ),
        Claim(
            "With enough simulations Monte Carlo with random playouts beats the rules.",
            "with enough simulations random playouts beat the rules",
            [
                *(
                    _scored(f"the report's against {rules}, {max(rows):,} simulations", rows[max(rows)])
                    for rules, rows in by[RANDOM].items()
                ),
                _last("Playout's against Playout's rules", by_own.by_budget["random playouts"]),
            ],
        ),
        Claim(
            "Rules in the playouts make Monte Carlo stronger.",
            "rules in the playouts help",
            [
                *(
                    _compared(f"the report's against its rules, {n:,} simulations", by[BY_RULES][ITS_RULES][n], row)
                    for n, row in by[RANDOM][ITS_RULES].items()
                    if n in by[BY_RULES][ITS_RULES]
                ),
                _scored(
                    f"the report's with rules against random, {by_report.sizes.simulations:,} simulations",
                    table[f"Monte Carlo, {BY_RULES}"][f"Monte Carlo, {RANDOM}"],
                ),
                *(
                    _compared(
                        f"Playout's against Playout's rules, {n:,} simulations",
                        by_own.by_budget["playouts by the rules"][n],
                        by_own.by_budget["random playouts"][n],
                    )
                    for n in by_own.sizes.budgets
                ),
            ],
        ),
        Claim(
            "UCT would be more powerful than UCB; it is left for later.",
            "a tree is stronger than UCB",
            [
                _scored(f"ISMCTS against UCB, {1000 * seconds:g} ms a decision", row)
                for seconds, row in by_own.trees.items()
            ],
        ),
        Claim(
            "How many simulations make Monte Carlo as strong as the rules? (The chapter with the answer is missing.)",
            "",
            [
                *(
                    _even(f"the report's with {playouts}, against {rules}", rows)
                    for rules in report.RULES
                    for playouts in report.PLAYOUTS
                    for rows in [by[playouts][rules]]
                ),
                *(
                    _even(f"Playout's with {playouts}, against Playout's rules", rows)
                    for playouts, rows in by_own.by_budget.items()
                ),
            ],
        ),
        Claim(
            "Monte Carlo search is sure to find the best move, given enough simulations.",
            "",
            [
                Finding(
                    "",
                    "not measured",
                    not_comparable(
                        "nobody knows the best move; UCB over one's own sequences does not look for the opponent's "
                        "best answer, so more simulations need not find it"
                    ),
                )
            ],
        ),
    ]


def _scored(where: str, row: Duel) -> Finding:
    return about_score(f"{where} ({row.matches} matches)", score(row), gain(row), helps)


def _last(where: str, rows: Mapping[int, Duel]) -> Finding:
    most = max(rows)
    return _scored(f"{where}, {most:,} simulations", rows[most])


def _compared(where: str, one: Duel, other: Duel) -> Finding:
    """The gain of rules in the playouts. one: the score with them; other: the score without."""
    found = difference(one, other)
    measured = (
        f"{percent(one.score)} % instead of {percent(other.score)} %: {100 * found.value:+.1f} points "
        f"({100 * found.low:+.1f} to {100 * found.high:+.1f})"
    )
    return about_score(where, measured, found, helps)


def _even(where: str, rows: Mapping[int, Duel]) -> Finding:
    weaker = [n for n, row in rows.items() if effect(gain(row)) == "hurts"]
    stronger = [n for n, row in rows.items() if effect(gain(row)) == "helps"]
    bounds = [f"more than {max(weaker):,}"] if weaker else []
    bounds += [f"fewer than {min(stronger):,}"] if stronger else []
    known = f"; by the intervals {' and '.join(bounds)}" if bounds else ""
    return Finding(where, f"{even(rows)}{known}", not_comparable("our copy of the report ends before its results"))


def even(rows: Mapping[int, Duel]) -> str:
    """The simulations at which the score crosses 1/2, in words."""
    at = crossing(rows)
    if at is None:
        return f"more than {max(rows):,} simulations"
    if at == min(rows):
        return f"{min(rows):,} simulations or fewer"
    return f"about {float(f'{at:.2g}'):,.0f} simulations"


HEARTHSTONE = Experiment(
    "hearthstone",
    {"report": Part(report.Found, report.measure), "own": Part(own.Found, own.measure, on_gpu=True)},
    draw,
)
