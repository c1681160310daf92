"""A test of views at every position of many matches: a view must not depend on hidden information.

A search gets only the masked position. So if a new guess, masked again, is equal byte by byte, no agent's choice can
depend on hidden information. check_hidden.py tests a few positions and reports more details; here native code tests
thousands.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from playout import native
from playout.checking.report import Finding
from playout.examining.patient import Patient
from playout.rng import below, new_stream
from playout.rules import CHANCE, OVER, chance, copy, guess, mask, moves, play, turn

__all__ = ["redraw_many"]

RULE = "a new guess of the hidden part changes neither a seat's view nor its moves"

FIRST_STREAM = 1 << 41
"""The first random stream of these matches, after all other streams."""


def redraw(states: Any, rows: Any, seats: Any, rng: Any, listed: Any, line: Any, counts: Any) -> Any:
    """Kernel: play a random match from states[0]. Returns the number of moves (in `line`) after which a seat could tell
    a guess from the true position, or -1.

    states: the start, the match, then a masked position, a guess of it, and the guess masked again. rows: the same as
    bytes. listed: int64[2, MAX_MOVES]. line: int64. counts: int64[1], the number of positions tested.
    """
    copy(states, 1, states, 0)
    length = 0
    while True:
        mover = turn(states[1])
        n = moves(states[1], listed[0]) if mover >= 0 else 0
        for seat in range(seats):
            copy(states, 2, states, 1)
            mask(states[2], seat)
            copy(states, 3, states, 2)
            guess(states[3], seat, rng)
            copy(states, 4, states, 3)
            mask(states[4], seat)
            same = turn(states[3]) == mover
            for i in range(rows.shape[1]):
                same = same and rows[2, i] == rows[4, i]
            if same and mover == seat:
                same = moves(states[3], listed[1]) == n
                for i in range(n):
                    found = False
                    for k in range(n):
                        found = found or listed[0, i] == listed[1, k]
                    same = same and found
            if not same:
                return length
        counts[0] += 1
        if mover == OVER or length == len(line):
            return -1
        move = chance(states[1], rng) if mover == CHANCE else listed[0, below(rng, n)]
        play(states[1], move)
        line[length] = move
        length += 1


def redraw_many(patient: Patient, seconds: float) -> list[Finding]:
    """Test random matches for `seconds` after compiling; no finding if the game hides nothing."""
    rules = patient.rules
    if not (rules.has("mask") and rules.has("guess")):
        return []
    kernel = native.bind(redraw, rules, "cpu")
    states = rules.allocate(5)
    rules.copy(states, 0, patient.first(), 0)
    rows = states.view(np.uint8).reshape(5, -1)
    listed, line = np.zeros((2, rules.max_moves), np.int64), np.zeros(rules.max_length, np.int64)
    counts = np.zeros(1, np.int64)
    deadline, stream = None, FIRST_STREAM
    while deadline is None or time.perf_counter() < deadline:
        stream += 1
        rng = new_stream(patient.seed, stream)
        length = kernel(native.view(states, "cpu"), rows, patient.seats, rng, listed, line, counts)
        if length >= 0:
            text = f"{patient.place('guess')}: after these moves a seat could tell a guess from the truth"
            return [Finding(RULE, False, text, patient.names(line[:length].tolist()))]
        deadline = deadline or time.perf_counter() + seconds
    return [Finding(RULE, True, f"{counts[0]:,} positions")]
