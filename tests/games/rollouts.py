"""A game's `rollout` and `suggest_rollout` beside moves by its `pick` and `suggest`, interpreted."""

from __future__ import annotations

import numpy as np

import playout
from playout.rules import OVER, ROLLOUTS

__all__ = ["assert_as_moves"]


def assert_as_moves(state: playout.State, seed: int, word: str = "rollout") -> None:
    """A rollout from a position has the payoffs of single moves, and leaves the generator at the same place."""
    game = state.game
    position, payoffs = state._copy(), np.zeros(game.seats)
    at_once, by_moves = playout.Rng(seed), playout.Rng(seed)
    game.call(word, position, at_once.words)
    while not state.over:
        state = state.play(int(state._call(ROLLOUTS[word], by_moves.words)))
    game.call("payoffs", position, payoffs)
    assert game.call("turn", position) == OVER
    assert tuple(payoffs) == state.payoffs
    assert at_once.words.tolist() == by_moves.words.tolist()
