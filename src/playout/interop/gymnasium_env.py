"""Any game as a Gymnasium environment: the user has one seat, and agents play the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playout.agents import Agent, Engine, Resignation, agent
from playout.game import Game, load
from playout.match.ending import payoffs_of_lost_match
from playout.rng import Rng
from playout.rules import OptionError, PlayoutError
from playout.spelling import Spec

try:
    import gymnasium
except ImportError as error:
    raise PlayoutError("Gymnasium is not installed: pip install 'playout[gymnasium]'") from error

from playout.interop.encoding import Observe
from playout.interop.spaces import SpaceEncoding, after_chance

__all__ = ["GymnasiumEnv"]

SEED_BOUND = 1 << 62
"""The upper bound of the seeds of matches."""

MAX_TRIES = 1000
"""The largest number of matches that `reset` begins until the seat has a move."""


class GymnasiumEnv(gymnasium.Env[dict[str, Any], int]):
    """Matches of one seat against agents. The reward is the seat's payoff, at the end.

    An observation is {"observation": float32[n], "action_mask": int8[actions]}; see encoding.py. An illegal action ends
    the match with the lowest payoff, and info["illegal"] is True.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (so does Gymnasium declare it)

    def __init__(
        self,
        game: str | Path | type | Game,
        opponent: str | Spec | Agent = "random",
        *,
        seat: int | None = 0,
        actions: int | Literal["indices"] | None = None,
        fields: Sequence[str] | None = None,
        observe: Observe | None = None,
        render_mode: str | None = None,
    ) -> None:
        """opponent: the agent of all other seats. seat: None draws a seat for each match."""
        self.game = load(game)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise OptionError(f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {seat}")
        self.render_mode = render_mode
        self._encoding = SpaceEncoding(self.game, actions, fields, observe)
        self.action_space = self._encoding.action_space()  # type: ignore[assignment]
        self.observation_space = self._encoding.observation_space()
        self._seat = seat
        self._opponents: list[Agent] = [
            agent(opponent) if isinstance(opponent, (str, Spec)) else opponent for _ in range(self.game.seats)
        ]
        first = after_chance(self.game.start(), Rng(0))
        if not first.over:
            self._opponents[first.turn].check(first.seen_by(first.turn))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match and play it to the seat's first turn; a match that ends before is replaced by another.

        The same seed gives the same match if no opponent is limited by time.
        """
        super().reset(seed=seed)
        for _ in range(MAX_TRIES):
            self._begin()
            if self._play_others() is None and not self._state.over:
                return self._observation(), {}
        raise PlayoutError(
            f"seat {self.seat} of {self.game.name} had no move in {MAX_TRIES} matches; choose another seat"
        )

    def _begin(self) -> None:
        self._rng = Rng(int(self.np_random.integers(SEED_BOUND)))
        self.seat = self._rng.below(self.game.seats) if self._seat is None else self._seat
        for opponent in self._opponents:
            opponent.reset(int(self.np_random.integers(SEED_BOUND)))
        self._state = after_chance(self.game.start(), self._rng)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action and then all others up to the seat's next turn."""
        if self._state.over or self._state.turn != self.seat:
            raise PlayoutError("the match is over; begin another with reset()")
        if not self._encoding.actions.mask(self._state, self.seat)[action]:
            return self._observation(), self.game.rules.payoff_bounds[0], True, False, {"illegal": True}
        move = self._encoding.actions.move(self._state, int(action))
        self._state = after_chance(self._state.play(move), self._rng)
        loser = self._play_others()
        reward = 0.0
        if loser is not None:
            reward = payoffs_of_lost_match(self.game.rules, self.game.seats, loser)[self.seat]
        elif self._state.over:
            reward = self._state.payoffs[self.seat]
        over = self._state.over or loser is not None
        return self._observation(), reward, over, False, {"resigned": loser is not None}

    def _play_others(self) -> int | None:
        """Play to the seat's next turn or to the end; the seat of an opponent that resigns."""
        while not self._state.over and self._state.turn != self.seat:
            turn = self._state.turn
            try:
                move = self._opponents[turn].choose(self._state.seen_by(turn))
            except Resignation:
                return turn
            self._state = after_chance(self._state.play(move), self._rng)
        return None

    def _observation(self) -> dict[str, Any]:
        return self._encoding.observation(self._state, self.seat)

    def render(self) -> str | None:
        """The seat's view as text, if the mode is ansi."""
        return self._state.seen_by(self.seat).show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the processes of engines."""
        for opponent in self._opponents:
            if isinstance(opponent, Engine):
                opponent.close()
