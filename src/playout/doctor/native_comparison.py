"""Native code does what the interpreted rules do: the same questions to the same position, both answers compared.

Every question is a kernel, bound once for each backend. One for what every game has, one for the positions
after each move, and one for each optional function, so that only what a game defines is compiled.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.doctor.examination import ANYWHERE, AT_CHANCE, AT_SEAT, BEFORE_END, kind_of
from playout.doctor.patient import Patient, Position, Trouble
from playout.rng import new_stream
from playout.rules import (
    CHANCE,
    OVER,
    RulesError,
    chance,
    choose,
    copy,
    evaluate,
    guess,
    key,
    left,
    loud,
    mask,
    moves,
    odds,
    payoffs,
    play,
    rank,
    suggest,
    tactics,
    turn,
)

__all__ = ["NativeComparison"]

# Kernels. All but `compare_play` are handed: states, of which the first is the position; a seat; answers, int64[3];
# numbers, int64[n], and values, float64[n], with room for moves, outcomes and payoffs; rng; scratch, int64[MAX_MOVES].


def compare_position(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> None:
    """answers: turn, how many moves, and what was drawn. numbers: the moves. values: the payoffs."""
    s = states[0]
    answers[0] = turn(s)
    if answers[0] == OVER:
        payoffs(s, values)
    elif answers[0] == CHANCE:
        answers[2] = chance(s, rng)
    else:
        answers[1] = moves(s, numbers)
        answers[2] = choose(s, rng, scratch)


def compare_play(states: Any, numbers: Any, count: Any) -> None:
    """states[i + 1] becomes the position after numbers[i]."""
    for i in range(count):
        copy(states, i + 1, states, 0)
        play(states[i + 1], numbers[i])


def compare_odds(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return odds(states[0], numbers, values)


def compare_mask(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> None:
    mask(states[0], seat)


def compare_guess(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> None:
    mask(states[0], seat)
    guess(states[0], seat, rng)


def compare_key(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return key(states[0])


def compare_evaluate(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return evaluate(states[0], seat)


def compare_tactics(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return tactics(states[0], numbers)


def compare_left(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return left(states[0])


def compare_rank(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> None:
    rank(states[0], scratch, moves(states[0], scratch), values)


def compare_loud(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return loud(states[0], numbers)


def compare_suggest(states: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any) -> Any:
    return suggest(states[0], rng)


# Each optional function: its kernel, the kinds of positions it is for, and whether it is asked for every seat.
_OPTIONAL: dict[str, tuple[Callable[..., Any], frozenset[str], bool]] = {
    "odds": (compare_odds, frozenset((AT_CHANCE,)), False),
    "mask": (compare_mask, ANYWHERE, True),
    "guess": (compare_guess, ANYWHERE, True),
    "key": (compare_key, ANYWHERE, False),
    "evaluate": (compare_evaluate, BEFORE_END, True),
    "tactics": (compare_tactics, frozenset((AT_SEAT,)), False),
    "left": (compare_left, BEFORE_END, False),
    "rank": (compare_rank, frozenset((AT_SEAT,)), False),
    "loud": (compare_loud, frozenset((AT_SEAT,)), False),
    "suggest": (compare_suggest, frozenset((AT_SEAT,)), False),
}


class NativeComparison:
    """The two backends side by side, each with room of its own."""

    def __init__(self, patient: Patient) -> None:
        self.patient = patient
        self.interpreted = _Side(patient, "python")
        self.native = _Side(patient, "cpu")
        self.compiling = 0.0
        """Seconds spent compiling."""
        self.unfit: str | None = None
        """Why the rules cannot be compiled."""
        self._met: set[Callable[..., Any]] = set()

    def look(self, patient: Patient, position: Position, index: int) -> Trouble | None:
        """The first difference between the two at this position."""
        trouble = self._position(position, index)
        if trouble:
            return trouble
        seat, count, drawn = self.interpreted.answers.tolist()
        following = self.interpreted.numbers[:count].tolist()
        if seat == CHANCE:
            following = patient.choices(position)[0] if patient.rules.has("odds") else [drawn]
        for word, (kernel, where, each) in _OPTIONAL.items():
            if patient.rules.has(word) and kind_of(seat) in where:
                for asked in range(patient.seats if each else 1):
                    trouble = self._optional(word, kernel, position, index, asked)
                    if trouble:
                        return trouble
        return self._after(position, following)

    def _position(self, position: Position, index: int) -> Trouble | None:
        """What every game has: turn, moves, the choice of one, chance, payoffs."""
        _, failed = self._both("turn", compare_position, lambda side: side.question(position, 0, self._stream(index)))
        if isinstance(failed, Trouble):
            return failed
        one, other = self.interpreted, self.native
        seat, count, _ = one.answers.tolist()
        draws = "chance" if seat == CHANCE else "pick" if self.patient.rules.has("pick") else "moves"
        for word, a, b in (
            ("turn", one.answers[0], other.answers[0]),
            ("moves", one.answers[1], other.answers[1]),
            ("moves", one.numbers[:count], other.numbers[:count]),
            ("payoffs", one.values, other.values),
            (draws, one.answers[2], other.answers[2]),
            (draws, one.rng, other.rng),
        ):
            if not _same(a, b):
                return self._differ(word, a, b)
        return self._fields("turn", 1)

    def _optional(
        self, word: str, kernel: Callable[..., Any], position: Position, index: int, seat: int
    ) -> Trouble | None:
        a, b = self._both(word, kernel, lambda side: side.question(position, seat, self._stream(index)))
        if isinstance(b, Trouble):
            return b
        if not _same(a, b):
            return self._differ(word, a, b)
        for name in ("numbers", "values", "rng"):
            a, b = getattr(self.interpreted, name), getattr(self.native, name)
            if not _same(a, b):
                return self._differ(word, a, b)
        return self._fields(word, 1)

    def _after(self, position: Position, following: list[int]) -> Trouble | None:
        """The records after every move that may follow."""
        _, failed = self._both("play", compare_play, lambda side: side.moves_to_play(position, following))
        if isinstance(failed, Trouble):
            return failed
        return self._fields("play", 1 + len(following), following)

    def _both(
        self, word: str, kernel: Callable[..., Any], arguments: Callable[[_Side], tuple[Any, ...]]
    ) -> tuple[Any, Any]:
        """One kernel on both sides. Interpreted first: that raises `Fault` where native code would corrupt memory."""
        rules = self.patient.rules
        try:
            kernel_in_python = native.bind(kernel, rules, "python")
            a = self.patient.watch.run(kernel_in_python, *arguments(self.interpreted))
        except Exception as error:
            raise self.patient.fault(word, error) from error
        begin = time.perf_counter()
        b: Any
        try:
            b = native.bind(kernel, rules, "cpu")(*arguments(self.native))
        except RulesError as error:
            self.unfit = str(error)
            b = Trouble(self.unfit)
        except Exception as error:
            b = Trouble(f"{self.patient.place(word)} raised {type(error).__name__} in native code only: {error}")
        if kernel not in self._met:
            self._met.add(kernel)
            self.compiling += time.perf_counter() - begin
        return a, b

    def _stream(self, index: int) -> NDArray[np.uint64]:
        return new_stream(self.patient.seed, index)

    def _fields(self, word: str, count: int, following: list[int] | None = None) -> Trouble | None:
        """The first field in which the records of the two sides differ."""
        one, other = self.interpreted.records[:count], self.native.records[:count]
        for name in self.patient.rules.dtype.names or ():
            if not _same(one[name], other[name]):
                row = next(i for i in range(count) if not _same(one[name][i], other[name][i]))
                trouble = self._differ(word, one[name][row], other[name][row], f" in the field {name}")
                return Trouble(trouble.text, (following[row - 1],) if following and row else ())
        return None

    def _differ(self, word: str, interpreted: Any, compiled: Any, what: str = "") -> Trouble:
        a, b = _first_difference(interpreted, compiled)
        return Trouble(
            f"{self.patient.place(word)} gives {a} interpreted and {b} native{what}. Native code computes in 64 bits, "
            f"wraps where a value does not fit, and freezes globals: keep values within the type of their field, mix "
            f"np.uint64 with np.uint64 only, and let no global change"
        )


class _Side:
    """One backend's room: records, and arrays for arguments and answers."""

    def __init__(self, patient: Patient, backend: str) -> None:
        rules = patient.rules
        width = max(rules.max_moves, rules.max_outcomes, rules.players)
        self.rules = rules
        self.records = rules.allocate(1 + width)
        self.states = native.view(self.records, backend)
        self.answers: NDArray[np.int64] = np.zeros(3, np.int64)
        self.numbers: NDArray[np.int64] = np.zeros(width, np.int64)
        self.values: NDArray[np.float64] = np.zeros(width)
        self.rng: NDArray[np.uint64] = np.zeros(2, np.uint64)
        self.scratch: NDArray[np.int64] = np.zeros(rules.max_moves, np.int64)

    def question(self, position: Position, seat: int, stream: NDArray[np.uint64]) -> tuple[Any, ...]:
        """The arguments of a kernel, in arrays that were cleared: what it leaves unwritten is alike on both sides."""
        self.rules.copy(self.records, 0, position, 0)
        for array in (self.answers, self.numbers, self.values, self.scratch):
            array[:] = 0
        self.rng[:] = stream
        return self.states, seat, self.answers, self.numbers, self.values, self.rng, self.scratch

    def moves_to_play(self, position: Position, following: list[int]) -> tuple[Any, ...]:
        """The arguments of `compare_play`."""
        self.rules.copy(self.records, 0, position, 0)
        self.numbers[: len(following)] = following
        return self.states, self.numbers, len(following)


def _same(a: Any, b: Any) -> bool:
    """Whole numbers alike to 64 bits, whatever their sign is taken for; floats alike but for rounding."""
    if a is None or b is None:
        return a is b
    if isinstance(a, (float, np.floating)) or isinstance(b, (float, np.floating)):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) or (math.isnan(a) and math.isnan(b))
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool(np.array_equal(a, b) or (a.dtype.kind == "f" and np.allclose(a, b, 1e-9, 1e-12, equal_nan=True)))
    return (int(a) - int(b)) % (1 << 64) == 0


def _first_difference(a: Any, b: Any) -> tuple[str, str]:
    """The two values to be shown; of arrays, the first elements that differ."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.ndim:
        place = next((i for i in range(len(a)) if not _same(a[i], b[i])), 0)
        return tuple(f"{array[place]} at [{place}]" for array in (a, b))  # type: ignore[return-value]
    return str(a), str(b)
