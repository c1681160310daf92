"""The slow way to search for more than two seats: recursions over positions, without any pruning, to compare with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import playout

Worth = tuple[float, int]
"""What the root's seat gets, and the plies until then."""


class Slow:
    """What every line is worth to the seat to move; `nodes` counts the positions looked at.

    remember: the same stones are looked at once, in whatever order they came.
    """

    def __init__(self, state: playout.State, depth: int | None = None, *, remember: bool = False) -> None:
        self.us, self.depth, self.nodes = state.turn, depth, 0
        self.known: dict[Any, Worth] | None = {} if remember else None
        rules, seats = state.game.rules, state.game.seats
        self.middle = sum(rules.payoff_bounds) / 2 if rules.payoff_sum is None else rules.payoff_sum / seats
        self.value, self.plies = self.paranoid(state, 0)

    def order(self, worth: Worth) -> tuple[float, int]:
        """A gain rather soon, a loss rather late."""
        value, plies = worth
        return value, -plies if value > self.middle else plies if value < self.middle else 0

    def leaf(self, state: playout.State, ply: int) -> Worth | None:
        self.nodes += 1
        if state.over:
            return state.payoffs[self.us], ply
        return (float(state._call("evaluate", self.us)), ply) if ply == self.depth else None

    def paranoid(self, state: playout.State, ply: int) -> Worth:
        found = self.leaf(state, ply)
        if found is not None:
            return found
        if self.known is not None and stones(state) in self.known:
            return self.known[stones(state)]
        best = max if state.turn == self.us else min
        worth = best((self.paranoid(state.play(move), ply + 1) for move in state.moves()), key=self.order)
        if self.known is not None:
            self.known[stones(state)] = worth
        return worth


class SlowReplies(Slow):
    """Best-reply search as its paper says it: each of the others in its turn is the one that replies."""

    def paranoid(self, state: playout.State, ply: int) -> Worth:
        if state.over or ply == self.depth or state.turn == self.us:
            found = self.leaf(state, ply)
            if found is not None:
                return found
            return max((self.paranoid(state.play(move), ply + 1) for move in state.moves()), key=self.order)
        others = set(range(state.game.seats)) - {self.us}
        return min((self.round(state, ply, one) for one in others), key=self.order)

    def round(self, state: playout.State, ply: int, one: int) -> Worth:
        """Until our next move: `one` chooses, the others play what they usually would."""
        if state.over or ply == self.depth or state.turn == self.us:
            return self.paranoid(state, ply)
        self.nodes += 1
        moves = state.moves() if state.turn == one else [usual(state)]
        return min((self.round(state.play(move), ply + 1, one) for move in moves), key=self.order)


def stones(state: playout.State) -> tuple[frozenset[int], ...]:
    """The cells of each seat in k in a row."""
    return tuple(frozenset(state.history[seat :: state.game.seats]) for seat in range(state.game.seats))


def usual(state: playout.State) -> int:
    rules, out = state.game.rules, np.zeros(1000, np.int64)
    if rules.has("tactics"):
        n = int(state._call("tactics", out))
        if n > 0 or (n < 0 and out[0] >= 0):
            return int(out[0])
    moves = state.moves()
    if not rules.has("rank"):
        return moves[0]
    scores = np.zeros(len(moves))
    state._call("rank", np.array(moves), len(moves), scores)
    return moves[int(np.argmax(scores))]


def max_n(
    state: playout.State, known: dict[Any, tuple[tuple[float, ...], int]] | None = None
) -> tuple[tuple[float, ...], int]:
    """The slow way: the values by seat, and the plies; of equal losses the later one. `known` by the stones of each."""
    known = {} if known is None else known
    middle, seat, key = 1 / state.game.seats, state.turn, stones(state)
    if state.over:
        return state.payoffs, 0
    if key in known:
        return known[key]

    def order(found: tuple[tuple[float, ...], int]) -> tuple[float, int]:
        own = found[0][seat]
        return own, -found[1] if own > middle else found[1] if own < middle else 0

    values, plies = max((max_n(state.play(move), known) for move in state.moves()), key=order)
    known[key] = values, plies + 1
    return known[key]


def boards(count: int, *, seed: int, empty: int, **options: int) -> Iterator[playout.State]:
    """Positions of k in a row with `empty` empty cells."""
    game, rng = playout.load("k_in_a_row", dimensions=2, **options), random.Random(seed)
    while count > 0:
        state = game.start()
        while not state.over and len(state.moves()) > empty:
            state = state.play(rng.choice(state.moves()))
        if not state.over:
            count -= 1
            yield state
