"""A game as an ordinary Python class with any attributes; it runs interpreted.

The methods have the contract's names. They return the values that a record game writes into arrays:

    class Nim:
        PLAYERS = 2
        MAX_MOVES = 3
        def __init__(self, stones=15): ...
        def turn(self): ...             # a seat, CHANCE or OVER
        def moves(self): ...            # a list of ints
        def play(self, move): ...       # changes self
        def payoffs(self): ...          # a list, a number for each seat

`odds` returns pairs (outcome, probability); `copy`, where it exists, is used instead of `copy.deepcopy`, and
`__str__` is the picture. The other optional methods have the names and parameters of the contract.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.rules import DRAWN, OPTIONAL, REQUIRED, TEXT, Rules, RulesError

__all__ = [
    "ObjectRules",
    "contract_functions",
    "game_names",
    "game_phrases",
    "is_game_class",
    "option_forms",
    "rules_of_class",
    "seat_names",
]

_NEEDED = ("turn", "moves", "play", "payoffs")


@dataclass(frozen=True, eq=False)
class ObjectRules(Rules):
    """The rules of a class: a position is one object."""

    kind: type | None = None
    """The class that the author of the game wrote."""

    def copy(self, target: NDArray[Any], i: int, source: NDArray[Any], j: int) -> None:
        own = getattr(source[j], "copy", None)
        if own is None:
            super().copy(target, i, source, j)
        else:
            target[i] = own()


def is_game_class(item: Any, module: str) -> bool:
    """Whether an object of a module is a class that was defined there as a game."""
    return inspect.isclass(item) and item.__module__ == module and all(hasattr(item, word) for word in _NEEDED)


def rules_of_class(kind: type, name: str) -> Rules:
    """The contract's functions over objects of a class."""
    path = inspect.getsourcefile(kind) or kind.__name__
    for word in _NEEDED:
        if not callable(getattr(kind, word, None)):
            raise RulesError(f"{path}: the class {kind.__name__} has no method {word}; add it: {REQUIRED[word][1]}")
    players = _attribute(kind, "PLAYERS", path)
    max_moves = _attribute(kind, "MAX_MOVES", path)
    functions = contract_functions(kind, kind)
    for needed, by in (("chance", "odds"), ("mask", "guess"), ("guess", "mask")):
        if by in functions and needed not in functions:
            raise RulesError(f"{path}: the class {kind.__name__} has {by} but not {needed}; the two go together")
    return ObjectRules(
        name=name,
        title=(kind.__doc__ or kind.__name__).strip().splitlines()[0].rstrip("."),
        path=path,
        dtype=np.dtype(object),
        players=players,
        max_moves=max_moves,
        max_outcomes=int(getattr(kind, "MAX_OUTCOMES", max_moves)),
        max_length=int(getattr(kind, "MAX_LENGTH", 10_000)),
        payoff_bounds=getattr(kind, "PAYOFF_BOUNDS", (0.0, 1.0)),
        payoff_sum=getattr(kind, "PAYOFF_SUM", 1.0),
        seat_names=seat_names(getattr(kind, "SEATS", ()), players, path),
        names=game_names(kind, path),
        forms=option_forms(kind, path),
        phrases=game_phrases(kind, path),
        functions=functions,
        kind=kind,
    )


def seat_names(names: Any, players: int, path: str) -> tuple[str, ...]:
    """The names in SEATS; refused unless SEATS is empty or has a different name for each seat."""
    good = isinstance(names, tuple) and all(isinstance(name, str) and name.strip() for name in names)
    if not good or (names and len(set(names)) != players) or len(set(names)) != len(names):
        raise RulesError(
            f'{path}: SEATS is a tuple with a name for each of the {players} seats, like ("X", "O"), not {names!r}'
        )
    return names  # type: ignore[no-any-return]


def game_names(source: Any, path: str) -> dict[str, str]:
    """The game's name for people, by language: TITLES of its module or class."""
    names = getattr(source, "TITLES", {})
    if not isinstance(names, dict) or not all(isinstance(word, str) for word in (*names, *names.values())):
        raise RulesError(f'{path}: TITLES are the names of the game by language, like {{"en": "Nim"}}, not {names!r}')
    return dict(names)


def game_phrases(source: Any, path: str) -> dict[str, dict[str, str]]:
    """Translations of the game's texts, by language: PHRASES of its module or class."""
    given = getattr(source, "PHRASES", {})
    tables = list(given.values()) if isinstance(given, dict) else [None]
    texts = [text for table in tables if isinstance(table, dict) for pair in table.items() for text in pair]
    has_tables = all(isinstance(table, dict) for table in tables)
    if not has_tables or not all(isinstance(text, str) for text in (*given, *texts)):
        raise RulesError(
            f'{path}: PHRASES are translations by language, like {{"zh": {{"roll": "掷骰子"}}}}, not {given!r}'
        )
    return {language: dict(table) for language, table in given.items()}


def option_forms(source: Any, path: str) -> dict[str, dict[str, Any]]:
    """The fields of a form for each option: FORMS of its module or class."""
    forms = getattr(source, "FORMS", {})
    known = {"about", "least", "most", "choices", "pattern", "kind"}
    if not isinstance(forms, dict) or not all(isinstance(item, dict) and set(item) <= known for item in forms.values()):
        raise RulesError(
            f'{path}: FORMS says how a form asks for options, like {{"size": {{"least": 3, "most": 9}}}} '
            f"(about, least, most, choices, pattern, kind), not {forms!r}"
        )
    return {str(name): dict(item) for name, item in forms.items()}


def contract_functions(kind: type, make: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The contract's functions over objects of a class; `make(**options)` returns the first position."""
    functions: dict[str, Callable[..., Any]] = {"start": _start_of(make), "show": _show}
    for word in (*_NEEDED, *OPTIONAL, *TEXT):
        if hasattr(kind, word):
            draws = word in DRAWN
            functions[word] = _ADAPTED[word] if word in _ADAPTED else _drawing(kind, word) if draws else _method(word)
    return functions


def _attribute(kind: type, word: str, path: str) -> int:
    value = getattr(kind, word, None)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise RulesError(f"{path}: the class {kind.__name__} needs {word}, a whole number of at least 1")
    return value


def _start_of(make: Callable[..., Any]) -> Callable[..., Any]:
    """The function `start`: it makes an object. Its options are the keyword arguments of the class."""

    def start(**options: Any) -> Any:
        return make(**options)

    start.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("s", inspect.Parameter.POSITIONAL_ONLY), *inspect.signature(make).parameters.values()]
    )
    return start


def _method(word: str) -> Callable[..., Any]:
    def function(s: Any, *arguments: Any) -> Any:
        return getattr(s, word)(*arguments)

    function.__name__ = word
    return function


def _drawing(kind: type, word: str) -> Callable[..., Any]:
    """The method `show`, `picture` or `view` of a class, with or without the parameter `last`."""
    function = _method(word)
    function.__wrapped__ = getattr(kind, word)  # type: ignore[attr-defined]
    return function


def _show(s: Any) -> str:
    """The object as text: its `__str__`, else its attributes, since equal positions must have equal texts."""
    kind: Any = type(s)
    if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__ and hasattr(s, "__dict__"):
        return "\n".join(f"{name} = {value}" for name, value in vars(s).items())
    return str(s)


def _moves(s: Any, out: Any) -> int:
    return _write(s.moves(), out, "moves", "MAX_MOVES", s)


def _payoffs(s: Any, out: Any) -> None:
    _write(s.payoffs(), out, "payoffs", "PLAYERS", s)


def _odds(s: Any, outcomes: Any, p: Any) -> int:
    pairs = list(s.odds())
    _write([outcome for outcome, _ in pairs], outcomes, "odds", "MAX_OUTCOMES", s)
    return _write([chance for _, chance in pairs], p, "odds", "MAX_OUTCOMES", s)


def _write(items: Any, out: Any, word: str, bound: str, s: Any) -> int:
    items = list(items)
    if len(items) > len(out):
        raise RulesError(f"{type(s).__name__}.{word} returns {len(items)} items, and {bound} says {len(out)} at most")
    out[: len(items)] = items
    return len(items)


_ADAPTED: dict[str, Callable[..., Any]] = {"moves": _moves, "payoffs": _payoffs, "odds": _odds}
