"""A comparison of native code with the interpreted rules: both answer the same questions about the same position.

One kernel answers every question, so that a game is compiled once for all of them. A short function takes the place of
an optional function that the game lacks, and is never asked.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.checking.backends.native_planes import compare_planes
from playout.examining.examination import ANYWHERE, AT_CHANCE, AT_SEAT, BEFORE_END, kind_of
from playout.examining.patient import Patient, Position, Trouble
from playout.rng import new_stream
from playout.rules import (
    CHANCE,
    OVER,
    RulesError,
    advise,
    chance,
    choose,
    copy,
    evaluate,
    guess,
    key,
    key_after,
    left,
    loud,
    mask,
    moves,
    odds,
    payoffs,
    play,
    rank,
    rollout,
    skip,
    suggest_rollout,
    tactics,
    threatened,
    turn,
)

__all__ = ["NativeComparison"]

# The questions, by number.
POSITION, PLAY, ODDS, MASK, GUESS, KEY, EVALUATE, TACTICS, LEFT, RANK, LOUD, SUGGEST = range(12)
SKIP, THREATENED, ROLLOUT, SUGGEST_ROLLOUT, KEY_AFTER = range(12, 17)

_HALF = 0xFFFFFFFF


def compare(
    states: Any, question: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any
) -> None:
    """Kernel: one question about states[0].

    answers: int64[3], the returned values. For `POSITION`: turn, the number of moves, the drawn move. For `KEY`: the
    lower and the upper half; `KEY_AFTER` writes these for each move into numbers and values. For `PLAY` the caller sets
    the number of moves to play: states[i + 1] becomes the position after numbers[i]. numbers: int64[n], moves or
    outcomes. values: float64[n], payoffs, odds, scores, or the evaluation. rng: uint64[2]. scratch: int64[MAX_MOVES].
    """
    s = states[0]
    if question == POSITION:
        answers[0] = turn(s)
        if answers[0] == OVER:
            payoffs(s, values)
        elif answers[0] == CHANCE:
            answers[2] = chance(s, rng)
        else:
            answers[1] = moves(s, numbers)
            answers[2] = choose(s, rng, scratch)
    elif question == PLAY:
        for i in range(answers[0]):
            copy(states, i + 1, states, 0)
            play(states[i + 1], numbers[i])
    else:
        compare_optional(s, question, seat, answers, numbers, values, rng, scratch)


def compare_optional(
    s: Any, question: Any, seat: Any, answers: Any, numbers: Any, values: Any, rng: Any, scratch: Any
) -> None:
    """Kernel: a question about an optional function."""
    if question == ODDS:
        answers[0] = odds(s, numbers, values)
    elif question == MASK:
        mask(s, seat)
    elif question == GUESS:
        mask(s, seat)
        guess(s, seat, rng)
    elif question in (KEY, KEY_AFTER):
        compare_keys(s, question, answers, numbers, values, scratch)
    elif question == EVALUATE:
        values[0] = evaluate(s, seat)
    elif question == TACTICS:
        answers[0] = tactics(s, numbers)
    elif question == LEFT:
        answers[0] = left(s)
    elif question == RANK:
        rank(s, scratch, moves(s, scratch), values)
    elif question == LOUD:
        answers[0] = loud(s, numbers)
    elif question == SUGGEST:
        answers[0] = advise(s, rng, scratch)
    elif question == SKIP:
        answers[0] = 1 if skip(s) else 0
    elif question == THREATENED:
        answers[0] = 1 if threatened(s) else 0
    elif question == ROLLOUT:
        rollout(s, rng)
    elif question == SUGGEST_ROLLOUT:
        suggest_rollout(s, rng)


def compare_keys(s: Any, question: Any, answers: Any, numbers: Any, values: Any, scratch: Any) -> None:
    """Kernel: `KEY` or `KEY_AFTER`; a key is written as two halves."""
    if question == KEY:
        word = key(s)
        answers[0] = word & _HALF
        answers[1] = (word >> 32) & _HALF
        return
    for i in range(moves(s, scratch)):
        word = key_after(s, scratch[i])
        numbers[i] = word & _HALF
        values[i] = (word >> 32) & _HALF


class _Question(NamedTuple):
    """A question about an optional function."""

    number: int
    where: frozenset[str]
    """The kinds of positions for which it is asked."""
    each: bool = False
    """Whether it is asked for every seat."""


_OPTIONAL = {
    "odds": _Question(ODDS, frozenset((AT_CHANCE,))),
    "mask": _Question(MASK, ANYWHERE, each=True),
    "guess": _Question(GUESS, ANYWHERE, each=True),
    "key": _Question(KEY, ANYWHERE),
    "evaluate": _Question(EVALUATE, BEFORE_END, each=True),
    "tactics": _Question(TACTICS, frozenset((AT_SEAT,))),
    "left": _Question(LEFT, BEFORE_END),
    "rank": _Question(RANK, frozenset((AT_SEAT,))),
    "loud": _Question(LOUD, frozenset((AT_SEAT,))),
    "suggest": _Question(SUGGEST, frozenset((AT_SEAT,))),
    "skip": _Question(SKIP, frozenset((AT_SEAT,))),
    "threatened": _Question(THREATENED, frozenset((AT_SEAT,))),
    "rollout": _Question(ROLLOUT, BEFORE_END),
    "suggest_rollout": _Question(SUGGEST_ROLLOUT, BEFORE_END),
    "key_after": _Question(KEY_AFTER, frozenset((AT_SEAT,))),
}


class NativeComparison:
    """The two backends, each with its own arrays."""

    def __init__(self, patient: Patient) -> None:
        self.patient = patient
        self.interpreted = _Side(patient, "python")
        self.native = _Side(patient, "cpu")
        self.compiling = 0.0
        """Seconds spent compiling."""
        self.unfit: str | None = None
        """The reason why the rules cannot be compiled; None if they can."""
        self._compiled = False

    def look(self, patient: Patient, position: Position, index: int) -> Trouble | None:
        """The first difference between the two at this position."""
        trouble = self._position(position, index)
        if trouble:
            return trouble
        seat, count, drawn = self.interpreted.answers.tolist()
        following = self.interpreted.numbers[:count].tolist()
        if seat == CHANCE:
            following = patient.choices(position)[0] if patient.rules.has("odds") else [drawn]
        for word, question in _OPTIONAL.items():
            if patient.rules.has(word) and kind_of(seat) in question.where:
                for asked in range(patient.seats if question.each else 1):
                    trouble = self._optional(word, question, position, index, asked)
                    if trouble:
                        return trouble
        seen = compare_planes(patient, position) if patient.rules.has("planes") and seat >= 0 else None
        return seen or self._after(position, following)

    def _position(self, position: Position, index: int) -> Trouble | None:
        """Compare the functions of every game: turn, moves, the choice of a move, chance, payoffs."""
        failed = self._both("turn", POSITION, lambda side: side.prepare(position, self._stream(index)))
        if failed:
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

    def _optional(self, word: str, question: _Question, position: Position, index: int, seat: int) -> Trouble | None:
        stream = self._stream(index)
        failed = self._both(word, question.number, lambda side: side.prepare(position, stream), seat)
        if failed:
            return failed
        one, other = self.interpreted, self.native
        for a, b in (
            (one.answer(question.number), other.answer(question.number)),
            (one.numbers, other.numbers),
            (one.values, other.values),
            (one.rng, other.rng),
        ):
            if not _same(a, b):
                return self._differ(word, a, b)
        return self._fields(word, 1)

    def _after(self, position: Position, following: list[int]) -> Trouble | None:
        """Compare the records after every possible move."""
        stream = self._stream(0)
        failed = self._both("play", PLAY, lambda side: side.prepare(position, stream, following))
        return failed or self._fields("play", 1 + len(following), following)

    def _both(self, word: str, question: int, prepare: Callable[[_Side], None], seat: int = 0) -> Trouble | None:
        """Ask both sides, the interpreted one first: it raises `Fault` where native code would corrupt memory."""
        prepare(self.interpreted)
        prepare(self.native)
        try:
            self.patient.watch.run(self.interpreted.ask, question, seat)
        except Exception as error:
            raise self.patient.fault(word, error) from error
        begin = time.perf_counter()
        trouble = None
        try:
            self.native.ask(question, seat)
        except RulesError as error:
            self.unfit = str(error)
            trouble = Trouble(self.unfit)
        except Exception as error:
            trouble = Trouble(f"{self.patient.place(word)} raised {type(error).__name__} in native code only: {error}")
        if not self._compiled:
            self._compiled = True
            self.compiling = time.perf_counter() - begin
        return trouble

    def _stream(self, index: int) -> NDArray[np.uint64]:
        return new_stream(self.patient.seed, index)

    def _fields(self, word: str, count: int, following: list[int] | None = None) -> Trouble | None:
        """The trouble about the first field in which the records of the two sides differ."""
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
    """One backend: its kernel, records, and arrays for arguments and answers."""

    def __init__(self, patient: Patient, backend: str) -> None:
        rules = patient.rules
        width = max(rules.max_moves, rules.max_outcomes, rules.players)
        self.rules = rules
        self.backend = backend
        self.records = rules.allocate(1 + width)
        self.states = native.view(self.records, backend)
        self.answers: NDArray[np.int64] = np.zeros(3, np.int64)
        self.numbers: NDArray[np.int64] = np.zeros(width, np.int64)
        self.values: NDArray[np.float64] = np.zeros(width)
        self.rng: NDArray[np.uint64] = np.zeros(2, np.uint64)
        self.scratch: NDArray[np.int64] = np.zeros(rules.max_moves, np.int64)

    def prepare(self, position: Position, stream: NDArray[np.uint64], following: Sequence[int] = ()) -> None:
        """Set the position, and clear all arrays, so that unwritten elements are equal on both sides."""
        self.rules.copy(self.records, 0, position, 0)
        for array in (self.answers, self.numbers, self.values, self.scratch):
            array[:] = 0
        self.rng[:] = stream
        self.answers[0] = len(following)
        self.numbers[: len(following)] = following

    def ask(self, question: int, seat: int) -> None:
        """Ask a question about the prepared position."""
        policy = "suggest" if self.rules.has("suggest") else ""
        kernel = native.bind(compare, self.rules, self.backend, policy=policy)
        kernel(self.states, question, seat, self.answers, self.numbers, self.values, self.rng, self.scratch)

    def answer(self, question: int) -> int | float:
        """The value that the function of a question returned."""
        if question == EVALUATE:
            return float(self.values[0])
        low, high = int(self.answers[0]), int(self.answers[1])
        return low + (high << 32) if question == KEY else low


def _same(a: Any, b: Any) -> bool:
    """Whether integers have the same 64 bits, signed or not, and floats are equal up to rounding."""
    if a is None or b is None:
        return a is b
    if isinstance(a, (float, np.floating)) or isinstance(b, (float, np.floating)):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) or (math.isnan(a) and math.isnan(b))
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool(np.array_equal(a, b) or (a.dtype.kind == "f" and np.allclose(a, b, 1e-9, 1e-12, equal_nan=True)))
    return (int(a) - int(b)) % (1 << 64) == 0


def _first_difference(a: Any, b: Any) -> tuple[str, str]:
    """Texts of two values; of arrays, of the first elements that differ."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.ndim:
        place = next((i for i in range(len(a)) if not _same(a[i], b[i])), 0)
        return tuple(f"{array[place]} at [{place}]" for array in (a, b))  # type: ignore[return-value]
    return str(a), str(b)
