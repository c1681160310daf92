"""The agent that plays by a game's rules of thumb."""

from __future__ import annotations

from playout.agents.seeded import Seeded
from playout.game import State
from playout.rules import PlayoutError
from playout.spelling import Spec

__all__ = ["RuleBased"]


class RuleBased(Seeded):
    """Plays by the rules of thumb of a game's file: its `suggest`, or another of its policies."""

    def __init__(self, *, policy: str = "suggest", seed: int | None = None) -> None:
        super().__init__(seed=seed)
        self.policy = policy
        """`suggest`, or a function that the game's file names in `POLICIES`."""
        self.spec = Spec("rules") if policy == "suggest" else Spec("rules", policy=policy)
        """Its spelling."""

    def check(self, state: State) -> None:
        """Refuse a game without such rules."""
        known = state.game.rules.policies
        if self.policy != "suggest":
            if self.policy not in known:
                has = f"it has {', '.join(['suggest', *known])}" if known else "its file names no POLICIES"
                raise PlayoutError(f"{state.game.name} has no rules of thumb {self.policy!r}; {has}")
            return
        if not state.game.rules.has("suggest"):
            raise PlayoutError(
                f"{state.game.name} has no rule-based player: its file defines no suggest(s, rng); use random or flat"
            )

    def choose(self, state: State) -> int:
        self.check(state)
        return int(state._call(self.policy, self._rng.words))
