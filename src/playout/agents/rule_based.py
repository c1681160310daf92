"""The agent that plays by a game's own rules of thumb."""

from __future__ import annotations

from playout.agents.seeded import Seeded
from playout.game import State
from playout.rules import PlayoutError
from playout.spelling import Spec

__all__ = ["RuleBased"]


class RuleBased(Seeded):
    """Plays by the rules of thumb that a game's file holds: its `suggest`."""

    spec = Spec("rules")
    """How it is spelt."""

    def check(self, state: State) -> None:
        """Refuse a game without such rules."""
        if not state.game.rules.has("suggest"):
            raise PlayoutError(
                f"{state.game.name} has no rule-based player: its file defines no suggest(s, rng); use random or flat"
            )

    def choose(self, state: State) -> int:
        self.check(state)
        return int(state._call("suggest", self._rng.words))
