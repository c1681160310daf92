"""Options of algorithms, each described once: by a field of a frozen dataclass.

An algorithm's options are a subclass of `Options`. A field has the option's type and bounds, its default and a sentence
on what it does; checks, error texts, `playout agents` and the tables in docs/algorithms.md all come from the fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, Self, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from playout.notices import shown
from playout.options.kinds import Flag, Kind, Number, Word
from playout.rules import OptionError, Rules, RulesError

__all__ = [
    "ORDINARY",
    "REPORTS",
    "Description",
    "Options",
    "describe",
    "kernel_fields",
    "kernel_settings",
    "kinds_of",
    "option",
    "policy_name",
    "read_fields",
    "resolved",
    "switch",
]

Kept = TypeVar("Kept", bound="Options")

_resolved: WeakKeyDictionary[Rules, dict[tuple[str, Options], Any]] = WeakKeyDictionary()
"""The results of `resolve`, by game, algorithm and options: computing them takes longer than an easy search."""

ORDINARY = ""
"""The group of ordinary options."""

REPORTS = "only to reproduce reports"
"""The group of options whose only use is to reproduce a report."""


@dataclass(frozen=True)
class _Field:
    """The metadata of an option's field."""

    kind: Kind
    about: str
    group: str
    own: bool
    otherwise: Any
    unset: str
    needs: str
    kernel: bool
    absent: float

    @property
    def is_open(self) -> bool:
        """Whether its default depends on the game or on other options."""
        return self.own or self.otherwise is not None


@dataclass(frozen=True)
class Description:
    """An option in words, with `backticks` around code."""

    name: str
    default: str
    values: str
    about: str
    group: str


def option(
    kind: Kind,
    about: str,
    *,
    default: Any = None,
    own: bool = False,
    otherwise: Any = None,
    unset: str = "",
    group: str = ORDINARY,
    needs: str = "",
    kernel: bool = False,
    absent: float = 0.0,
) -> Any:
    """A field of a subclass of `Options`.

    about: its effect in a sentence. default: its value if it is not given; None is then a value too. own: whether a
    game's file may set the default (TUNED). otherwise: the default if the game sets none, a value or a function of the
    options and the rules. unset: the default in words, if a function decides. needs: the switch without which it has
    no effect. kernel: whether kernels read it, as a field of their header with the same name. absent: the number that
    they read if it is None.
    """
    known = _Field(kind, about, group, own, otherwise, unset, needs, kernel, absent)
    return field(default=default, metadata={"option": known})


def switch(about: str, *, default: bool = True, game: str = "", group: str = ORDINARY, kernel: bool = False) -> Any:
    """An option that is on or off. game: the function of a game that it needs; without it the switch is off."""
    return option(Flag(game), about, default=default, group=group, kernel=kernel)


_fields: dict[type[Any], dict[str, _Field]] = {}
"""The results of `_fields_of`, by dataclass."""


def _fields_of(kind: type[Any]) -> dict[str, _Field]:
    """The fields of a dataclass by name. The result is shared: do not change it."""
    if kind not in _fields:
        _fields[kind] = {item.name: item.metadata["option"] for item in fields(kind) if "option" in item.metadata}
    return _fields[kind]


def kinds_of(kind: type[Any]) -> dict[str, Kind]:
    """The kind of values of each option of a dataclass."""
    return {name: item.kind for name, item in _fields_of(kind).items()}


def read_fields(instance: Any, prefix: str = "") -> None:
    """Check the options of a frozen dataclass and convert values to plain types. `prefix` begins the errors."""
    for name, item in _fields_of(type(instance)).items():
        value = getattr(instance, name)
        if value is not None or instance.__dataclass_fields__[name].default is not None:
            object.__setattr__(instance, name, item.kind.read(prefix + name, value))


def describe(kind: type[Any]) -> tuple[Description, ...]:
    """The options of a dataclass, in the order of its fields."""
    found = []
    for name, item in _fields_of(kind).items():
        default = item.unset or _in_words(kind.__dataclass_fields__[name].default, item)
        found.append(Description(name, default, item.kind.words, item.about, item.group))
    return tuple(found)


def _in_words(default: Any, item: _Field) -> str:
    value = item.otherwise if item.is_open else default
    text = "none" if value is None else f"`{value}`"
    return f"the game's own, else {text}" if item.own else text


def kernel_fields(kind: type[Any]) -> list[tuple[str, type[np.generic]]]:
    """The options that kernels read, as fields of a header: a Number is a float64, all else an int64."""
    known = _fields_of(kind).items()
    return [(name, np.float64 if isinstance(item.kind, Number) else np.int64) for name, item in known if item.kernel]


def kernel_settings(options: Any, kind: type[Any] | None = None) -> dict[str, Any]:
    """The values of these fields; a word is the number of the choice.

    kind: the class that describes them, if the class of `options` inherits from it and removes some.
    """
    known = _fields_of(kind or type(options)).items()
    return {name: _as_number(getattr(options, name), item) for name, item in known if item.kernel}


def _as_number(value: Any, item: _Field) -> float:
    if value is None:
        return item.absent
    number: float = item.kind.choices.index(value) if isinstance(item.kind, Word) else value
    return number


def policy_name(policy: str | None) -> str:
    """A policy for `native.bind`: an empty text for uniform."""
    return "" if policy in (None, "uniform") else str(policy)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of an algorithm, checked one by one and together.

    An option whose default depends on the game is None unless it was given; `resolve` fills it in. A subclass removes
    an inherited option by `field(default=..., init=False)`.
    """

    def __post_init__(self) -> None:
        read_fields(self)
        for name, item in _fields_of(type(self)).items():
            is_given = getattr(self, name) != self.__dataclass_fields__[name].default
            if item.needs and is_given and not getattr(self, item.needs):
                needs = item.needs
                raise OptionError(f"{name} is for {needs}: write {needs}=True as well, or leave {name} out")
        self.check()

    def check(self) -> None:
        """Refuse values that contradict each other."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(_fields_of(cls))

    def resolve(self, rules: Rules, algorithm: str) -> Self:
        """The options for a game: open defaults are filled in, and switches whose function is missing are off."""
        known = _fields_of(type(self))
        tuned = self._tuned(rules, algorithm)
        switches = {name: item.kind.game for name, item in known.items() if isinstance(item.kind, Flag)}
        chosen = replace(self, **{name: False for name, game in switches.items() if game and not rules.has(game)})
        filled = {}
        for name, item in known.items():
            if item.is_open and getattr(self, name) is None:
                value = item.otherwise(chosen, rules) if callable(item.otherwise) else item.otherwise
                filled[name] = tuned.get(name, value)
        chosen = replace(chosen, **filled)
        for name, item in known.items():
            if getattr(chosen, name) is not None:
                item.kind.fit(rules, name, getattr(chosen, name))
        return chosen

    @property
    def _takes_tuned(self) -> bool:
        """Whether the game's file may set defaults. With `tactics=False` it may not: then only the rules count."""
        return bool(getattr(self, "tactics", True))

    def _tuned(self, rules: Rules, algorithm: str) -> dict[str, Any]:
        """The defaults that the game's file sets (TUNED)."""
        if not self._takes_tuned:
            return {}
        tuned = rules.tuned.get(algorithm, {})
        if not isinstance(tuned, dict):
            raise RulesError(f"TUNED of {rules.name} has to hold a dict of options for {algorithm}, not {shown(tuned)}")
        known = {name: item for name, item in _fields_of(type(self)).items() if item.own}
        for name, value in tuned.items():
            if name not in known:
                may = ", ".join(known) or "nothing"
                raise RulesError(f"TUNED of {rules.name} sets {name!r} for {algorithm}; a game may set {may}")
            known[name].kind.read(f"{name} in TUNED of {rules.name}", value)
        return dict(tuned)


def resolved(options: Kept | None, kind: type[Kept], rules: Rules, algorithm: str) -> Kept:
    """An algorithm's options for a game: the given ones, which have to be of its class, or the defaults."""
    if options is not None and not isinstance(options, kind):
        raise OptionError(f"{algorithm} takes its options as {kind.__name__}(...), not {shown(options)}")
    chosen = options or kind()
    known = _resolved.setdefault(rules, {})
    if (algorithm, chosen) not in known:
        known[algorithm, chosen] = chosen.resolve(rules, algorithm)
    return cast(Kept, known[algorithm, chosen])
