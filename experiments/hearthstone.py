"""Monte Carlo against a rule-based agent in Hearthstone: strength by simulations and playout policy, and the gain of a
tree, of merging and of pruning (report 000).

    python -m experiments.hearthstone [--quick]
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import playout
from experiments.common import Page, publish, read_options
from experiments.duels import HEADS, cells, score, verdict
from experiments.in_process import InProcessExecutor
from experiments.saved import Duel, duel_of
from experiments.sources import HEARTHSTONE, NOT_COMPARABLE, Claim, judged
from playout.arena.reporting.plots import Series, bars, curves
from playout.arena.reporting.tables import ReportTable, number
from playout.arena.tournament import tournament

RULES = "rules"
PLAYOUTS = {"random playouts": "uniform", "playouts by the rules": "suggest"}
MONTE_CARLO = "ucb(sequences=True, policy='{policy}', {limit})"

SEQUENCES = "ucb over sequences"
SEARCHES = {
    "flat": "flat(policy='suggest', {limit})",
    "ucb over moves": "ucb(policy='suggest', {limit})",
    SEQUENCES: MONTE_CARLO.replace("{policy}", "suggest"),
    "uct on ten guesses": "uct(policy='suggest', {limit})",
    "ismcts": "ismcts(policy='suggest', {limit})",
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
    """Of each pair; half of them from each seat."""
    simulations: int
    """A decision, with equal simulations for all."""
    seconds: float
    """A decision, with equal time for all."""


FULL = Sizes(budgets=(10, 30, 100, 300, 1000, 3000, 10_000), matches=80, simulations=200, seconds=0.005)
QUICK = Sizes(budgets=(2, 8), matches=2, simulations=8, seconds=0.0005)


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
    head_to_head: Duel
    """ismcts against ucb over sequences, with equal time."""
    switches: dict[str, Duel]
    """ucb over sequences against itself with one feature switched off, with equal simulations."""


def main(arguments: Sequence[str] | None = None) -> Found:
    options = read_options("hearthstone", __doc__, arguments)
    sizes = QUICK if options.quick else FULL
    seed = options.seed
    by_budget = {
        name: {
            budget: duel(MONTE_CARLO.format(policy=policy, limit=f"simulations={budget}"), RULES, sizes.matches, seed)
            for budget in sizes.budgets
        }
        for name, policy in PLAYOUTS.items()
    }
    pace = {name: measure_pace(spelling, 20 if options.quick else 2000) for name, spelling in SEARCHES.items()}
    same_work = {name: spelling.format(limit=f"simulations={sizes.simulations}") for name, spelling in SEARCHES.items()}
    same_time = {
        name: spelling.format(limit=f"simulations={max(1, round(pace[name] * sizes.seconds))}")
        for name, spelling in SEARCHES.items()
    }
    found = Found(
        sizes,
        by_budget,
        pace,
        against_rules(same_work, sizes.matches, seed + 1),
        against_rules(same_time, sizes.matches, seed + 2),
        duel(same_time["ismcts"], same_time[SEQUENCES], sizes.matches, seed + 3),
        {
            name: duel(
                same_work[SEQUENCES], spelling.format(limit=f"simulations={sizes.simulations}"), sizes.matches, seed + 4
            )
            for name, spelling in SWITCHES.items()
        },
    )
    publish(options, found, draw)
    return found


def duel(one: str, other: str, matches: int, seed: int) -> Duel:
    """A match of two agents with the report's deck, equally often from each seat; the score of the first."""
    played = tournament("hearthstone", [one, other], matches=matches, seed=seed, executor=InProcessExecutor())
    return duel_of(played.standings.row(one))


def against_rules(agents: Mapping[str, str], matches: int, seed: int) -> dict[str, Duel]:
    return {name: duel(agent, RULES, matches, seed) for name, agent in agents.items()}


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


def draw(page: Page, found: Found) -> None:
    page.title = "Monte Carlo against a rule-based agent in Hearthstone"
    sizes = found.sizes
    most = sizes.budgets[-1]
    parts = [
        f"with {name} it is {_even(rows)} and scores {score(rows[most])} with {most:,}"
        for name, rows in found.by_budget.items()
    ]
    page.summary = (
        f"Monte Carlo over the action sequences of a turn against a rule-based agent: {'; '.join(parts)}. In the same "
        f"time ismcts scores {score(found.head_to_head)} against it."
    )
    random_, rules_ = (found.by_budget[name] for name in PLAYOUTS)
    helps = [n for n in sizes.budgets if rules_[n].score_low > random_[n].score_high]
    page.claims(
        [
            Claim(
                "How many simulations make Monte Carlo as strong as the rules? (The chapter with results is missing.)",
                f"Random playouts: {_even(random_)}; playouts by the rules: {_even(rules_)}.",
                f"{NOT_COMPARABLE}: these are Playout's rules and Playout's Monte Carlo, with merging, gradual opening "
                "and certain kills. [The report's own agents](claims_hearthstone.md) have a page of their own.",
            ),
            Claim(
                "With enough simulations random playouts beat the rules.",
                f"With {most:,} simulations {score(random_[most])}.",
                judged(random_[most].score_low > 0.5),
            ),
            Claim(
                "Rules in the playouts make it stronger.",
                f"With {most:,} simulations {score(rules_[most])}.",
                judged(bool(helps)),
            ),
            Claim(
                "UCT would be more powerful than UCB; it is left for later.",
                f"In the same time ismcts, a tree over guesses, scores {score(found.head_to_head)} against UCB over "
                "sequences.",
                judged(found.head_to_head.score_low > 0.5, "no difference is shown"),
            ),
        ],
        HEARTHSTONE,
    )
    page.heading("Strength by simulations")
    page.text(
        "Both sides have the report's hunter deck and see only what their seat may see. `rules`: play a protective "
        "card when in danger, then the most expensive card, then kill a threat, else attack the hero. Monte Carlo: "
        "UCB1 over the action sequences of the turn; hidden cards are sampled for each simulation. "
        f"{sizes.matches} matches for each row, equally many from each seat; scores in per cent with 95 % intervals."
    )
    rows = [
        [name, number(budget), *cells(row)]
        for name, found_ in found.by_budget.items()
        for budget, row in found_.items()
    ]
    page.table(ReportTable(["Monte Carlo with", "simulations a decision", *HEADS], rows))
    series = [
        Series(name, list(rows_), *([100 * getattr(row, word) for row in rows_.values()] for word in _WORDS))
        for name, rows_ in found.by_budget.items()
    ]
    title = "Score against the rules, by simulations"
    svg = curves(series, title=title, x_label="simulations a decision", y_label="score in per cent")
    page.picture("simulations", svg, "score against the rules by simulations, for both kinds of playouts")
    page.text(" ".join(f"With {name} Monte Carlo is {_even(rows_)}." for name, rows_ in found.by_budget.items()))
    page.heading("The gain of a tree")
    page.text(
        f"Searches with rule-based playouts against `rules`: with {sizes.simulations:,} simulations a decision, and "
        f"with the simulations that each does in {1000 * sizes.seconds:g} ms of processor time (measured in the middle "
        "of a match, so the load of the machine does not matter). uct divides its simulations among ten trees, one for "
        "each sample of the hidden cards."
    )
    rows = [[name, "work", number(sizes.simulations), *cells(row)] for name, row in found.equal_work.items()] + [
        [name, "time", number(max(1, round(found.pace[name] * sizes.seconds))), *cells(row)]
        for name, row in found.equal_time.items()
    ]
    page.table(ReportTable(["search", "equal", "simulations a decision", *HEADS], rows, left=2))
    columns = [[100 * getattr(row, word) for row in found.equal_time.values()] for word in _WORDS]
    title = "Score against the rules in equal time; 50 is even"
    svg = bars(list(found.equal_time), *columns, title=title, x_label="score in per cent", signed=False, even=50.0)
    page.picture("searches", svg, "score of each search against the rules in equal time")
    page.text(f"ismcts against ucb over sequences in equal time: {score(found.head_to_head)}.")
    page.heading("The gain of merging and pruning")
    page.text(
        f"ucb over sequences against itself with one feature switched off, {sizes.simulations:,} simulations a "
        "decision for both; above 50: the feature helps. Merging: sequences that lead to the same position are one "
        "arm. Opening: the extensions of a sequence become arms once it has been tried a few times. Certain kills: a "
        "sequence that certainly kills the hero is played without search."
    )
    rows = [[name, *cells(row), verdict(row)] for name, row in found.switches.items()]
    page.table(ReportTable(["against", *HEADS, "the feature"], rows))


_WORDS = ("score", "score_low", "score_high")


def _even(rows: Mapping[int, Duel]) -> str:
    """The simulations at which it is as strong as the rules, in words."""
    at = crossing(rows)
    if at is None:
        return f"below one half up to {max(rows):,} simulations a decision"
    if at == min(rows):
        return f"as strong as the rules with {min(rows):,} simulations a decision or fewer"
    return f"as strong as the rules with about {float(f'{at:.2g}'):,.0f} simulations a decision"


if __name__ == "__main__":
    main()
