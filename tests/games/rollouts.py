"""A game's `rollout` beside moves by its `pick`, interpreted."""

from __future__ import annotations

import numpy as np

import playout
from playout.rules import OVER

__all__ = ["assert_as_picked"]


def assert_as_picked(state: playout.State, seed: int) -> None:
    """A rollout from a position has the payoffs of moves by `pick`, and leaves the generator at the same place."""
    game = state.game
    position, payoffs = state._copy(), np.zeros(game.seats)
    at_once, by_moves = playout.Rng(seed), playout.Rng(seed)
    game.call("rollout", position, at_once.words)
    while not state.over:
        state = state.play(int(state._call("pick", by_moves.words)))
    game.call("payoffs", position, payoffs)
    assert game.call("turn", position) == OVER
    assert tuple(payoffs) == state.payoffs
    assert at_once.words.tolist() == by_moves.words.tolist()
