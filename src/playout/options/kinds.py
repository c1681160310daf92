"""Kinds of option values: each reads a value, or refuses it with one sentence."""

from __future__ import annotations

import inspect
import math
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from playout.notices import shown
from playout.rules import OptionError, PlayoutError, Rules

__all__ = [
    "Count",
    "Flag",
    "Function",
    "Kind",
    "NonEmptyText",
    "Number",
    "Policy",
    "TreeRule",
    "Word",
    "check_count",
    "check_number",
    "check_switches",
    "is_path",
]


class Kind(ABC):
    """The kind of values that an option accepts."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The values in words: "a number from 0 to 100"."""

    @abstractmethod
    def read(self, name: str, value: Any) -> Any:
        """The value as a plain Python type; raises OptionError if it is not of this kind."""

    def refusal(self, name: str, value: Any) -> OptionError:
        """The error for a value of another kind."""
        return OptionError(f"{name} has to be {self.words}, not {shown(value)}")

    def fit(self, rules: Rules, name: str, value: Any) -> None:  # noqa: B027
        """Refuse a valid value if this game lacks a function that it needs."""

    def names_file(self, value: Any) -> bool:
        """Whether the value names a file of this machine, which users of other machines must not choose."""
        return False

    def runs_file(self, value: Any) -> bool:
        """Whether the value names a file of Python that will be run."""
        return False


@dataclass(frozen=True)
class Flag(Kind):
    """On or off."""

    game: str = ""
    """The function of a game that the switch needs; without it the switch is off."""

    @property
    def words(self) -> str:
        return "True or False"

    def read(self, name: str, value: Any) -> bool:
        if not isinstance(value, (bool, np.bool_)):
            raise self.refusal(name, value)
        return bool(value)


@dataclass(frozen=True)
class Count(Kind):
    """A whole number from `least` to `most`, both included."""

    least: int = 1
    most: int | None = None
    wanted: str = ""
    """The values in words without `most`, instead of "a whole number of at least ..."."""

    @property
    def words(self) -> str:
        return self._lower if self.most is None else f"a whole number from {self.least} to {self.most:,}"

    @property
    def _lower(self) -> str:
        return self.wanted or f"a whole number of at least {self.least}"

    def read(self, name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < self.least:
            raise OptionError(f"{name} has to be {self._lower}, not {shown(value)}")
        if self.most is not None and value > self.most:
            raise OptionError(f"{name} has to be at most {self.most:,}, not {shown(value)}")
        return int(value)


@dataclass(frozen=True)
class Number(Kind):
    """A finite number from `least` to `most`, both included, or above `least`."""

    least: float
    most: float = sys.float_info.max
    above: bool = False
    wanted: str = ""
    """The values in words, instead of words made from the bounds."""

    @property
    def words(self) -> str:
        if self.wanted:
            return self.wanted
        if not self.above:
            return f"a number from {self.least:g} to {self.most:g}"
        return self._lower if self.most == sys.float_info.max else f"{self._lower}, at most {self.most:,.0f}"

    @property
    def _lower(self) -> str:
        return f"a number above {self.least:g}"

    def read(self, name: str, value: Any) -> float:
        is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
        if isinstance(value, np.floating):
            value = float(value)  # a float32 cannot be compared with the largest float64
        # An integer is compared before its conversion, since it may be too large for a float. Comparing excludes nan.
        if not is_number or not self.least <= value <= self.most or (self.above and value == self.least):
            is_large = is_number and self.most < value < math.inf
            wanted = self._lower if self.above and not is_large else self.words
            raise OptionError(f"{name} has to be {wanted}, not {shown(value)}")
        return float(value)


@dataclass(frozen=True)
class Word(Kind):
    """One of several words."""

    choices: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def read(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refusal(name, value)
        return str(value)


@dataclass(frozen=True)
class NonEmptyText(Kind):
    """A text that is not empty."""

    wanted: str
    """The texts in words."""

    @property
    def words(self) -> str:
        return self.wanted

    def read(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.refusal(name, value)
        return value


@dataclass(frozen=True)
class Policy(Kind):
    """A playout policy: `uniform`, or one of the game's own."""

    @property
    def words(self) -> str:
        return "uniform, suggest, tactics or another policy of the game"

    def read(self, name: str, value: Any) -> str:
        if not isinstance(value, str):
            raise self.refusal(name, value)
        return str(value)

    def fit(self, rules: Rules, name: str, value: Any) -> None:
        known = [word for word in ("suggest", "tactics") if rules.has(word)]
        known = ["uniform", *dict.fromkeys([*known, *rules.policies])]
        if value not in known:
            raise OptionError(f"{rules.name} has no playout policy {shown(value)}; it has {', '.join(known)}")


@dataclass(frozen=True)
class Function(Kind):
    """A function of the game by its name, or a plain function with the same parameters."""

    game: str
    parameters: str

    @property
    def words(self) -> str:
        return f"'{self.game}' or a plain function ({self.parameters})"

    def read(self, name: str, value: Any) -> Any:
        is_named = isinstance(value, str) and value == self.game
        if not is_named and not (isinstance(value, FunctionType) and self._can_call(value)):
            raise self.refusal(name, value)
        return value

    def _can_call(self, function: FunctionType) -> bool:
        try:
            inspect.signature(function).bind(*self.parameters.split(", "))
        except TypeError:
            return False
        return True

    def fit(self, rules: Rules, name: str, value: Any) -> None:
        if isinstance(value, str) and not rules.has(value):
            raise PlayoutError(f"{rules.name} has no function {value}({self.parameters}) for {name}; leave {name} out")


@dataclass(frozen=True)
class TreeRule(Kind):
    """A rule of a search's tree: the name of one that comes with Playout, a file, or a plain function.

    The file is read when a search is made, so an edit of it counts.
    """

    function: str

    @property
    def words(self) -> str:
        return f"the path of a file with a function {self.function}, or the name of a rule that comes with Playout"

    def read(self, name: str, value: Any) -> Any:
        if not isinstance(value, FunctionType) and not (isinstance(value, str) and value.strip()):
            raise self.refusal(name, value)
        return value

    def names_file(self, value: Any) -> bool:
        return self.runs_file(value)

    def runs_file(self, value: Any) -> bool:
        return isinstance(value, str) and is_path(value)


def is_path(text: str) -> bool:
    """Whether a text is the path of a user's file of rules, and not the name of one that comes with Playout."""
    return text.endswith(".py") or "/" in text or "\\" in text


def check_count(name: str, value: Any, least: int = 1) -> int:
    """A whole number of at least `least`."""
    return Count(least).read(name, value)


def check_number(name: str, value: Any, wanted: str, least: float, most: float = math.inf) -> float:
    """A finite number from `least` to `most`. wanted: these numbers in words."""
    bounds = max(least, -sys.float_info.max), min(most, sys.float_info.max)
    return Number(*bounds, wanted=wanted).read(name, value)


def check_switches(**switches: Any) -> None:
    for name, value in switches.items():
        Flag().read(name, value)
