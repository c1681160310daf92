"""Monte Carlo over the moves of one position, without a tree: flat (each equally often) and ucb (UCB1, Auer 2002).

Any game with any number of seats; hidden information is guessed anew for each simulation. ucb may also choose among the
action sequences of a whole turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from playout import native
from playout.algorithms.base import Search
from playout.algorithms.flat import kernel as kernel
from playout.algorithms.flat.options import FlatOptions, UcbOptions
from playout.algorithms.flat.sequences import Sequences
from playout.algorithms.memory import MEGABYTE, MEMORY
from playout.algorithms.pauses import ANY, Pauses
from playout.algorithms.playouts import refuse_endless
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept, refuse_large
from playout.game import State
from playout.options.fields import kernel_settings, policy_name
from playout.rng import new_stream

__all__ = ["Flat", "Ucb"]


class Flat(Search):
    """Flat Monte Carlo in progress: every legal move is tried equally often, each time with a playout."""

    name = "flat"
    summary = "every move equally often, with random playouts"
    games = "any game; guesses what is hidden"
    option_type: ClassVar[type[FlatOptions]] = FlatOptions
    options: FlatOptions

    def _set_up(self) -> None:
        state, rules = self.state, self.state.game.rules
        self._policy = policy_name(self.options.policy)
        self._bind()
        self._positions = rules.allocate(2)
        for i in range(2):
            rules.copy(self._positions, i, state.position, 0)
        moves = state.moves()
        self._arms = np.zeros(len(moves), kernel.arm_type(rules.players))
        self._arms["move"] = moves
        self._observer = -1 if state.observer is None else state.observer
        least, most = rules.payoff_bounds
        self._workspace = np.zeros(1, kernel.workspace_type(rules.max_moves, rules.players))
        settings = {"c": self._factor(), "least": least, "scale": 1 / (most - least), "longest": rules.max_length}
        settings |= {"observer": self._observer, "seat": state.turn}
        for name, value in settings.items():
            self._workspace[name] = value
        self._pauses = Pauses(self._workspace)
        self._rng = new_stream(self.key)

    def _bind(self) -> None:
        self._kernel = native.bind(kernel.sample_moves, self.state.game.rules, self._backend, policy=self._policy)

    def _factor(self) -> float:
        """The factor of the exploration term; below 0, moves are tried in turn."""
        return -1.0

    def prepare(self) -> None:
        self.advance(0)

    @property
    def steps(self) -> int:
        return self._pauses.steps

    def advance(self, amount: int, steps: int = ANY) -> int:
        self._pauses.allow(steps)
        records = (native.view(array, self._backend) for array in (self._positions, self._arms, self._workspace))
        done = int(self._kernel(*records, self._rng, amount))
        if done < 0:
            refuse_endless(self.state.game.rules)
        return done

    def complete_unit(self) -> int:
        return self.advance(1) if self._pauses.paused else 0

    def _contents(self) -> Contents:
        refuse_large(self.work)
        return {}, {"arms": self._arms, "rng": self._rng}

    def _restore(self, kept: Kept) -> None:
        arms = kept.array("arms", self._arms.dtype, self._arms.shape)
        if (arms["move"] != self._arms["move"]).any():
            raise ValueError("its moves are not those of the position")
        if (arms["visits"] < 0).any() or (arms["visits"] > MOST_SIMULATIONS).any():
            raise ValueError("a move has a negative number of visits, or too many")
        self._arms[:] = arms
        self._rng[:] = kept.array("rng", np.uint64, self._rng.shape)

    def _candidates(self) -> list[Candidate]:
        """Every legal move, the best first."""
        seats, seat = self.state.game.seats, self.state.turn
        found = [
            Candidate(move, visits, tuple(total / visits for total in row[:seats]) if visits else None, line=(move,))
            for move, visits, row in zip(
                *(self._arms[name].tolist() for name in ("move", "visits", "sums")), strict=True
            )
        ]
        return sorted(found, key=lambda item: (item.values is None, -item.values[seat] if item.values else 0.0))

    def answer(self) -> SearchResult:
        found = self._candidates()
        values, depth = found[0].values or self.unknown, max(len(item.line) for item in found)
        return self._answer(found[0].move, values, found, depth=depth)


@dataclass(frozen=True)
class Plan:
    """The best sequence of a search, and the seat's expected view after each of its moves but the last."""

    work: int
    """The search's units of work when the plan was made."""
    best: Candidate
    views: list[State]


class Ucb(Flat):
    """UCB1 in progress: the next simulation goes to the move with the highest mean + c sqrt(ln n / n_j).

    The arms may also be the action sequences of a whole turn, in games in which a seat moves several times in a row.
    """

    name = "ucb"
    summary = "UCB1: more simulations for the better moves, or for the better action sequences of a whole turn"
    option_type: ClassVar[type[UcbOptions]] = UcbOptions
    options: UcbOptions

    def _set_up(self) -> None:
        super()._set_up()
        state, rules, chosen = self.state, self.state.game.rules, self.options
        self._sequence_settings: dict[str, Any] | None = None
        self._sequences: Sequences | None = None
        self._plan: Plan | None = None
        if chosen.sequences:
            lowest, highest = rules.payoff_bounds
            settings = kernel_settings(chosen) | {"least": lowest, "scale": 1 / (highest - lowest)}
            settings |= {"guesses": chosen.guesses if self._observer >= 0 else 1}
            self._sequence_settings = settings | {"seat": state.turn, "observer": self._observer}

    @property
    def memory_in_use(self) -> float | None:
        if self._sequence_settings is None:
            return None
        return 0.0 if self._sequences is None else self._sequences.memory / MEGABYTE

    def _factor(self) -> float:
        assert self.options.c is not None, "it is filled in for each game"
        return self.options.c

    @property
    def sequences(self) -> Sequences | None:
        """The sequences, if they are the arms; else None."""
        if self._sequences is None and self._sequence_settings is not None:
            binding = {"backend": self._backend, "policy": self._policy}
            limits = (self.options.arms, self.memory or MEMORY)
            self._sequences = Sequences(self.state, self._sequence_settings, binding, new_stream(self.key), *limits)
        return self._sequences

    def foreseen(self, state: State) -> SearchResult | None:
        """With `follow`: the rest of the best sequence, as long as the seat sees what the sequence predicted."""
        if not self.options.follow or self.work == 0:
            return None
        if self._plan is None or self._plan.work != self.work:
            best = self.answer().candidates[0]
            self._plan = Plan(self.work, best, foreseen_views(self.state, best.line))
        best, views = self._plan.best, self._plan.views
        rest = next((best.line[i + 1 :] for i, view in enumerate(views) if view == state), ())
        if not rest or rest[0] not in state.moves():  # a secret may have been triggered otherwise than in most guesses
            return None
        others = [Candidate(move, 0, None, line=(move,)) for move in state.moves() if move != rest[0]]
        found = [replace(best, move=rest[0], line=rest), *others]
        return replace(self._answer(rest[0], best.values or self.unknown, found, depth=len(rest)), state=state)

    @property
    def steps(self) -> int:
        return super().steps if self._sequences is None else self._sequences.pauses.steps

    def advance(self, amount: int, steps: int = ANY) -> int:
        return super().advance(amount, steps) if self.sequences is None else self.sequences.simulate(amount, steps)

    def complete_unit(self) -> int:
        return super().complete_unit() if self._sequences is None else self._sequences.complete_simulation()

    def _contents(self) -> Contents:
        return super()._contents() if self.sequences is None else self.sequences.contents()

    def _restore(self, kept: Kept) -> None:
        if self.sequences is None:
            super()._restore(kept)
        else:
            self.sequences.restore(kept)

    def _candidates(self) -> list[Candidate]:
        return super()._candidates() if self.sequences is None else self.sequences.best(self.options.choice)


def foreseen_views(state: State, line: tuple[int, ...]) -> list[State]:
    """The views of the seat to move after each move of a line but the last, as long as it is that seat's turn.

    These moves have the same view under every guess that was tried, so one guess is enough.
    """
    views, place, seat = list[State](), state.guess(0), state.turn
    for move in line[:-1]:
        if move not in place.moves():
            break
        place = place.play(move)
        if place.turn != seat:
            break
        views.append(place if state.observer is None else place.seen_by(seat))
    return views
