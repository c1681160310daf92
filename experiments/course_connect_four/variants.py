"""UCT for the course's Connect Four: as described in a participant's report, with each of its two playout policies,
with solver and tactics on and off, and by c.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import playout
from experiments.common import Options
from experiments.in_process import course_boards, over_boards
from experiments.pages import Page
from experiments.saved import Entry, entry
from playout.arena.cells import number, percent, signed, span
from playout.arena.reporting.plots import Series, bars, curves
from playout.arena.reporting.standings import Standings, standings
from playout.arena.reporting.tables import ReportTable

REPORT = "as in the report"
OURS = "Playout's own"


def report_uct(
    c: float | str = 0.99, policy: str = "towards_middle", solver: bool = False, tactics: bool = False
) -> str:
    """UCT as the report describes it. Its c of 0.7 multiplies sqrt(2 ln N / n), which is c = 0.99 here."""
    return f"uct(c={c}, choice='mean', solver={solver}, tactics={tactics}, policy='{policy}', {{limit}})"


VARIANTS = {
    REPORT: report_uct(),
    "middle weighted": report_uct(policy="middle_weighted"),
    "no preference": report_uct(policy="uniform"),
    "with solver": report_uct(solver=True),
    "with tactics": report_uct(tactics=True),
    "with solver and tactics": report_uct(solver=True, tactics=True),
    OURS: "uct({limit})",
}
"""The report's UCT, variants with one change each, and Playout's own, whose playouts also use `suggest`."""

FAMILIES = {REPORT: report_uct("{c}"), OURS: "uct(c={c}, {limit})"}
HANDICAP = 5
"""In some matches the report's UCT has this many times the simulations of Playout's."""
VALUES = (0.3, 0.5, 0.7, 0.99, 1.25, 1.5)


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    simulations: int
    c: float
    """The default c of Playout's UCT."""
    variants: dict[str, Entry]
    """By the names of VARIANTS, from the strongest to the weakest; Elo 0 is the report's UCT."""
    against: dict[str, tuple[float, float, float]]
    """By name: the score in matches against the report's UCT, and its interval."""
    handicap: Entry
    """Playout's own against the report's with HANDICAP times as many simulations."""
    by_c: dict[str, dict[float, Entry]]
    """By family and c; Elo 0 is the mean of a family."""
    boards: tuple[int, int]
    """The number of boards for the variants, and for c."""

    @property
    def cost(self) -> float:
        """How many simulations of the report's UCT take as long as one of Playout's."""
        return self.variants[OURS].seconds_per_move / self.variants[REPORT].seconds_per_move


def measure(options: Options) -> Found:
    simulations = 200 if options.quick else 1000
    boards = (4, 2) if options.quick else (16, 10)
    limit = f"simulations={simulations}"
    chosen = [REPORT, OURS] if options.quick else list(VARIANTS)
    spelt = {VARIANTS[name].format(limit=limit): name for name in chosen}
    table = over(boards[0], list(spelt), options.seed, anchor=0)
    variants = {spelt[row.agent]: entry(row) for row in table.rows}
    pairs = table.pairs
    against = {
        name: (float(pairs.score[i, 0]), float(pairs.low[i, 0]), float(pairs.high[i, 0]))
        for i, name in enumerate(chosen)
        if name != REPORT
    }
    agents = [
        VARIANTS[OURS].format(limit=limit),
        VARIANTS[REPORT].format(limit=f"simulations={HANDICAP * simulations}"),
    ]
    handicap = entry(over(boards[0], agents, options.seed + 2).row(agents[0]))
    by_c = {}
    for family, spelling in FAMILIES.items():
        values = {spelling.format(c=c, limit=limit): c for c in ((0.3, 0.99) if options.quick else VALUES)}
        rows = over(boards[1], list(values), options.seed + 1).rows
        by_c[family] = {values[row.agent]: entry(row) for row in rows}
    c = playout.load("connect_four").rules.tuned["uct"]["c"]
    return Found(simulations, c, variants, against, handicap, by_c, boards)


def over(boards: int, agents: list[str], seed: int, anchor: int | None = None) -> Standings:
    return standings(over_boards(course_boards(boards, seed), agents, seed=seed), anchor=anchor)


def write(page: Page, found: Found) -> None:
    page.heading("Variants")
    page.text(
        "Random boards of 9 to 12 rows and columns with one blocked cell; each two agents play on each of "
        f"{found.boards[0]} boards, once from each side. All have {found.simulations:,} simulations a move, so the "
        "load of the machine does not matter; the time of a simulation is in the last column. `As in the report`: c = "
        "0.99 (0.7 times sqrt 2), the move with the best mean, no solver, no tactics, and playouts that replace a full "
        "column by an open one towards the middle. The others change what their name says; Playout's own has solver, "
        f"tactics, the most visited move, c = {found.c:g}, and playouts that win, block, and avoid the cell under a "
        "threat. Score and Elo with 95 % intervals: Elo from all matches, the score from the matches against the "
        "report's UCT only."
    )
    rows = found.variants
    columns = [[getattr(row, word) for row in rows.values()] for word in ("elo", "low", "high")]
    page.picture("variants", bars(list(rows), *columns, title="Strength; 0: as in the report"), "Elo of the variants")
    page.table(_variant_table(found))
    page.text(
        f"A simulation of Playout's UCT takes {found.cost:.1f} times as long as one of the report's. If the report's "
        f"UCT has {HANDICAP} times as many simulations, and so {HANDICAP / found.cost:.1f} times the time, Playout's "
        f"scores {entry_score(found.handicap)} in {found.handicap.matches} matches."
    )
    page.heading("Exploration constant")
    page.text(
        f"Each c against each other on {found.boards[1]} boards from both sides, {found.simulations:,} simulations a "
        "move; separately for the two kinds of UCT, the mean of each being Elo 0. The report's 0.7 is 0.99 here."
    )
    series = [
        Series(family, list(by), *([getattr(row, word) for row in by.values()] for word in ("elo", "low", "high")))
        for family, rows in found.by_c.items()
        for by in [dict(sorted(rows.items()))]
    ]
    svg = curves(series, title="Strength by c", x_label="c", y_label="Elo", log_x=False)
    page.picture("c", svg, "Elo by c, for the report's UCT and for Playout's")
    page.table(_c_table(found))


def entry_score(row: Entry) -> str:
    return f"{percent(row.score)} % ({percent(row.score_low)} to {percent(row.score_high)})"


def _variant_table(found: Found) -> ReportTable:
    rows = []
    for name, row in found.variants.items():
        score, low, high = found.against.get(name, (math.nan,) * 3)
        rows.append(
            [
                name,
                signed(row.elo),
                "" if name == REPORT else span(signed(row.low), signed(row.high)),
                percent(score),
                span(percent(low), percent(high)),
                number(row.matches),
                *(number(count) for count in (row.wins, row.draws, row.losses)),
                f"{1e6 * row.seconds_per_move / found.simulations:.2g}",
            ]
        )
    headings = ["UCT", "Elo", "95 %", "score against the report's", "95 %", "matches", "won", "drawn", "lost"]
    return ReportTable([*headings, "µs a simulation"], rows)


def _c_table(found: Found) -> ReportTable:
    rows = [
        [
            *(family, f"{c:g}", signed(row.elo), span(signed(row.low), signed(row.high)), percent(row.score)),
            *(span(percent(row.score_low), percent(row.score_high)), number(row.matches)),
        ]
        for family, by in found.by_c.items()
        for c, row in sorted(by.items())
    ]
    return ReportTable(["UCT", "c", "Elo", "95 %", "score", "95 %", "matches"], rows)
