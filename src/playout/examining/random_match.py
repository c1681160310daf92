"""Random matches, ply by ply; the rules on which play depends are checked at every ply."""

from __future__ import annotations

import time
from dataclasses import dataclass

from playout.examining.check_chance import ODDS
from playout.examining.check_play import MOVES, PLAYABLE, TURN
from playout.examining.examination import Examination
from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position, ReachedPosition, Trouble
from playout.rules import CHANCE, OVER

__all__ = ["Failure", "RandomMatch", "without_end"]

MAX_REACHED = 400
"""The largest number of positions that are searched to show that no line from a position ends."""


@dataclass(frozen=True)
class Failure:
    """A broken rule, with the line and the random stream that show it."""

    examination: Examination
    line: tuple[int, ...]
    trouble: Trouble
    index: int = 0
    function: str | None = None
    """The function that raised an error, if an error broke the rule."""

    def trouble_at(self, patient: Patient, position: Position) -> Trouble | None:
        """The trouble if the rule is also broken at another position; else None."""
        try:
            trouble = self.examination.examine(patient, position, self.index)
        except Fault as fault:
            same = fault.function == self.function and not fault.declines
            return Trouble(fault.text, fault.further) if same else None
        return trouble if self.function is None else None


class RandomMatch:
    """One random match: `step` plays a ply. Match number `index` of a seed is always the same."""

    def __init__(self, patient: Patient, index: int) -> None:
        self.patient = patient
        self.rng = patient.rng(index)
        self.position = patient.first()
        self.line: list[int] = []
        self.widths: list[int] = []
        """The number of moves or listed outcomes at each ply."""
        self.over = False
        self.failure: Failure | None = None

    def node(self) -> ReachedPosition:
        """The current position."""
        return ReachedPosition(
            tuple(self.line), None if self.patient.rules.is_object else self.patient.copy(self.position)
        )

    def step(self) -> bool:
        """Play a random ply; returns False if the match is over or a rule is broken."""
        examination = TURN
        further: tuple[int, ...] = ()
        try:
            trouble = TURN.look(self.patient, self.position, 0)
            seat = self.patient.turn(self.position)
            if trouble is None and seat == OVER:
                self.over = True
                return False
            if trouble is None and (seat != CHANCE or self.patient.rules.has("odds")):
                examination = ODDS if seat == CHANCE else MOVES
                trouble = examination.look(self.patient, self.position, 0)
            if trouble is not None:
                self.failure = Failure(examination, tuple(self.line), trouble)
                return False
            examination = PLAYABLE
            move = self._choose(seat)
            further = (move,)
            self.patient.play(self.position, move)
        except Fault as fault:
            self.failure = Failure(examination, tuple(self.line), Trouble(fault.text, further), 0, fault.function)
            return False
        self.line.append(move)
        return True

    def _choose(self, seat: int) -> int:
        if seat == CHANCE:
            if self.patient.rules.has("odds"):
                self.widths.append(len(self.patient.odds(self.position)))
            return self.patient.draw("chance", self.position, self.rng)
        legal = self.patient.moves(self.position)
        self.widths.append(len(legal))
        return legal[self.rng.below(len(legal))]


def without_end(patient: Patient, position: Position, deadline: float) -> Trouble | None:
    """The trouble if no line from here ends: all reachable positions were visited, and no turn is OVER."""
    waiting, seen = [position], {frozenset(patient.content(position).items())}
    while waiting:
        place = waiting.pop()
        moves, complete = patient.choices(place)
        if not moves or not complete or len(seen) > MAX_REACHED or time.perf_counter() > deadline:
            return None
        for move in moves:
            after = patient.copy(place)
            patient.play(after, move)
            content = frozenset(patient.content(after).items())
            if content not in seen:
                seen.add(content)
                waiting.append(after)
    why = f"none of the {len(seen)} positions of these lines is OVER" if len(seen) > 1 else "no move changes anything"
    return Trouble(f"no line of play from there on ever ends: {why}")
