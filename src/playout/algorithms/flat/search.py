"""Monte Carlo over the moves of one position, without a tree: flat (each equally often) and ucb (UCB1, Auer 2002).

Any game with any number of seats; hidden things are guessed anew for each simulation. ucb may also choose among the
action sequences of a whole turn.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from playout import native
from playout.algorithms.base import Search
from playout.algorithms.flat.options import FlatOptions, UcbOptions
from playout.algorithms.flat.sequences import Sequences
from playout.algorithms.limits import MEMORY
from playout.algorithms.options.fields import policy_name, resolved
from playout.algorithms.playouts import ADVISED, UNIFORM, finish, refuse_endless
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import MOST, Contents, Kept, refuse_large
from playout.game import State
from playout.rng import new_stream
from playout.rules import copy, guess, payoffs, play

__all__ = ["Flat", "Ucb", "sample_moves"]


class Flat(Search):
    """Flat Monte Carlo in progress: every legal move is tried equally often, each time with a playout."""

    name = "flat"
    summary = "every move equally often, with random playouts"
    games = "any game; guesses what is hidden"
    unit = "simulations"
    limits = ("seconds", "simulations")
    option_type: ClassVar[type[FlatOptions]] = FlatOptions
    options: FlatOptions

    def __init__(
        self,
        state: State,
        options: FlatOptions | None = None,
        *,
        seed: int | None = None,
        memory: float | None = None,
        backend: str | None = None,
    ) -> None:
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        self.options = resolved(options, self.option_type, rules, self.name)
        self._policy = policy_name(self.options.policy)
        self._backend = backend or rules.backends[0]
        self._bind()
        self._positions = rules.allocate(2)
        for i in range(2):
            rules.copy(self._positions, i, state.position, 0)
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
        done = self._simulate(amount)
        if done < amount:
            refuse_endless(self.state.game.rules)
        return done

    def _simulate(self, amount: int) -> int:
        states = native.view(self._positions, self._backend)
        table = (self._moves, self._visits, self._sums)
        room = (*table, self._settings, self._rng, *self._room)
        return int(self._kernel(states, self._observer, self.state.turn, *room, amount))

    def _contents(self) -> Contents:
        refuse_large(self.work)
        return {}, {"visits": self._visits, "sums": self._sums, "rng": self._rng}

    def _restore(self, kept: Kept) -> None:
        self._visits[:] = kept.array("visits", np.int64, self._visits.shape)
        self._sums[:] = kept.array("sums", np.float64, self._sums.shape)
        self._rng[:] = kept.array("rng", np.uint64, self._rng.shape)
        if (self._visits < 0).any() or (self._visits > MOST).any():
            raise ValueError("a move was tried less than never, or more often than can be")

    def _candidates(self) -> list[Candidate]:
        """Every legal move, the best first."""
        seats, seat = self.state.game.seats, self.state.turn
        found = [
            Candidate(move, visits, tuple(total / visits for total in row[:seats]) if visits else None, line=(move,))
            for move, visits, row in zip(self._moves.tolist(), self._visits.tolist(), self._sums.tolist(), strict=True)
        ]
        return sorted(found, key=lambda item: (item.values is None, -item.values[seat] if item.values else 0.0))

    def answer(self) -> SearchResult:
        found = self._candidates()
        return SearchResult(
            state=self.state,
            algorithm=self.name,
            move=found[0].move,
            values=found[0].values or self.unknown,
            candidates=tuple(found),
            proven=False,
            unit=self.unit,
            work=self.work,
            depth=max(len(item.line) for item in found),
            elapsed=self.elapsed,
        )


class Ucb(Flat):
    """UCB1 in progress: the next simulation goes to the move with the highest mean + c sqrt(ln n / n_j).

    Or to the action sequence of a whole turn, for games in which a seat moves several times in a row.
    """

    name = "ucb"
    summary = "UCB1: more simulations for the better moves, or for the better action sequences of a whole turn"
    option_type: ClassVar[type[UcbOptions]] = UcbOptions
    options: UcbOptions

    def __init__(
        self,
        state: State,
        options: UcbOptions | None = None,
        *,
        seed: int | None = None,
        memory: float | None = None,
        backend: str | None = None,
    ) -> None:
        super().__init__(state, options, seed=seed, memory=memory, backend=backend)
        rules, chosen = state.game.rules, self.options
        self._settings_of_arms: dict[str, Any] | None = None
        self._arms: Sequences | None = None
        if chosen.sequences:
            lowest, highest = rules.payoff_bounds
            hidden = self._observer >= 0
            self._settings_of_arms = {"c": chosen.c, "least": lowest, "scale": 1 / (highest - lowest)}
            self._settings_of_arms |= {"seat": state.turn, "observer": self._observer}
            self._settings_of_arms |= {"guesses": chosen.guesses if hidden else 1, "open_after": chosen.open_after}
            self._settings_of_arms |= {"use_merge": chosen.merge, "use_policy": self._policy != ""}
            self._settings_of_arms |= {"use_tactics": chosen.tactics}

    def _factor(self) -> float:
        assert self.options.c is not None, "it is filled in for each game"
        return self.options.c

    @property
    def sequences(self) -> Sequences | None:
        """The sequences, where they are the arms."""
        if self._arms is None and self._settings_of_arms is not None:
            binding = {"backend": self._backend, "policy": self._policy}
            limits = (self.options.arms, self.memory or MEMORY)
            self._arms = Sequences(self.state, self._settings_of_arms, binding, new_stream(self.key), *limits)
        return self._arms

    def _simulate(self, amount: int) -> int:
        return super()._simulate(amount) if self.sequences is None else self.sequences.simulate(amount)

    def _contents(self) -> Contents:
        return super()._contents() if self.sequences is None else self.sequences.contents()

    def _restore(self, kept: Kept) -> None:
        if self.sequences is None:
            super()._restore(kept)
        else:
            self.sequences.restore(kept)

    def _candidates(self) -> list[Candidate]:
        return super()._candidates() if self.sequences is None else self.sequences.best(self.options.choice)


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
