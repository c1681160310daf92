"""Tic-tac-toe by minimax, alpha-beta and UCT, against each other, against rules of thumb and against chance (lecture
002's exercises); and how many simulations UCT needs until nobody can beat it.

    python -m experiments.tic_tac_toe [--quick]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

import playout
from experiments.common import Options, Page, read_options
from experiments.here import Here
from playout.arena.plots import Series, curves, matrix
from playout.arena.results import Results
from playout.arena.standings import Standings, standings
from playout.arena.tables import Table, percent
from playout.arena.tournament import tournament

AGENTS = ("minimax", "alphabeta", "uct(simulations=1000)", "rules", "random")
CERTAIN = ("minimax", "alphabeta")
"""Those who draw no lots."""

VARIANTS = {
    "plain: no solver, no tactics, uniform playouts": "uct(solver=False, tactics=False, policy='uniform')",
    "as it comes, with solver and tactics": "uct",
}


@dataclass(frozen=True)
class Trial:
    """UCT against every way to play against it: one player (a seed), both seats."""

    lines: int
    """Matches that an opponent can bring about."""
    lost: int


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    played: int
    """Matches of the tournament."""
    standings: Standings
    trials: dict[str, dict[int, list[Trial]]]
    """By variant and simulations, one for each seed."""


def main(arguments: Sequence[str] | None = None) -> Found:
    options = read_options("tic_tac_toe", __doc__, arguments)
    matches, seeds = (60, 1) if options.quick else (2000, 8)
    budgets = (10, 300) if options.quick else (3, 10, 30, 100, 300, 1000, 3000)
    results = tournament("tic_tac_toe", AGENTS, matches=matches, seed=options.seed, executor=Here()).results
    table = standings(counted(results))
    trials = {
        name: {budget: [against_all(spelt, budget, seed) for seed in range(seeds)] for budget in budgets}
        for name, spelt in VARIANTS.items()
    }
    found = Found(results.matches, table, trials)
    write(options, found)
    return found


def counted(results: Results) -> Results:
    """Without the matches of two who draw no lots, but for the first from each side: the others are the same again.

    They have a second a move, so that the arena cannot know; they never need it.
    """
    sure = np.isin(results.seats, [results.number(name) for name in CERTAIN]).all(axis=1)
    kept = ~sure | (results.groups == results.groups[sure].min())
    columns = ("seats", "payoffs", "groups", "seconds", "slowest", "plies", "forfeits")
    reasons = tuple(reason for reason, keep in zip(results.reasons, kept, strict=True) if keep)
    return replace(results, **{name: getattr(results, name)[kept] for name in columns}, reasons=reasons)


def against_all(spelling: str, simulations: int, seed: int) -> Trial:
    """UCT in each seat, with the same fresh search wherever it gets to, against all that the other seat may do."""
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


def wilson(part: float, whole: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    middle, reach = (part + z * z / 2) / (whole + z * z), z * math.sqrt(part * (whole - part) / whole + z * z / 4)
    return max(0.0, middle - reach / (whole + z * z)), min(1.0, middle + reach / (whole + z * z))


def write(options: Options, found: Found) -> None:
    page, table = Page(options, "Tic-tac-toe"), found.standings
    losses = {row.agent: row.losses for row in table.rows}
    searching = [
        name.partition("(")[0] for name in ("minimax", "alphabeta", "uct(simulations=1000)") if losses[name] == 0
    ]
    safe = {name: first_safe(trials) for name, trials in found.trials.items()}
    plain, whole = safe.values()
    seeds = len(next(iter(next(iter(found.trials.values())).values())))
    page.summary = (
        f"In {found.played:,} matches {', '.join(searching)} lose none, while the rules of thumb lose "
        f"{losses['rules']} of {table.row('rules').matches:,}; no way to play beats UCT in any of {seeds} trials from "
        f"{_simulations(plain)} on if it is plain, from {_simulations(whole)} on with solver and tactics."
    )
    page.heading("All against all")
    page.text(
        "Each pair swaps seats. Minimax and alpha-beta see the end from the first move on; UCT plays 1,000 simulations "
        "a move; `rules` wins if it can, else blocks, else builds a line, else stops one. Minimax and alpha-beta draw "
        "no lots, so that they repeat the same two matches, which count once. Score in per cent, with 95 % intervals."
    )
    page.table(table.table())
    page.table(_lost_table(table))
    order = [table.names.index(row.agent) for row in table.rows]
    pairs = table.pairs
    page.picture(
        "scores",
        matrix(
            [table.names[i] for i in order],
            *([[float(values[a, b]) for b in order] for a in order] for values in (pairs.score, pairs.low, pairs.high)),
            title="Score of the row against the column, in per cent",
        ),
        "Matrix of scores of the five players",
    )
    page.heading("How many simulations until nobody can beat UCT?")
    page.text(
        "UCT in each seat against every possible sequence of moves of the other, a fresh search at each position. "
        "Lines: the matches that an opponent can bring about; a single one that is lost means that somebody can beat "
        f"UCT who knows its seed. {seeds} seeds; 95 % intervals of the share of seeds."
    )
    page.table(_trial_table(found.trials))
    series = []
    for name, trials in found.trials.items():
        shares = [sum(trial.lost for trial in some) / sum(trial.lines for trial in some) for some in trials.values()]
        series.append(Series(name, list(trials), [100 * share for share in shares]))
    svg = curves(series, title="Lines that UCT loses", x_label="simulations a move", y_label="per cent of all lines")
    page.picture("lines", svg, "Share of lines that UCT loses by simulations, plain and with solver and tactics")
    page.write()


def first_safe(trials: dict[int, list[Trial]]) -> int | None:
    """The least simulations from which on no trial has a lost line."""
    safe = None
    for budget in sorted(trials, reverse=True):
        if any(trial.lost for trial in trials[budget]):
            break
        safe = budget
    return safe


def _simulations(number: int | None) -> str:
    return "more simulations than were tried" if number is None else f"{number:,} simulations"


def _lost_table(table: Standings) -> Table:
    """Who loses to whom, in matches that differ."""
    order = [table.names.index(row.agent) for row in table.rows]
    rows = [
        [
            table.names[a],
            *("" if a == b else f"{table.pairs.losses[a, b]} of {table.pairs.matches[a, b]}" for b in order),
        ]
        for a in order
    ]
    return Table(["lost against", *(table.names[b] for b in order)], rows)


def _trial_table(found: dict[str, dict[int, list[Trial]]]) -> Table:
    rows = []
    for name, trials in found.items():
        for budget, some in trials.items():
            beaten = sum(trial.lost > 0 for trial in some)
            low, high = wilson(beaten, len(some))
            lines, lost = sum(trial.lines for trial in some), sum(trial.lost for trial in some)
            rows.append(
                [
                    name.partition(":")[0].partition(",")[0],
                    f"{budget:,}",
                    f"{lost:,} of {lines:,}",
                    f"{100 * lost / lines:.2f}",
                    f"{beaten} of {len(some)}",
                    f"{percent(low)} to {percent(high)}",
                ]
            )
    return Table(["UCT", "simulations", "lost lines", "per cent", "seeds that can be beaten", "95 %"], rows)


if __name__ == "__main__":
    main()
