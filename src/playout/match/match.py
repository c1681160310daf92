"""The state of a match. It changes by an agent's answer: a legal move in time is played, any other answer loses."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from playout.game import State
from playout.match.clocks import Clock
from playout.match.ending import Ending, payoffs_of_draw, payoffs_of_lost_match

__all__ = ["Match"]


class Match(NamedTuple):
    """The present state of a match. It never changes: each method returns the match after a step."""

    state: State
    """The last position; its history has all moves."""
    clock: Clock
    turns: tuple[int, ...] = ()
    """The seat that made each move, below 0 for chance."""
    seconds: tuple[float | None, ...] = ()
    """The thinking time of each move; None: no seat thought about it."""
    ending: Ending | None = None
    """The ending, if the match ended before its board shows an end."""

    # Steps

    def answer(self, move: object, used: float | None) -> Match:
        """The match after the answer of the agent that is to move. used: the seconds that it took; None: not measured.

        An answer that is too late or not a legal move loses the match.
        """
        if self.is_late(used):
            return self.run_out(used)
        seat = self.state._turn
        if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
            return self.lose(seat, f"illegal: it answered {move!r:.80}, which is not a move", used)
        if move not in self.state.moves():
            return self.lose(seat, f"illegal: the move {move} is not legal after {self.plies} plies", used)
        return self.add(self.state._after(int(move)), used)

    def add(self, after: State, used: float | None = None) -> Match:
        """The match after a legal move. after: the position then; used: its seconds, None if no seat thought."""
        return Match(after, self.clock, (*self.turns, self.state._turn), (*self.seconds, used))

    def back_to(self, state: State) -> Match:
        """The match without its ending and without the moves after an earlier position."""
        plies = len(state.history)
        return Match(state, self.clock, self.turns[:plies], self.seconds[:plies])

    # Ends

    def lose(self, seat: int, reason: str, used: float | None = None) -> Match:
        """The match, lost by a seat. reason: see `Ending`; used: seconds of its decision, None if it did not think."""
        return self._replace(ending=Ending(reason, seat, seconds=used))

    def run_out(self, used: float | None) -> Match:
        """The match that the seat to move has lost on time."""
        reason = f"clock: a move took {used or 0.0:.3g} s, and {max(self.allowed, 0.0):.3g} s were left"
        return self.lose(self.state.turn, reason, used)

    def draw(self) -> Match:
        """The match as a draw by agreement."""
        game = self.state.game
        return self._replace(ending=Ending("agreed", payoffs=payoffs_of_draw(game.rules, game.seats)))

    @property
    def over(self) -> bool:
        return self.ending is not None or self.state.over

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoffs by seat; None: the match is not over."""
        game, ending = self.state.game, self.ending
        if self.state.over:
            return self.state.payoffs
        if ending is None or ending.loser is None:
            return None if ending is None else ending.payoffs
        return payoffs_of_lost_match(game.rules, game.seats, ending.loser)

    # Times

    @property
    def plies(self) -> int:
        return len(self.turns)

    @property
    def allowed(self) -> float:
        """The longest time in seconds for the next move."""
        return self.clock.allowed(math.inf if self.clock.base is None else self.left()[self.state._turn])

    def is_late(self, used: float | None) -> bool:
        """Whether the seat to move loses on time if its move takes `used` seconds."""
        return used is not None and used > self.allowed

    def left(self, thought: float = 0.0) -> list[float]:
        """Seconds left by seat, if the seat to move has thought for `thought` seconds; infinite without a clock."""
        seats = self.state.game.seats
        if self.clock.base is None:
            return [math.inf] * seats
        left = [float(self.clock.base)] * seats
        for seat, used in zip(self.turns, self.seconds, strict=True):
            if seat >= 0 and used is not None:
                left[seat] += self.clock.increment - used
        if self.ending is not None and self.ending.loser is not None and self.ending.kind == "clock":
            left[self.ending.loser] = 0.0
        elif self.state.turn >= 0 and not self.over:
            left[self.state.turn] -= thought
        return left

    def decisions(self) -> list[list[float]]:
        """By seat: the seconds of each of its decisions, including a decision that lost the match."""
        found: list[list[float]] = [[] for _ in range(self.state.game.seats)]
        for seat, used in zip(self.turns, self.seconds, strict=True):
            if seat >= 0 and used is not None:
                found[seat].append(used)
        if self.ending is not None and self.ending.loser is not None and self.ending.seconds is not None:
            found[self.ending.loser].append(self.ending.seconds)
        return found
