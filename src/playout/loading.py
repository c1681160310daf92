"""Finds a game by name, file or class, reads its rules, and refuses a game that breaks the contract.

A name is looked up among the files of `playout.games`, then among the entry points `playout.games` of other packages.
A game is a module (or a file) that defines the contract's functions over a record, or a class. A variant is a file that
names another game and sets its options.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import pkgutil
import threading
import weakref
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from playout import games, native
from playout.modules import blame, constants_of, module_of_file, with_constants
from playout.notices import nearest
from playout.objects import game_names, game_phrases, is_game_class, option_forms, rules_of_class, seat_names
from playout.record_planes import BITS, SEATS, SEATS_FROM_1
from playout.rules import (
    DRAWN,
    OPTIONAL,
    REQUIRED,
    ROLLOUTS,
    SYMMETRIES,
    TEXT,
    OptionError,
    PlayoutError,
    Rules,
    RulesError,
)

__all__ = ["ENTRY_POINTS", "blame", "check_options", "is_foreign", "names", "option_defaults", "read"]

ENTRY_POINTS = "playout.games"
"""The group under which another package registers a game: name = "module" or "module:Class"."""

OPENSPIEL = "openspiel:"
"""The prefix of the names of OpenSpiel's games."""

_lock = threading.RLock()
_rules: weakref.WeakKeyDictionary[Any, Rules] = weakref.WeakKeyDictionary()
_named: weakref.WeakKeyDictionary[Rules, dict[tuple[str, ...], Rules]] = weakref.WeakKeyDictionary()


def names() -> list[str]:
    """The games that can be loaded by name."""
    return sorted({*_built_in(), *(point.name for point in _entry_points())})


def read(source: str | Path | type, options: dict[str, Any] | None = None) -> Rules:
    """The rules of a game by name, path or class; raises if there is none or if it breaks the contract.

    Only options that are constants of the game's file matter here; `start` takes the others. Any thread may call
    it; one reads at a time, since running a file changes `sys.path` and `sys.modules` of the process.
    """
    with _lock:
        return _read(source, options or {})


def _read(source: str | Path | type, options: dict[str, Any]) -> Rules:
    if isinstance(source, str) and source.startswith(OPENSPIEL):
        from playout.openspiel import rules_of_openspiel

        return rules_of_openspiel(source.removeprefix(OPENSPIEL))
    found, name = _find(source)
    if hasattr(found, "VARIANT_OF"):
        return _variant(found, name, options)
    return _from(found, name, options)


def _find(source: str | Path | type) -> tuple[Any, str]:
    """The module or class of a game, and the game's name."""
    if isinstance(source, type):
        return source, source.__name__
    text = str(source)
    if isinstance(source, Path) or text.endswith(".py") or "/" in text or "\\" in text:
        return module_of_file(Path(text).expanduser()), Path(text).stem
    if text in _built_in():
        return importlib.import_module(f"{games.__name__}.{text}"), text
    for point in _entry_points():
        if point.name == text:
            return _load_point(point), text
    raise PlayoutError(
        f"there is no game {text!r}{nearest(text, names())}; "
        f"`playout games` lists them, and a path that ends in .py loads a file of your own"
    )


def is_foreign(source: str | Path | type) -> bool:
    """Whether a game is the user's own, not one of this package."""
    return not (isinstance(source, str) and (source in _built_in() or source.startswith(OPENSPIEL)))


def _built_in() -> list[str]:
    return [info.name for info in pkgutil.iter_modules(games.__path__) if not info.name.startswith("_")]


def _entry_points() -> list[importlib.metadata.EntryPoint]:
    return list(importlib.metadata.entry_points(group=ENTRY_POINTS))


def _load_point(point: importlib.metadata.EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:
        raise PlayoutError(f"the game {point.name!r} is registered as {point.value}, which fails: {error}") from error


def _from(source: Any, name: str, options: dict[str, Any]) -> Rules:
    """The rules in a module or class, read once for all values of the options that are constants."""
    constants: dict[str, Any] = {}
    if not isinstance(source, type):
        constants = constants_of(source)
        source = with_constants(source, {word: options[word] for word in options if word in constants}, name)
    known = _rules.get(source)
    if known is None:
        if isinstance(source, type):
            known = rules_of_class(source, name)
        else:
            classes = [item for item in vars(source).values() if is_game_class(item, source.__name__)]
            if not hasattr(source, "State") and len(classes) == 1:
                known = rules_of_class(classes[0], name)
            else:
                known = _rules_of_module(source, name)
        known = replace(known, constants=constants)
        for word in inspect.signature(known.functions["start"]).parameters:
            if word in constants:
                raise RulesError(f"{known.path}: {word} is an option of start and a constant too; make it one of them")
        _rules[source] = known
    return known


def _variant(module: ModuleType, name: str, options: dict[str, Any]) -> Rules:
    """The rules of a variant: another game with certain options."""
    path, base, preset = str(module.__file__), module.VARIANT_OF, getattr(module, "OPTIONS", {})
    if not isinstance(base, str) or not isinstance(preset, dict) or not all(isinstance(word, str) for word in preset):
        raise RulesError(
            f'{path}: VARIANT_OF is the name of a game and OPTIONS are its options, like {{"size": 4}}, '
            f"not {base!r} and {preset!r}"
        )
    found, base_name = _find(Path(path).parent / base if base.endswith(".py") else base)
    if hasattr(found, "VARIANT_OF"):
        raise RulesError(f"{path}: VARIANT_OF is {base}, which is a variant itself; name the game with the rules")
    try:
        check_options(_from(found, base_name, {}), preset)
        rules = _from(found, name, {**preset, **options})
    except OptionError as error:
        if options:
            raise
        raise RulesError(f"{path}: {error}") from error
    title = _title(module, name)
    known = _named.setdefault(rules, {})
    if (path, title, repr(preset)) not in known:
        known[path, title, repr(preset)] = replace(
            rules, name=name, title=title, preset=dict(preset), names=game_names(module, path)
        )
    return known[path, title, repr(preset)]


def _title(module: ModuleType, name: str) -> str:
    return (module.__doc__ or name).strip().splitlines()[0].rstrip(".")


def _rules_of_module(module: ModuleType, name: str) -> Rules:
    path = module.__file__ or name
    functions = {
        word: _function(module, word, parameters, path)
        for word, (parameters, _) in (REQUIRED | OPTIONAL | TEXT).items()
        if hasattr(module, word) or word in REQUIRED
    }
    for needed, by in (("chance", "odds"), ("mask", "guess"), ("guess", "mask")):
        if by in functions and needed not in functions:
            raise RulesError(f"{path}: it has {by} but not {needed}; the two go together")
    for word, of in ROLLOUTS.items():
        if word in functions and of not in functions:
            raise RulesError(f"{path}: it has {word} but not {of}, whose draws {word} has to make; write {of} as well")
    if "key_after" in functions and "key" not in functions:
        raise RulesError(
            f"{path}: it has key_after but not key; key_after is the key after a move, so write key as well"
        )
    names = getattr(module, "POLICIES", ())
    if not isinstance(names, tuple) or not all(isinstance(name, str) and hasattr(module, name) for name in names):
        raise RulesError(f"{path}: POLICIES is a tuple of names of functions (s, rng) in this file, not {names!r}")
    policies = {name: _function(module, name, "s, rng", path) for name in names}
    players = _number(module, "PLAYERS", path)
    max_moves = _number(module, "MAX_MOVES", path)
    bounds = getattr(module, "PAYOFF_BOUNDS", (0.0, 1.0))
    if not (isinstance(bounds, tuple) and len(bounds) == 2 and bounds[0] < bounds[1]):
        raise RulesError(f"{path}: PAYOFF_BOUNDS is a pair (least, most), not {bounds!r}")
    rules = Rules(
        name=name,
        title=_title(module, name),
        path=path,
        dtype=_dtype(module, path),
        players=players,
        max_moves=max_moves,
        max_outcomes=_number(module, "MAX_OUTCOMES", path, max_moves),
        max_length=_number(module, "MAX_LENGTH", path, 10_000),
        payoff_bounds=(float(bounds[0]), float(bounds[1])),
        payoff_sum=getattr(module, "PAYOFF_SUM", 1.0),
        functions=functions,
        policies=policies,
        tuned=getattr(module, "TUNED", {}),
        agent=_agent(module, path),
        seat_names=seat_names(getattr(module, "SEATS", ()), players, path),
        names=game_names(module, path),
        forms=option_forms(module, path),
        phrases=game_phrases(module, path),
        **_encoding(module, functions, path),
    )
    binder = native.Binder(rules, "cpu")
    for word, function in (functions | policies).items():
        if word not in native.INTERPRETED:
            binder.digest(function)  # refuses recursion, closures and modules, which cannot be compiled
    return rules


def _encoding(module: ModuleType, functions: dict[str, Any], path: str) -> dict[str, Any]:
    """The encoding for a network that the game declares: planes, the size of its policy, symmetries."""
    planes, size = getattr(module, "PLANES", None), getattr(module, "POLICY_SIZE", None)
    if ("planes" in functions) != (planes is not None):
        has, lacks = ("planes(s, seat, out)", "PLANES") if planes is None else ("PLANES", "planes(s, seat, out)")
        raise RulesError(f"{path}: it has {has} but not {lacks}; the two go together")
    if planes is not None and not (isinstance(planes, tuple) and len(planes) == 3 and all(map(_is_term, planes))):
        raise RulesError(
            f"{path}: PLANES is a tuple (planes, rows, columns) of whole numbers or terms of options, like "
            f'(3, "rows", "columns"), not {planes!r}'
        )
    if size is not None and not _is_term(size):
        raise RulesError(f'{path}: POLICY_SIZE is a whole number or a term, like "rows * columns + 1", not {size!r}')
    if "policy_index" in functions and size is None:
        raise RulesError(f"{path}: it has policy_index but not POLICY_SIZE; say how many logits there are")
    names = getattr(module, "SYMMETRIES", ())
    if not isinstance(names, tuple) or not set(names) <= set(SYMMETRIES):
        raise RulesError(f"{path}: SYMMETRIES is a tuple of some of {', '.join(SYMMETRIES)}, not {names!r}")
    if names and planes is None:
        raise RulesError(f"{path}: it has SYMMETRIES but not PLANES, whose cells they exchange; write planes as well")
    return {"planes": planes or (), "policy_size": size, "symmetries": names, "fields": _fields(module, path)}


def _fields(module: ModuleType, path: str) -> tuple[tuple[str, Any], ...]:
    """The kinds of the record's fields, for a network that sees them."""
    given = getattr(module, "FIELDS", {})
    known = _dtype(module, path).names or ()
    if not isinstance(given, dict) or not set(given) <= set(known):
        raise RulesError(f"{path}: FIELDS has to map fields of State to their kinds, not {given!r}; fields: {known}")
    for name, kind in given.items():
        is_range = isinstance(kind, tuple) and [type(n) for n in kind] == [int, int] and kind[0] < kind[1]
        if not (kind is None or kind in (SEATS, SEATS_FROM_1, BITS) or is_range):
            raise RulesError(
                f"{path}: FIELDS says that {name} is {kind!r}; it can be {SEATS!r}, {SEATS_FROM_1!r}, {BITS!r}, the "
                "least and the most value like (0, 9), or None to leave it out"
            )
    return tuple(given.items())


def _is_term(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool) and value >= 1)


def _agent(module: ModuleType, path: str) -> str:
    """The name of the default algorithm; whether it exists is checked in a layer above."""
    name = getattr(module, "AGENT", "")
    if not isinstance(name, str) or not (name == "" or name.isidentifier()):
        raise RulesError(f'{path}: AGENT is the name of an algorithm, like "alphabeta", not {name!r}')
    return name


def _function(module: ModuleType, word: str, parameters: str, path: str) -> Any:
    function = getattr(module, word, None)
    if function is None:
        raise RulesError(f"{path}: there is no {word}({parameters}); add it: {REQUIRED[word][1]}")
    if not inspect.isfunction(function):
        raise RulesError(f"{path}: {word} has to be a plain function {word}({parameters}), not {function!r}")
    given = list(inspect.signature(function).parameters.values())
    count = len(parameters.split(", "))
    fits = len(given) == count
    if word == "start":
        fits = len(given) >= 1 and all(item.default is not item.empty for item in given[1:])
    elif word in DRAWN and len(given) == 2:
        fits = given[1].name == "last" and given[1].default is not given[1].empty
    if not fits:
        line = function.__code__.co_firstlineno
        wanted = "start(s, option=default, ...)" if word == "start" else f"{word}({parameters})"
        wanted += f" or {word}(s, last=-1)" if word in DRAWN else ""
        raise RulesError(f"{path}, line {line}: {word} has to be {wanted}, not {word}{inspect.signature(function)}")
    return function


def _number(module: ModuleType, word: str, path: str, default: int | None = None) -> int:
    value = getattr(module, word, default)
    if value is None:
        raise RulesError(f"{path}: there is no {word}; add a line like {word} = 2")
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise RulesError(f"{path}: {word} has to be a whole number of at least 1, not {value!r}")
    return value


def _dtype(module: ModuleType, path: str) -> np.dtype[Any]:
    example = 'State = np.dtype([("marks", np.uint16, 2), ("turn", np.int8)], align=True)'
    dtype = getattr(module, "State", None)
    if not isinstance(dtype, np.dtype) or dtype.names is None:
        raise RulesError(f"{path}: State has to be the record of a position, like {example}, not {dtype!r}")
    if not dtype.isalignedstruct:
        raise RulesError(f"{path}: the record State has to be made with align=True, like {example}")
    for name in dtype.names:
        cell = dtype[name]
        if hasattr(np.void, name) or name.startswith("_"):
            raise RulesError(f"{path}: a field of State cannot be called {name}: NumPy uses that name; choose another")
        if cell.base.kind not in "iubf" or (cell.base.kind == "f" and cell.base.itemsize != 8):
            raise RulesError(
                f"{path}: the field {name} of State is {cell.base}; use whole numbers, bool or float64, "
                f"which compute alike interpreted and compiled"
            )
        if cell.shape and cell.base.kind == "b":
            raise RulesError(
                f"{path}: the field {name} of State is an array of bools, which native code cannot hold; use np.int8, "
                f"with 0 and 1"
            )
    return dtype


def check_options(rules: Rules, options: dict[str, Any]) -> None:
    """Refuses options that the game does not have."""
    known = option_defaults(rules)
    for word in options:
        if word not in known:
            have = f"it has {', '.join(known)}" if known else "it has none"
            if rules.name.startswith(OPENSPIEL):
                have = f"write OpenSpiel's parameters into the name: {rules.name.partition('(')[0]}({word}=...)"
            raise OptionError(f"{rules.name} has no option {word!r}{nearest(word, list(known))}; {have}")


def option_defaults(rules: Rules) -> dict[str, Any]:
    """A game's options with their defaults."""
    parameters = list(inspect.signature(rules.functions["start"]).parameters.values())[1:]
    return {**rules.constants, **{item.name: item.default for item in parameters}, **rules.preset}
