"""Perft: the number of lines of play to a depth. A mistake in the rules changes these numbers.

A leaf is a line of `depth` plies; a match that ends sooner has no leaf. Each outcome of chance is a line, whatever its
probability. The moves of the last ply are listed and not played, as is usual, which saves most of the time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from playout import native
from playout.examining import quick
from playout.game import State
from playout.notices import shown
from playout.options.kinds import check_count
from playout.rules import CHANCE, OVER, OptionError, PlayoutError, copy, moves, odds, play, turn

__all__ = ["PerftResult", "perft"]

SLICE = 0.01
"""The duration of one call of the kernel in seconds; Ctrl-C takes effect between two calls."""


@dataclass(frozen=True)
class PerftResult:
    """The lines of play from a position."""

    state: State = field(repr=False)
    counts: tuple[int, ...]
    """The numbers of lines of 0, 1, 2, ... plies; the last is `leaves`."""
    ended: tuple[int, ...]
    """The numbers of matches that end after 0, 1, 2, ... plies; one number fewer than `counts`, see above."""
    divided: dict[int, int]
    """The leaves below each first move."""
    elapsed: float
    """Seconds, without compiling."""

    @property
    def depth(self) -> int:
        return len(self.counts) - 1

    @property
    def leaves(self) -> int:
        return self.counts[-1]

    @property
    def rate(self) -> float:
        """Leaves a second."""
        return self.leaves / self.elapsed if self.elapsed > 0 else 0.0


def perft(state: State, depth: int, *, backend: str | None = None) -> PerftResult:
    """Count the lines of `depth` plies from a position, on `cpu` (native, the default) or `python` (interpreted)."""
    if not isinstance(state, State):
        raise OptionError(f"perft counts from a state, not {shown(state)}; give game.start()")
    check_count("depth", depth)
    rules = state.game.rules
    if state.observer is not None:
        raise PlayoutError(f"this is what seat {state.observer} sees; perft needs the match's own state, or a guess")
    if rules.has("chance") and not rules.has("odds"):
        raise PlayoutError(
            f"{rules.name} does not list its chance outcomes (odds(s, outcomes, p)), so none can be counted"
        )
    backend = backend or rules.backends[0]
    if backend == "cpu":
        quick.refuse_faulty(state.game)
    kernel = native.bind(count_lines, rules, backend)
    first = state.moves()
    counts, ended, shares = np.zeros(depth + 1, np.int64), np.zeros(depth, np.int64), np.zeros(len(first), np.int64)
    counts[:2], ended[0] = (1, len(first)), state.over
    states = rules.allocate(depth)
    for ply in range(depth):
        rules.copy(states, ply, state.position, 0)
    lists = np.zeros((depth, max(rules.max_moves, rules.max_outcomes)), np.int64)
    lists[0, : len(first)] = first
    stack = np.zeros((depth, 2), np.int64)
    stack[0, 0] = len(first)
    place, chances = np.zeros(1, np.int64), np.zeros(rules.max_outcomes)
    arrays = (native.view(states, backend), lists, chances, stack, place, counts, ended, shares)
    kernel(*arrays, 0)  # loads or compiles the kernel
    begin = time.perf_counter()
    if depth == 1:
        shares[:] = 1
    else:
        positions = 1
        while place[0] >= 0:
            started = time.perf_counter()
            kernel(*arrays, positions)
            positions = max(1, min(8 * positions, int(positions * SLICE / (time.perf_counter() - started + 1e-6))))
    elapsed = time.perf_counter() - begin
    divided = dict(zip(first, shares.tolist(), strict=True))
    return PerftResult(state, tuple(counts.tolist()), tuple(ended.tolist()), divided, elapsed)


def count_lines(
    states: Any,
    lists: Any,
    chances: Any,
    stack: Any,
    place: Any,
    counts: Any,
    ended: Any,
    shares: Any,
    budget: Any,
) -> None:
    """Kernel: continue for at most `budget` positions; place[0] is the ply of the current line, -1 at the end.

    states: a position for each ply below the depth. lists: int64[depth, width], the moves or outcomes. stack:
    int64[depth, 2], their number and the number of those played. chances: float64[MAX_OUTCOMES], scratch. Adds to
    counts[n] the lines of n plies, to ended[n] the matches that end after n plies, and to shares[i] the leaves below
    root move i. The caller has filled in the root's list and stack.
    """
    depth = len(stack)
    ply = place[0]
    for _ in range(budget):
        while ply >= 0 and stack[ply, 1] == stack[ply, 0]:
            ply -= 1
        if ply < 0:
            break
        move = lists[ply, stack[ply, 1]]
        stack[ply, 1] += 1
        copy(states, ply + 1, states, ply)
        s = states[ply + 1]
        play(s, move)
        seat = turn(s)
        if seat == OVER:
            ended[ply + 1] += 1
            continue
        n = odds(s, lists[ply + 1], chances) if seat == CHANCE else moves(s, lists[ply + 1])
        counts[ply + 2] += n
        if ply + 2 == depth:
            shares[stack[0, 1] - 1] += n
        else:
            ply += 1
            stack[ply, 0] = n
            stack[ply, 1] = 0
    place[0] = ply
