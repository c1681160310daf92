"""A search's own rules: how its tree selects (`selection=`), and the value of a playout (`backup=`).

A rule is a plain function, `bound` or `backup`, in a file that `selection=mine.py` or `backup=mine.py` names; or one
that comes with Playout, by the name of its file in `selection/` or `backup/`: `selection=ucb1_tuned`. Its parameters
are the values that it reads, by their names in `BOUND` or `BACKUP`, any of them and in any order. Further parameters
are its own constants: they stand last and have defaults. docs/selection_rules.md explains how to write one.

`read_rule` finds the function and tries it; a rule that cannot work is refused with a sentence before anything is
compiled.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import itertools
import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from playout.fingerprints import ValueWriter
from playout.modules import blame, module_of_file
from playout.notices import nearest, shown
from playout.options.kinds import is_path
from playout.origins import files_of
from playout.rules import PlayoutError, RulesError

__all__ = [
    "BACKUP",
    "BOUND",
    "Contract",
    "OwnRule",
    "named_files",
    "read_rule",
    "rule_names",
    "rules_identity",
    "source_files",
]


@dataclass(frozen=True)
class Contract:
    """A kind of rule: its names, and the values that it may read."""

    option: str
    """The option of a search that names the rule, and the folder of those that come with Playout."""
    function: str
    """The name of the function in its file."""
    values: dict[str, str]
    """The values that it may read, each with its meaning; kernels pass them in this order."""
    result: str
    """The numbers that it may return, in words."""

    def __hash__(self) -> int:
        return hash(self.option)


BOUND = Contract(
    "selection",
    "bound",
    {
        "visits": "the child's visits: at least 1, unless the rule reads `prior`",
        "mean": "the child's mean payoff for the seat that chooses, 0 to 1; before its first visit the parent's",
        "uncertainty": "sqrt(ln(parent_visits) / visits), already computed, to 7 digits; 0 if the child is certain, "
        "infinite before its first visit",
        "means": "the child's mean payoff of every seat, an array: `means[root_seat]`",
        "prior": "the probability that the option `prior` gives the move",
        "parent_visits": "the visits of the node that selects",
        "seat": "the seat that chooses: the one to move at that node",
        "seats": "the number of seats",
        "proven": "whether the child's means are certain; a rule that does not read it is not asked about such a child",
        "best_mean": "the highest `mean` of all children with visits",
        "root_seat": "the seat to move at the root, for which the search is made",
        "root_visits": "the root's visits",
        "c": "the option `c`",
    },
    "a number; the child with the highest is visited next, and -math.inf means: visit it only if there is no other",
)

BACKUP = Contract(
    "backup",
    "backup",
    {
        "payoff": "the seat's payoff at the end of a playout, 0 to 1",
        "payoffs": "the payoffs of all seats, an array",
        "seat": "the seat whose payoff is asked for",
        "seats": "the number of seats",
        "length": "the plies of the playout, chance included",
        "depth": "the plies from the root to the node where the playout began",
    },
    "a number from 0 to 1",
)

ROUNDING = 1e-6
"""The most by which a backed-up payoff may be outside 0 to 1."""


@dataclass(frozen=True)
class OwnRule:
    """A rule that was read and tried."""

    contract: Contract
    own: FunctionType
    """The author's function."""
    reads: frozenset[str]
    """The values of the contract that it reads."""
    kernel: FunctionType
    """The function that kernels call, with all values of the contract in their order."""

    @property
    def place(self) -> str:
        return _place(self.own)

    @property
    def digest(self) -> str:
        """A hash of everything that decides the rule's results, like a game's fingerprint."""
        writer = ValueWriter({self.own.__module__.partition(".")[0]})
        return hashlib.sha256(writer.text(self.own).encode()).hexdigest()

    def value(self, given: dict[str, Any]) -> float:
        """The rule's result for these values, interpreted."""
        return float(self.kernel(*[given[name] for name in self.contract.values]))


@lru_cache
def rule_names(option: str) -> tuple[str, ...]:
    """The rules that come with Playout for `selection` or `backup`."""
    package = importlib.import_module(f"playout.algorithms.{option}")
    return tuple(sorted(info.name for info in pkgutil.iter_modules(package.__path__)))


def read_rule(contract: Contract, source: str | Callable[..., Any], seats: int) -> OwnRule:
    """The rule in a file, the rule with this name, or this function; raises PlayoutError if it cannot be a rule."""
    function = _find(contract, source) if isinstance(source, str) else source
    rule = _read(contract, function)
    _try(rule, seats)
    return rule


def named_files(options: dict[str, Any]) -> dict[str, Path]:
    """The rule files that the options of a spelling name, by option."""
    given = {contract.option: options.get(contract.option) for contract in (BOUND, BACKUP)}
    return {word: _path(source) for word, source in given.items() if isinstance(source, str) and is_path(source)}


def source_files(options: dict[str, Any]) -> tuple[Path, ...]:
    """The author's files of these rules: the files that are named, and the helpers that they import."""
    named = named_files(options)
    return files_of(list(named.values()), [module_of_file(path) for path in named.values()])


def rules_identity(options: dict[str, Any]) -> str:
    """The identity of the rules that a spelling's options name, by the content of their files; empty without a file."""
    named = named_files(options)
    rules = [(contract, named[contract.option]) for contract in (BOUND, BACKUP) if contract.option in named]
    return ", ".join(f"{path.name} [{_read(each, _find(each, str(path))).digest[:12]}]" for each, path in rules)


def _path(source: str) -> Path:
    return Path(source).expanduser().absolute()


def _find(contract: Contract, source: str) -> Any:
    """The function in a file of the user, or in a file that comes with Playout."""
    name = contract.function
    if is_path(source):
        path = _path(source)
        module = module_of_file(path)
        if not hasattr(module, name):
            raise RulesError(
                f"{path} has no function {name}: {contract.option}= calls {name}(...), whose parameters are some of "
                f"{', '.join(contract.values)}"
            )
        return getattr(module, name)
    known = rule_names(contract.option)
    if source not in known:
        raise PlayoutError(
            f"there is no {contract.option} {source!r}{nearest(source, known)}; there are {', '.join(known)}, and a "
            "path that ends in .py names a file of your own"
        )
    return getattr(importlib.import_module(f"playout.algorithms.{contract.option}.{source}"), name)


@lru_cache(maxsize=256)
def _read(contract: Contract, function: Any) -> OwnRule:
    """The rule of a function, after a check of its parameters.

    The same function gives the same rule, so that kernels are bound to it only once.
    """
    if not isinstance(function, FunctionType):
        raise RulesError(f"{contract.function} has to be a plain function, not {shown(function)}")
    if function.__closure__:
        raise RulesError(f"{_place(function)}: it is a closure; define it at the top of its module")
    given, constants = [], []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
            raise RulesError(f"{_place(function)}: write its parameters one by one, without * or /")
        if parameter.default is not inspect.Parameter.empty and parameter.name not in contract.values:
            constants.append(parameter.name)
        elif parameter.name not in contract.values:
            raise RulesError(
                f"{_place(function)}: there is no value {parameter.name!r}"
                f"{nearest(parameter.name, tuple(contract.values))}; it may read {', '.join(contract.values)}, and a "
                "constant of its own needs a default"
            )
        elif constants:
            raise RulesError(f"{_place(function)}: its own constant {constants[0]} has to come after {parameter.name}")
        else:
            given.append(parameter.name)
    return OwnRule(contract, function, frozenset(given), _with_all_values(contract, function, tuple(given)))


def _with_all_values(contract: Contract, own: FunctionType, given: tuple[str, ...]) -> FunctionType:
    """A function of all values of the contract that calls `own` with the values that it reads.

    In error messages it has the place of `own`.
    """
    source = f"def {contract.function}({', '.join(contract.values)}):\n    return own({', '.join(given)})\n"
    made: dict[str, Any] = {}
    exec(compile(source, own.__code__.co_filename, "exec", dont_inherit=True), made)
    code = made[contract.function].__code__.replace(co_firstlineno=own.__code__.co_firstlineno)
    return FunctionType(code, {"own": own, "__name__": own.__module__, "__builtins__": made["__builtins__"]})


VISITS = ((1, 1), (1, 7), (3, 40), (50, 1000), (900, 1000), (400_000, 3_000_000))
"""Visits of a child and its parent with which a rule is tried."""

SHARES = (0.0, 1 / 3, 0.5, 1.0)
"""Means and payoffs with which a rule is tried."""


@lru_cache(maxsize=1024)
def _try(rule: OwnRule, seats: int) -> None:
    """Call a rule with some values that occur in every search, interpreted; refuse one that does not return numbers."""
    for given in _bound_trials(rule, seats) if rule.contract is BOUND else _backup_trials(seats):
        told = ", ".join(f"{name}={shown(given[name])}" for name in rule.contract.values if name in rule.reads)
        try:
            with np.errstate(all="ignore"):
                found = rule.kernel(*[given[name] for name in rule.contract.values])
        except Exception as error:
            raise RulesError(f"{blame(error, rule.own.__code__.co_filename)} (for {told})") from error
        if not _is_fit(rule.contract, found):
            raise RulesError(
                f"{rule.place}: for {told} it returned {shown(found)}; it has to return {rule.contract.result}"
            )


def _is_fit(contract: Contract, found: Any) -> bool:
    if isinstance(found, (bool, np.bool_)) or not isinstance(found, (int, float, np.integer, np.floating)):
        return False
    if contract is BACKUP:
        return bool(-ROUNDING <= found <= 1.0 + ROUNDING)
    return not math.isnan(found)


def _bound_trials(rule: OwnRule, seats: int) -> list[dict[str, Any]]:
    visits = VISITS + (((0, 1), (0, 50)) if "prior" in rule.reads else ())
    found = []
    for (own, parent), mean, seat, proven in itertools.product(visits, SHARES, {0, seats - 1}, (False, True)):
        means = np.full(seats, (1.0 - mean) / max(1, seats - 1))
        means[seat] = mean
        given = {"visits": own, "mean": mean, "means": means, "prior": 0.25, "parent_visits": parent, "seat": seat}
        uncertainty = 0.0 if proven else math.sqrt(math.log(parent) / own) if own else math.inf
        given |= {"uncertainty": uncertainty, "seats": seats, "proven": proven, "best_mean": max(mean, 0.5)}
        found.append(given | {"root_seat": 0, "root_visits": parent, "c": 0.4})
    return found


def _backup_trials(seats: int) -> list[dict[str, Any]]:
    found = []
    for payoff, seat, (length, depth) in itertools.product(SHARES, {0, seats - 1}, ((0, 1), (1, 0), (9, 30), (200, 2))):
        payoffs = np.full(seats, (1.0 - payoff) / max(1, seats - 1))
        payoffs[seat] = payoff
        given = {"payoff": payoff, "payoffs": payoffs, "seat": seat, "seats": seats, "length": length, "depth": depth}
        found.append(given)
    return found


def _place(function: FunctionType) -> str:
    code = function.__code__
    return f"{code.co_filename}, line {code.co_firstlineno}, {function.__name__}"
