"""Tests an encoding by random matches: finds moves without a logit, and fields that are lists in an arbitrary order."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.game import Game
from playout.rng import Rng
from playout.rules import CHANCE, Rules, RulesError, planes, policy_index, turn

__all__ = ["number_move", "refuse_unlearnable", "write_planes"]

MATCHES = 4
EXAMINED_PLIES = 200
"""The number of plies of each match that are examined."""

MIN_LIST_LENGTH = 4
"""A field with fewer numbers than this is not taken for a list in an arbitrary order."""

_looked_at: weakref.WeakKeyDictionary[Rules, set[str]] = weakref.WeakKeyDictionary()


def refuse_unlearnable(game: Game, shape: Any) -> None:
    """Raise RulesError if moves of a user's own game have no logit, or if its record contains a list in an arbitrary
    order.
    """
    rules = game.rules
    if (rules.is_built_in and rules.planes) or rules.has("chance") or game.observer is not None:
        return
    key = f"{shape} {sorted(game.options.items())}"
    known = _looked_at.setdefault(rules, set())
    if key not in known:
        seen = _look(game, shape.planes, shape.policy_size)
        if not rules.planes:
            _refuse_orders(game, seen)
        known.add(key)


def _look(game: Game, shape: tuple[int, int, int], policy_size: int) -> list[NDArray[Any]]:
    """Play some random matches and return their positions. Refuses a move that has no logit of its own, and planes that
    are written outside their shape, because native code checks no bounds.
    """
    number, write = (native.bind(function, game.rules, "python") for function in (number_move, write_planes))
    rng, seen = Rng(1), []
    for _ in range(MATCHES):
        state = game.start()
        for _ in range(EXAMINED_PLIES):
            if state.over or state.turn == CHANCE:
                break
            seen.append(state.position)
            try:
                write(native.view(state.position, "python"), np.zeros(shape, np.uint8))
            except (IndexError, OverflowError) as error:
                raise RulesError(f"{game.rules.path}: planes(s, seat, out), with PLANES of {shape}: {error}") from error
            moves = state.moves()
            numbers = {int(number(move, *shape[1:])) for move in moves}
            if len(numbers) < len(moves) or min(numbers) < 0 or max(numbers) >= policy_size:
                raise RulesError(
                    f"{game.rules.path}: moves have the logits {min(numbers)} to {max(numbers)}, and a network has "
                    f"{policy_size}; write policy_index(move, rows, columns) and POLICY_SIZE, so that each legal move "
                    "has a logit of its own from 0 on"
                )
            state = state.play(moves[rng.below(len(moves))])
    return seen


def _refuse_orders(game: Game, seen: list[NDArray[Any]]) -> None:
    """Refuse a field that always holds the same numbers in different orders: it is a list, not a board."""
    hidden = {name for name, kind in game.rules.fields if kind is None}
    declared = {name for name, kind in game.rules.fields if kind is not None}
    for name in game.rules.dtype.names or ():
        values = [position[name][0].ravel() for position in seen]
        if name in hidden | declared or len(values[0]) < MIN_LIST_LENGTH:
            continue
        first = np.sort(values[0])
        changes = any(not np.array_equal(values[0], other) for other in values)
        is_same_list = len(np.unique(first)) >= MIN_LIST_LENGTH and all(
            np.array_equal(np.sort(other), first) for other in values
        )
        if changes and is_same_list:
            raise RulesError(
                f"a network cannot see {game.name}: its field {name} holds the same numbers in different orders, "
                f'so it is a list and not a board; leave it out by FIELDS = {{"{name}": None}} in {game.rules.path} if '
                "other fields tell the position, or write planes(s, seat, out) and PLANES"
            )


def write_planes(states: Any, out: Any) -> None:
    """Kernel: writes the planes of states[0]."""
    planes(states[0], turn(states[0]), out)


def number_move(move: Any, rows: Any, columns: Any) -> Any:
    """Kernel: the index of a move's logit."""
    return policy_index(move, rows, columns)
