"""A match in progress: agents move in turn, chance has its own random stream, a seat that breaks a rule forfeits."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from playout.agents import Agent, EngineError, Random, RuleBased, Searcher
from playout.arena.blame import fault_of, rules_error
from playout.arena.definition import Definition
from playout.arena.match_records import MatchRow, pack
from playout.arena.schedule import Seating
from playout.game import State
from playout.match.advice import advise
from playout.match.clocks import MARGIN
from playout.match.lost import payoffs_of_lost_match
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


class Forfeit(Exception):  # noqa: N818
    """A seat loses the match before its end, by an illegal move, its clock, a crash, its memory, or because it
    resigns.
    """

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class RunningMatch:
    """A match in progress."""

    def __init__(
        self,
        definition: Definition,
        players: Sequence[Agent],
        seating: Seating,
        opening: Sequence[int],
        first: State,
        observer: MatchObserver,
    ) -> None:
        """players: one for each seat. first: the state at the start of the game, before the opening."""
        self.definition = definition
        self.game = definition.game
        self.opening = opening
        self.players = players
        self.seating = seating
        self.observer = observer
        self.match = Match(first, definition.clock)
        seats = len(players)
        self.seconds = [0.0] * seats
        self.slowest = [0.0] * seats
        self.plies = [0] * seats

    def run(self) -> MatchRow:
        """Play the match from its opening to its result. Raises `RulesError` if the rules are at fault."""
        reason = ""
        try:
            self._play_opening()
            payoffs = self._play()
        except Forfeit as fault:
            payoffs, reason = self.match.lose(fault.seat), str(fault)
        except PlayoutError:
            raise
        except Exception as error:  # an error of an agent is a Forfeit, so this one is of the rules
            rules_fault = fault_of(error, self.game, foreign=False)
            if rules_fault is None:
                raise
            raise self._broken(rules_fault) from error
        return MatchRow(
            self.seating.number,
            self.seating.agents,
            payoffs,
            tuple(self.seconds),
            tuple(self.slowest),
            tuple(self.plies),
            -1 if self.match.lost is None else self.match.lost,
            reason,
            len(self.opening),
            pack(self.state.history),
            pack([int((used or 0.0) * 1e6) for used in self.match.seconds]),
        )

    @property
    def state(self) -> State:
        return self.match.state

    def _play_opening(self) -> None:
        for move in self.opening:
            self._rules_run()
            self.match.add(self.state.play(move))
            self.observer.move_played(move)

    def _play(self) -> tuple[float, ...]:
        """Play to the end; returns the payoffs by seat."""
        longest = self.game.rules.max_length
        rng: Rng | None = None
        while self.state._turn != OVER:
            if len(self.state.history) >= longest:
                raise self._broken(f"the match did not end in {longest:,} plies, its MAX_LENGTH")
            if self.state._turn == CHANCE:
                self._rules_run()
                rng = rng or Rng(self.definition.schedule.chance_seed(self.seating))
                self.match.add(self.state.sample(rng))
            else:
                self._move(self.state)
            self.observer.move_played(self.state.history[-1])
        self._rules_run()
        return self.state.payoffs

    def _rules_run(self) -> None:
        """Tell the observer that the rules run now, not an agent."""
        self.observer.rules_run(min(RULES_SECONDS, self.match.clock.patience))

    def _broken(self, fault: str) -> RulesError:
        return rules_error(self.game, self.seating.number, self.state.history, fault)

    def _move(self, state: State) -> None:
        """Ask the seat to move for its move, and measure its time."""
        seat = state._turn
        player = self.players[seat]
        if not state.moves():
            raise self._broken("moves lists no legal move, and turn does not say OVER")
        allowed = self.match.allowed
        if self.match.clock.limits:
            advise(player, self.definition.limits[self.seating.agents[seat]], self.match)
        self.observer.seat_thinks(seat, allowed + MARGIN)
        begin = time.perf_counter()
        try:
            move = player.choose(state.seen_by(seat))
        except MemoryError as error:
            raise Forfeit(seat, "memory: it asked for more memory than there is") from error
        except EngineError as error:
            raise Forfeit(seat, f"{error.kind}: {error}") from error
        except (Exception, SystemExit) as error:
            fault = fault_of(error, self.game, foreign=not isinstance(player, (Random, RuleBased, Searcher)))
            if fault is not None:
                raise self._broken(f"in a decision of {self._name(seat)}, {fault}") from error
            raise Forfeit(seat, f"crash: {type(error).__name__}: {error}") from error
        finally:
            used = time.perf_counter() - begin
            self.seconds[seat] += used
            self.plies[seat] += 1
            self.slowest[seat] = max(self.slowest[seat], used)
        self._rules_run()
        if used > allowed:
            raise Forfeit(seat, f"clock: a move took {used:.3g} s, and {max(allowed, 0):.3g} s were left")
        if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
            raise Forfeit(seat, f"illegal: it answered {move!r:.80}, which is not a move")
        if move not in state.moves():
            raise Forfeit(seat, f"illegal: the move {move} is not legal after {len(state.history)} plies")
        self.match.add(state._after(int(move)), used)

    def _name(self, seat: int) -> str:
        return self.definition.schedule.agents[self.seating.agents[seat]]


def forfeited(definition: Definition, number: int, line: Sequence[int], seat: int, reason: str) -> MatchRow:
    """The row of a match whose process died after the moves `line` while `seat` was thinking."""
    game, seating = definition.game, definition.schedule.seating(number)
    opening = min(len(definition.opening(seating)), len(line))
    state, plies = game.start(), [0] * game.seats
    for ply, move in enumerate(line):
        if ply >= opening and state.turn >= 0:
            plies[state.turn] += 1
        state = state.play(move)
    plies[seat] += 1
    zeros = (0.0,) * game.seats
    payoffs = payoffs_of_lost_match(game.rules, game.seats, seat)
    clock = pack([0] * len(line))
    return MatchRow(
        number, seating.agents, payoffs, zeros, zeros, tuple(plies), seat, reason, opening, pack(line), clock
    )
