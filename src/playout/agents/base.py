"""The interface of every agent."""

from __future__ import annotations

from typing import Protocol

from playout.game import State

__all__ = ["Agent"]


class Agent(Protocol):
    """Chooses the moves of a seat, from the views of that seat."""

    def choose(self, state: State) -> int:
        """A legal move for the seat to move."""
        ...

    def check(self, state: State) -> None:
        """Raise PlayoutError if this agent cannot play the game."""
        ...

    def reset(self, seed: int | None = None) -> None:
        """Begin another match with a new random stream."""
        ...
