"""Strength in the course's Connect Four by simulations, and by time from 0.1 to 3 s a move (report 001).

    python -m experiments.course_time [--quick] [--minutes 2]

A match at 3 s a move takes minutes: `--minutes` says for how long new boards are started; a time that would need more
for a single board is left out. A few matches show little; an hour on an idle machine is better.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import playout
from experiments.common import Page, publish, read_options
from experiments.course_connect_four import OURS, REPORT, VARIANTS
from experiments.in_process import course_boards, joined, over_boards
from experiments.saved import Entry, entry
from experiments.sources import COURSE, NOT_COMPARABLE, Claim, judged
from playout.arena.reporting.plots import Series, curves
from playout.arena.reporting.standings import standings
from playout.arena.reporting.tables import ReportTable, number, percent, signed, span
from playout.arena.statistics.match_results import Results

SIMULATIONS = (100, 300, 1000, 3000, 10_000)
SECONDS = (0.1, 0.3, 1.0, 3.0)
MOVES = 50
"""Moves of each side in the two matches of a board, about."""


@dataclass(frozen=True)
class Step:
    """The longer against the shorter time."""

    short: float
    long: float
    row: Entry
    """The results of the longer time."""


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    boards: int
    by_simulations: dict[str, dict[int, Entry]]
    """By UCT and simulations; Elo 0 is the smallest number of simulations."""
    pace: dict[str, float]
    """Simulations a second on this machine, under its load then."""
    steps: list[Step]
    """Matches of Playout's UCT with more time against less."""
    left_out: list[tuple[float, float]]
    """Pairs of times that need more than the given minutes."""


def main(arguments: Sequence[str] | None = None) -> Found:
    options = read_options("course_time", __doc__, arguments)
    boards = 2 if options.quick else 10
    budgets = (30, 300) if options.quick else SIMULATIONS
    by_simulations = {name: ladder(VARIANTS[name], budgets, boards, options.seed) for name in (REPORT, OURS)}
    pace = {name: measure_pace(VARIANTS[name], 0.05 if options.quick else 1.0) for name in (REPORT, OURS)}
    times = [(0.002, 0.01)] if options.quick else list(pairwise(SECONDS))
    fits = [step for step in times if MOVES * sum(step) <= 60 * options.minutes]
    minutes = 0.0 if options.quick else options.minutes / max(1, len(fits))
    steps = [play_step(short, long, minutes, options.seed) for short, long in fits]
    left_out = [step for step in pairwise(SECONDS) if MOVES * sum(step) > 60 * options.minutes]
    found = Found(boards, by_simulations, pace, steps, left_out)
    publish(options, found, draw)
    return found


def ladder(spelling: str, budgets: Sequence[int], boards: int, seed: int) -> dict[int, Entry]:
    """Each budget against the next, on boards of the course, from both sides."""
    agents = {spelling.format(limit=f"simulations={budget}"): budget for budget in budgets}
    results = over_boards(course_boards(boards, seed), list(agents), seed=seed, pairing="ladder")
    table = standings(results, anchor=0)
    return {budget: entry(table.row(agent)) for agent, budget in agents.items()}


def measure_pace(spelling: str, limit: float) -> float:
    """Simulations a second from the start on a board of 10 by 10."""
    state = playout.load("connect_four", rows=10, columns=10, blocked=(4, 3)).start()
    return playout.search(state, spelling.replace(", {limit}", "").replace("({limit})", ""), seconds=limit, seed=1).rate


def play_step(short: float, long: float, minutes: float, seed: int) -> Step:
    """Matches on boards from both sides, at least one board, until the minutes are over."""
    agents = [f"uct(seconds={short:g})", f"uct(seconds={long:g})"]
    begin, parts = time.perf_counter(), list[Results]()
    while not parts or time.perf_counter() - begin < 60 * minutes:
        board = course_boards(len(parts) + 1, seed + 2)[-1]
        parts.append(over_boards([board], agents, seed=seed + len(parts)))
    return Step(short, long, entry(standings(joined(parts)).row(agents[1])))


def draw(page: Page, found: Found) -> None:
    page.title = "Strength by thinking time in the course's Connect Four"
    gains = {name: list(rows.values())[-1].elo for name, rows in found.by_simulations.items()}
    budgets = list(found.by_simulations[REPORT])
    page.summary = (
        f"From {budgets[0]:,} to {budgets[-1]:,} simulations a move UCT as in the report gains {gains[REPORT]:.0f} Elo "
        f"and Playout's {gains[OURS]:.0f}"
    )
    for step in found.steps:
        page.summary += f"; {step.long:g} s a move won {step.row.wins} of {step.row.matches} against {step.short:g} s"
    page.summary += "."
    slowest = max((step.row.slowest for step in found.steps), default=0.0)
    falls = any(b.elo < a.elo for rows in found.by_simulations.values() for a, b in pairwise(rows.values()))
    page.claims(
        [
            Claim(
                "Longer thinking overfits.",
                f"From {budgets[0]:,} to {budgets[-1]:,} simulations a move every step gains.",
                judged(falls, "[more matches and longer thinking](claims_course.md) have a page of their own"),
            ),
            Claim(
                "2 s of the 3 s allowed: the slowest move took 2.7 s.",
                f"The slowest move of ours took {slowest:.3g} s where the longest limit was "
                f"{max((step.long for step in found.steps), default=0.0):g} s.",
                f"{NOT_COMPARABLE}: another machine, another program.",
            ),
        ],
        COURSE,
    )
    page.heading("By simulations")
    page.text(
        f"Each number of simulations against the next on {found.boards} boards of 9 to 12 with a blocked cell, from "
        "both sides; Elo 0 is the smallest number, separately for each UCT. A second is about "
        f"{found.pace[REPORT]:,.0f} simulations of the report's UCT and {found.pace[OURS]:,.0f} of Playout's on this "
        "machine under its load at that time."
    )
    page.table(_budget_table(found))
    series = [
        Series(name, list(rows), *([getattr(row, word) for row in rows.values()] for word in ("elo", "low", "high")))
        for name, rows in found.by_simulations.items()
    ]
    svg = curves(series, title="Strength by simulations", x_label="simulations a move", y_label="Elo")
    page.picture("simulations", svg, "Elo by simulations, for the report's UCT and for Playout's")
    page.heading("By time")
    page.text(
        "Playout's UCT against itself with about three times as much time a move, on such boards from both sides, as "
        "many as could be started in the given minutes. These numbers depend on the machine and its load; with so few "
        "matches only large differences show."
    )
    rows = [
        [
            f"{step.long:g} s against {step.short:g} s",
            *map(number, (step.row.matches, step.row.wins, step.row.draws, step.row.losses)),
            percent(step.row.score),
            span(percent(step.row.score_low), percent(step.row.score_high)),
            f"{step.row.slowest:.3g}",
        ]
        for step in found.steps
    ]
    page.table(ReportTable(["a move", "matches", "won", "drawn", "lost", "score", "95 %", "slowest move, s"], rows))
    for short, long in found.left_out:
        minutes = math.ceil(MOVES * (short + long) / 60)
        page.text(f"{long:g} s against {short:g} s was left out: it needs `--minutes {minutes}` or more.")


def _budget_table(found: Found) -> ReportTable:
    rows = []
    for name, by in found.by_simulations.items():
        for place, (budget, row) in enumerate(by.items()):
            interval = span(signed(row.low), signed(row.high)) if place else ""
            counts = map(number, (row.matches, row.wins, row.draws, row.losses))
            rows.append([name, f"{budget:,}", signed(row.elo), interval, *counts])
    return ReportTable(["UCT", "simulations", "Elo", "95 %", "matches", "won", "drawn", "lost"], rows)


if __name__ == "__main__":
    main()
