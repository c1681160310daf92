"""Time limits of a seat: for the whole match (base and increment), for each move, and for hangs (patience)."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Any

from playout.protocols.timing import RESERVE, thinking_time
from playout.rules import OptionError

__all__ = ["Clock", "read_clock"]

PATIENCE = 600.0
"""Seconds after which a move counts as a hang if there is no other limit."""

KILL_SECONDS = 2.0
"""Seconds beyond its limit after which the process of a thinking seat is killed."""


@dataclass(frozen=True)
class Clock:
    """The time limits of a seat. A seat that exceeds one forfeits the match."""

    base: float | None = None
    """Seconds for all moves of a match."""
    increment: float = 0.0
    """Seconds added after each move."""
    move: float | None = None
    """Seconds for each move."""
    patience: float = PATIENCE
    """Seconds for each move if neither of the others is given; a longer move counts as a hang. May be infinite."""

    def __post_init__(self) -> None:
        for word in ("base", "move", "patience", "increment"):
            value = getattr(self, word)
            if value is None:
                continue
            good = isinstance(value, (int, float)) and not isinstance(value, bool)
            most = math.inf if word == "patience" else sys.float_info.max
            if not good or not 0 <= value <= most or (value == 0 and word != "increment"):
                raise OptionError(f"the clock's {word} has to be a number of seconds above 0, not {value!r}")

    def allowed(self, left: float) -> float:
        """The longest time for a move in seconds, with `left` seconds on the seat's clock."""
        most = left if self.base is not None else math.inf
        if self.move is not None:
            most = min(most, self.move)
        return most if math.isfinite(most) else self.patience

    @property
    def limits(self) -> bool:
        """Whether there is a limit for the match or for each move."""
        return self.base is not None or self.move is not None

    def advice(self, left: float) -> float:
        """Seconds that a search should think about a move, with `left` seconds on the clock."""
        seconds = math.inf
        if self.base is not None:
            seconds = thinking_time(left, self.increment, reserve=min(RESERVE, self.base / 5))
        if self.move is not None:
            seconds = min(seconds, 0.9 * self.move)
        return max(seconds, 0.001)

    def record(self) -> dict[str, Any]:
        """The record in a store. Patience is left out: it only ends hangs."""
        return {"base": self.base, "increment": self.increment, "move": self.move}

    def __str__(self) -> str:
        words = [] if self.base is None else [f"{self.base:g}+{self.increment:g}"]
        words += [] if self.move is None else [f"{self.move:g} s a move"]
        return ", ".join(words) or "none"


def read_clock(text: str | None, move: float | None = None) -> Clock:
    """Parse a clock: `60+0.5` is a base of 60 seconds and an increment of 0.5; `60` has no increment."""
    if text is None:
        return Clock(move=move)
    base, _, increment = text.partition("+")
    try:
        return Clock(float(base), float(increment or 0), move)
    except ValueError:
        raise OptionError(f"a clock is BASE or BASE+INCREMENT in seconds, like 60+0.5, not {text!r}") from None
