"""Monte Carlo over the moves of one position, without a tree: flat (each equally often) and ucb (UCB1, Auer 2002).

Any game with any number of seats; hidden things are guessed anew for each simulation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout import native
from playout.algorithms.playouts import ADVISED, UNIFORM, check_policy, finish
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.search import Search
from playout.game import State
from playout.rng import new_stream
from playout.rules import OptionError, RulesError, copy, guess, payoffs, play

__all__ = ["Flat", "Ucb", "sample_moves"]


class Flat(Search):
    """Flat Monte Carlo: every legal move is tried equally often, each time with a playout.

    policy: playouts are uniform, follow the game's suggest, its tactics or another of its policies.
    """

    name = "flat"
    unit = "simulations"
    limits = ("seconds", "simulations")

    def __init__(
        self,
        state: State,
        *,
        seed: int | None = None,
        memory: float | None = None,
        policy: str = "uniform",
        backend: str | None = None,
    ) -> None:
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        self._policy = check_policy(rules, policy)
        self._backend = backend or rules.backends[0]
        self._bind()
        self._positions = rules.allocate(2)
        for i in range(2):
            rules.copy(self._positions, i, state._position, 0)
        self._moves = np.array(state.moves(), np.int64)
        self._visits = np.zeros(len(self._moves), np.int64)
        self._sums = np.zeros((len(self._moves), rules.players))
        self._observer = -1 if state.observer is None else state.observer
        least, most = rules.payoff_bounds
        advised = ADVISED if self._policy else UNIFORM
        self._settings = np.array([self._factor(), least, 1 / (most - least), rules.max_length, advised])
        self._rng = new_stream(self.key)
        self._room = (np.zeros(rules.max_moves, np.int64), np.zeros(rules.players))

    def _bind(self) -> None:
        self._kernel = native.bind(sample_moves, self.state.game.rules, self._backend, policy=self._policy)

    def _factor(self) -> float:
        """The factor of the exploration term; below 0, moves are tried in turn."""
        return -1.0

    @property
    def complete(self) -> bool:
        return False

    @property
    def can_prove(self) -> bool:
        return False

    def prepare(self) -> None:
        self.advance(0)

    def advance(self, amount: int) -> int:
        states = native.view(self._positions, self._backend)
        table = (self._moves, self._visits, self._sums)
        done = int(
            self._kernel(
                states, self._observer, self.state.turn, *table, self._settings, self._rng, *self._room, amount
            )
        )
        if done < amount:
            rules = self.state.game.rules
            raise RulesError(f"a playout of {rules.name} did not end within {rules.max_length:,} plies")
        return done

    def answer(self) -> SearchResult:
        seats, seat = self.state.game.seats, self.state.turn
        found = [
            Candidate(move, visits, tuple(total / visits for total in row[:seats]) if visits else None, line=(move,))
            for move, visits, row in zip(self._moves.tolist(), self._visits.tolist(), self._sums.tolist(), strict=True)
        ]
        found.sort(key=lambda item: (item.values is None, -item.values[seat] if item.values else 0.0))
        return SearchResult(
            state=self.state,
            algorithm=self.name,
            move=found[0].move,
            values=found[0].values or self.unknown,
            candidates=tuple(found),
            proven=False,
            unit=self.unit,
            work=self.work,
            depth=1,
            elapsed=self.elapsed,
        )


class Ucb(Flat):
    """UCB1 over the moves: the next simulation goes to the move with the highest mean + c sqrt(ln n / n_j)."""

    name = "ucb"

    def __init__(
        self,
        state: State,
        *,
        seed: int | None = None,
        memory: float | None = None,
        c: float = math.sqrt(2),
        policy: str = "uniform",
        backend: str | None = None,
    ) -> None:
        if isinstance(c, bool) or not isinstance(c, (int, float)) or not 0 <= c < 100:
            raise OptionError(f"c has to be a number from 0 to 100, not {c!r}")
        self._c = float(c)
        super().__init__(state, seed=seed, memory=memory, policy=policy, backend=backend)

    def _factor(self) -> float:
        return self._c


def sample_moves(
    states: Any,
    observer: Any,
    seat: Any,
    moves: Any,
    visits: Any,
    sums: Any,
    settings: Any,
    rng: Any,
    scratch: Any,
    payoff: Any,
    count: Any,
) -> Any:
    """Kernel: `count` simulations from states[0], each one move and a playout in states[1].

    moves, visits: int64[n]; sums: float64[n, PLAYERS]; settings: c (below 0: in turn), the least payoff, one over the
    range of payoffs, the most plies, UNIFORM or ADVISED; scratch: int64[MAX_MOVES]; payoff: float64[PLAYERS]. How many
    were done, which is fewer if a playout was too long.
    """
    for done in range(count):
        m = pick_arm(visits, sums, seat, settings[0], settings[1], settings[2])
        copy(states, 1, states, 0)
        s = states[1]
        if observer >= 0:
            guess(s, observer, rng)
        play(s, moves[m])
        if settings[4] == UNIFORM:
            ended = finish(s, rng, scratch, np.int64(settings[3]), UNIFORM)
        else:
            ended = finish(s, rng, scratch, np.int64(settings[3]), ADVISED)
        if not ended:
            return done
        payoffs(s, payoff)
        visits[m] += 1
        for k in range(len(payoff)):
            sums[m, k] += payoff[k]
    return count


def pick_arm(visits: Any, sums: Any, seat: Any, c: Any, least: Any, scale: Any) -> Any:
    """The move to try next: one that was tried least, if in turn or not tried at all; else by UCB1."""
    total = 0
    fewest = 0
    for m in range(len(visits)):
        total += visits[m]
        if visits[m] < visits[fewest]:
            fewest = m
    if c < 0.0 or visits[fewest] == 0:
        return fewest
    log = math.log(total)
    best = 0
    highest = -1.0
    for m in range(len(visits)):
        bound = (sums[m, seat] / visits[m] - least) * scale + c * math.sqrt(log / visits[m])
        if bound > highest:
            highest = bound
            best = m
    return best
