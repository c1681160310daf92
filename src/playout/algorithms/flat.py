"""Flat Monte Carlo: every legal move is tried equally often, each time with a random playout (seed 000's baseline).

Any game with any number of seats; hidden things are guessed anew for each playout.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from playout import native
from playout.algorithms.playouts import finish
from playout.game import State
from playout.rng import Rng, seed
from playout.rules import CHANCE, OptionError, PlayoutError, RulesError, copy, guess, payoffs, play

__all__ = ["Candidate", "flat", "sample_moves"]

FIRST = 16
"""Playouts of each move before the clock is looked at."""


@dataclass(frozen=True)
class Candidate:
    """A move with what its playouts said."""

    move: int
    playouts: int
    values: tuple[float, ...]
    """The mean payoff of each seat."""


def flat(
    state: State,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
    backend: str | None = None,
) -> list[Candidate]:
    """The legal moves, the best for the seat to move first, after `playouts` of each or after `seconds`."""
    if (seconds is None) == (playouts is None):
        raise OptionError("flat takes either seconds or playouts")
    if (seconds if playouts is None else playouts) <= 0:  # type: ignore[operator]
        raise OptionError("flat needs a limit above 0")
    if state.over or state.turn == CHANCE:
        raise PlayoutError("the match is over" if state.over else "chance decides here, there is no move to choose")
    rules = state.game.rules
    backend = backend or rules.backends[0]
    kernel = native.bind(sample_moves, rules, backend)
    position = rules.allocate(2)
    rules.copy(position, 0, state._position, 0)
    rules.copy(position, 1, state._position, 0)
    moves = np.array(state.moves(), np.int64)
    sums = np.zeros((len(moves), rules.players))
    observer = -1 if state.observer is None else state.observer
    room = (np.zeros(2, np.uint64), np.zeros(rules.max_moves, np.int64), np.zeros(rules.players))
    key, begin, width = Rng(seed).key, 0, FIRST if playouts is None else playouts
    states = native.view(position, backend)
    kernel(states, observer, key, moves, 0, 0, rules.max_length, *room, sums)  # compiles, off the clock
    deadline = time.perf_counter() + (seconds or 0)
    while begin < (playouts or begin + 1):
        started = time.perf_counter()
        end = begin + width
        if not kernel(states, observer, key, moves, begin, end, rules.max_length, *room, sums):
            raise RulesError(f"a playout of {rules.name} did not end within {rules.max_length:,} plies")
        begin = end
        now = time.perf_counter()
        if playouts is None:
            if now >= deadline:
                break
            # Half of what fits before the deadline, so that the last slices are short.
            width = max(1, int(width * min(8.0, max(0.5 * (deadline - now), 0.002) / (now - started))))
    means = [tuple(float(value) / begin for value in row[: state.game.seats]) for row in sums]
    candidates = [Candidate(int(move), begin, values) for move, values in zip(moves, means, strict=True)]
    return sorted(candidates, key=lambda candidate: -candidate.values[state.turn])


def sample_moves(
    states: Any,
    observer: Any,
    key: Any,
    moves: Any,
    begin: Any,
    end: Any,
    longest: Any,
    rng: Any,
    scratch: Any,
    payoff: Any,
    sums: Any,
) -> Any:
    """Kernel: playouts number `begin` to `end - 1` of each move from states[0], played out in states[1].

    moves: int64[n]; scratch: int64[MAX_MOVES]; payoff: float64[PLAYERS]; sums: float64[n, PLAYERS], to which the
    payoffs are added. False if a playout was longer than `longest` plies. states[0] stays as it is.
    """
    for i in range(begin, end):
        for m in range(len(moves)):
            seed(rng, key, i * len(moves) + m)
            copy(states, 1, states, 0)
            s = states[1]
            if observer >= 0:
                guess(s, observer, rng)
            play(s, moves[m])
            if not finish(s, rng, scratch, longest):
                return False
            payoffs(s, payoff)
            for k in range(len(payoff)):
                sums[m, k] += payoff[k]
    return True
