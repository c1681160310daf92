"""What agents that only draw random numbers share."""

from __future__ import annotations

from playout.rng import Rng

__all__ = ["Seeded"]


class Seeded:
    """An agent whose only state is a random stream."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Rng(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin another match, with random numbers of its own."""
        self._rng = Rng(seed)
