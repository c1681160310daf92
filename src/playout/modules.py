"""Game files as modules. A file is run once for each combination of values of the constants that are options.

A file names such constants in OPTIONS = ("SIZE", ...), and gives each a line of its own, SIZE = 15. For another value
the file is run again, as another module, with that value in that line.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import traceback
import weakref
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from playout.data_files import refusing_undeclared
from playout.parsing import parse
from playout.rules import OptionError, PlayoutError, RulesError

__all__ = ["blame", "constants_of", "module_of_file", "with_constants"]

_files: dict[str, tuple[bytes, ModuleType]] = {}
_constants: weakref.WeakKeyDictionary[ModuleType, dict[str, Any]] = weakref.WeakKeyDictionary()
_others: weakref.WeakKeyDictionary[ModuleType, dict[str, ModuleType]] = weakref.WeakKeyDictionary()


def blame(error: Exception, path: str) -> str:
    """The line of a game file that raised an error, with the error's message."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename == path]
    where = f", line {steps[-1].lineno}, {steps[-1].name}" if steps else ""
    return f"{path}{where.removesuffix(', <module>')}: {type(error).__name__}: {error}"


def module_of_file(path: Path) -> ModuleType:
    """The module in a file, run again only if the file has changed."""
    path = path.absolute()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PlayoutError(f"cannot read {path}: {error.strerror}") from error
    known = _files.get(str(path))
    if known is not None and known[0] == content:
        return known[1]
    # A stable name, so that objects of the module can be pickled and found again by another process.
    module = ModuleType(f"playout_file_{path.stem}_{_digest(str(path))}")
    module.__file__ = str(path)
    try:
        _run(module, compile(content, str(path), "exec", dont_inherit=True))
    except SyntaxError as error:
        raise RulesError(f"{path}, line {error.lineno}: {error.msg}") from error
    except RulesError:
        raise
    except Exception as error:
        raise RulesError(blame(error, str(path))) from error
    _files[str(path)] = (content, module)
    return module


def constants_of(module: ModuleType) -> dict[str, Any]:
    """The constants of a game file that are options, by the option's name, with their values in the file."""
    if module not in _constants:
        names = getattr(module, "OPTIONS", ())
        if not isinstance(names, tuple) or not all(isinstance(name, str) and name.isupper() for name in names):
            raise RulesError(
                f"{module.__file__}: OPTIONS is a tuple of names of constants in this file, upper case, not {names!r}"
            )
        if names:
            lines = _assignments(_tree(module))
            for name in names:
                if len(lines.get(name, ())) != 1:
                    raise RulesError(
                        f"{module.__file__}: OPTIONS names {name}, which has to be set once, in a line of its own at "
                        f"the top level of the file, like {name} = 3"
                    )
        _constants[module] = {name.lower(): getattr(module, name) for name in names}
    return _constants[module]


def with_constants(module: ModuleType, values: dict[str, Any], game: str) -> ModuleType:
    """A game's module for these values of its options, made once for each. `game` is the game's name in messages."""
    constants = constants_of(module)
    values = {word: _fitting(value, constants[word], f"{game}: {word}") for word, value in values.items()}
    values = {word: value for word, value in sorted(values.items()) if value != constants[word]}
    if not values:
        return module
    others = _others.setdefault(module, {})
    if repr(values) not in others:
        others[repr(values)] = _with_constants(module, values, game)
    return others[repr(values)]


def _with_constants(module: ModuleType, values: dict[str, Any], game: str) -> ModuleType:
    tree, path = _tree(module), str(module.__file__)
    lines = _assignments(tree)
    for word, value in values.items():
        line = lines[word.upper()][0]
        line.value = ast.copy_location(ast.Constant(value), line)
    made = ModuleType(f"{module.__name__}_{_digest(repr(values))}")
    made.__file__ = path
    made.__package__ = module.__package__
    try:
        _run(made, compile(tree, path, "exec", dont_inherit=True))
    except RulesError:
        raise
    except (ValueError, OverflowError, TypeError) as error:
        raise OptionError(f"{game}: {error}") from error
    except Exception as error:
        given = ", ".join(f"{word}={value!r}" for word, value in values.items())
        raise RulesError(f"{blame(error, path)} (with {given})") from error
    return made


def _run(module: ModuleType, code: Any) -> None:
    """Run a file's code as this module; a file that is in no package may import its neighbours."""
    sys.modules[module.__name__] = module
    folder = None if module.__package__ else str(Path(str(module.__file__)).parent)
    if folder is not None:
        sys.path.insert(0, folder)
    try:
        with refusing_undeclared(Path(str(module.__file__))):
            exec(code, module.__dict__)
    finally:
        if folder is not None:
            sys.path.remove(folder)


def _tree(module: ModuleType) -> ast.Module:
    tree: ast.Module = parse(Path(str(module.__file__)).read_bytes(), str(module.__file__))
    return tree


def _assignments(tree: ast.Module) -> dict[str, list[Any]]:
    """The lines `NAME = value` at the top level of a file, by name."""
    lines: dict[str, list[Any]] = {}
    for line in tree.body:
        if isinstance(line, ast.Assign) and len(line.targets) == 1 and isinstance(line.targets[0], ast.Name):
            lines.setdefault(line.targets[0].id, []).append(line)
        elif isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
            lines.setdefault(line.target.id, []).append(line)
    return lines


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


_KINDS: tuple[tuple[type, tuple[type, ...], str], ...] = (
    (bool, (bool,), "True or False"),
    (int, (int, np.integer), "a whole number"),
    (float, (float, int, np.integer, np.floating), "a number"),
    (str, (str,), "a text"),
    (tuple, (tuple, list), "a tuple"),
)
"""The type of a constant, the accepted types of a value for it, and its name in messages."""


def _fitting(value: Any, default: Any, word: str) -> Any:
    """A value converted to the type of the constant in the file; raises if it does not fit."""
    for kind, taken, name in _KINDS:
        if isinstance(default, kind):
            if not isinstance(value, taken) or (isinstance(value, bool) and kind is not bool):
                raise OptionError(f"{word} has to be {name}, not {value!r}")
            value = kind(value)
            break
    if not _is_literal(value):
        raise OptionError(f"{word} has to be a number, a text or a tuple of them, not {value!r}")
    return value


def _is_literal(value: Any) -> bool:
    """Whether a value can be written as a literal."""
    if isinstance(value, tuple):
        return all(_is_literal(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, str))
