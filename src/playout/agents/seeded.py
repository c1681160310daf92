"""The base class of agents that only draw random numbers."""

from __future__ import annotations

from playout.rng import Rng

__all__ = ["Seeded"]


class Seeded:
    """An agent whose only state is a random stream."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Rng(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin another match with a new random stream."""
        self._rng = Rng(seed)
