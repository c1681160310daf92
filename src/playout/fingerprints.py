"""The fingerprint of a game: a hash of everything that decides what is legal, what happens and who wins.

It covers the source of the rules and of all that they call, the values that they use, the first position, the bounds,
and the data files that the game names. Comments, docstrings, annotations, texts for people and the version of Python do
not change it. Two games with the same fingerprint are played alike.
"""

from __future__ import annotations

import enum
import hashlib
import re
import sys
import types
from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.data_files import data_of
from playout.native import INTERPRETED
from playout.native.contents import array_text, code_text, constant_text, global_names, is_plain
from playout.objects import ObjectRules
from playout.origins import files_of, is_own
from playout.rules import ENCODING, STUBS, Rules
from playout.sources import syntax, syntax_text

__all__ = ["ValueWriter", "encoding_digest", "files", "fingerprint", "rules_digest", "source_files"]

OPENSPIEL = "openspiel:"
_GAMES = Path(__file__).parent / "games"


def fingerprint(rules: Rules, first: NDArray[Any], sources: tuple[Path, ...]) -> str:
    """The fingerprint of a game with this first position and these source files, as 64 hexadecimal digits."""
    kind = rules.kind if isinstance(rules, ObjectRules) else None
    functions = _functions_of_play(rules)
    writer = ValueWriter({_package(item) for item in (kind, *functions.values()) if item is not None})
    limits = (rules.players, rules.max_moves, rules.max_outcomes, rules.max_length)
    parts = [writer.text(item) for item in (limits, rules.payoff_bounds, rules.payoff_sum, rules.tuned)]
    if rules.name.startswith(OPENSPIEL):
        parts.append(f"{rules.name} {metadata.version('open_spiel')}")
    elif rules.is_object:
        parts += [writer.text(kind), writer.text(first[0])]
    else:
        parts.append(str(rules.dtype.descr))
        parts += [writer.text(first[name]) for name in rules.dtype.names or ()]
        parts += [f"{word}={writer.text(item)}" for word, item in sorted(functions.items())]
    parts += sorted(data_of(sources).values())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def rules_digest(rules: Rules) -> str:
    """A hash of the rules alone; options that `start` takes do not change it."""
    functions = _functions_of_play(rules)
    writer = ValueWriter({_package(item) for item in functions.values()})
    parts = [writer.text(item) for item in (rules.players, rules.payoff_bounds, rules.payoff_sum)]
    parts += [str(rules.dtype.descr), *(f"{word}={writer.text(item)}" for word, item in sorted(functions.items()))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def encoding_digest(rules: Rules) -> str:
    """A hash of everything that determines a position's planes and the index of a move's logit."""
    functions = {word: rules.functions[word] for word in ENCODING if rules.has(word)}
    writer = ValueWriter({_package(item) for item in functions.values()})
    parts = [str(rules.planes), str(rules.policy_size)]
    if not rules.planes:
        parts += [str(rules.dtype.descr), str(rules.fields)]
    parts += [f"{word}={writer.text(item)}" for word, item in sorted(functions.items())]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _functions_of_play(rules: Rules) -> dict[str, Any]:
    """The functions that decide how a game is played, by people or by agents."""
    left_out = (*INTERPRETED, *ENCODING)
    return {word: item for word, item in rules.functions.items() if word not in left_out} | rules.policies


def files(rules: Rules, source: str | type) -> tuple[Path, ...]:
    """The author's files that a game is made of: its source, the helpers that it imports, their data files."""
    sources = source_files(rules, source)
    return tuple(sorted({*sources, *data_of(sources)}))


def source_files(rules: Rules, source: str | type) -> tuple[Path, ...]:
    """The Python files of a game's author: the source and the helpers that it imports."""
    first = [Path(rules.path), *([Path(source)] if isinstance(source, str) and source.endswith(".py") else [])]
    kind = rules.kind if isinstance(rules, ObjectRules) else None
    named = [item.__module__ for item in (kind, *rules.functions.values()) if item is not None]
    return files_of(first, [sys.modules[name] for name in {*named} if name in sys.modules])


class ValueWriter:
    """Writes a value of any kind as text. The second time a function or class occurs, it is written as a number.

    packages: the top-level names of the modules that hold the rules. Functions and classes of other libraries are
    written as their names with the version of the library.
    """

    def __init__(self, packages: set[str]) -> None:
        self._packages = packages - {"playout"}
        self._numbers: dict[Any, int] = {}
        self._open: list[int] = []

    def text(self, value: Any) -> str:
        if is_plain(value):
            return constant_text(value)
        if isinstance(value, (np.ndarray, np.generic)) and not value.dtype.hasobject:
            return array_text(value)
        if _is_library(value) and _package(value) not in self._packages:
            name = getattr(value, "__qualname__", repr(value))
            return f"{getattr(value, '__module__', '')}.{name} {_version(_package(value))}"
        if isinstance(value, (types.FunctionType, type)):
            if value in self._numbers:
                return f"number {self._numbers[value]}"
            self._numbers[value] = len(self._numbers)
            return self._function(value) if isinstance(value, types.FunctionType) else self._class(value)
        if id(value) in self._open:
            return f"around {self._open.index(id(value))}"
        self._open.append(id(value))
        try:
            return self._describe(value)
        finally:
            self._open.pop()

    def _describe(self, value: Any) -> str:
        kind = self.text(type(value))
        if isinstance(value, enum.Enum):
            return f"{kind} {value.name} {self.text(value.value)}"
        if isinstance(value, dict):
            return f"{kind} {self._list(item for pair in value.items() for item in pair)}"
        if isinstance(value, (set, frozenset)):
            return f"{kind} {sorted(ValueWriter(self._packages).text(item) for item in value)}"
        if isinstance(value, (tuple, list, deque)):
            return f"{kind} {self._list(value)}"
        if isinstance(value, np.ndarray):
            return f"{kind} {value.shape} {self._list(value.ravel())}"
        if isinstance(value, (types.MethodType, classmethod, staticmethod)):
            return f"{kind} {self.text(value.__func__)}"
        if isinstance(value, property):
            return f"{kind} {self._list((value.fget, value.fset))}"
        if isinstance(value, types.ModuleType):
            return f"{kind} {value.__name__}"
        held = [*getattr(value, "__dict__", {}).items(), *_in_slots(value)]
        shown = "" if held else re.sub(r" at 0x[0-9a-f]+", "", repr(value))
        return f"{kind} {shown} {self._list(item for pair in held for item in pair)}"

    def _list(self, items: Iterable[Any]) -> str:
        return f"[{', '.join(self.text(item) for item in items)}]"

    def _function(self, function: types.FunctionType) -> str:
        code, names = function.__code__, global_names(function.__code__)
        tree = syntax(function)
        parts = [code_text(code) if tree is None else syntax_text(tree)]
        parts += [self.text(function.__defaults__), self.text(function.__kwdefaults__)]
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                parts.append(f"{name}={self.text(cell.cell_contents)}")
            except ValueError:  # the variable was not assigned yet
                parts.append(name)
        for name in sorted(names):
            if name in function.__globals__:
                parts.append(f"{name}={self._global(function.__globals__[name], code)}")
        return "\n".join(parts)

    def _global(self, value: Any, code: types.CodeType) -> str:
        value = getattr(value, "py_func", value)  # of a function compiled by Numba, the Python function
        if isinstance(value, types.ModuleType) and is_own(getattr(value, "__file__", None)):
            used = sorted(_attribute_names(code) & set(vars(value)))
            return f"module {self._list(vars(value)[name] for name in used)}"
        return self.text(value)

    def _class(self, kind: type) -> str:
        if issubclass(kind, enum.Enum):
            return self._list(item for pair in kind.__members__.items() for item in pair)
        members = {name: item for name, item in vars(kind).items() if name not in _NO_CONTENT and not _is_made(item)}
        return f"class {self._list(kind.__bases__)} " + self._list(
            item for name in sorted(members) for item in (name, members[name])
        )


_NO_CONTENT = frozenset(
    {
        "__module__",
        "__doc__",
        "__dict__",
        "__weakref__",
        "__qualname__",
        "__annotations__",
        "__firstlineno__",
        "__static_attributes__",
        "__annotate__",
        "__annotate_func__",
        "__annotations_cache__",
        "__match_args__",
        "__dataclass_params__",
        "__abstractmethods__",
        "_abc_impl",
        "__orig_bases__",
        "__parameters__",
        "__slotnames__",
    }
)
"""Members of a class that do not change its behaviour, or that differ between versions of Python."""


def _is_made(item: Any) -> bool:
    """Whether a member of a class was generated by a decorator such as `dataclass`, or is the descriptor of a slot."""
    if isinstance(item, types.FunctionType):
        return item.__code__.co_filename.startswith("<")
    return isinstance(item, (types.MemberDescriptorType, types.GetSetDescriptorType))


def _in_slots(value: Any) -> list[tuple[str, Any]]:
    names = [name for kind in type(value).__mro__ for name in _slots(kind)]
    return [(name, getattr(value, name)) for name in names if hasattr(value, name)]


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(name for name in slots if not name.startswith("__"))


def _attribute_names(code: types.CodeType) -> set[str]:
    inner = [_attribute_names(item) for item in code.co_consts if isinstance(item, types.CodeType)]
    return set(code.co_names).union(*inner)


def _is_library(value: Any) -> bool:
    """Whether a function or class belongs to Python, Playout or an installed package; then its name identifies it."""
    if isinstance(value, types.FunctionType):
        return value in STUBS or not _is_written(value.__code__.co_filename)
    if isinstance(value, type):
        return value.__module__.partition(".")[0] in sys.stdlib_module_names or not _is_written(_file(value.__module__))
    return isinstance(value, (types.BuiltinFunctionType, np.ufunc, np.dtype))


def _package(value: Any) -> str:
    return str(getattr(value, "__module__", "")).partition(".")[0]


@lru_cache(maxsize=256)
def _version(package: str) -> str:
    """The version of a library that rules call; empty for Python, NumPy and Playout, whose functions do not change."""
    if package in sys.stdlib_module_names or package in ("", "None", "numpy", "numba", "playout"):
        return ""
    found = metadata.packages_distributions().get(package, [])
    return " ".join(f"{name} {metadata.version(name)}" for name in sorted(set(found)))


@lru_cache(maxsize=4096)
def _is_written(file: str) -> bool:
    """Whether a file may contain rules of a game. Code without a file counts: rules may generate it at run time."""
    return not file or file.startswith("<") or is_own(file) or Path(file).is_relative_to(_GAMES)


def _file(module: str) -> str:
    return getattr(sys.modules.get(module), "__file__", None) or ""
