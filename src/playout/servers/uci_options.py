"""The options of a UCI conversation: the protocol's own options, and all options of the agent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playout.algorithms.alphabeta.options import MOST_LINES
from playout.algorithms.registry import ALGORITHMS, read_algorithm
from playout.errors import PlayoutError
from playout.game import load
from playout.limits import Limit
from playout.notices import nearest, shown
from playout.options.fields import kinds_of
from playout.options.kinds import Count, Flag, Kind, Number, Word
from playout.protocols.timing import RESERVE
from playout.protocols.uci import EngineOption
from playout.spelling import AGENT_WORDS, Spec

__all__ = ["SessionOptions"]

DEFAULT_HASH = 128
"""The default size of the table or tree in megabytes."""

LARGEST_HASH = 1 << 20
MEGABYTE = 1.05
"""The protocol's megabyte, 2^20 bytes, in millions of bytes, rounded up."""

MAX_NUMBER = 1_000_000_000
EMPTY = "<empty>"


class SessionOptions:
    """The options of one conversation, with the agent that they give."""

    def __init__(self, spec: Spec) -> None:
        """spec: a search, with or without options and limits."""
        self.kind = ALGORITHMS[spec.name]
        self.spec = spec.without(*Limit.names(), *AGENT_WORDS, "seed")
        """The search with its options."""
        self.limit = spec.limit
        """The limit of every move, in addition to those of `go`."""
        self.seed = spec.seed
        self.lines = 1
        """The number of moves that are reported with their lines (MultiPV)."""
        self.reserve = RESERVE
        """Seconds on the clock that are not used."""
        of_protocol = ("threads", "every", "lines")
        kinds = kinds_of(self.kind.option_type)
        self._kinds = {name: kind for name, kind in kinds.items() if name not in of_protocol}
        self._names = {item.name.lower(): item for item in self.declared()}

    @property
    def memory(self) -> float:
        return self.limit.memory or MEGABYTE * DEFAULT_HASH

    def searching(self, lines: int) -> Spec:
        """The current spelling of the search, set to report the values of this number of moves."""
        has_lines = "lines" in self.kind.option_type.names()
        return self.spec.replace(lines=lines) if has_lines and lines > 1 else self.spec

    def declared(self) -> list[EngineOption]:
        """All options, with their current values."""
        threads = kinds_of(self.kind.option_type).get("threads")
        most = threads.most if isinstance(threads, Count) else 1
        words = dict(self.spec.words)
        found = [
            EngineOption("Hash", "spin", str(round(self.memory / MEGABYTE)), 1, LARGEST_HASH),
            EngineOption("Threads", "spin", str(words.get("threads", 1)), 1, most),
            EngineOption("MultiPV", "spin", str(self.lines), 1, MOST_LINES),
            EngineOption("Ponder", "check", "false"),
            EngineOption("Move Overhead", "spin", str(round(1000 * self.reserve)), 0, 5000),
            EngineOption("Clear Hash", "button"),
        ]
        resolved = read_algorithm(self.spec)[1].resolve(load("chess").rules, self.kind.name)
        return found + [_declare(name, kind, getattr(resolved, name)) for name, kind in self._kinds.items()]

    def set(self, name: str, value: str) -> None:
        """Set an option; refuses an unknown option and an invalid value."""
        known = self._names.get(name.lower())
        if known is None:
            names = [item.name for item in self._names.values()]
            raise PlayoutError(f"there is no option {shown(name)}{nearest(name, names)}")
        if known.name not in self._kinds or value not in ("", EMPTY):
            known.check(value)
        if known.name in self._kinds:
            self._set_own(known.name, value)
            return
        if known.name == "Hash":
            self.limit = replace(self.limit, memory=MEGABYTE * int(value))
        elif known.name == "Threads" and int(value) > 1:
            self.spec = self.spec.replace(threads=int(value))
        elif known.name == "Threads":
            self.spec = self.spec.without("threads")
        elif known.name == "MultiPV":
            self.lines = int(value)
        elif known.name == "Move Overhead":
            self.reserve = int(value) / 1000

    def _set_own(self, name: str, value: str) -> None:
        """Set an option of the agent; an empty value restores the default."""
        changed = self.spec.without(name)
        if value not in ("", EMPTY):
            changed = changed.replace(**{name: _read(name, self._kinds[name], value)})
        options = read_algorithm(changed)[1]
        options.resolve(load("chess").rules, self.kind.name)  # raises if chess lacks a function that it needs
        self.spec = changed


def _declare(name: str, kind: Kind, value: Any) -> EngineOption:
    if isinstance(kind, Flag):
        return EngineOption(name, "check", str(bool(value)).lower())
    if isinstance(kind, Count) and value is not None:
        return EngineOption(name, "spin", str(value), kind.least, MAX_NUMBER if kind.most is None else kind.most)
    if isinstance(kind, Word) and value is not None:
        return EngineOption(name, "combo", str(value), choices=kind.choices)
    return EngineOption(name, "string", "" if value is None else str(value))


def _read(name: str, kind: Kind, text: str) -> Any:
    """The value of a text for an option of an agent. A text that cannot be converted is left to the option's check."""
    if isinstance(kind, Flag):
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        if isinstance(kind, Count):
            return int(text)
        if isinstance(kind, Number):
            return float(text)
    except ValueError:
        raise PlayoutError(f"{name} has to be {kind.words}, not {shown(text)}") from None
    return text
