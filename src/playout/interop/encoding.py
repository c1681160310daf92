"""Positions and moves as arrays of a fixed shape, for learning libraries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from playout.game import Game, State
from playout.rules import MoveError, OptionError

__all__ = ["INDICES", "Actions", "Observations", "Observe"]

Observe = Callable[[State, int], NDArray[Any]]
"""A user's own observation: makes an array of a fixed shape from a view and its seat."""

INDICES = "indices"
"""The value of `actions` for which an action is an index into the list of legal moves."""


class Actions:
    """The actions 0 to size - 1 of a game.

    An action is the number of a move or, with "indices", the index of a move in the list of legal moves. A number means
    the same in every position, so a network can learn it. Indices are for games with large numbers of moves.
    """

    def __init__(self, game: Game, actions: int | Literal["indices"] | None = None) -> None:
        """actions: a number above those of all moves, by default MAX_MOVES; or "indices"."""
        self._by_index = actions == INDICES
        if not self._by_index and actions is not None and (not isinstance(actions, int) or actions < 1):
            raise OptionError(f'actions has to be a whole number above 0, or "{INDICES}", not {actions!r}')
        self._game = game
        self.size = game.rules.max_moves if self._by_index or actions is None else int(actions)

    def legal(self, state: State) -> list[int]:
        """The actions of the legal moves, in ascending order."""
        moves = state.moves()
        if self._by_index:
            return list(range(len(moves)))
        for move in moves:
            if not 0 <= move < self.size:
                raise OptionError(
                    f"a move of {self._game.name} has the number {move}, and there are {self.size} actions; give "
                    f'actions= a number above those of all moves, or actions="{INDICES}"'
                )
        return sorted(moves)

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """int8[size], 1 for each legal action of the seat; all 0 if another seat is to move."""
        found = np.zeros(self.size, np.int8)
        if state.turn == seat:
            found[self.legal(state)] = 1
        return found

    def move(self, state: State, action: int) -> int:
        """The move of a legal action."""
        if action not in self.legal(state):
            raise MoveError(f"action {action} is not legal here; legal: {', '.join(map(str, self.legal(state)))}")
        return state.moves()[action] if self._by_index else int(action)


class Observations:
    """A view as float32[size]: its seat and the seat to move, each one-hot, then the fields of its record.

    An unsigned integer of 16 bits or more is a set and becomes its bits, the lowest first; other numbers are unchanged.
    The view has no hidden information: the game's `mask` has removed it.
    """

    def __init__(self, game: Game, fields: Sequence[str] | None = None) -> None:
        """fields: names of the record's fields; None: all."""
        if game.rules.is_object:
            raise OptionError(
                f"{game.name} is a Python class, so its positions have no fields of numbers; give observe=, a "
                "function that makes an array of a state and a seat"
            )
        names = game.dtype.names or ()
        for field in fields or ():
            if field not in names:
                raise OptionError(f"a record of {game.name} has no field {field!r}; it has {', '.join(names)}")
        self._game = game
        self._fields = tuple(fields if fields is not None else names)
        bounds = [np.tile([0.0, 1.0], (2 * game.seats, 1)), *(_bounds(game.dtype[field]) for field in self._fields)]
        self.low, self.high = np.concatenate(bounds).astype(np.float32).T
        self.size = len(self.low)

    def __call__(self, view: State, seat: int) -> NDArray[np.float32]:
        """Encode the view of a seat."""
        seats = np.zeros((2, self._game.seats), np.float32)
        seats[0, seat] = 1
        if view.turn >= 0:
            seats[1, view.turn] = 1
        parts = [_numbers(view.position[field]) for field in self._fields]
        return np.concatenate([seats.ravel(), *parts]).astype(np.float32)


def _is_set(kind: np.dtype[np.generic]) -> bool:
    """Whether a number is a set of bits."""
    return kind.kind == "u" and kind.itemsize > 1


def _numbers(field: NDArray[np.generic]) -> NDArray[np.generic]:
    """A field of one record as a row of numbers."""
    row = np.ascontiguousarray(field).ravel()
    if not _is_set(row.dtype):
        return row
    return np.unpackbits(row.astype(row.dtype.newbyteorder("<")).view(np.uint8), bitorder="little")


def _bounds(kind: np.dtype[np.generic]) -> NDArray[np.float64]:
    """The least and the largest value of each number of a field: float64[n, 2]."""
    base, count = kind.base, int(np.prod(kind.shape))
    if _is_set(base):
        return np.tile([0.0, 1.0], (8 * base.itemsize * count, 1))
    if base.kind == "f":
        return np.tile([-np.inf, np.inf], (count, 1))
    low, high = (0, 1) if base.kind == "b" else (np.iinfo(base).min, np.iinfo(base).max)
    return np.tile([float(low), float(high)], (count, 1))
