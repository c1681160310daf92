"""The agents of the Hearthstone report as it describes them: how many simulations its Monte Carlo needs against its
rules and against Playout's, each agent against each, and what each of Playout's additions gains.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise

import playout
from experiments.common import Options
from experiments.duels import HEADS, cells, duel, gain
from experiments.in_process import InProcessExecutor
from experiments.pages import Page
from experiments.saved import Duel
from experiments.verdicts import effect
from playout.agents import Searcher
from playout.algorithms.flat.search import Ucb
from playout.arena.cells import number, percent
from playout.arena.reporting.plots import Series, curves
from playout.arena.reporting.tables import ReportTable
from playout.arena.statistics.match_results import MatchResults
from playout.arena.tournament import tournament

RULES = {"its rules": "document_rules", "Playout's rules": "rules"}
PLAYOUTS = {
    "random playouts": "document_ucb({limit})",
    "playouts by its rules": "document_ucb(policy='document', {limit})",
}
"""The report's Monte Carlo."""

STAGES = {
    "the report's, playouts by its rules": "document_ucb(policy='document', {limit})",
    "search anew for every decision": "document_ucb(policy='document', follow=False, {limit})",
    "playouts by Playout's rules": "document_ucb(policy='suggest', follow=False, {limit})",
    "merging": "document_ucb(policy='suggest', follow=False, merge=True, {limit})",
    "gradual opening": "document_ucb(policy='suggest', follow=False, merge=True, open_after=8, {limit})",
    "certain kills, c = 0.5, 8 guesses": "ucb(sequences=True, {limit})",
}
"""From the report's Monte Carlo to Playout's; each stage includes those above it."""

CLOSE = "gradual opening"
"""The addition with the smallest gain."""

MOST_SEQUENCES = 10_000
"""Sequences that `document_ucb` lists at most."""

PART = 10
"""Matches of a part."""


@dataclass(frozen=True)
class Sizes:
    """The size of the experiment."""

    budgets: dict[int, int]
    """By number of simulations of a search: the matches of each pair, half of them from each seat."""
    beyond: dict[int, int]
    """The same for pairs in which the last of `budgets` does not show Monte Carlo to be stronger."""
    simulations: int
    """Simulations of a search for the table and the additions."""
    table: int
    """Matches of each pair of the table."""
    additions: int
    """Matches of each addition."""
    close: int
    """Matches of CLOSE, whose small gain needs more of them."""
    counted: int
    """Matches in which sequences are counted."""


FULL = Sizes(
    budgets={100: 100, 1000: 100, 10_000: 100, 30_000: 60},
    beyond={100_000: 30},
    simulations=1000,
    table=100,
    additions=100,
    close=400,
    counted=20,
)
QUICK = Sizes(budgets={4: 2, 16: 2}, beyond={32: 2}, simulations=8, table=2, additions=2, close=2, counted=1)


@dataclass(frozen=True)
class Counts:
    """How many sequences each search of a match found."""

    values: list[int]


@dataclass(frozen=True)
class Found:
    """What the experiment measured. Every Duel is the score of the first of two agents."""

    sizes: Sizes
    by_budget: dict[str, dict[str, dict[int, Duel]]]
    """The report's Monte Carlo by playouts, opponent (RULES) and simulations."""
    table: dict[str, dict[str, Duel]]
    """The later of `entrants` against the earlier."""
    sequences: list[int]
    """For each search, the number of sequences of its turn."""
    additions: dict[str, Duel]
    """Each of STAGES but the first against the one before it."""


def measure(options: Options) -> Found:
    sizes = QUICK if options.quick else FULL

    def play(one: str, other: str, matches: int) -> Duel:
        size = min(PART, matches)
        name = f"{one} against {other}"
        return duel(options.progress, name, matches // size, lambda part: some(one, other, size, options.seed + part))

    agents = entrants(sizes)
    table: dict[str, dict[str, Duel]] = {name: {} for name in agents}
    for weaker, stronger in combinations(agents, 2):
        table[stronger][weaker] = play(agents[stronger], agents[weaker], sizes.table)

    def by_simulations(agent: str, opponent: str) -> dict[int, Duel]:
        def with_each(planned: Mapping[int, int]) -> dict[int, Duel]:
            return {n: play(agent.format(limit=f"simulations={n}"), opponent, count) for n, count in planned.items()}

        rows = with_each(sizes.budgets)
        is_stronger = rows[max(rows)].score_low > 0.5
        return rows if is_stronger else rows | with_each(sizes.beyond)

    by_budget = {
        playouts: {rules: by_simulations(agent, opponent) for rules, opponent in RULES.items()}
        for playouts, agent in PLAYOUTS.items()
    }
    limit = f"simulations={sizes.simulations}"
    additions = {
        name: play(
            STAGES[name].format(limit=limit),
            STAGES[before].format(limit=limit),
            sizes.close if name == CLOSE else sizes.additions,
        )
        for before, name in pairwise(STAGES)
    }
    sequences = [
        n
        for i in range(sizes.counted)
        for n in options.progress.part(f"sequences {i}", Counts, partial(count_sequences, options.seed + i)).values
    ]
    return Found(sizes, by_budget, table, sequences, additions)


def entrants(sizes: Sizes) -> dict[str, str]:
    """The agents of the table."""
    limit = f"simulations={sizes.simulations}"
    return {
        "random": "random",
        **RULES,
        **{f"Monte Carlo, {name}": agent.format(limit=limit) for name, agent in PLAYOUTS.items()},
    }


def some(one: str, other: str, matches: int, seed: int) -> MatchResults:
    """Matches with the report's deck; as in the report, a card that is put back may be drawn again at once."""
    game = playout.load("hearthstone", put_back="shuffle")
    return tournament(game, [one, other], matches=matches, seed=seed, executor=InProcessExecutor()).results


def count_sequences(seed: int) -> Counts:
    """The sequences of each turn of the report's Monte Carlo, in a match against its rules."""
    state, rng = playout.load("hearthstone", put_back="shuffle").start(), playout.Rng(seed)
    player, opponent = playout.agent(f"document_ucb(simulations=8, seed={seed})"), playout.agent("document_rules")
    assert isinstance(player, Searcher)
    searched, found = None, list[int]()
    while not state.over:
        if state.turn == playout.CHANCE:
            state = state.sample(rng)
            continue
        seen = state.seen_by(state.turn)
        move = (player if state.turn == 0 else opponent).choose(seen)
        search = player._search
        if state.turn == 0 and isinstance(search, Ucb) and search.sequences is not None and search.key != searched:
            searched = search.key
            found.append(search.sequences.used)
        state = state.play(move)
    return Counts(found)


def write(page: Page, found: Found) -> None:
    sizes = found.sizes
    page.heading("The report's agents")
    page.text(
        "`document_rules` puts back no card before the match. In danger (the opponent's attack is above its own "
        "health) it plays protective cards. Then it plays cards, the most expensive first. Then it attacks threatening "
        "minions with the cheapest attacker, and the hero with all others. Then it uses the hero power. `document_ucb` "
        f"lists all action sequences of a turn ({MOST_SEQUENCES:,} at most) and tries each once, as far as the "
        "simulations reach; then it uses UCB1 with C = 0.7 (the report says between 0 and 1). It plays the sequence "
        "with the best mean to its end, or until it sees something that it could not foresee. Hidden cards are guessed "
        "for each simulation. If both heroes die at once, both lose in the report; with this deck that cannot happen. "
        "The report draws lots for who begins; here each agent begins in half of the matches. [The "
        "game](../games/hearthstone.md) has the rules of both."
    )
    counts = sorted(found.sequences)
    page.text(
        f"In {sizes.counted} matches the median of {len(counts)} searches found {counts[len(counts) // 2]:,} "
        f"sequences. {percent(sum(n > sizes.simulations for n in counts) / len(counts))} % of the searches found more "
        f"than {sizes.simulations:,}, and {percent(sum(n > 0.9 * MOST_SEQUENCES for n in counts) / len(counts))} % "
        "more than could be listed. Where there are more sequences than simulations, most sequences are tried once or "
        "never, and the best mean says little."
    )
    page.heading("Each against each")
    page.text(
        f"Monte Carlo has {sizes.simulations:,} simulations for a search. {sizes.table} matches of each pair, equally "
        "many from each seat; the score of the row against the column in per cent, with 95 % intervals."
    )
    names = list(found.table)
    rows = [[row, *(_cell(found.table, row, column) for column in names)] for row in names]
    page.table(ReportTable(["", *names], rows))
    page.heading("How many simulations the report's Monte Carlo needs")
    page.text(
        "The report's Monte Carlo by simulations for a search. Scores in per cent with 95 % intervals. With more "
        f"than {MOST_SEQUENCES:,} simulations every listed sequence has been tried. {_beyond(sizes)}"
    )
    series = [
        Series(
            f"{playouts}, against {rules}",
            list(by_n),
            *([100 * getattr(row, word) for row in by_n.values()] for word in ("score", "score_low", "score_high")),
        )
        for playouts, by in found.by_budget.items()
        for rules, by_n in by.items()
    ]
    title = "The report's Monte Carlo by simulations; 50 is even"
    svg = curves(series, title=title, x_label="simulations", y_label="score in per cent")
    page.picture("report", svg, "score of the report's Monte Carlo by simulations against both sets of rules")
    rows = [
        [playouts, rules, number(n), *cells(row)]
        for playouts, by in found.by_budget.items()
        for rules, by_n in by.items()
        for n, row in by_n.items()
    ]
    page.table(ReportTable(["Monte Carlo with", "against", "simulations", *HEADS], rows, left=2))
    page.heading("What each addition gains")
    page.text(
        f"From the report's Monte Carlo to Playout's, one change at a time, each against the stage before it; "
        f"{sizes.simulations:,} simulations for a search. It helps where the whole interval is above 50."
    )
    rows = [[name, *cells(row), effect(gain(row))] for name, row in found.additions.items()]
    page.table(ReportTable(["added", *HEADS, "the addition"], rows))


def _cell(table: Mapping[str, Mapping[str, Duel]], row: str, column: str) -> str:
    """The score of the row against the column, from either half of the table."""
    if column in table[row]:
        found = table[row][column]
        return f"{percent(found.score)} ({percent(found.score_low)} to {percent(found.score_high)})"
    if row in table[column]:
        found = table[column][row]
        return f"{percent(1 - found.score)} ({percent(1 - found.score_high)} to {percent(1 - found.score_low)})"
    return ""


def _beyond(sizes: Sizes) -> str:
    last = max(sizes.budgets)
    more = " and ".join(f"{n:,}" for n in sizes.beyond)
    return f"Where {last:,} simulations do not show it to be stronger than the rules, it also played with {more}."
