"""The contents of a function as text: its code, its defaults, the values that it uses. The text changes whenever they
do.

Two hashes are made from such text: the digest that names an entry in the cache of compiled code (`native`), and the
fingerprint of a game (`fingerprints`).
"""

from __future__ import annotations

import dis
import enum
import hashlib
import inspect
import sys
import types
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["array_text", "code_text", "constant_text", "frozen_text", "global_names", "is_plain", "size"]

_DOCSTRING = 0x4000000  # a flag of code objects since Python 3.13: the first constant is the docstring
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), range, slice)


def is_plain(value: Any) -> bool:
    """Whether a value is fully described by its `repr`, like a number or a text."""
    return type(value) in _PLAIN


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


@lru_cache(maxsize=4096)
def global_names(code: types.CodeType) -> dict[str, int]:
    """The global names that a function's code reads, each with the first line where it does. Includes functions inside
    it.
    """
    names: dict[str, int] = {}
    for step in _steps(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            line = (step.positions.lineno if step.positions else None) or code.co_firstlineno
            names.setdefault(step.argval, line)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names = {**global_names(constant), **names}
    return names


# The weight of each kind of operation in a function's size. Operations that only move values weigh nothing.
_GLOBAL = dict.fromkeys(("LOAD_GLOBAL", "LOAD_NAME"), 2)
_FIELD = dict.fromkeys(("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR"), 2)
_ITEM = dict.fromkeys(("BINARY_SUBSCR", "STORE_SUBSCR", "BINARY_SLICE", "STORE_SLICE"), 2)
_COMPARISON = dict.fromkeys(("COMPARE_OP", "IS_OP", "CONTAINS_OP"), 2)
_CALL = dict.fromkeys(("CALL", "CALL_KW", "CALL_FUNCTION_EX"), 4)
_OPERATOR = dict.fromkeys(("BINARY_OP", "UNARY_NEGATIVE", "UNARY_INVERT"), 1)
_COUNTS = _GLOBAL | _FIELD | _ITEM | _COMPARISON | _CALL | _OPERATOR


@lru_cache(maxsize=4096)
def size(code: types.CodeType) -> int:
    """The number of operations in a function's source.

    It is the same in every version of Python; the length of the bytecode is not, because operations are copied, fused
    or cached.
    """
    places = set()
    for step in _steps(code):
        if step.opname in _COUNTS:
            # Indexing is a binary operator since Python 3.14.
            kind = "BINARY_SUBSCR" if step.opname == "BINARY_OP" and step.argrepr == "[]" else step.opname
            known = step.positions is not None and step.positions.col_offset is not None
            places.add((_COUNTS[kind], kind, step.positions if known else step.offset))
    inner = (item for item in code.co_consts if isinstance(item, types.CodeType))
    return sum(count for count, _, _ in places) + sum(map(size, inner))


@lru_cache(maxsize=512)
def _steps(code: types.CodeType) -> tuple[dis.Instruction, ...]:
    return tuple(dis.get_instructions(code))


@lru_cache(maxsize=4096)
def code_text(code: types.CodeType) -> str:
    """A function's code without its docstring, file name and line numbers."""
    constants = [constant_text(item) for item in code.co_consts]
    if _has_docstring(code):
        constants[0] = constant_text(None)
    variables = (code.co_varnames, code.co_freevars, code.co_cellvars)
    numbers = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & ~_DOCSTRING)
    return repr((code.co_code, constants, code.co_names, *variables, *numbers, code.co_exceptiontable))


def _has_docstring(code: types.CodeType) -> bool:
    if sys.version_info >= (3, 13):
        return bool(code.co_flags & _DOCSTRING)
    # Before 3.13, the first constant of a function is always its docstring or None.
    is_function = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<")
    return bool(is_function and code.co_consts and isinstance(code.co_consts[0], str))


def constant_text(value: Any) -> str:
    """A constant in a function's code."""
    if isinstance(value, types.CodeType):
        return code_text(value)
    if isinstance(value, frozenset):  # the order of a set differs between processes
        return f"frozenset{sorted(map(constant_text, value))}"
    if isinstance(value, tuple):
        return f"({', '.join(map(constant_text, value))})"
    return f"{type(value).__name__} {value!r}"


def array_text(value: NDArray[Any] | np.generic) -> str:
    """A NumPy array or scalar as text. Raises ValueError if it holds objects."""
    content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
    return f"{type(value).__name__} {value.dtype.descr} {value.shape} {content}"


def frozen_text(value: Any) -> str:
    """A value that native code may freeze, as text. Raises ValueError for any other; its message continues a sentence
    after the value's name.
    """
    if isinstance(value, enum.Enum):
        return f"{value.name} of {frozen_text(type(value))}"
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.hasobject:
            raise ValueError("is an array of objects, which native code cannot store: use an array of numbers")
        return array_text(value)
    if isinstance(value, tuple):
        kind = frozen_text(type(value)) if type(value) is not tuple else ""
        return f"{kind}({', '.join(map(frozen_text, value))})"
    if isinstance(value, type):
        return _type_text(value)
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, np.dtype):
        return f"dtype {value.descr}"
    if is_plain(value):
        return constant_text(value)
    if callable(value):
        return _callable_text(value)
    raise ValueError(f"is a {type(value).__name__}, which native code cannot hold: {_INSTEAD}")


_INSTEAD = "make it a number, a tuple of numbers, an IntEnum or a NumPy array"


def _type_text(kind: type) -> str:
    if issubclass(kind, enum.Enum):
        members = ", ".join(f"{name}={frozen_text(member.value)}" for name, member in kind.__members__.items())
        return f"enum {kind.__qualname__} {[base.__name__ for base in kind.__mro__]} {members}"
    if _is_named_tuple(kind):
        made: Any = kind
        defaults = {name: frozen_text(value) for name, value in getattr(made, "_field_defaults", {}).items()}
        return f"named tuple {kind.__qualname__} {made._fields} {defaults}"
    if _is_library(kind):
        return f"type {kind.__module__}.{kind.__qualname__}"
    raise ValueError(f"is a class, which native code cannot use: {_INSTEAD}")


def _callable_text(value: Callable[..., Any]) -> str:
    if isinstance(value, types.BuiltinFunctionType):
        # A bound method, like `random.random`, uses the state of its object.
        known = value.__self__ is None or isinstance(value.__self__, types.ModuleType)
    else:
        known = _is_library(value) and not hasattr(value, "__self__")
    if known or isinstance(value, np.ufunc):
        return f"{type(value).__name__} {getattr(value, '__name__', repr(value))}"
    raise ValueError(f"({value!r}) is not a plain function; random numbers come from playout.rng")


def _is_library(value: Any) -> bool:
    """Whether a function belongs to Python, NumPy or Numba. Their versions are part of every cache key."""
    return str(getattr(value, "__module__", "")).partition(".")[0] in ("builtins", "numpy", "numba")
