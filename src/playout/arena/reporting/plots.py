"""Plots as SVG text: bars with error bars, a matrix of scores, curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playout.arena.reporting.plot_style import BLUE, COLOURS, GREY, INK, ORANGE, drawing, label_of, to_svg, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Series", "bars", "curves", "matrix"]

MARKERS = "osD^vP"
LINES = ("-", "--", ":", "-.")
"""The line styles. Curves differ in colour and marker; once all colours are used, also in line style."""


@dataclass(frozen=True)
class Series:
    """A curve: points with ascending x, and the ends of their intervals."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None


def bars(
    labels: Sequence[str],
    values: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    *,
    title: str,
    x_label: str = "Elo",
    signed: bool = True,
    even: float | None = None,
) -> str:
    """Horizontal bars from 0, each with its interval and its value; nan values have no bar.

    signed: show the sign of the numbers, as for Elo. even: where to draw the line of equal strength.
    """
    names = [wrapped(label, 48) for label in labels]
    lines = sum(max(1, name.count("\n") + 1) for name in names)
    bar_texts = {row: _bar_text(value, signed) for row, value in enumerate(values)}
    with drawing(8.4, 1.25 + 0.17 * len(names) + 0.17 * lines, title) as figure:
        axes = figure.add_subplot()
        axes.grid(axis="y", visible=False)
        axes.set_yticks(range(len(names)), names, color=INK)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.axvline(0, color=GREY, linewidth=0.8)
        if even is not None:
            axes.axvline(even, color=INK, linewidth=1.0, linestyle="--")
        for row, value in enumerate(values):
            if not math.isfinite(value):
                axes.text(0, row, " not rated", verticalalignment="center", color=GREY)
                continue
            (box,) = axes.barh(row, value, 0.58, color=BLUE, alpha=0.75)
            box.set_gid(f"bar-{row}")
            middle, reach = (low[row] + high[row]) / 2, (high[row] - low[row]) / 2
            _set_ids(axes.errorbar(middle, row, xerr=reach, fmt="none", ecolor=INK, capsize=3.5), f"reach-{row}")
            axes.text(1.015, row, bar_texts[row], transform=axes.get_yaxis_transform(), verticalalignment="center")
        axes.set_xlabel(x_label)
        axes.xaxis.set_major_formatter(lambda number, _: label_of(number, signed=signed))
        about = "; ".join(
            f"{label} {bar_texts[row]} ({low[row]:+.0f} to {high[row]:+.0f})"
            if signed
            else f"{label} {bar_texts[row]} ({low[row]:.1f} to {high[row]:.1f})"
            for row, label in enumerate(labels)
            if math.isfinite(values[row])
        )
        return to_svg(figure, title, about)


def _bar_text(value: float, signed: bool) -> str:
    """The text of a bar's value."""
    if not signed:
        return f"{value:.1f}"
    return "0" if abs(value) < 0.5 else f"{value:+.0f}"


def _set_ids(drawn: Any, name: str) -> None:
    """Set the id of an error bar."""
    for line in drawn.lines[2]:
        line.set_gid(name)


def matrix(
    labels: Sequence[str],
    scores: Sequence[Sequence[float]],
    low: Sequence[Sequence[float]],
    high: Sequence[Sequence[float]],
    *,
    title: str,
) -> str:
    """Scores (0 to 1) of the row against the column. The colour shows the score, and is pale if the interval is wide.

    A cell is hatched where the interval contains 1/2: it is undecided which agent is stronger.
    """
    count = len(labels)
    size = 0.62 if count <= 14 else 0.34
    names = [f"{wrapped(label, 48)}  {row + 1}" for row, label in enumerate(labels)]
    letters = max((len(line) for name in names for line in name.split("\n")), default=0)
    with drawing(max(5.2, 1.0 + 0.09 * letters + size * count), 1.3 + size * count, title) as figure:
        axes = figure.add_subplot()
        axes.grid(visible=False)
        axes.set_aspect("equal")
        axes.set_xlim(-0.5, count - 0.5)
        axes.set_ylim(count - 0.5, -0.5)
        axes.xaxis.tick_top()
        axes.set_xticks(range(count), [str(column + 1) for column in range(count)])
        axes.set_yticks(range(count), names, color=INK)
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        for row in range(count):
            for column in range(count):
                score = (scores[row][column], low[row][column], high[row][column])
                _draw_cell(axes, row, column, score if row != column else (math.nan,) * 3, size > 0.5)
        from matplotlib.patches import Patch  # matplotlib is installed, since `drawing` has checked

        key = [
            Patch(facecolor=ORANGE, alpha=0.6, label="loses"),
            Patch(facecolor=BLUE, alpha=0.6, label="wins"),
            Patch(facecolor="white", edgecolor=GREY, hatch="///", label="undecided: the interval contains 50 %"),
        ]
        figure.legend(handles=key, loc="outside lower left", ncols=3, labelcolor=GREY)
        about = "Score of each row against each column in per cent; pale: wide interval, hatched: undecided."
        return to_svg(figure, title, about)


def _draw_cell(axes: Axes, row: int, column: int, score: tuple[float, float, float], is_large: bool) -> None:
    from matplotlib.patches import Rectangle

    value, low, high = score
    corner = (column - 0.47, row - 0.47)
    if not math.isfinite(value):
        axes.add_patch(Rectangle(corner, 0.94, 0.94, facecolor=GREY, alpha=0.1))
        return
    # From white at 1/2 to full colour at 0 and 1, and paler for wider intervals.
    sure = max(0.0, 1 - (high - low))
    strength = (0.06 + 0.6 * abs(value - 0.5) * 2) * (0.35 + 0.65 * sure)
    cell = Rectangle(corner, 0.94, 0.94, facecolor=BLUE if value >= 0.5 else ORANGE, alpha=strength)
    cell.set_gid(f"cell-{row}-{column}")
    axes.add_patch(cell)
    if low <= 0.5 <= high:
        # The edge colour is the colour of the hatching.
        open_ = Rectangle(corner, 0.94, 0.94, facecolor="none", edgecolor="#b4bcc4", hatch="///", linewidth=0)
        open_.set_gid(f"open-{row}-{column}")
        axes.add_patch(open_)
    place: dict[str, Any] = {"horizontalalignment": "center", "verticalalignment": "center"}
    axes.text(column, row - (0.12 if is_large else 0), f"{100 * value:.0f}", fontsize=10 if is_large else 7, **place)
    if is_large:
        axes.text(column, row + 0.24, f"{100 * low:.0f} to {100 * high:.0f}", fontsize=6.5, color=INK, **place)


def curves(
    series: Sequence[Series],
    *,
    title: str,
    x_label: str,
    y_label: str,
    log_x: bool = True,
    log_y: bool = False,
) -> str:
    """Curves with error bars and a legend below. On a log scale, points that are not above 0 are left out."""
    names = [wrapped(one.label, 84) for one in series]
    lines = sum(name.count("\n") + 1 for name in names)
    with drawing(7.6, 4.6 + 0.2 * lines, title) as figure:
        axes = figure.add_subplot()
        axes.grid(axis="x", visible=False)
        drawn = [_draw_curve(axes, one, number, log_x, log_y) for number, one in enumerate(series)]
        if not any(drawn):
            axes.text(0.5, 0.5, "no points", transform=axes.transAxes, horizontalalignment="center", color=GREY)
        elif log_x or log_y:
            _set_scales(axes, log_x, log_y)
        axes.set_xlabel(x_label + (", log scale" if log_x else ""))
        axes.set_ylabel(y_label + (", log scale" if log_y else ""))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(lambda number, _: label_of(number))
        if names:
            figure.legend(
                handles=[_sample(number, name) for number, name in enumerate(names)],
                loc="outside lower left",
                ncols=1,
            )
        about = "; ".join(
            f"{one.label}: " + ", ".join(f"{x:g} gives {y:.4g}" for x, y in zip(one.x, one.y, strict=True))
            for one in series
        )
        return to_svg(figure, title, about)


def _set_scales(axes: Axes, log_x: bool, log_y: bool) -> None:
    """Log scales; over few powers of ten there are also ticks at 2 and 5 times each power."""
    from matplotlib.ticker import LogLocator, NullFormatter

    for is_log, axis, limits, put in (
        (log_x, axes.xaxis, axes.dataLim.intervalx, axes.set_xscale),
        (log_y, axes.yaxis, axes.dataLim.intervaly, axes.set_yscale),
    ):
        if is_log:
            put("log")
            few = limits[1] < 2000 * limits[0]
            axis.set_major_locator(LogLocator(10, (1, 2, 5) if few else (1,), numticks=20))
            axis.set_minor_formatter(NullFormatter())


def _look(number: int) -> dict[str, Any]:
    kinds = len(COLOURS)
    return {
        "color": COLOURS[number % kinds],
        "marker": MARKERS[number % kinds],
        "linestyle": LINES[number // kinds % len(LINES)],
        "markersize": 4.5,
    }


def _sample(number: int, name: str) -> Any:
    """A curve's entry in the legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], label=name, **_look(number))


def _draw_curve(axes: Axes, one: Series, number: int, log_x: bool, log_y: bool) -> bool:
    """Draw the finite points; returns whether there are any."""
    shown = [
        i
        for i, (x, y) in enumerate(zip(one.x, one.y, strict=True))
        if math.isfinite(x) and math.isfinite(y) and (x > 0 or not log_x) and (y > 0 or not log_y)
    ]
    if not shown:
        return False
    xs, ys = [one.x[i] for i in shown], [one.y[i] for i in shown]
    look = _look(number)
    # With many points the markers would hide the line.
    (line,) = axes.plot(xs, ys, **look | ({"marker": ""} if len(xs) > 60 else {}))
    line.set_gid(f"curve-{number}")
    if one.low is not None and one.high is not None:
        low, high = [one.low[i] for i in shown], [one.high[i] for i in shown]
        if log_y:
            low = [end if end > 0 else y for end, y in zip(low, ys, strict=True)]
        axes.fill_between(xs, low, high, color=look["color"], alpha=0.12, linewidth=0)
        if len(xs) <= 60:
            middle, reach = ([(b + side * a) / 2 for a, b in zip(low, high, strict=True)] for side in (1, -1))
            ends = axes.errorbar(xs, middle, yerr=reach, fmt="none", ecolor=look["color"], elinewidth=1.1, capsize=3)
            _set_ids(ends, f"reach-{number}")
    return True
