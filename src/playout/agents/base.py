"""What every agent can do."""

from __future__ import annotations

from typing import Protocol

from playout.game import State

__all__ = ["Agent"]


class Agent(Protocol):
    """Chooses the moves of a seat. It gets only what that seat sees."""

    def choose(self, state: State) -> int:
        """A legal move for the seat to move."""
        ...

    def check(self, state: State) -> None:
        """Refuse, in words, a game that this agent cannot play."""
        ...

    def reset(self, seed: int | None = None) -> None:
        """Forget the match so far and begin another, with random numbers of its own."""
        ...
