"""The agent that plays at random."""

from __future__ import annotations

from playout.agents.seeded import Seeded
from playout.game import State
from playout.spelling import Spec

__all__ = ["Random"]


class Random(Seeded):
    """Plays a random legal move; all are equally likely."""

    spec = Spec("random")
    """Its spelling."""

    def check(self, state: State) -> None:
        """Accepts every game."""

    def choose(self, state: State) -> int:
        moves = state.moves()
        return moves[self._rng.below(len(moves))]
