"""Warnings about odd games that break no rule: a seat never moves or wins, moves have no effect, a win ends nothing.

Random matches are counted, and each warning gives the counts.
"""

from __future__ import annotations

import math
import time
from collections import Counter

from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position
from playout.examining.random_match import RandomMatch
from playout.rules import CHANCE, OVER

__all__ = ["Plausibility", "find_oddities"]

MAX_MATCHES = 1000
"""The largest number of random matches."""

MIN_COUNT = 20
"""The least number of matches or positions for a warning."""

MIN_MATCHES_FOR_WINS = 200
"""The least number of matches for a warning about wins, which are rare in random matches of some games."""

FIRST_STREAM = 1 << 42
"""The first random stream of these matches, after all other streams."""


class Plausibility:
    """Counts over random matches that were played to their end."""

    def __init__(self, patient: Patient) -> None:
        self.patient = patient
        self.matches = 0
        self.moved: Counter[int] = Counter()
        """The number of matches in which a seat moved."""
        self.won: Counter[int] = Counter()
        """The number of matches in which a seat had the highest payoff, and another seat a lower one."""
        self.results: Counter[tuple[float, ...]] = Counter()
        self.choices = 0
        """Positions of a seat with several moves."""
        self.without_effect = 0
        """The number of these in which the first and the last move led to the same position."""
        self.decided_early = 0
        """Matches in which `payoffs` had a winner two or more plies before the end."""
        self.kept = 0
        """The number of these that ended with that winner."""
        self.most_plies = 0
        """The largest number of plies before the end in these."""
        self.example: tuple[int, ...] = ()
        """The moves of the shortest line to a position with a winner."""
        self.is_standing = False
        """Whether `payoffs` returns a standing: it has a winner at the start, or a winner and later none."""

    def play(self, index: int, deadline: float) -> None:
        """Play one match, and count it if it ends."""
        patient = self.patient
        walk = RandomMatch(patient, index)
        seats: list[int] = []
        early: list[tuple[float, ...] | None] = []
        while time.perf_counter() < deadline and len(walk.line) <= patient.rules.max_length:
            seat = patient.turn(walk.position)
            if seat != OVER:
                seats.append(seat)
                early.append(self._winner(walk.position))
                if seat != CHANCE:
                    self._compare_moves(walk.position)
            if not walk.step():
                break
        if walk.over:
            self._count(seats, early, tuple(patient.payoffs(walk.position)), walk.line)

    def _winner(self, position: Position) -> tuple[float, ...] | None:
        """The payoffs before the end, if they have a winner; else None."""
        try:
            values = tuple(self.patient.payoffs(self.patient.copy(position)))
        except Fault:  # payoffs need not work before the end
            return None
        return values if not any(map(math.isnan, values)) and len(set(values)) > 1 else None

    def _compare_moves(self, position: Position) -> None:
        """Count whether the first and the last move lead to the same position."""
        legal = self.patient.moves(position)
        if len(legal) < 2:
            return
        after = [self.patient.copy(position) for _ in range(2)]
        for place, move in zip(after, (legal[0], legal[-1]), strict=True):
            self.patient.play(place, move)
        self.choices += 1
        self.without_effect += not self.patient.differences(*after)

    def _count(
        self, seats: list[int], early: list[tuple[float, ...] | None], result: tuple[float, ...], line: list[int]
    ) -> None:
        self.matches += 1
        self.moved.update(set(seats))
        self.results[result] += 1
        if len(set(result)) > 1:
            self.won.update(seat for seat, value in enumerate(result) if value == max(result))
        first = next((ply for ply, values in enumerate(early) if values is not None), None)
        if first is None:
            return
        if first == 0 or None in early[first:]:
            self.is_standing = True
        elif len(line) - first >= 2:
            self.decided_early += 1
            self.kept += early[first] == result
            self.most_plies = max(self.most_plies, len(line) - first)
            if not self.example or first < len(self.example):
                self.example = tuple(line[:first])

    def warnings(self) -> list[str]:
        """The warnings, each with its evidence."""
        if self.matches < MIN_COUNT:
            return []
        found = [
            f"in {self.matches:,} random matches seat {seat} never moved: does turn ever name it?"
            for seat in range(self.patient.seats)
            if not self.moved[seat]
        ]
        found += self._of_results()
        if self.choices >= MIN_COUNT and self.without_effect == self.choices:
            found.append(
                f"in {self.choices:,} positions with several moves, the first and the last of them led to the same "
                f"position: does play use the move?"
            )
        if self.decided_early >= MIN_COUNT and not self.is_standing and 2 * self.kept > self.decided_early:
            line = ", ".join(self.patient.names(self.example))
            found.append(
                f"in {self.decided_early:,} of {self.matches:,} random matches payoffs had a winner up to "
                f"{self.most_plies} plies before the match was over, {self.kept:,} times the one at the end: does turn "
                f"say OVER as soon as somebody has won? It shows after {line}"
            )
        return found

    def _of_results(self) -> list[str]:
        if self.matches < MIN_MATCHES_FOR_WINS:
            return []
        if len(self.results) == 1:
            (result,) = self.results
            values = ", ".join(f"{value:g}" for value in result)
            drawn = len(result) > 1 and len(set(result)) == 1
            what = f"was a draw, with the payoffs {values}" if drawn else f"ended with the payoffs {values}"
            return [f"every one of {self.matches:,} random matches {what}: does payoffs tell results apart?"]
        if not self.won:  # the seats win or lose together
            return []
        return [
            f"in {self.matches:,} random matches seat {seat} never won: can it?"
            for seat in range(self.patient.seats)
            if not self.won[seat]
        ]


def find_oddities(patient: Patient, seconds: float) -> list[str]:
    """Warnings about a game that breaks no rule, from random matches for `seconds` at most."""
    counts = Plausibility(patient)
    deadline = time.perf_counter() + seconds
    for index in range(MAX_MATCHES):
        if time.perf_counter() > deadline:
            break
        try:
            counts.play(FIRST_STREAM + index, deadline)
        except Fault:  # the examinations report it
            return []
    return counts.warnings()
