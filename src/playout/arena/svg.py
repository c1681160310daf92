"""The parts of which plots are made: text, boxes, scales and the style, as SVG text."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

__all__ = ["LETTER", "LIGHT", "STYLE", "label_of", "log_ticks", "place", "rect", "short", "svg", "text", "ticks"]

LETTER = 7.1
"""Width of a letter, on average, in pixels; a little generous."""

LIGHT = ("#2f7fc1", "#c8571b", "#2a8f5c", "#8a4fb5", "#b8860b", "#c2397a")
DARK = ("#5aa9e6", "#f0864a", "#55c28a", "#bb8be0", "#e0b23f", "#ec78ae")
"""Colours of curves, for each ground."""


def _colours(colours: tuple[str, ...]) -> str:
    return "\n".join(
        f".plot .s{kind} .stroke{{stroke:{colour}}}.plot .s{kind} .fill{{fill:{colour}}}"
        for kind, colour in enumerate(colours)
    )


STYLE = f"""
.plot{{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}}
.plot text{{fill:#1c2733}}.plot .soft{{fill:#5b6875}}.plot .small{{font-size:10.5px}}
.plot .title{{font-size:15px;font-weight:600}}
.plot .grid{{stroke:#dfe4e8}}.plot .axis{{stroke:#8593a0}}.plot .whisker{{stroke:#1c2733;stroke-width:1.6;fill:none}}
.plot .bar{{fill:#4c8dc4}}.plot .empty{{fill:#8593a0;fill-opacity:.1}}.plot .hatch{{stroke:#1c2733;stroke-opacity:.2}}
.plot .above{{fill:#2f7fc1}}.plot .below{{fill:#d9822b}}
.plot .stroke{{fill:none;stroke-width:2}}.plot .thin{{stroke-width:1.4}}.plot .band{{fill-opacity:.12}}
{_colours(LIGHT)}
@media (prefers-color-scheme:dark){{
.plot text{{fill:#e4e9ee}}.plot .soft{{fill:#9aa7b3}}.plot .grid{{stroke:#323c46}}.plot .axis{{stroke:#6d7a87}}
.plot .whisker{{stroke:#e4e9ee}}.plot .bar{{fill:#3f78a8}}.plot .hatch{{stroke:#e4e9ee;stroke-opacity:.22}}
.plot .above{{fill:#4a9be0}}.plot .below{{fill:#e08d3a}}
{_colours(DARK)}}}
"""


def place(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Where a number lies in a picture, if `low` lies at `start` and `high` at `end`."""
    factor = (end - start) / (high - low)
    return lambda value: start + (value - low) * factor


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers that enclose low and high."""
    if high <= low:
        low, high = low - 1, high + 1
    rough = (high - low) / about
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(size * unit for size in (1, 2, 5, 10) if size * unit >= rough)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten between low and high, with 2 and 5 times them where there are few."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    steps = (1,) if last - first > 3 else (1, 2, 5)
    found = [step * 10.0**power for power in range(first, last + 1) for step in steps]
    inside = [tick for tick in found if low / 1.001 <= tick <= high * 1.001]
    return inside or [low]


def label_of(number: float, *, sign: bool = False) -> str:
    if abs(number) < 1e-12:
        return "0"
    if abs(number) >= 1e6 or abs(number) < 1e-3:
        return f"{number:.0e}".replace("e+0", "e").replace("e-0", "e-")
    text = f"{number:,.10g}" if abs(number) < 1000 else f"{number:,.0f}"
    return f"+{text}" if sign and number > 0 else text


def short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def text(x: float, y: float, text: str, kind: str, anchor: str) -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" xml:space="preserve">{escape(text)}</text>'


def rect(kind: str, x: float, y: float, size: float, more: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<rect{name} x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size - 2:.0f}" height="{size - 2:.0f}" rx="3"{more}/>'


def svg(width: float, height: float, title: str, about: str, shapes: list[str]) -> str:
    return (
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(about)}</desc><style>{STYLE}</style>"
        f"{text(1, 22, title, 'title', 'start')}{''.join(shapes)}</svg>"
    )
