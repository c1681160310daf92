"""Numbers as cells of tables and sentences show them."""

from __future__ import annotations

__all__ = ["NOTHING", "chance", "duration", "number", "percent", "signed", "span"]

NOTHING = "–"
"""The cell of a missing number."""


def _missing(value: float | None) -> bool:
    return value is None or value != value


def number(value: float | None, digits: int = 0) -> str:
    """A number with separators of thousands."""
    return NOTHING if value is None or _missing(value) else f"{value:,.{digits}f}"


def signed(value: float | None) -> str:
    """A rounded number with its sign; 0 has none."""
    if value is None or _missing(value):
        return NOTHING
    return f"{round(value):+d}" if round(value) else "0"


def percent(value: float | None) -> str:
    """A share (0 to 1) in per cent."""
    return NOTHING if value is None or _missing(value) else f"{100 * value:.1f}"


def chance(value: float | None) -> str:
    """A probability in per cent, never shown as 0 or 100."""
    if value is None or _missing(value):
        return NOTHING
    return ">99.9" if value > 0.9995 else "<0.1" if value < 0.0005 else percent(value)


def span(low: str, high: str) -> str:
    """An interval: `low to high`."""
    return NOTHING if NOTHING in (low, high) else f"{low} to {high}"


def duration(seconds: float | None) -> str:
    """A time in a suitable unit with two or three digits: 85 us, 1.2 ms, 3.4 s, 12 min, 3.4 h."""
    if seconds is None or _missing(seconds):
        return NOTHING
    for most, factor, unit in ((1e-3, 1e6, "us"), (1.0, 1e3, "ms"), (120.0, 1.0, "s"), (7200.0, 1 / 60, "min")):
        # Compared after rounding: 0.9996 s is shown as 1.0 s, not as 1000 ms.
        if seconds < most * (1 - 0.0005):
            return f"{_short(seconds * factor)} {unit}"
    return f"{_short(seconds / 3600)} h"


def _short(value: float) -> str:
    """A number with two or three digits: 0, 0.2, 3.4, 85, 120."""
    return "0" if not value else f"{value:.1f}" if value < 9.95 else f"{value:,.0f}"
