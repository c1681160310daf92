"""A game under examination: its functions, called interpreted, and positions to call them on."""

from __future__ import annotations

import math
import pickle
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout.examining import faults
from playout.examining.faults import Fault
from playout.examining.watchdog import Watchdog
from playout.game import Game
from playout.rng import Rng
from playout.rules import CHANCE, OVER, Rules

__all__ = ["UNWRITTEN", "Patient", "Position", "ReachedPosition", "Trouble", "differing", "whole"]

Position = NDArray[Any]
"""An array of one position, like `State.position`."""

UNWRITTEN = -(1 << 62) - 12345
"""The value of array elements before a call, which shows elements that the function did not write."""

DRAWS = 64
"""The number of draws that find the possible outcomes if a game has no odds."""


class Trouble(NamedTuple):
    """The reason why a position breaks a rule."""

    text: str
    further: tuple[int, ...] = ()
    """Further moves from this position that show it."""


@dataclass(frozen=True)
class ReachedPosition:
    """A position and the moves that lead to it; games of objects keep only the moves."""

    line: tuple[int, ...]
    position: Position | None


class Patient:
    """A game under examination. Its functions are called one at a time, and an error becomes a `Fault`."""

    def __init__(self, game: Game, seed: int, watch: Watchdog) -> None:
        self.game = game
        self.rules: Rules = game.rules
        self.seats = game.seats
        self.seed = seed
        self.watch = watch

    def rng(self, index: int) -> Rng:
        """Stream number `index` of this examination."""
        return Rng(self.seed, index)

    def place(self, word: str) -> str:
        return faults.place(self.rules, word, self.game.position_type)

    def call(self, word: str, position: Position, *arguments: Any) -> Any:
        """Call one of the game's functions, interpreted; raises `Fault` if it fails."""
        try:
            return self.watch.run(self.game.call, word, position, *arguments)
        except Exception as error:
            raise self.fault(word, error) from error

    def fault(self, word: str, error: Exception) -> Fault:
        word = faults.guilty(word, error, self.rules)
        return Fault(word, faults.describe(word, error, self.rules, self.watch.patience))

    # Positions.

    def first(self) -> Position:
        """A new first position."""
        try:
            position: Position = self.watch.run(self.game.new_position)
        except Exception as error:
            raise self.fault("start", error) from error
        return position

    def copy(self, position: Position) -> Position:
        target = self.rules.allocate(1)
        try:
            self.watch.run(self.rules.copy, target, 0, position, 0)
        except Exception as error:  # a class may have its own copy method
            raise self.fault("copy", error) from error
        return target

    def root(self) -> ReachedPosition:
        return ReachedPosition((), None if self.rules.is_object else self.first())

    def child(self, node: ReachedPosition, move: int) -> ReachedPosition:
        """The position after a move."""
        line = (*node.line, move)
        if node.position is None:
            return ReachedPosition(line, None)
        position = self.copy(node.position)
        self.play(position, move)
        return ReachedPosition(line, position)

    def fresh(self, node: ReachedPosition) -> Position:
        """A copy of the node's position. Objects are replayed, since their `copy` is under examination too."""
        return self.after(node.line) if node.position is None else self.copy(node.position)

    def after(self, line: Iterable[int]) -> Position:
        """The position after these moves from the start, without a check of the moves."""
        position = self.first()
        for move in line:
            self.play(position, move)
        return position

    def follow(self, line: Iterable[int]) -> Position | None:
        """The position after these moves from the start; None if one of them is not legal."""
        position = self.first()
        for move in line:
            if move not in self.choices(position)[0]:
                return None
            self.play(position, move)
        return position

    def content(self, position: Position) -> dict[str, Any]:
        """The content of a position by field, for comparisons; without padding."""
        if self.rules.is_object:
            item = position[0]
            return {name: _frozen(value, ()) for name, value in _attributes(item).items()} or {
                "value": _frozen(item, ())
            }
        return {name: position[name].tobytes() for name in self.rules.dtype.names or ()}

    def seen_by(self, position: Position, seat: int) -> Position:
        """The position as a seat sees it."""
        view = self.copy(position)
        if self.rules.has("mask"):
            self.call("mask", view, seat)
        return view

    def differences(self, a: Position, b: Position) -> list[str]:
        """The fields in which two positions differ."""
        return differing(self.content(a), self.content(b))

    # The contract's functions, with the values that they write.

    def turn(self, position: Position) -> int:
        return whole(self.call("turn", position))

    def listing(self, position: Position, word: str = "moves") -> tuple[Any, list[int]]:
        """The value that `moves` (or `loud`, `tactics`) returns, and the values that it writes."""
        out = np.full(self.rules.max_moves, UNWRITTEN, np.int64)
        return self.call(word, position, out), out.tolist()

    def moves(self, position: Position) -> list[int]:
        count, out = self.listing(position)
        return out[: max(whole(count), 0)]

    def odds(self, position: Position) -> list[tuple[int, float]]:
        outcomes = np.full(self.rules.max_outcomes, UNWRITTEN, np.int64)
        chances = np.full(self.rules.max_outcomes, np.nan)
        count = max(whole(self.call("odds", position, outcomes, chances)), 0)
        return list(zip(outcomes[:count].tolist(), chances[:count].tolist(), strict=True))

    def payoffs(self, position: Position) -> list[float]:
        out = np.full(self.rules.players, np.nan)
        self.call("payoffs", position, out)
        return [float(value) for value in out[: self.seats]]

    def off_scale(self, value: float) -> str:
        """PAYOFF_BOUNDS in words if a number is not within them; else an empty text."""
        least, most = self.rules.payoff_bounds
        return "" if least - 1e-9 <= value <= most + 1e-9 else f"{least:g} to {most:g}"

    def play(self, position: Position, move: int) -> None:
        self.call("play", position, move)

    def draw(self, word: str, position: Position, rng: Rng, *arguments: Any) -> int:
        """Draw a move or outcome by `chance`, `pick` or `suggest`."""
        answer = self.call(word, position, *arguments, rng.words)
        if whole(answer) == UNWRITTEN:
            raise Fault(word, f"{self.place(word)} returned {answer!r}; it has to return a whole number")
        return int(answer)

    def choices(self, position: Position) -> tuple[list[int], bool]:
        """The possible moves or outcomes, and whether the list is known to be complete."""
        seat = self.turn(position)
        if seat == OVER:
            return [], True
        if seat != CHANCE:
            return self.moves(position), True
        if self.rules.has("odds"):
            return [outcome for outcome, chance in self.odds(position) if chance > 0], True
        rng = self.rng(0)
        return sorted({self.draw("chance", position, rng) for _ in range(DRAWS)}), False

    def behaviour(self, position: Position) -> tuple[int, tuple[int, ...], tuple[float, ...]]:
        """The behaviour of a position: the turn, the sorted legal moves, and the payoffs at the end."""
        seat = self.turn(position)
        if seat == OVER:
            return seat, (), tuple(self.payoffs(position))
        return seat, tuple(sorted(self.choices(position)[0])) if seat != CHANCE or self.rules.has("odds") else (), ()

    # Text.

    def format(self, position: Position, move: int) -> str:
        return str(self.call("format", position, move)) if self.rules.has("format") else str(move)

    def parse(self, position: Position, text: str) -> Any:
        return self.call("parse", position, text) if self.rules.has("parse") else int(text)

    def name(self, position: Position, move: int) -> str:
        """A move's text, or its number if that fails."""
        try:
            return self.format(position, move)
        except Fault:
            return str(move)

    def names(self, line: Iterable[int], seconds: float = math.inf) -> tuple[str, ...]:
        """The texts of the moves of a line from the start; only of its beginning if playing it takes longer."""
        words: list[str] = []
        moves = list(line)
        position: Position | None = self.first() if moves else None
        deadline = time.perf_counter() + seconds
        for move in moves:
            if time.perf_counter() > deadline:
                break
            words.append(str(move) if position is None else self.name(position, move))
            try:
                if position is not None:
                    self.play(position, move)
            except Fault:
                position = None
        return tuple(words)


def whole(value: Any) -> int:
    """A returned value as a whole number; UNWRITTEN if it is not a whole number."""
    return int(value) if isinstance(value, (int, np.integer)) else UNWRITTEN


def differing(a: dict[str, Any], b: dict[str, Any]) -> list[str]:
    """The fields in which two contents differ."""
    return [name for name in {**a, **b} if a.get(name) != b.get(name)]


def _attributes(item: Any) -> dict[str, Any]:
    names = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
    slots = {
        name: getattr(item, name) for name in names if hasattr(item, name) and name not in ("__dict__", "__weakref__")
    }
    return {**slots, **getattr(item, "__dict__", {})}


def _frozen(value: Any, above: tuple[int, ...]) -> Any:
    """A value in a form that compares by content. above: ids of its containers, for circular references."""
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    if id(value) in above:
        return "circular"
    inside = (*above, id(value))
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(item, inside) for item in value)
    if isinstance(value, dict):
        return frozenset((_frozen(key, inside), _frozen(item, inside)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return frozenset(_frozen(item, inside) for item in value)
    attributes = _attributes(value) if not callable(value) else {}
    if attributes:
        return type(value).__name__, _frozen(attributes, inside)
    try:
        return pickle.dumps(value)
    except Exception:
        return repr(value)
