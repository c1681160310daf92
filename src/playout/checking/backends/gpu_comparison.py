"""Compares a GPU with native code on the CPU: both play the same random matches and record each function's results at
each ply.

Results have to be equal to the bit. native_comparison.py compares interpreted rules with native code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.checking.report import Finding
from playout.examining.patient import Patient
from playout.hashing import fold
from playout.rng import below, seed
from playout.rules import (
    CHANCE,
    OVER,
    PlayoutError,
    advise,
    chance,
    copy,
    evaluate,
    guess,
    key,
    left,
    mask,
    moves,
    payoffs,
    play,
    rank,
    tactics,
    turn,
)

__all__ = ["EQUAL", "compare_with_gpu"]

EQUAL = "a GPU does what native code does"

MATCHES, MAX_PLIES = 1000, 400
"""The number of random matches that are compared, and the largest number of plies of each."""

# The functions that are called at each ply, by the column of the result.
TURN, KEY, MOVES, LEFT, TACTICS, ADVICE, GUESS, DRAWN, COLUMNS = range(9)
_FUNCTIONS = ("turn", "key", "moves", "left", "tactics", "suggest", "guess", "chance")
EVALUATE, RANK, PAYOFFS = range(3)
_VALUES = ("evaluate", "rank", "payoffs")


class Answers(NamedTuple):
    """The results of the functions on one backend."""

    words: NDArray[np.int64]
    """[matches, plies, COLUMNS]: 0 after the end of a match"""
    values: NDArray[np.float64]
    """[matches, plies, 2 + PLAYERS]"""
    line: NDArray[np.int64]
    """[matches, plies]: the moves"""


def compare_with_gpu(patient: Patient, backend: str = "cuda") -> Finding:
    """The finding of the rule `EQUAL`. backend: tests pass another one than `cuda`."""
    rules = patient.rules
    if rules.is_object:
        return Finding(EQUAL, None, "the game is a Python class, which always runs interpreted")
    try:
        here, there = _ask(patient, "cpu"), _ask(patient, backend)
    except PlayoutError as error:
        return Finding(EQUAL, False, str(error))
    differs = _difference(here, there)
    if differs is None:
        positions = int((here.words[:, :, TURN] != 0).sum())
        return Finding(EQUAL, True, f"{positions:,} positions of {MATCHES:,} random matches")
    match, ply, name, one, other = differs
    text = (
        f"{patient.place(name)} gives {one} on the CPU and {other} on a GPU. Integers wrap and fractions are rounded "
        "alike on both, but functions of math (log, exp, sin, ...) may differ in the last digit: round what they "
        "return, or keep it in a table"
    )
    return Finding(EQUAL, False, text, patient.names(here.line[match, :ply].tolist()))


def _ask(patient: Patient, backend: str) -> Answers:
    """The results on a backend."""
    rules = patient.rules
    memory = native.memory_of(backend)
    first = rules.allocate(1)
    rules.copy(first, 0, patient.game.start().position, 0)
    plies = min(MAX_PLIES, rules.max_length)
    answers = Answers(
        memory.zeros((MATCHES, plies, COLUMNS), np.int64),
        memory.zeros((MATCHES, plies, 2 + rules.players), np.float64),
        memory.zeros((MATCHES, plies), np.int64),
    )
    policy = "suggest" if rules.has("suggest") else ""
    listed, width = (np.int64, max(1, rules.max_moves)), max(rules.max_moves, rules.players, 1)
    scratch: list[tuple[Any, int]] = [(rules.dtype, 2), (np.uint64, 2), listed, listed, (np.float64, width)]
    run = native.batch(follow_match, rules, backend, scratch=scratch, policy=policy)
    run(MATCHES, memory.to_device(first), patient.seed, plies, patient.seats, answers)
    run.check()
    found: Answers = memory.to_host(answers)
    return found


def _difference(one: Answers, other: Answers) -> tuple[int, int, str, Any, Any] | None:
    """The first difference after the fewest plies: the match, the ply, the function, and both results. None if there is
    none.
    """
    found = []
    for names, a, b in ((_FUNCTIONS, one.words, other.words), (_VALUES, one.values, other.values)):
        differ = (a != b) & ~((a != a) & (b != b))
        if differ.any():
            ply, match, column = min((int(p), int(m), int(c)) for m, p, c in np.argwhere(differ)[:100_000])
            name = names[min(column, len(names) - 1)]
            found.append((ply, match, name, a[match, ply, column].item(), b[match, ply, column].item()))
    if not found:
        return None
    ply, match, name, first, second = min(found, key=lambda item: item[0])
    return match, ply, name, first, second


def follow_match(
    i: Any,
    states: Any,
    rng: Any,
    listed: Any,
    numbers: Any,
    scores: Any,
    roots: Any,
    stream: Any,
    plies: Any,
    seats: Any,
    answers: Any,
) -> None:
    """Item: plays random match i of a key, and records the functions' results at each ply."""
    seed(rng, stream, i)
    copy(states, 0, roots, 0)
    for ply in range(plies):
        s = states[0]
        words, values = answers.words[i, ply], answers.values[i, ply]
        seat = turn(s)
        words[TURN] = seat + 4  # above 0 for chance and the end
        words[KEY] = np.int64(key(s))
        for other in range(seats):
            copy(states, 1, states, 0)
            mask(states[1], other)
            guess(states[1], other, rng)
            words[GUESS] = words[GUESS] * 31 + np.int64(key(states[1]))
        if seat == OVER:
            payoffs(s, scores)
            for k in range(len(values) - PAYOFFS):
                values[PAYOFFS + k] = scores[k]
            return
        if seat == CHANCE:
            move = np.int64(chance(s, rng))
            words[DRAWN] = move
        else:
            move = ask_of_seat(s, seat, rng, listed, numbers, scores, words, values)
        answers.line[i, ply] = move
        play(s, move)


def ask_of_seat(s: Any, seat: Any, rng: Any, listed: Any, numbers: Any, scores: Any, words: Any, values: Any) -> Any:
    """Record the functions' results at a seat's turn. Returns the move to play."""
    n = moves(s, listed)
    words[MOVES] = folded(listed, n)
    words[LEFT] = left(s)
    found = np.int64(tactics(s, numbers))
    words[TACTICS] = found if found <= 0 else folded(numbers, found)
    words[ADVICE] = advise(s, rng, numbers)
    values[EVALUATE] = evaluate(s, seat)
    rank(s, listed, n, scores)
    for k in range(n):
        values[RANK] += scores[k] * (k + 1)
    return np.int64(listed[below(rng, n)])


def folded(numbers: Any, n: Any) -> Any:
    """A hash of the first n numbers."""
    word = np.uint64(n)
    for k in range(n):
        word = fold(word, numbers[k])
    return np.int64(word)
