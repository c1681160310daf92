"""The texts in a network file: the game that it plays, and how it was trained.

The file is an ONNX model, whose metadata holds these texts. So a network is data that any ONNX reader can load.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playout.encoding.encoding import NetworkEncoding, encoding_of, options_of
from playout.fingerprints import rules_digest
from playout.game import Game

__all__ = ["FORMAT", "NetworkFacts", "facts_for"]

FORMAT = "1"
"""The version of these texts. A file with another one was written by another version of Playout."""

PREFIX = "playout."


@dataclass(frozen=True)
class NetworkFacts:
    """The facts in a network file."""

    game: str
    """The game's name."""
    rules_digest: str
    """A hash of the rules. Options that `start` takes do not change it; constants of the game's file do."""
    encoding: str
    """A hash of the functions that write planes and number moves."""
    options: dict[str, Any]
    """The value of each option in training, or a list of several values. None: any value."""
    planes: tuple[int, int, int]
    policy_size: int
    seats: int
    training: dict[str, Any] = field(default_factory=dict)
    """Facts about the training of the network, for display."""

    def texts(self) -> dict[str, str]:
        """The texts as they are in the file."""
        values = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules_digest,
            "encoding": self.encoding,
            "options": json.dumps(self.options),
            "planes": json.dumps(self.planes),
            "policy_size": json.dumps(self.policy_size),
            "seats": json.dumps(self.seats),
            "training": json.dumps(self.training),
        }
        return {PREFIX + name: text for name, text in values.items()}

    @classmethod
    def read(cls, texts: dict[str, str]) -> NetworkFacts:
        """Read the facts from texts that `texts` wrote. Raises ValueError with the reason for any other texts."""
        found = {name.removeprefix(PREFIX): text for name, text in texts.items() if name.startswith(PREFIX)}
        if "format" not in found:
            raise ValueError("it does not name its game")
        if found["format"] != FORMAT:
            raise ValueError("it was written by another version of Playout")
        try:
            planes, size, seats = (json.loads(found[name]) for name in ("planes", "policy_size", "seats"))
            options, training = (json.loads(found[name]) for name in ("options", "training"))
            made = cls(found["game"], found["rules"], found["encoding"], options, tuple(planes), size, seats, training)
        except (KeyError, TypeError, ValueError, RecursionError):
            raise ValueError("its description cannot be read") from None
        numbers = (*made.planes, size, seats)
        if len(numbers) != 5 or not all(type(number) is int and 0 < number < 1 << 24 for number in numbers):
            raise ValueError("its shape cannot be read")
        if not isinstance(options, dict) or not isinstance(training, dict):
            raise ValueError("its description cannot be read")
        return made

    def misfit(self, game: Game) -> str:
        """The reason why the network cannot play this game, as a clause; empty if it can."""
        has_other_rules = self.rules_digest != rules_digest(game.rules)
        if has_other_rules and self.game != game.name:
            return f"it is a network of {self.game}, not of {game.name}"
        # Before the rules: an option that is a constant of the game's file changes their hash.
        for word, value in options_of(game).items():
            trained = self.options.get(word)
            value = list(value) if isinstance(value, tuple) else value
            if word in self.options and trained is not None and value not in (trained, *_several(trained)):
                return f"it was trained with {word}={trained!r}, and this game has {word}={value!r}"
        if has_other_rules:
            return f"it was trained with other rules of {game.name}, which have changed since"
        encoding = encoding_of(game)
        if self.encoding != encoding.digest:
            return f"it was trained with other planes of {game.name}, which have changed since"
        if self.seats != encoding.seats:
            return f"it is for {self.seats} seats, and this game has {encoding.seats}"
        if any(own < wanted for own, wanted in zip(self.planes, encoding.planes, strict=True)):
            return f"it takes planes of {self.planes}, and this game has {encoding.planes}"
        return ""


def _several(trained: Any) -> list[Any]:
    return trained if isinstance(trained, list) else []


def facts_for(
    game: Game, encoding: NetworkEncoding, training: dict[str, Any], options: dict[str, Any] | None = None
) -> NetworkFacts:
    """The facts of a network that is trained for a game. options: those that have several values in training."""
    known = {word: list(value) if isinstance(value, tuple) else value for word, value in options_of(game).items()}
    return NetworkFacts(
        game.name,
        rules_digest(game.rules),
        encoding.digest,
        {**known, **(options or {})},
        encoding.planes,
        encoding.policy_size,
        encoding.seats,
        training,
    )
