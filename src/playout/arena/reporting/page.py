"""A tournament as one self-contained HTML page, without scripts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import Path

from playout.arena.reporting.curves import BudgetCurve, budget_curves
from playout.arena.reporting.plot_style import MISSING, has_plots
from playout.arena.reporting.plots import Series, bars, curves, matrix
from playout.arena.reporting.standings import Standings, standings
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.ratings import Model

__all__ = ["report", "write_report"]

MAX_MATRIX_AGENTS = 60
"""The largest number of agents in a matrix; a larger one cannot be read."""

STYLE = """
:root{color-scheme:light dark;--ink:#1c2733;--soft:#5b6875;--line:#dfe4e8;--ground:#fff;--card:#f6f8fa}
@media (prefers-color-scheme:dark){:root{--ink:#e4e9ee;--soft:#9aa7b3;--line:#323c46;--ground:#14191f;--card:#1b222a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:72rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.25rem;margin:2.75rem 0 .75rem}
p,li{max-width:46rem}p{margin:.5rem 0}.soft{color:var(--soft)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:1.25rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
figure{margin:1rem 0;overflow-x:auto}svg{max-width:100%;height:auto}
@media (max-width:42rem){svg{max-width:none}}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;margin:1rem 0}
.scroll:focus-visible{outline:2px solid #2f7fc1;outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:.45rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{background:var(--card);color:var(--soft);font-weight:600}
.text{text-align:left}tbody tr:last-child td{border-bottom:0}tbody tr:hover{background:var(--card)}
details{margin:1rem 0}summary{cursor:pointer;font-weight:600}
@media print{main{padding:0}.scroll{border:0;overflow:visible}}
"""


def write_report(
    results: MatchResults,
    path: str | Path,
    *,
    title: str = "Tournament",
    about: Mapping[str, str] | None = None,
    model: Model | None = None,
    anchor: str | int | None = None,
) -> Path:
    """Write the page to `path`. `about` is shown at the top: the game, the machine, the seed."""
    target = Path(path)
    page = report(standings(results, model=model, anchor=anchor), title=title, about=about)
    target.write_text(page, encoding="utf-8")
    return target


def report(found: Standings, *, title: str = "Tournament", about: Mapping[str, str] | None = None) -> str:
    """The page as HTML."""
    facts = {
        **(about or {}),
        "Agents": f"{len(found.rows):,}",
        "Matches": f"{found.matches:,}",
        "Rating": (
            "Bradley-Terry on scores" if found.ratings.model == "scores" else "Plackett-Luce with ties, on rankings"
        ),
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts.items())
    notes = "".join(f"<li>{escape(note)}</li>" for note in found.notes)
    parts = [
        f'<h1>{escape(title)}</h1><p class="soft">{escape(_summary(found))}</p><dl>{listed}</dl>',
        _section("Standings", found.table().html(), f"<ul>{notes}</ul>"),
        _section("Ratings", _figure(lambda: _rating_bars(found))),
        *_matrix(found),
        *_curves(budget_curves(found.ratings)),
        *([_section("Time and forfeits", found.time_table().html())] if found.timed else []),
        *(
            [_section("Differences in Elo", found.difference_table().html())]
            if 1 < len(found.rows) <= MAX_MATRIX_AGENTS
            else []
        ),
        _section("By seat", found.seat_table().html()),
        _section(
            "Pairs", _folded(f"All {len(found.pairs_table().rows):,} pairs of agents", found.pairs_table().html())
        ),
        _section("How to read this", _reading(found)),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def _summary(found: Standings) -> str:
    """The main result, in a sentence."""
    rated = [row for row in found.rows if row.elo == row.elo]
    if len(rated) < 2:
        return "No two agents have played each other."
    first, second = rated[0].agent, rated[1].agent
    gap = found.difference(first, second)
    if gap is None:
        return "No chain of matches connects the two leading agents, so they cannot be compared."
    if gap.low > 0:
        return f"{first} is the strongest, ahead of {second} by {gap}."
    return f"{first} leads {second} by {gap}: whether it is stronger is not certain."


def _rating_bars(found: Standings) -> str:
    rows = found.rows
    return bars(
        [row.agent for row in rows],
        [row.elo for row in rows],
        [row.low for row in rows],
        [row.high for row in rows],
        title="Elo with 95 % intervals",
    )


def _matrix(found: Standings) -> list[str]:
    order = [found.names.index(row.agent) for row in found.rows]
    if not 1 < len(order) <= MAX_MATRIX_AGENTS:
        return []
    tables = [table[order][:, order].tolist() for table in (found.pairs.score, found.pairs.low, found.pairs.high)]
    names, title = [found.names[a] for a in order], "Score of the row against the column, in per cent"
    return [_section("Scores by pair", _figure(lambda: matrix(names, *tables, title=title)))]


def _curves(families: list[BudgetCurve]) -> list[str]:
    pictures = []
    for limit in dict.fromkeys(curve.limit for curve in families):
        series = [
            Series(curve.agent, curve.budgets, curve.elo, curve.low, curve.high)
            for curve in families
            if curve.limit == limit
        ]
        draw = partial(
            curves, series, title=f"Strength by {limit}", x_label=limit, y_label="Elo", log_x=limit != "depth"
        )
        pictures.append(_figure(draw))
    return [_section("Strength by budget", *pictures)] if pictures else []


def _section(heading: str, *parts: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{''.join(parts)}</section>"


def _figure(draw: Callable[[], str]) -> str:
    """A plot, or a sentence that says why there is none."""
    return f"<figure>{draw()}</figure>" if has_plots() else f'<p class="soft">{escape(MISSING)}</p>'


def _folded(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _reading(found: Standings) -> str:
    """The meaning of the numbers, for a reader who does not know the documentation."""
    zero = f"0 is {found.ratings.anchor}" if found.ratings.anchor else "0 is the mean of the agents"
    if found.ratings.model == "scores":
        lead = "A lead of 100 means an expected score of 64 %, 200 means 76 %, 400 means 91 %; a draw is half a win."
    else:
        lead = (
            "A lead of 100 means a better place in 64 % of the matches in which the two have different places, 200 in "
            "76 %, 400 in 91 %."
        )
    points = [
        f"Elo is relative: {zero}. {lead}",
        "A 95 % interval contains the true value in 19 of 20 tournaments. The intervals of two agents may overlap "
        "although one is clearly stronger: see their difference, or LOS, the likelihood of superiority over the next "
        "agent.",
        "Matches of the same agents on the same opening, with swapped seats, count as one observation.",
        "The interval of a difference does not follow from the intervals of two ratings: see the table of differences.",
        "In the matrix, the colour shows the winner and the score. A pale colour means a wide interval; hatching means "
        "that the interval contains 50 %.",
        "The score is the mean payoff in per cent. A win is the highest payoff, a draw a shared highest payoff.",
    ]
    return "<ul>" + "".join(f"<li>{escape(point)}</li>" for point in points) + "</ul>"
