"""Strength in the course's Connect Four by simulations a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import playout
from experiments.common import Options
from experiments.course_connect_four.variants import OURS, REPORT, VARIANTS
from experiments.in_process import course_boards, over_boards
from experiments.pages import Page
from experiments.saved import Entry, entry
from playout.arena.cells import number, signed, span
from playout.arena.reporting.plots import Series, curves
from playout.arena.reporting.standings import standings
from playout.arena.reporting.tables import ReportTable

SIMULATIONS = (100, 300, 1000, 3000, 10_000)


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    boards: int
    by_simulations: dict[str, dict[int, Entry]]
    """By UCT and simulations; Elo 0 is the smallest number of simulations."""
    pace: dict[str, float]
    """Simulations a second on this machine, under its load then."""


def measure(options: Options) -> Found:
    boards = 2 if options.quick else 20
    budgets = (30, 300) if options.quick else SIMULATIONS
    by_simulations = {name: ladder(VARIANTS[name], budgets, boards, options.seed) for name in (REPORT, OURS)}
    pace = {name: measure_pace(VARIANTS[name], 0.05 if options.quick else 1.0) for name in (REPORT, OURS)}
    return Found(boards, by_simulations, pace)


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


def write(page: Page, found: Found) -> None:
    budgets = list(found.by_simulations[REPORT])
    gains = {name: list(rows.values())[-1].elo for name, rows in found.by_simulations.items()}
    page.heading("Strength by simulations")
    page.text(
        f"Each number of simulations against the next on {found.boards} boards of 9 to 12 with a blocked cell, from "
        "both sides; Elo 0 is the smallest number, separately for each UCT. A second is about "
        f"{found.pace[REPORT]:,.0f} simulations of the report's UCT and {found.pace[OURS]:,.0f} of Playout's on this "
        f"machine under its load at that time. From {budgets[0]:,} to {budgets[-1]:,} simulations the report's UCT "
        f"gains {gains[REPORT]:,.0f} Elo and Playout's {gains[OURS]:,.0f}."
    )
    series = [
        Series(name, list(rows), *([getattr(row, word) for row in rows.values()] for word in ("elo", "low", "high")))
        for name, rows in found.by_simulations.items()
    ]
    svg = curves(series, title="Strength by simulations", x_label="simulations a move", y_label="Elo")
    page.picture("simulations", svg, "Elo by simulations, for the report's UCT and for Playout's")
    page.table(_budget_table(found))


def _budget_table(found: Found) -> ReportTable:
    rows = []
    for name, by in found.by_simulations.items():
        for place, (budget, row) in enumerate(by.items()):
            interval = span(signed(row.low), signed(row.high)) if place else ""
            counts = map(number, (row.matches, row.wins, row.draws, row.losses))
            rows.append([name, f"{budget:,}", signed(row.elo), interval, *counts])
    return ReportTable(["UCT", "simulations", "Elo", "95 %", "matches", "won", "drawn", "lost"], rows)
