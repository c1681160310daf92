"""Any game as a PettingZoo environment: agents take turns (AEC), chance is drawn inside, agents get views."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playout.game import Game, load
from playout.rng import Rng
from playout.rules import PlayoutError

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise PlayoutError("PettingZoo is not installed: pip install 'playout[pettingzoo]'") from error

from playout.interop.encoding import Observe
from playout.interop.spaces import SpaceEncoding, after_chance

__all__ = ["PettingZooEnv", "pettingzoo_env"]


def pettingzoo_env(game: str | Path | type | Game, **settings: Any) -> Any:
    """The environment of a game with PettingZoo's check of the order of calls; settings: see `PettingZooEnv`."""
    return OrderEnforcingWrapper(PettingZooEnv(game, **settings))


class PettingZooEnv(AECEnv):  # type: ignore[misc]
    """A match of a game. Seat 0 is the agent `player_0`, and so on; rewards are the payoffs, at the end.

    An observation is {"observation": float32[n], "action_mask": int8[actions]}; see encoding.py. An illegal action is
    refused (with PettingZoo's TerminateIllegalWrapper it loses the match).
    """

    def __init__(
        self,
        game: str | Path | type | Game,
        *,
        actions: int | Literal["indices"] | None = None,
        fields: Sequence[str] | None = None,
        observe: Observe | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = load(game)
        self.metadata = {"render_modes": ["ansi"], "name": self.game.name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._encoding = SpaceEncoding(self.game, actions, fields, observe)
        self.action_spaces = {agent: self._encoding.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._encoding.observation_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same seed gives the same chance events."""
        self._rng = Rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.state_now = after_chance(self.game.start(), self._rng)
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of an agent's seat, and its legal actions."""
        return self._encoding.observation(self.state_now, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play a legal action of the agent to move; None for an agent whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        move = self._encoding.actions.move(self.state_now, -1 if action is None else int(action))
        self.state_now = after_chance(self.state_now.play(move), self._rng)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the agent to move or, at the end, set the payoffs."""
        if not self.state_now.over:
            self.agent_selection = self.possible_agents[self.state_now.turn]
            return
        for agent, payoff in zip(self.possible_agents, self.state_now.payoffs, strict=True):
            self.rewards[agent] = payoff
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The full position as text, with hidden information, if the mode is ansi."""
        return self.state_now.show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
