"""Tic-tac-toe by minimax, alpha-beta and UCT, against each other, a rule-based and a random agent (the exercises of the
lecture); and how many simulations UCT needs to be unbeatable.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

import playout
from experiments.claims import Claim, Finding
from experiments.common import Options
from experiments.in_process import InProcessExecutor
from experiments.pages import Page
from experiments.saved import Entry, entry
from experiments.verdicts import Gain, counted, larger, not_comparable, wilson
from playout.arena.cells import chance, number, percent, signed, span
from playout.arena.reporting.plots import Series, curves, matrix
from playout.arena.reporting.standings import Standings, standings
from playout.arena.reporting.tables import ReportTable
from playout.arena.statistics.match_results import MatchResults
from playout.arena.tournament import tournament

AGENTS = ("minimax", "alphabeta", "uct(c=1.0, simulations=1000)", "rules", "random")
DETERMINISTIC = ("minimax", "alphabeta")
"""The agents that use no random numbers."""

VARIANTS = {
    "plain: no solver, no tactics, uniform playouts": "uct(c=1.0, solver=False, tactics=False, policy='uniform')",
    "as it comes, with solver and tactics": "uct(c=1.0)",
}


@dataclass(frozen=True)
class Trial:
    """UCT with one seed, in both seats, against every possible opponent."""

    lines: int
    """Lines of play that an opponent can reach."""
    lost: int


@dataclass(frozen=True)
class Places:
    """The table of a tournament, the strongest first, and the results of the row against the column."""

    matches: int
    rows: list[Entry]
    los: list[float]
    """Likelihood of superiority of each over the next; nan for the last."""
    score: list[list[float]]
    low: list[list[float]]
    high: list[list[float]]
    lost: list[list[int]]
    played: list[list[int]]


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    played: int
    """Matches of the tournament."""
    standings: Places
    trials: dict[str, dict[int, list[Trial]]]
    """By variant and simulations, one for each seed."""


def measure(options: Options) -> Found:
    matches, seeds = (60, 1) if options.quick else (2000, 8)
    budgets = (10, 300) if options.quick else (3, 10, 30, 100, 300, 1000, 3000)
    results = tournament(
        "tic_tac_toe", AGENTS, matches=matches, seed=options.seed, executor=InProcessExecutor()
    ).results
    table = places_of(standings(without_repeats(results)))
    trials = {
        name: {budget: [against_all(spelt, budget, seed) for seed in range(seeds)] for budget in budgets}
        for name, spelt in VARIANTS.items()
    }
    return Found(results.matches, table, trials)


def without_repeats(results: MatchResults) -> MatchResults:
    """Drop the repeated matches of two deterministic agents: only the first from each side counts.

    The arena does not treat them as deterministic, since their limit is a second a move; they never use it up.
    """
    sure = np.isin(results.seats, [results.number(name) for name in DETERMINISTIC]).all(axis=1)
    kept = ~sure | (results.groups == results.groups[sure].min())
    columns = ("seats", "payoffs", "groups", "seconds", "slowest", "plies", "forfeits")
    reasons = tuple(reason for reason, keep in zip(results.reasons, kept, strict=True) if keep)
    return replace(results, **{name: getattr(results, name)[kept] for name in columns}, reasons=reasons)


def places_of(found: Standings) -> Places:
    """The part of the standings that the page uses."""
    names = [row.agent for row in found.rows]
    order, pairs = [found.names.index(name) for name in names], found.pairs
    los = [found.los(one, other) for one, other in pairwise(names)]
    score, low, high = (values[order][:, order].tolist() for values in (pairs.score, pairs.low, pairs.high))
    lost, played = (counts[order][:, order].tolist() for counts in (pairs.losses, pairs.matches))
    entries = [entry(row) for row in found.rows]
    known = [*(math.nan if one is None else one for one in los), math.nan]
    return Places(found.matches, entries, known, score, low, high, lost, played)


def against_all(spelling: str, simulations: int, seed: int) -> Trial:
    """UCT in each seat, with a new search at each position, against all moves of the other seat."""
    lines = lost = 0
    known: dict[playout.State, int] = {}
    for seat in (0, 1):
        waiting = [playout.load("tic_tac_toe").start()]
        while waiting:
            state = waiting.pop()
            if state.over:
                lines += 1
                lost += state.payoffs[seat] == 0
            elif state.turn == seat:
                if state not in known:
                    known[state] = playout.search(state, spelling, simulations=simulations, seed=seed).move
                waiting.append(state.play(known[state]))
            else:
                waiting += [state.play(move) for move in state.moves()]
    return Trial(lines, lost)


def claims_of(found: Found) -> list[Claim]:
    losses = {row.agent: row.losses for row in found.standings.rows}
    matches = {row.agent: row.matches for row in found.standings.rows}
    plain = next(iter(found.trials.values()))
    few, many = plain[min(plain)], plain[max(plain)]
    left, right = (mean + 1.5 * math.sqrt(math.log(2)) for mean in (30, 20))

    def lost(name: str, where: str) -> Finding:
        measured = f"lost {losses[name]} of {matches[name]:,} matches"
        return Finding(where, measured, counted(losses[name] == 0))

    return [
        Claim(
            "Tic-tac-toe by minimax and by alpha-beta plays without a mistake (exercises 1 and 2).",
            "",
            [
                lost("minimax", "minimax, to the end ([lesson 2](../lessons/2_minimax.md))"),
                lost("alphabeta", "alpha-beta, to the end ([lesson 3](../lessons/3_alphabeta.md))"),
            ],
        ),
        Claim(
            "By Monte Carlo (exercise 3), more time gives better decisions.",
            "",
            [
                Finding(
                    f"plain UCT against every opponent, {min(plain):,} and {max(plain):,} simulations ([lesson "
                    "6](../lessons/6_mcts.md))",
                    f"can be beaten with {_beaten(few)} and {_beaten(many)} of {len(many)} seeds",
                    larger(_share_difference(_beaten(few), _beaten(many), len(many))),
                )
            ],
        ),
        Claim(
            "Tic-tac-toe needs no other strategy than to win if possible, else to block, else to build a line, else to "
            "stop one (the article).",
            "",
            [lost("rules", "the rule-based agent, which does that ([lesson 1](../lessons/1_games.md))")],
        ),
        Claim(
            "In the example with C = 1.5 the first simulation goes left, the second right, the third left (the "
            "article).",
            "",
            [
                Finding(
                    "results of our own, 30 and 20 ([lesson 6](../lessons/6_mcts.md))",
                    f"the third has the bounds {left:.1f} and {right:.1f}: left",
                    not_comparable("the article has its numbers in pictures, which our copy of the text lacks"),
                )
            ],
        ),
    ]


def _beaten(trials: Sequence[Trial]) -> int:
    return sum(trial.lost > 0 for trial in trials)


def _share_difference(one: int, other: int, total: int) -> Gain:
    """The difference of two shares, with its 95 % interval (Newcombe 1998)."""
    (a, (a_low, a_high)), (b, (b_low, b_high)) = ((count / total, wilson(count, total)) for count in (one, other))
    return Gain(a - b, a - b - math.hypot(a - a_low, b_high - b), a - b + math.hypot(a_high - a, b - b_low))


def summary(found: Found) -> str:
    losses = {row.agent: row.losses for row in found.standings.rows}
    matches = {row.agent: row.matches for row in found.standings.rows}
    return (
        f"at tic-tac-toe minimax lost {losses['minimax']} of {matches['minimax']:,} matches and the rule-based player "
        f"{losses['rules']} of {matches['rules']:,}"
    )


def write(page: Page, found: Found) -> None:
    table = found.standings
    seeds = len(next(iter(next(iter(found.trials.values())).values())))
    page.heading("Tic-tac-toe")
    page.heading("Round robin", 3)
    page.text(
        "Each pair swaps seats. Minimax and alpha-beta solve the game from the first move on; UCT has 1,000 "
        "simulations a move; `rules` wins if it can, else blocks, else builds a line, else stops one. Minimax and "
        "alpha-beta are deterministic and repeat the same two matches, which count once. Score in per cent with 95 % "
        "intervals."
    )
    title = "Score of the row against the column, in per cent"
    svg = matrix([row.agent for row in table.rows], table.score, table.low, table.high, title=title)
    page.picture("scores", svg, "Matrix of scores of the five players")
    page.table(_place_table(table))
    page.table(_lost_table(table))
    page.heading("How many simulations make UCT unbeatable?", 3)
    page.text(
        "UCT in each seat against every possible sequence of moves of the other seat, with a new search at each "
        "position. Lines: the lines of play that an opponent can reach; one lost line means that an opponent who knows "
        f"the seed can beat UCT. {seeds} seeds; 95 % intervals of the share of seeds. {_safe_words(found)}"
    )
    series = []
    for name, trials in found.trials.items():
        shares = [sum(trial.lost for trial in some) / sum(trial.lines for trial in some) for some in trials.values()]
        series.append(Series(name, list(trials), [100 * share for share in shares]))
    svg = curves(series, title="Lines that UCT loses", x_label="simulations a move", y_label="per cent of all lines")
    page.picture("lines", svg, "Share of lines that UCT loses by simulations, plain and with solver and tactics")
    page.table(_trial_table(found.trials))


def _safe_words(found: Found) -> str:
    return " ".join(
        f"{_short(name).capitalize()}: no lost line from {_simulations(first_safe(trials))} on."
        for name, trials in found.trials.items()
    )


def _short(variant: str) -> str:
    return variant.partition(":")[0].partition(",")[0]


def first_safe(trials: dict[int, list[Trial]]) -> int | None:
    """The smallest number of simulations from which on no trial has a lost line."""
    safe = None
    for budget in sorted(trials, reverse=True):
        if any(trial.lost for trial in trials[budget]):
            break
        safe = budget
    return safe


def _simulations(number: int | None) -> str:
    return "more simulations than were tried" if number is None else f"{number:,} simulations"


def _place_table(table: Places) -> ReportTable:
    rows = [
        [
            *(str(place), row.agent, signed(row.elo), span(signed(row.low), signed(row.high))),
            *(chance(los), percent(row.score), span(percent(row.score_low), percent(row.score_high))),
            *map(number, (row.matches, row.wins, row.draws, row.losses)),
        ]
        for place, (row, los) in enumerate(zip(table.rows, table.los, strict=True), 1)
    ]
    headings = ["", "agent", "Elo", "95 %", "LOS", "score", "95 %", "matches", "won", "drawn", "lost"]
    return ReportTable(headings, rows, left=2)


def _lost_table(table: Places) -> ReportTable:
    """How many matches the row lost against the column, repeated matches left out."""
    names = [row.agent for row in table.rows]
    rows = [
        [
            name,
            *("" if a == b else f"{table.lost[a][b]} of {table.played[a][b]}" for b in range(len(names))),
        ]
        for a, name in enumerate(names)
    ]
    return ReportTable(["lost against", *names], rows)


def _trial_table(found: dict[str, dict[int, list[Trial]]]) -> ReportTable:
    rows = []
    for name, trials in found.items():
        for budget, some in trials.items():
            beaten = sum(trial.lost > 0 for trial in some)
            low, high = wilson(beaten, len(some))
            lines, lost = sum(trial.lines for trial in some), sum(trial.lost for trial in some)
            rows.append(
                [
                    _short(name),
                    f"{budget:,}",
                    f"{lost:,} of {lines:,}",
                    f"{100 * lost / lines:.2f}",
                    f"{beaten} of {len(some)}",
                    f"{percent(low)} to {percent(high)}",
                ]
            )
    return ReportTable(["UCT", "simulations", "lost lines", "per cent", "seeds that can be beaten", "95 %"], rows)
