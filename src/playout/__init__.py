"""Playout: game-tree search in Python. Rules are written once, in plain Python, and run at native speed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playout.agents import agent
    from playout.algorithms.playouts import playouts
    from playout.doctor import check
    from playout.game import Game, State, load
    from playout.rng import Rng
    from playout.rules import CHANCE, OVER, MoveError, OptionError, PlayoutError, RulesError

__all__ = [
    "CHANCE",
    "OVER",
    "Game",
    "MoveError",
    "OptionError",
    "PlayoutError",
    "Rng",
    "RulesError",
    "State",
    "agent",
    "check",
    "load",
    "playouts",
]

# Names are imported at first use, so that `import playout` and `playout --help` answer at once.
_HOMES = {
    "CHANCE": "rules",
    "OVER": "rules",
    "Game": "game",
    "MoveError": "rules",
    "OptionError": "rules",
    "PlayoutError": "rules",
    "Rng": "rng",
    "RulesError": "rules",
    "State": "game",
    "agent": "agents",
    "check": "doctor",
    "load": "game",
    "playouts": "algorithms.playouts",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__"]
