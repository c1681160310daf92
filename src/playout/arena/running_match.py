"""A match in progress: agents move in turn, and chance has its own random stream."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from playout.agents import Agent, EngineError, Random, RuleBased, Searcher
from playout.arena.blame import fault_of, rules_error
from playout.arena.definition import Definition
from playout.arena.match_records import MatchRow, row_of
from playout.arena.schedule import Seating
from playout.game import Game
from playout.match.advice import advise
from playout.match.clocks import KILL_SECONDS
from playout.match.match import Match
from playout.rng import Rng
from playout.rules import CHANCE, OVER, PlayoutError, RulesError

__all__ = ["MatchObserver", "RunningMatch", "forfeited"]

RULES_SECONDS = 60.0
"""Seconds that the rules may take for one move, or the clock's patience if that is shorter; more counts as a hang."""


class MatchObserver:
    """Receives the events of a match while it is played. This base class ignores them."""

    def match_begins(self, number: int) -> None:
        """Match `number` begins; -1: no match is being played."""

    def seat_thinks(self, seat: int, seconds: float) -> None:
        """A seat is asked for a move; it may be killed after `seconds`."""

    def rules_run(self, seconds: float) -> None:
        """The rules run now, outside of any agent; more than `seconds` counts as a hang."""

    def move_played(self, move: int) -> None:
        """A move was played: an agent's, the opening's, or a chance outcome."""


@dataclass
class RunningMatch:
    """A match in progress."""

    definition: Definition
    players: Sequence[Agent]
    """One for each seat."""
    seating: Seating
    opening: Sequence[int]
    match: Match
    """The match before its opening, and then as it is played."""
    observer: MatchObserver

    def run(self) -> MatchRow:
        """Play the match from its opening to its result. Raises `RulesError` if the rules are at fault."""
        try:
            self._play_opening()
            self._play()
            return row_of(self.match, self.seating, len(self.opening))
        except PlayoutError:
            raise
        except Exception as error:  # an error of an agent ends the match, so this one is of the rules
            rules_fault = fault_of(error, self.game, foreign=False)
            if rules_fault is None:
                raise
            raise self._broken(rules_fault) from error

    @property
    def game(self) -> Game:
        return self.definition.game

    def _play_opening(self) -> None:
        for move in self.opening:
            self._rules_run()
            self.match = self.match.add(self.match.state.play(move))
            self.observer.move_played(move)

    def _play(self) -> None:
        """Play to the end."""
        longest = self.game.rules.max_length
        rng: Rng | None = None
        while (turn := self.match.state._turn) != OVER:
            if self.match.plies >= longest:
                raise self._broken(f"the match did not end in {longest:,} plies, its MAX_LENGTH")
            if turn == CHANCE:
                self._rules_run()
                rng = rng or Rng(self.definition.schedule.chance_seed(self.seating))
                self.match = self.match.add(self.match.state.sample(rng))
            else:
                self.match = self._decide(turn)
                if self.match.ending is not None:
                    return
            self.observer.move_played(self.match.state.history[-1])
        self._rules_run()

    def _rules_run(self) -> None:
        """Tell the observer that the rules run now, not an agent."""
        self.observer.rules_run(min(RULES_SECONDS, self.match.clock.patience))

    def _broken(self, fault: str) -> RulesError:
        return rules_error(self.game, self.seating.number, self.match.state.history, fault)

    def _decide(self, seat: int) -> Match:
        """Ask the seat to move for its move, and measure its time; returns the match after the answer."""
        match, player = self.match, self.players[seat]
        if not match.state.moves():
            raise self._broken("moves lists no legal move, but turn is not OVER")
        if match.clock.limits:
            advise(player, self.definition.limits[self.seating.agents[seat]], match)
        self.observer.seat_thinks(seat, match.allowed + KILL_SECONDS)
        begin = time.perf_counter()
        try:
            move: object = player.choose(match.state.seen_by(seat))
        except (Exception, SystemExit) as error:
            return match.lose(seat, self._forfeit(seat, error), time.perf_counter() - begin)
        used = time.perf_counter() - begin
        self._rules_run()
        return match.answer(move, used)

    def _forfeit(self, seat: int, error: BaseException) -> str:
        """The reason of the forfeit of a seat whose agent raised an error. Raises `RulesError` for a fault of the
        rules.
        """
        if isinstance(error, MemoryError):
            return "memory: it asked for more memory than there is"
        if isinstance(error, EngineError):
            return f"{error.kind}: {error}"
        foreign = not isinstance(self.players[seat], (Random, RuleBased, Searcher))
        fault = fault_of(error, self.game, foreign=foreign)
        if fault is not None:
            raise self._broken(f"in a decision of {self._name(seat)}, {fault}") from error
        return f"crash: {type(error).__name__}: {error}"

    def _name(self, seat: int) -> str:
        return self.definition.schedule.agents[self.seating.agents[seat]]


def forfeited(definition: Definition, number: int, line: Sequence[int], seat: int, reason: str) -> MatchRow:
    """The row of a match whose process died after the moves `line` while `seat` was thinking. Its times are unknown."""
    seating = definition.schedule.seating(number)
    opening = min(len(definition.opening(seating)), len(line))
    match = Match(definition.game.start(), definition.clock)
    for ply, move in enumerate(line):
        match = match.add(match.state.play(move), 0.0 if ply >= opening else None)
    return row_of(match.lose(seat, reason, 0.0), seating, opening)
