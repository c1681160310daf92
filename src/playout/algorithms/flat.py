"""Monte Carlo over the moves of one position, without a tree: flat (each equally often) and ucb (UCB1, Auer 2002).

Any game with any number of seats; hidden things are guessed anew for each simulation. ucb may also choose among the
action sequences of a whole turn.
"""

from __future__ import annotations

import inspect
import math
from typing import Any

import numpy as np

from playout import native
from playout.algorithms.limits import MEMORY
from playout.algorithms.options import check_count, check_switches, check_weight, check_word
from playout.algorithms.playouts import ADVISED, UNIFORM, check_policy, finish, refuse_endless
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.search import Search
from playout.algorithms.sequences import Sequences
from playout.game import State
from playout.rng import new_stream
from playout.rules import OptionError, copy, guess, payoffs, play

__all__ = ["Flat", "Ucb", "sample_moves"]


class Flat(Search):
    """Flat Monte Carlo: every legal move is tried equally often, each time with a playout.

    policy: playouts are uniform, follow the game's suggest, its tactics or another of its policies; the game's file may
    say which is best for it, else they are uniform.
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
        policy: str | None = None,
        backend: str | None = None,
    ) -> None:
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        if policy is None:
            policy = rules.tuned.get(self.name, {}).get("policy", "uniform")
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
        done = self._simulate(amount)
        if done < amount:
            refuse_endless(self.state.game.rules)
        return done

    def _simulate(self, amount: int) -> int:
        states = native.view(self._positions, self._backend)
        table = (self._moves, self._visits, self._sums)
        room = (*table, self._settings, self._rng, *self._room)
        return int(self._kernel(states, self._observer, self.state.turn, *room, amount))

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
    """UCB1: the next simulation goes to the move with the highest mean + c sqrt(ln n / n_j).

    c: sqrt(2) for moves, 0.5 for sequences. policy: as for flat. sequences: the arms are not moves but the action
    sequences of the whole turn, for games in which a seat moves several times in a row. The others are for sequences
    only. open_after: how often the beginning of a sequence is tried before the moves that may follow get arms of their
    own; 0: at once. arms: how many at most. guesses: on how many guesses a sequence is played side by side, to find out
    where it becomes uncertain. merge: sequences that come to the same are one arm. tactics: the game's forced moves, if
    they are forced under every guess. choice: the sequence with the best mean, or with the most visits.
    """

    name = "ucb"

    def __init__(
        self,
        state: State,
        *,
        seed: int | None = None,
        memory: float | None = None,
        c: float | None = None,
        policy: str | None = None,
        sequences: bool = False,
        open_after: int = 8,
        arms: int = 2000,
        guesses: int = 8,
        merge: bool = True,
        tactics: bool = True,
        choice: str = "mean",
        backend: str | None = None,
    ) -> None:
        if c is None:
            c = 0.5 if sequences else math.sqrt(2)
        check_weight("c", c)
        check_switches(sequences=sequences, merge=merge, tactics=tactics)
        for word, count, fewest in (("open_after", open_after, 0), ("arms", arms, 1), ("guesses", guesses, 1)):
            check_count(word, count, fewest)
        check_word("choice", choice, ("mean", "visits"))
        given = {"open_after": open_after, "arms": arms, "guesses": guesses, "merge": merge, "choice": choice}
        for word, value in () if sequences else given.items():
            if value != inspect.signature(Ucb).parameters[word].default:
                raise OptionError(f"{word} is for sequences: write sequences=True as well, or leave {word} out")
        self._c = float(c)
        super().__init__(state, seed=seed, memory=memory, policy=policy, backend=backend)
        rules = state.game.rules
        self._settings_of_arms: dict[str, float] | None = None
        self._arms: Sequences | None = None
        self._capacity, self._choice = arms, choice
        if sequences:
            lowest, highest = rules.payoff_bounds
            hidden = self._observer >= 0
            self._settings_of_arms = {"c": c, "least": lowest, "scale": 1 / (highest - lowest), "seat": state.turn}
            self._settings_of_arms |= {"observer": self._observer, "guesses": guesses if hidden else 1}
            self._settings_of_arms |= {"open_after": open_after, "use_merge": merge, "use_policy": self._policy != ""}
            self._settings_of_arms |= {"use_tactics": tactics and rules.has("tactics")}

    def _factor(self) -> float:
        return self._c

    @property
    def sequences(self) -> Sequences | None:
        """The sequences, where they are the arms."""
        if self._arms is None and self._settings_of_arms is not None:
            binding = {"backend": self._backend, "policy": self._policy}
            limits = (self._capacity, self.memory or MEMORY)
            self._arms = Sequences(self.state, self._settings_of_arms, binding, new_stream(self.key), *limits)
        return self._arms

    def _simulate(self, amount: int) -> int:
        return super()._simulate(amount) if self.sequences is None else self.sequences.simulate(amount)

    def _candidates(self) -> list[Candidate]:
        return super()._candidates() if self.sequences is None else self.sequences.best(self._choice)


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
