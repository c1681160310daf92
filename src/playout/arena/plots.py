"""Plots as SVG text: bars with error bars, a matrix of scores, curves. Readable on light and on dark ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from playout.arena.svg import LETTER, LIGHT, label_of, log_ticks, place, rect, short, svg, text, ticks

__all__ = ["Series", "bars", "curves", "matrix"]

KINDS = len(LIGHT)
"""Colours of curves; they are used again with a dashed line."""


@dataclass(frozen=True)
class Series:
    """A curve: points from left to right, with the ends of their intervals."""

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
    unit: str = "Elo",
) -> str:
    """Horizontal bars from 0, each with its interval; what is nan is left blank."""
    names = [short(label, 40) for label in labels]
    left = 24 + LETTER * max((len(name) for name in names), default=0)
    right, step, top = 84.0, 30.0, 44.0
    width, height = left + 520 + right, top + step * len(labels) + 46
    known = [number for number in (*values, *low, *high) if math.isfinite(number)]
    marks = ticks(min([0.0, *known]), max([0.0, *known]))
    scale = place(marks[0], marks[-1], left, width - right)
    bottom = top + step * len(labels)
    shapes = [
        f'<line class="{"axis" if tick == 0 else "grid"}" x1="{scale(tick):.1f}" x2="{scale(tick):.1f}" y1="{top - 4}" '
        f'y2="{bottom:.0f}"/><text class="soft" x="{scale(tick):.1f}" y="{bottom + 17:.0f}" text-anchor="middle">'
        f"{label_of(tick, sign=True)}</text>"
        for tick in marks
    ]
    shapes.append(text(scale(marks[0]), bottom + 37, unit, "soft", "start"))
    for row, (label, name) in enumerate(zip(labels, names, strict=True)):
        y = top + step * row + step / 2
        shapes.append(text(left - 12, y + 4.5, name, "", "end"))
        value = values[row]
        if not math.isfinite(value):
            shapes.append(text(scale(0) + 8, y + 4.5, "not rated", "soft", "start"))
            continue
        start, end = sorted((scale(0), scale(value)))
        about = f"{label}: {value:+.0f} {unit}, 95 % from {low[row]:+.0f} to {high[row]:+.0f}"
        a, b = scale(low[row]), scale(high[row])
        shapes.append(
            f'<g><title>{escape(about)}</title><rect class="bar" x="{start:.1f}" y="{y - 8:.1f}" '
            f'width="{max(0.5, end - start):.1f}" height="16" rx="2"/><path class="whisker" d="M{a:.1f} {y - 5:.1f}v10'
            f'm0 -5H{b:.1f}m0 -5v10"/></g>'
        )
        shapes.append(text(width - right + 12, y + 4.5, f"{value:+.0f}", "", "start"))
    about = "; ".join(
        f"{label} {value:+.0f} ({from_:+.0f} to {to:+.0f})"
        for label, value, from_, to in zip(labels, values, low, high, strict=True)
        if math.isfinite(value)
    )
    return svg(width, height, title, about, shapes)


def matrix(
    labels: Sequence[str],
    scores: Sequence[Sequence[float]],
    low: Sequence[Sequence[float]],
    high: Sequence[Sequence[float]],
    *,
    title: str,
) -> str:
    """Scores (0 to 1) of the row against the column. The colour tells the score, its strength how sure that is.

    A cell is hatched where the interval holds one half: nobody knows yet who is better.
    """
    count = len(labels)
    names = [short(label, 36) for label in labels]
    cell = 58.0 if count <= 14 else 30.0
    left = 50 + LETTER * max((len(name) for name in names), default=0)
    top = 70.0
    width, height = max(left + cell * count + 16, 430), top + cell * count + 58
    shapes = [
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<line class="hatch" x1="0" y1="0" x2="0" y2="7" stroke-width="2"/></pattern></defs>'
    ]
    for row in range(count):
        y = top + cell * row
        shapes.append(text(left - 12, y + cell / 2 + 4.5, f"{names[row]}  {row + 1}", "", "end"))
        shapes.append(text(left + cell * (row + 0.5), top - 10, str(row + 1), "soft", "middle"))
        for column in range(count):
            x = left + cell * column
            if row == column:
                shapes.append(rect("empty", x, y, cell))
                continue
            shapes.append(
                _cell(
                    x,
                    y,
                    cell,
                    f"{labels[row]} against {labels[column]}",
                    (scores[row][column], low[row][column], high[row][column]),
                )
            )
    y = top + cell * count + 24
    shapes += _key(0, y)
    about = (
        "Score of each row against each column in per cent; deeper colour is surer, hatching marks an open question."
    )
    return svg(width, height, title, about, shapes)


def _cell(x: float, y: float, size: float, who: str, score: tuple[float, float, float]) -> str:
    value, low, high = score
    if not math.isfinite(value):
        return f"<g><title>{escape(who)}: have not met</title>{rect('empty', x, y, size)}</g>"
    # From white at one half to full colour at 0 and 1, and paler the wider the interval is.
    sure = max(0.0, 1 - (high - low))
    strength = (0.06 + 0.6 * abs(value - 0.5) * 2) * (0.35 + 0.65 * sure)
    about = f"{who}: {100 * value:.1f} %, 95 % from {100 * low:.1f} to {100 * high:.1f}"
    kind = "above" if value >= 0.5 else "below"
    shapes = [rect(kind, x, y, size, f' fill-opacity="{strength:.2f}"')]
    if low <= 0.5 <= high:
        shapes.append(rect("", x, y, size, ' fill="url(#hatch)"'))
    middle = x + size / 2
    if size > 40:
        shapes.append(text(middle, y + size / 2 + 1, f"{100 * value:.0f}", "", "middle"))
        shapes.append(text(middle, y + size / 2 + 17, f"{100 * low:.0f}–{100 * high:.0f}", "soft small", "middle"))
    else:
        shapes.append(text(middle, y + size / 2 + 4, f"{100 * value:.0f}", "small", "middle"))
    return f"<g><title>{escape(about)}</title>{''.join(shapes)}</g>"


def _key(x: float, y: float) -> list[str]:
    """What colours and hatching mean."""
    shapes = []
    marks = [("below", "loses", ' fill-opacity=".6"'), ("above", "wins", ' fill-opacity=".6"')]
    for kind, word, more in [*marks, ("", "open: 50 % is in the interval", ' fill="url(#hatch)"')]:
        shapes += [rect(kind, x, y, 14, more), text(x + 21, y + 11.5, word, "soft", "start")]
        x += 42 + LETTER * len(word)
    return shapes


def curves(
    series: Sequence[Series],
    *,
    title: str,
    x_label: str,
    y_label: str,
    log_x: bool = True,
    log_y: bool = False,
) -> str:
    """Curves with error bars; their names stand below. On a log scale, what is not above 0 has no place."""
    names = [short(one.label, 80) for one in series]
    left, top, bottom = 88.0, 46.0, 330.0
    below = 22.0 * len(series)
    width, right = 700.0, 676.0
    xs = [x for one in series for x in one.x if math.isfinite(x) and (x > 0 or not log_x)]
    heights = [y for one in series for y in (*one.y, *(one.low or ()), *(one.high or ()))]
    ys = [y for y in heights if math.isfinite(y) and (y > 0 or not log_y)]
    if not xs or not ys:
        return svg(width, 120, title, "no points", [text(left, 80, "no points", "soft", "start")])
    across = log_ticks(min(xs), max(xs)) if log_x else ticks(min(xs), max(xs))
    turn = math.log10 if log_x else float
    low, high = turn(min(min(xs), across[0])), turn(max(max(xs), across[-1]))
    x_of = place(low, high if high > low else low + 1, left + 14, right - 14)
    up = log_ticks(min(ys), max(ys)) if log_y else ticks(min(ys), max(ys))
    y_of = _log_place(min(ys), max(ys), bottom, top) if log_y else place(up[0], up[-1], bottom, top)
    shapes = []
    for tick in up:
        y = y_of(tick)
        shapes.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        shapes.append(text(left - 8, y + 4.5, label_of(tick), "soft", "end"))
    for tick in across:
        x = x_of(turn(tick))
        shapes.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 5}"/>')
        shapes.append(text(x, bottom + 20, label_of(tick), "soft", "middle"))
    shapes.append(f'<line class="axis" x1="{left}" x2="{right}" y1="{bottom}" y2="{bottom}"/>')
    shapes.append(text((left + right) / 2, bottom + 42, x_label + (", log scale" if log_x else ""), "soft", "middle"))
    shapes.append(
        f'<text class="soft" transform="translate(16 {(top + bottom) / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_label + (', log scale' if log_y else ''))}</text>"
    )
    for kind, one in enumerate(series):
        shapes.append(_curve(one, kind, lambda x: x_of(turn(x)), y_of))
        y = bottom + 66 + 22 * kind
        shapes.append(
            f'<g class="s{kind % KINDS}"><path class="stroke" d="M{left} {y}h26"{_dash(kind)}/>'
            f'<circle class="fill" cx="{left + 13}" cy="{y}" r="4"/></g>'
        )
        shapes.append(text(left + 36, y + 4.5, names[kind], "", "start"))
    about = "; ".join(
        f"{one.label}: " + ", ".join(f"{x:g} gives {y:.4g}" for x, y in zip(one.x, one.y, strict=True))
        for one in series
    )
    return svg(width, bottom + 62 + below, title, about, shapes)


def _log_place(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """The same as `place`, by logarithms; what is below `low` lies at `start`."""
    scale = place(math.log10(low), math.log10(high if high > low else 10 * low), start, end)
    return lambda value: scale(math.log10(max(value, low)))


def _curve(one: Series, kind: int, x_of: Callable[[float], float], y_of: Callable[[float], float]) -> str:
    points = [(x_of(x), y_of(y)) for x, y in zip(one.x, one.y, strict=True)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    shapes = []
    if one.low is not None and one.high is not None:
        ends = [(x, y_of(a), y_of(b)) for (x, _), a, b in zip(points, one.low, one.high, strict=True)]
        edge = [f"{x:.1f} {b:.1f}" for x, _, b in ends] + [f"{x:.1f} {a:.1f}" for x, a, _ in reversed(ends)]
        shapes.append(f'<path class="fill band" d="M{"L".join(edge)}Z"/>')
        shapes += [f'<path class="stroke thin" d="M{x - 4:.1f} {a:.1f}h8m-4 0V{b:.1f}m-4 0h8"/>' for x, a, b in ends]
    shapes.append(f'<path class="stroke" d="{path}"{_dash(kind)}/>')
    for number, (x, y) in enumerate(points):
        reach = ""
        if one.low is not None and one.high is not None:
            reach = f", 95 % from {one.low[number]:.4g} to {one.high[number]:.4g}"
        about = f"{one.label}, {one.x[number]:g}: {one.y[number]:.4g}{reach}"
        shapes.append(f'<circle class="fill" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{escape(about)}</title></circle>')
    return f'<g class="s{kind % KINDS}">{"".join(shapes)}</g>'


def _dash(kind: int) -> str:
    return ' stroke-dasharray="6 4"' if kind >= KINDS else ""
