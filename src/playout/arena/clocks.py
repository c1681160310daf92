"""Time: a clock for the whole match for each seat (a base and an increment), a limit for each move, and patience."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from playout.rules import OptionError

__all__ = ["Clock", "read_clock"]

PATIENCE = 600.0
"""Seconds after which a move is taken for a hang where no other limit says so."""

MARGIN = 2.0
"""Seconds beyond its limit after which a seat that is still thinking is cut off, and its process ended."""

SHARE = 20
"""A search under a clock spends this part of what is left on a move, and most of the increment."""


@dataclass(frozen=True)
class Clock:
    """What a seat may use. A seat that uses more forfeits the match."""

    base: float | None = None
    """Seconds for all moves of a match together."""
    increment: float = 0.0
    """Seconds that each move adds to what is left."""
    move: float | None = None
    """Seconds for each single move."""
    patience: float = PATIENCE
    """Seconds for each move where neither of the others is given: longer is a hang."""

    def __post_init__(self) -> None:
        for word in ("base", "move", "patience", "increment"):
            value = getattr(self, word)
            if value is None:
                continue
            good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
            if not good or value < 0 or (value == 0 and word != "increment"):
                raise OptionError(f"the clock's {word} has to be a number of seconds above 0, not {value!r}")

    def allowed(self, left: float) -> float:
        """The most seconds that a move may take, where `left` are on the seat's clock."""
        most = left if self.base is not None else math.inf
        if self.move is not None:
            most = min(most, self.move)
        return most if math.isfinite(most) else self.patience

    @property
    def limits(self) -> bool:
        """Whether it says more than patience."""
        return self.base is not None or self.move is not None

    def advice(self, left: float) -> float:
        """How long a search should think about a move."""
        seconds = math.inf
        if self.base is not None:
            seconds = min(left / 2, left / SHARE + 0.8 * self.increment)
        if self.move is not None:
            seconds = min(seconds, 0.9 * self.move)
        return max(seconds, 0.001)

    def record(self) -> dict[str, Any]:
        """For the store. Patience is no part of it: it ends hangs and changes no other match."""
        return {"base": self.base, "increment": self.increment, "move": self.move}

    def __str__(self) -> str:
        words = [] if self.base is None else [f"{self.base:g}+{self.increment:g}"]
        words += [] if self.move is None else [f"{self.move:g} s a move"]
        return ", ".join(words) or "none"


def read_clock(text: str | None, move: float | None = None, patience: float = PATIENCE) -> Clock:
    """`60+0.5` is a base of 60 seconds and an increment of half a second; `60` has no increment."""
    if text is None:
        return Clock(move=move, patience=patience)
    base, _, increment = text.partition("+")
    try:
        return Clock(float(base), float(increment or 0), move, patience)
    except ValueError:
        raise OptionError(f"a clock is BASE or BASE+INCREMENT in seconds, like 60+0.5, not {text!r}") from None
