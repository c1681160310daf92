"""The spaces and observations that PettingZoo and Gymnasium share; both use Gymnasium's spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from playout.game import Game, State
from playout.interop.encoding import Actions, Observations, Observe
from playout.rng import Rng
from playout.rules import CHANCE, OptionError

__all__ = ["SpaceEncoding", "after_chance"]


class SpaceEncoding:
    """A game in numbers: observations {"observation": ..., "action_mask": ...} and actions."""

    def __init__(
        self,
        game: Game,
        actions: int | Literal["indices"] | None,
        fields: Sequence[str] | None,
        observe: Observe | None,
    ) -> None:
        if observe is not None and fields is not None:
            raise OptionError("fields and observe both set the observation; give one of them")
        self.actions = Actions(game, actions)
        self._observe = observe if observe is not None else Observations(game, fields)
        if isinstance(self._observe, Observations):
            box = spaces.Box(self._observe.low, self._observe.high, dtype=np.float32)
        else:
            state = after_chance(game.start(), Rng(0))
            shape = np.shape(self._observe(state.seen_by(0), 0))
            box = spaces.Box(-np.inf, np.inf, shape, np.float32)
        self._box = box

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions.size)

    def observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.actions.size,), np.int8)
        return spaces.Dict({"observation": self._box, "action_mask": mask})

    def observation(self, state: State, seat: int) -> dict[str, Any]:
        """The observation of a seat in the match's own state, with its legal actions."""
        seen = np.asarray(self._observe(state.seen_by(seat), seat), np.float32)
        if seen.shape != self._box.shape:
            raise OptionError(f"observe has to return arrays of one shape, not {self._box.shape} and then {seen.shape}")
        return {"observation": seen, "action_mask": self.actions.mask(state, seat)}


def after_chance(state: State, rng: Rng) -> State:
    """The position after all pending chance events."""
    while state.turn == CHANCE:
        state = state.sample(rng)
    return state
