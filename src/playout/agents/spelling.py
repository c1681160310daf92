"""Agents, and how they are spelt: a name with options in brackets, like `flat(playouts=1000)`."""

from __future__ import annotations

import ast
import inspect
from typing import Any, Protocol

from playout.algorithms.flat import flat
from playout.game import State
from playout.loading import nearest
from playout.rng import Rng
from playout.rules import OptionError

__all__ = ["Agent", "Flat", "Random", "agent"]


class Agent(Protocol):
    """Whoever decides. An agent is handed what its seat sees, and nothing else."""

    def choose(self, state: State) -> int:
        """A legal move for the seat to move."""
        ...


class Random:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Rng(seed)

    def choose(self, state: State) -> int:
        moves = state.moves()
        return moves[self._rng.below(len(moves))]


class Flat:
    """Tries each move equally often with random playouts and plays the one with the best mean."""

    def __init__(self, *, seconds: float | None = None, playouts: int | None = None, seed: int | None = None) -> None:
        self._seconds = 1.0 if seconds is None and playouts is None else seconds
        self._playouts = playouts
        self._rng = Rng(seed)

    def choose(self, state: State) -> int:
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        seed = self._rng.below(1 << 31)
        return flat(state, seconds=self._seconds, playouts=self._playouts, seed=seed)[0].move


_KINDS: dict[str, type[Random] | type[Flat]] = {"random": Random, "flat": Flat}


def agent(spelling: str) -> Agent:
    """The agent that is spelt so."""
    try:
        tree = ast.parse(spelling.strip(), mode="eval").body
        call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
        if not isinstance(call.func, ast.Name) or call.args:
            raise ValueError
        name = call.func.id
        options: dict[str, Any] = {str(item.arg): ast.literal_eval(item.value) for item in call.keywords}
    except (SyntaxError, ValueError):
        raise OptionError(f"{spelling!r} is not an agent; write a name with options, like flat(seconds=2)") from None
    if name not in _KINDS:
        raise OptionError(f"there is no agent {name!r}{nearest(name, list(_KINDS))}; there are {', '.join(_KINDS)}")
    known = list(inspect.signature(_KINDS[name]).parameters)
    for word in options:
        if word not in known:
            raise OptionError(f"{name} has no option {word!r}{nearest(word, known)}; it has {', '.join(known)}")
    return _KINDS[name](**options)
