"""A game as learning takes it: what a network sees of it, and whether it can be learned."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.encoding.encoding import encoding_of, options_of
from playout.encoding.facts import facts_for
from playout.game import Game
from playout.rules import PlayoutError

__all__ = ["EncodedGame"]


class EncodedGame:
    """A game, its encoding, and its first position."""

    def __init__(self, game: Game) -> None:
        """Refuses a game that self-play does not serve."""
        rules = game.rules
        for word, what in (("chance", "chance decides in it"), ("mask", "it hides things from its seats")):
            if rules.has(word):
                raise PlayoutError(
                    f"{game.name} cannot be learned: {what}, and the search by a network knows no such game"
                )
        self.game, self.rules = game, rules
        self.first = game.start().position.copy()
        """rules.dtype[1]"""
        self.encoding = encoding_of(game)
        self.planes, self.places, self.seats = self.encoding.planes, self.encoding.policy_size, self.encoding.seats
        group = self.encoding.group
        self.symmetries = np.stack([one.cells for one in group]), np.stack([one.policy for one in group])
        """Permutations of the cells of all planes, and of places, the identity first."""
        least, most = rules.payoff_bounds
        total = rules.payoff_sum
        self.shares = total is not None and abs(total - self.seats * least - (most - least)) < 1e-9
        """Whether what all seats get adds up to the most that one can get."""

    def texts(self, training: dict[str, Any]) -> dict[str, str]:
        """What the network's file says about itself."""
        return facts_for(self.game, self.encoding, training).texts()

    def record(self) -> dict[str, Any]:
        """By which the game is known again."""
        source = self.game.source
        if not isinstance(source, str):
            raise PlayoutError(f"{self.game.name} was not loaded from a file; a run could not load it again")
        return {
            "game": source,
            "options": options_of(self.game),
            "fingerprint": self.game.fingerprint,
            "encoding": self.encoding.digest,
        }
