"""Playout's Monte Carlo against its rule-based agent: strength by simulations, and what a tree and pruning gain."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import playout
from experiments.backends import executor_for
from experiments.common import Options
from experiments.duels import HEADS, cells, gain, score
from experiments.pages import Page
from experiments.saved import Duel, duel_of
from experiments.verdicts import effect
from playout.arena.cells import number
from playout.arena.reporting.plots import Series, bars, curves
from playout.arena.reporting.tables import ReportTable
from playout.arena.tournament import tournament

RULES = "rules"
PLAYOUTS = {"random playouts": "uniform", "playouts by the rules": "suggest"}
MONTE_CARLO = "ucb(sequences=True, policy='{policy}', {limit})"

SEQUENCES, TREE = "ucb over sequences", "ismcts"
SEARCHES = {
    "flat": "flat(policy='suggest', {limit})",
    "ucb over moves": "ucb(policy='suggest', {limit})",
    SEQUENCES: MONTE_CARLO.replace("{policy}", "suggest"),
    "uct on ten guesses": "uct(c=1.0, policy='suggest', {limit})",
    TREE: "ismcts(policy='suggest', {limit})",
}
"""All of them have rule-based playouts."""

SWITCHES = {
    "without merging": "ucb(sequences=True, policy='suggest', merge=False, {limit})",
    "every sequence from the start": "ucb(sequences=True, policy='suggest', open_after=0, {limit})",
    "certain kills not first": "ucb(sequences=True, policy='suggest', tactics=False, {limit})",
}
"""Features of ucb over sequences, each switched off alone."""


@dataclass(frozen=True)
class Sizes:
    """The size of the experiment."""

    budgets: tuple[int, ...]
    """Simulations a decision."""
    matches: int
    """Matches of each pair; half of them from each seat."""
    simulations: int
    """Simulations a decision, where all searches have equal simulations."""
    seconds: float
    """Seconds a decision, where all searches have equal time."""
    trees: dict[float, int]
    """By seconds a decision: the matches of ismcts against ucb over sequences."""


FULL = Sizes(
    budgets=(10, 30, 100, 300, 1000, 3000, 10_000),
    matches=80,
    simulations=200,
    seconds=0.005,
    trees={0.005: 400, 0.05: 200},
)
QUICK = Sizes(budgets=(2, 8), matches=2, simulations=8, seconds=0.0005, trees={0.0005: 2, 0.001: 2})


@dataclass(frozen=True)
class Found:
    """What the experiment measured. Every Duel is the score of the first of two agents."""

    sizes: Sizes
    by_budget: dict[str, dict[int, Duel]]
    """Monte Carlo against the rules, by playouts and simulations."""
    pace: dict[str, float]
    """Simulations a second of this processor, by search."""
    equal_work: dict[str, Duel]
    """Each search against the rules, with equal simulations."""
    equal_time: dict[str, Duel]
    """Each search against the rules, with equal time."""
    trees: dict[float, Duel]
    """ismcts against ucb over sequences, by seconds a decision."""
    switches: dict[str, Duel]
    """ucb over sequences against itself with one feature switched off, with equal simulations."""


def measure(options: Options) -> Found:
    sizes = QUICK if options.quick else FULL
    seed = options.seed
    by_budget = {
        name: {
            budget: duel(
                options, MONTE_CARLO.format(policy=policy, limit=f"simulations={budget}"), RULES, sizes.matches, seed
            )
            for budget in sizes.budgets
        }
        for name, policy in PLAYOUTS.items()
    }
    pace = {name: measure_pace(spelling, 20 if options.quick else 2000) for name, spelling in SEARCHES.items()}
    same_work = {name: spelling.format(limit=f"simulations={sizes.simulations}") for name, spelling in SEARCHES.items()}

    def timed(name: str, seconds: float) -> str:
        return SEARCHES[name].format(limit=f"simulations={in_time(pace[name], seconds)}")

    return Found(
        sizes,
        by_budget,
        pace,
        against_rules(options, same_work, sizes.matches, seed + 1),
        against_rules(options, {name: timed(name, sizes.seconds) for name in SEARCHES}, sizes.matches, seed + 2),
        {
            seconds: duel(options, timed(TREE, seconds), timed(SEQUENCES, seconds), matches, seed + 3)
            for seconds, matches in sizes.trees.items()
        },
        {
            name: duel(
                options,
                same_work[SEQUENCES],
                spelling.format(limit=f"simulations={sizes.simulations}"),
                sizes.matches,
                seed + 4,
            )
            for name, spelling in SWITCHES.items()
        },
    )


def duel(options: Options, one: str, other: str, matches: int, seed: int) -> Duel:
    """A match of two agents with the report's deck, equally often from each seat; the score of the first."""
    executor = executor_for(options, "hearthstone", [one, other])
    played = tournament("hearthstone", [one, other], matches=matches, seed=seed, executor=executor)
    return duel_of(played.standings.row(one))


def against_rules(options: Options, agents: Mapping[str, str], matches: int, seed: int) -> dict[str, Duel]:
    return {name: duel(options, agent, RULES, matches, seed) for name, agent in agents.items()}


def in_time(pace: float, seconds: float) -> int:
    """The simulations of a decision at this pace."""
    return max(1, round(pace * seconds))


def measure_pace(spelling: str, simulations: int) -> float:
    """Simulations a second of processor time, from the middle of a match between rule-based players."""
    state, rng = playout.load("hearthstone").start(), playout.Rng(1)
    while state.turn == playout.CHANCE or len(state.history) < 60:
        state = state.sample(rng) if state.turn == playout.CHANCE else state.play(playout.agent(RULES).choose(state))
    seen = state.seen_by(state.turn)
    bare = spelling.replace(", {limit}", "")
    playout.search(seen, bare, simulations=1, seed=1)
    begin = time.thread_time()
    playout.search(seen, bare, simulations=simulations, seed=1)
    return simulations / max(1e-9, time.thread_time() - begin)


def crossing(rows: Mapping[int, Duel]) -> float | None:
    """The simulations at which the score crosses 1/2, interpolated on a log scale; None if it never does."""
    if rows[min(rows)].score >= 0.5:
        return float(min(rows))
    for (few, low), (many, high) in pairwise(sorted(rows.items())):
        if low.score < 0.5 <= high.score:
            share = (0.5 - low.score) / (high.score - low.score)
            return math.exp(math.log(few) + share * (math.log(many) - math.log(few)))
    return None


def write(page: Page, found: Found) -> None:
    sizes = found.sizes
    page.heading("Playout's Monte Carlo by simulations")
    page.text(
        "Both sides have the report's hunter deck and see only what their seat may see. `rules`: play a protective "
        "card when in danger, then the most expensive card, then kill a threat, else attack the hero. Monte Carlo: "
        "UCB1 over the action sequences of the turn, with merging, gradual opening and certain kills; hidden cards are "
        f"sampled for each simulation. {sizes.matches} matches for each row, equally many from each seat; scores in "
        "per cent with 95 % intervals."
    )
    series = [
        Series(name, list(rows_), *([100 * getattr(row, word) for row in rows_.values()] for word in _WORDS))
        for name, rows_ in found.by_budget.items()
    ]
    title = "Playout's Monte Carlo against its rules; 50 is even"
    svg = curves(series, title=title, x_label="simulations a decision", y_label="score in per cent")
    page.picture("own", svg, "score against the rules by simulations, for both kinds of playouts")
    rows = [
        [name, number(budget), *cells(row)]
        for name, found_ in found.by_budget.items()
        for budget, row in found_.items()
    ]
    page.table(ReportTable(["Monte Carlo with", "simulations a decision", *HEADS], rows))
    page.heading("The gain of a tree")
    page.text(
        f"Searches with rule-based playouts against `rules`: with {sizes.simulations:,} simulations a decision, and "
        f"with the simulations that each does in {1000 * sizes.seconds:g} ms of processor time (measured in the middle "
        "of a match, so the load of the machine does not matter). uct divides its simulations among ten trees, one for "
        "each sample of the hidden cards; ismcts has one tree for all samples."
    )
    columns = [[100 * getattr(row, word) for row in found.equal_time.values()] for word in _WORDS]
    title = f"Score against the rules with {1000 * sizes.seconds:g} ms a decision; 50 is even"
    svg = bars(list(found.equal_time), *columns, title=title, x_label="score in per cent", signed=False, even=50.0)
    page.picture("searches", svg, "score of each search against the rules in equal time")
    rows = [[name, "work", number(sizes.simulations), *cells(row)] for name, row in found.equal_work.items()] + [
        [name, "time", number(in_time(found.pace[name], sizes.seconds)), *cells(row)]
        for name, row in found.equal_time.items()
    ]
    page.table(ReportTable(["search", "equal", "simulations a decision", *HEADS], rows, left=2))
    page.text("ismcts against ucb over sequences, both with this time for a decision:")
    rows = [
        [
            f"{1000 * seconds:g} ms",
            *(number(in_time(found.pace[name], seconds)) for name in (TREE, SEQUENCES)),
            *(score(row), number(row.matches), effect(gain(row))),
        ]
        for seconds, row in found.trees.items()
    ]
    heads = ["a decision", "simulations of ismcts", "of ucb", "score of ismcts", "matches", "the tree"]
    page.table(ReportTable(heads, rows))
    page.heading("The gain of merging and pruning")
    page.text(
        f"ucb over sequences against itself with one feature switched off, {sizes.simulations:,} simulations a "
        "decision for both; above 50: the feature helps. Merging: sequences that lead to the same position are one "
        "arm. Opening: the extensions of a sequence become arms once it has been tried a few times. Certain kills: a "
        "sequence that certainly kills the hero is played without search."
    )
    rows = [[name, *cells(row), effect(gain(row))] for name, row in found.switches.items()]
    page.table(ReportTable(["against", *HEADS, "the feature"], rows))


_WORDS = ("score", "score_low", "score_high")
