"""Finds the functions that a kernel or a game's rules call."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeGuard

from playout import rules as contract
from playout.native.contents import global_names, size
from playout.rng import below
from playout.rules import Rules

__all__ = ["INTERPRETED", "depends_on_game", "functions_of_large_game", "is_kernel"]

INTERPRETED = ("start", *contract.TEXT)
"""The functions of a game that always run as plain Python."""

# Names of the contract that mean the same in every game that is compiled.
_GENERAL = ("copy", "emit", "fetch", "report")

# A game is large if its functions together have at least this many operations (`contents.size`).
_LARGE_GAME = 4000


@lru_cache(maxsize=1024)
def depends_on_game(kernel: types.FunctionType) -> bool:
    """Whether a kernel calls a function of the game. If not, it is compiled once for all games."""
    found, waiting = {kernel}, [kernel]
    while waiting:
        function = waiting.pop()
        for name in global_names(function.__code__):
            value = function.__globals__.get(name)
            if not isinstance(value, types.FunctionType):
                continue
            if contract.STUBS.get(value, _GENERAL[0]) not in _GENERAL:
                return True
            if value not in contract.STUBS and is_kernel(value) and value not in found:
                found.add(value)
                waiting.append(value)
    return False


def functions_of_large_game(rules: Rules) -> frozenset[Callable[..., Any]]:
    """All functions of a large game's rules, without the random generator's. Empty for a game that is not large."""
    found: set[Callable[..., Any]] = set()
    waiting = [function for name, function in rules.functions.items() if name not in INTERPRETED]
    waiting += rules.policies.values()
    while waiting:
        function = waiting.pop()
        if not is_kernel(function) or function in found or function.__module__ == below.__module__:
            continue
        found.add(function)
        names = global_names(function.__code__)
        waiting += [function.__globals__[name] for name in names if name in function.__globals__]
    total = sum(size(function.__code__) for function in found)
    return frozenset(found) if total >= _LARGE_GAME else frozenset()


def is_kernel(value: Any) -> TypeGuard[types.FunctionType]:
    """Whether a global value is a function that has to be copied."""
    return isinstance(value, types.FunctionType) and value.__module__.partition(".")[0] not in ("numpy", "numba")
