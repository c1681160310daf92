"""The agent that plays at random."""

from __future__ import annotations

from playout.game import State
from playout.rng import Rng
from playout.spelling import Spec

__all__ = ["Random"]


class Random:
    """Plays any legal move, each as likely as the others."""

    spec = Spec("random")
    """How it is spelt."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Rng(seed)

    def check(self, state: State) -> None:
        """Any game will do."""

    def reset(self, seed: int | None = None) -> None:
        """Begin another match, with random numbers of its own."""
        self._rng = Rng(seed)

    def choose(self, state: State) -> int:
        moves = state.moves()
        return moves[self._rng.below(len(moves))]
