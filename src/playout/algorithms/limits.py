"""Limits of a search, the same for every algorithm."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.options.fields import option, read_fields, switch
from playout.algorithms.options.kinds import Count, Number
from playout.loading import nearest
from playout.rules import OptionError
from playout.spelling import LIMITS

__all__ = ["CACHE_LINE", "FEWEST", "MEGABYTE", "MEMORY", "Limit", "places", "read_limits", "reserve"]

MEGABYTE = 1_000_000

MEMORY = 1000.0
"""Megabytes that a search may take by default. They are reserved, and used only as they fill."""

SMALL = 1_000
"""Bytes for random streams and other small arrays."""

CACHE_LINE = 64
"""Bytes that a processor reads together: a record of 32 bytes should not lie on two of these."""

FEWEST = 16
"""The fewest nodes that a search is run with."""

ABOVE_0 = Count(1, wanted="a whole number above 0")


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


def reserve(count: int, kind: Any) -> NDArray[Any]:
    """An array of `count` records, all 0, that begins with a cache line; refused if the machine lacks the memory."""
    size = count * np.dtype(kind).itemsize
    try:
        memory = np.zeros(size + CACHE_LINE, np.uint8)  # large ones take memory only as it is used
    except MemoryError:
        raise OptionError(
            f"this machine cannot reserve {size / MEGABYTE:,.0f} megabytes for a tree; give a smaller limit memory"
        ) from None
    first = -memory.ctypes.data % CACHE_LINE
    return memory[first : first + size].view(kind)


@dataclass(frozen=True, kw_only=True)
class Limit:
    """When to stop: at whichever limit is reached first. Without any limit a search runs until it has a proof."""

    seconds: float | None = option(
        Number(0, above=True), "wall-clock time from the call; compiling a game for the first time does not count"
    )
    simulations: int | None = option(
        ABOVE_0,
        "for algorithms that simulate; those of earlier calls on the same tree do not count",
    )
    visits: int | None = option(
        ABOVE_0,
        "for `uct`: until the root has so many visits, those of a tree that was kept from earlier moves included",
    )
    nodes: int | None = option(ABOVE_0, "positions looked at, for those that do not simulate")
    depth: int | None = option(
        Count(1, 1_000_000, "a whole number above 0"),
        "plies, for minimax, maxn, alphabeta, paranoid, brs and expectimax; needs the game's `evaluate`. For `uct`: "
        "until a simulation has gone so many plies down the tree",
    )
    memory: float | None = option(
        Number(0, 1e9, above=True),
        "megabytes for all that the search allocates: trees of all threads and guesses, the statistics of `grave` and "
        "`history`, scratch arrays; for `alphabeta`, `paranoid` and `brs` the table. Reserved, and used as it fills. A "
        "full tree stops growing, but the search goes on; too little for the game is refused, with the minimum",
        unset="`1000` for a tree, `68` for a table",
    )
    proven: bool = switch("until the value is certain, however long that takes", default=False)

    def __post_init__(self) -> None:
        read_fields(self, "the limit ")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    def given(self) -> dict[str, Any]:
        """The limits that are set."""
        return {name: getattr(self, name) for name in self.names() if getattr(self, name) not in (None, False)}

    def check(self, name: str, known: tuple[str, ...], *, solves: bool) -> None:
        """Refuse limits that the algorithm does not count, limits that contradict each other, and a run without any."""
        _check(self, name, known, solves)


def read_limits(words: Mapping[str, Any]) -> Limit:
    """The limits that a call was given as keywords; unknown ones are refused."""
    for word in words:
        if word not in LIMITS:
            raise OptionError(f"there is no limit {word!r}{nearest(word, LIMITS)}; there are {', '.join(LIMITS)}")
    return Limit(**words)


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
