"""A game with its encoding for a network. Games that cannot be learned are refused."""

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
        """Raises an error if self-play does not support the game."""
        rules = game.rules
        for word, what in (("chance", "chance decides in it"), ("mask", "it hides things from its seats")):
            if rules.has(word):
                raise PlayoutError(
                    f"{game.name} cannot be learned: {what}, which the search by a network does not support"
                )
        self.game, self.rules = game, rules
        self.first = game.start().position.copy()
        """rules.dtype[1]"""
        self.encoding = encoding_of(game)
        self.planes, self.policy_size, self.seats = self.encoding.planes, self.encoding.policy_size, self.encoding.seats
        group = self.encoding.group
        self.symmetries = np.stack([one.cells for one in group]), np.stack([one.policy for one in group])
        """Permutations of the cells of all planes, and of the policy's logits. The identity is first."""
        least, most = rules.payoff_bounds
        total = rules.payoff_sum
        self.shares = total is not None and abs(total - self.seats * least - (most - least)) < 1e-9
        """Whether the payoffs of all seats add up to the highest payoff of one seat."""

    def texts(self, training: dict[str, Any]) -> dict[str, str]:
        """The texts in the network's file."""
        return facts_for(self.game, self.encoding, training).texts()

    def record(self) -> dict[str, Any]:
        """The game's entries in run.json, so that a resumed run can load and check the game."""
        source = self.game.source
        if not isinstance(source, str):
            raise PlayoutError(f"{self.game.name} was not loaded from a file; a run could not load it again")
        return {
            "game": source,
            "options": options_of(self.game),
            "fingerprint": self.game.fingerprint,
            "encoding": self.encoding.digest,
        }
