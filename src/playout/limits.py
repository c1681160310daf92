"""The limit of a search: when it stops, and how much memory it may take. All algorithms use the same `Limit`.

People may also write a limit as keywords, `search(state, "uct", seconds=2)`, or in an agent's spelling,
`uct(seconds=2)`. Both are converted to a `Limit` here, once.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, TypedDict

from playout.notices import nearest, shown
from playout.options.fields import option, read_fields, switch
from playout.options.kinds import Count, Number
from playout.rules import OptionError

__all__ = ["Limit", "LimitWords", "read_limit"]

ABOVE_0 = Count(1, wanted="a whole number above 0")


class LimitWords(TypedDict, total=False):
    """The fields of `Limit` as keywords of a function, for type checkers."""

    seconds: float | None
    simulations: int | None
    visits: int | None
    nodes: int | None
    depth: int | None
    memory: float | None
    proven: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class Limit:
    """When a search stops: at the limit that is reached first. Without a limit it runs until it has a proof."""

    seconds: float | None = option(
        Number(0, above=True), "wall-clock time from the call; compiling a game for the first time does not count"
    )
    simulations: int | None = option(
        ABOVE_0,
        "for algorithms that simulate; those of earlier calls on the same tree do not count",
    )
    visits: int | None = option(
        ABOVE_0,
        "for `uct`: until the root has this many visits, those of a tree that was kept from earlier moves included",
    )
    nodes: int | None = option(ABOVE_0, "positions searched, for algorithms that do not simulate")
    depth: int | None = option(
        Count(1, 1_000_000, "a whole number above 0"),
        "plies, for minimax, maxn, alphabeta, paranoid, brs and expectimax; needs the game's `evaluate`. For `uct`: "
        "until a simulation has gone this many plies down the tree",
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

    @property
    def ends(self) -> bool:
        """Whether it stops a search; a limit of memory alone does not."""
        return any(name != "memory" for name in self.given())

    def given(self) -> dict[str, Any]:
        """The limits that are set, by name, as people write them: whole numbers of seconds or megabytes as `int`."""
        found = {name: getattr(self, name) for name in self.names()}
        return {name: _whole(value) for name, value in found.items() if value not in (None, False)}

    def only(self, names: tuple[str, ...]) -> Limit:
        """The limits that have these names."""
        return Limit(**{name: value for name, value in self.given().items() if name in names})

    def and_also(self, other: Limit, where: str) -> Limit:
        """Both limits together. A word in both is refused; `where` says in the error where this limit was given."""
        twice = next((word for word in self.given() if word in other.given()), None)
        if twice is not None:
            raise OptionError(f"{twice} is given twice, {where} and beside it")
        return replace(self, **other.given())

    def __repr__(self) -> str:
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in self.given().items())})"

    def check(self, name: str, known: tuple[str, ...], *, solves: bool) -> None:
        """Refuse limits that the algorithm does not count, contradictory limits, and a run without a limit."""
        _check(self, name, known, solves)


def read_limit(given: Limit | None, words: LimitWords) -> Limit:
    """The limit that a caller gave as a value, as keywords, or both. Unknown and repeated words are refused."""
    names = Limit.names()
    for word in words:
        if word not in names:
            raise OptionError(f"there is no limit {word!r}{nearest(word, names)}; there are {', '.join(names)}")
    found = Limit(**words)
    if given is None:
        return found
    if not isinstance(given, Limit):
        raise OptionError(f"limit takes a Limit, like Limit(seconds=1), not {shown(given)}")
    return given.and_also(found, f"in {given}")


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


@lru_cache(maxsize=64)
def _check(limit: Limit, name: str, known: tuple[str, ...], solves: bool) -> None:
    given = limit.given()
    for word in given:
        if word not in (*known, "memory", "proven"):
            raise OptionError(f"{name} does not count {word}; its limits are {', '.join(known)}")
    if limit.proven and len(set(given) - {"proven", "memory"}) > 0:
        raise OptionError("proven=True searches until the value is proven; give no other limit with it")
    if not solves and not limit.ends:
        raise OptionError(f"{name} needs a limit: one of {', '.join(known)}, or proven=True")
