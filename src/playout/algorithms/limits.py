"""Limits: when a search has to stop. One kind for every algorithm."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from playout.rules import OptionError

__all__ = ["FEWEST", "MEGABYTE", "MEMORY", "Limit", "places"]

MEGABYTE = 1_000_000

MEMORY = 1000.0
"""Megabytes that a search may take unless a limit says otherwise. They are reserved, and used only as they fill."""

SMALL = 1_000
"""Bytes for random streams and other small arrays."""

FEWEST = 16
"""Nodes for which there has to be memory."""


def places(memory: float, size: int, *, besides: int, name: str, fewest: int = FEWEST, parts: int = 1) -> int:
    """How many entries of `size` bytes fit into one of `parts` of `memory` megabytes beside `besides` bytes.

    Refuses a limit that leaves no memory for `fewest` of them; `name` says who needs them.
    """
    besides += SMALL
    count = (int(memory * MEGABYTE / parts) - besides) // size
    if count < fewest:
        least = math.ceil(parts * (besides + fewest * size) / MEGABYTE * 1000) / 1000
        raise OptionError(f"{name} needs a memory of at least {least:g} megabytes, not {memory:g}")
    return min(2**31 - 1, count)


@dataclass(frozen=True, kw_only=True)
class Limit:
    """When to stop; whatever is reached first counts. Without any limit a search goes on until it has a proof."""

    seconds: float | None = None
    """Wall-clock time, counted from the call."""
    simulations: int | None = None
    """Simulations of the whole search, those of earlier calls on the same tree not counted."""
    nodes: int | None = None
    """Positions looked at, by algorithms that do not simulate."""
    depth: int | None = None
    """Plies, by algorithms that search to a depth."""
    memory: float | None = None
    """Megabytes for all that the search keeps; reaching it stops growth, not the search."""
    proven: bool = False
    """Go on until the value is certain, for algorithms that may never get there."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None or field.name == "proven":
                continue
            whole = field.name in ("simulations", "nodes", "depth")
            good = isinstance(value, int) if whole else isinstance(value, (int, float)) and math.isfinite(value)
            if isinstance(value, bool) or not good or value <= 0:
                kind = "a whole number" if whole else "a number"
                raise OptionError(f"the limit {field.name} has to be {kind} above 0, not {value!r}")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    def given(self) -> dict[str, Any]:
        """The limits that are set."""
        return {name: getattr(self, name) for name in self.names() if getattr(self, name) not in (None, False)}

    def check(self, name: str, known: tuple[str, ...], *, solves: bool) -> None:
        """Refuse what an algorithm does not count, what contradicts itself, and having no end."""
        _check(self, name, known, solves)


@lru_cache(maxsize=64)
def _check(limit: Limit, name: str, known: tuple[str, ...], solves: bool) -> None:
    given = limit.given()
    for word in given:
        if word not in (*known, "memory", "proven"):
            raise OptionError(f"{name} does not count {word}; its limits are {', '.join(known)}")
    if limit.proven and len(set(given) - {"proven", "memory"}) > 0:
        raise OptionError("proven means until it is proven, however long that takes; give no other limit with it")
    if not solves and not set(given) - {"memory"}:
        raise OptionError(f"{name} needs a limit: one of {', '.join(known)}, or proven=True")
