"""The course of an examination: random matches, first interpreted, then compared with native code."""

from __future__ import annotations

import time
from collections import Counter

from playout.checking.backends.native_comparison import NativeComparison
from playout.checking.examinations import (
    check_advice,
    check_encoding,
    check_guesses,
    check_hidden,
    check_identity,
    check_views,
)
from playout.examining import check_chance, check_play
from playout.examining.check_play import TURN
from playout.examining.examination import Examination, Skipped, kind_of
from playout.examining.faults import Fault
from playout.examining.patient import Patient, ReachedPosition, Trouble
from playout.examining.random_match import Failure, RandomMatch
from playout.rules import TEXT

__all__ = ["EXAMINATIONS", "FIRST_MATCH_SECONDS", "NATIVE", "Course"]

NATIVE = "native code does what the interpreted rules do"

EXAMINATIONS: tuple[Examination, ...] = (
    *check_play.EXAMINATIONS,
    *check_identity.EXAMINATIONS,
    *check_chance.EXAMINATIONS,
    *check_hidden.EXAMINATIONS,
    *check_guesses.EXAMINATIONS,
    *check_advice.EXAMINATIONS,
    *check_views.EXAMINATIONS,
    *check_encoding.EXAMINATIONS,
)

SAMPLED_POSITIONS = 16
"""The number of positions of a match that all examinations see."""

FIRST_MATCH_SECONDS = 3.0
"""The shortest time limit of the first match in seconds, so that a short check on a busy machine can finish it."""

SAMPLE_STREAM, FIRST_STREAM, APART_STREAM = 1 << 39, 1 << 40, 1 << 43
"""The first random streams of samples and of examinations; lower streams belong to the matches."""


class Course:
    """The examinations of a game, with the failures and counts so far."""

    def __init__(self, patient: Patient, seconds: float) -> None:
        self.patient = patient
        self.seconds = seconds
        self.failures: dict[str, Failure] = {}
        """The first failure of each rule, and of each function that raised an error."""
        self.endless: RandomMatch | None = None
        """A match that did not end, within MAX_LENGTH plies or in time."""
        self.unsafe = False
        """Whether native code must not run, and further examinations are useless."""
        self.met: Counter[Examination] = Counter()
        """The number of positions that each examination has seen."""
        self.skipped: dict[Examination, str] = {}
        """Why an examination found nothing to examine at its last position."""
        self.matches = 0
        self.positions = 0
        """The number of positions of the matches; at least turn and moves of each were examined."""
        self.widths: list[int] = []
        self.lengths: list[int] = []
        apply = [item for item in EXAMINATIONS if item.lacks(patient) is None and not item.apart]
        self._waiting = [[item for item in apply if item.vital is vital] for vital in (True, False)]
        self._stream = FIRST_STREAM

    def interpreted(self) -> None:
        """Play random matches; a sample of their positions goes through every examination."""
        begin = time.perf_counter()
        first, deadline = True, begin + self.seconds / 2
        while not self.unsafe and (first or time.perf_counter() < deadline):
            # The first match may take longer, since without it nothing is known.
            kept = self._match(begin + max(self.seconds, FIRST_MATCH_SECONDS) if first else deadline)
            first = False
            # Vital rules come first, since other failures may follow from theirs.
            for waiting in self._waiting:
                for node in kept:
                    if self.unsafe or (time.perf_counter() > deadline and self._asked_enough(waiting)):
                        break
                    self._examine(node, waiting)

    def _asked_enough(self, waiting: list[Examination]) -> bool:
        """Whether the time limit counts: one match was sampled, and every rule has met a position."""
        return self.met[check_play.PLAYABLE] > SAMPLED_POSITIONS and all(
            self.met[examination] for examination in waiting
        )

    def apart(self) -> None:
        """Run the examinations that play matches of their own, until one finds a broken rule.

        Their streams do not depend on the number of positions met before, which is lower on a slow machine.
        """
        self._stream = APART_STREAM
        for item in EXAMINATIONS:
            broken = any(failure.examination.apart for failure in self.failures.values())
            if item.apart and item.lacks(self.patient) is None and not self.unsafe and not broken:
                self._examine(self.patient.root(), [item])

    def native(self, comparison: NativeComparison) -> None:
        """Play random matches, and compare native code with the interpreted rules at every position."""
        examination = Examination(NATIVE, comparison.look, vital=True)
        begin = time.perf_counter()
        while not self.unsafe and time.perf_counter() < begin + self.seconds + comparison.compiling:
            walk = self._begin()
            while walk is not None:
                self._examine(walk.node(), [TURN, check_play.MOVES, examination])
                if self.unsafe or self._too_long(walk, begin + self.seconds + comparison.compiling) or not walk.step():
                    self._ended(walk)
                    break

    def _match(self, deadline: float) -> list[ReachedPosition]:
        """Play a random match; returns its last position, if it ended, and then a random sample of all positions."""
        walk = self._begin()
        kept: list[ReachedPosition] = []
        if walk is None:
            return kept
        choice = self.patient.rng(self.matches + SAMPLE_STREAM)
        while not self._too_long(walk, deadline):
            # Each position is in the sample with the same probability, whatever the length of the match.
            count = len(walk.line)
            if count < SAMPLED_POSITIONS:
                kept.insert(choice.below(count + 1), walk.node())
            elif (place := choice.below(count + 1)) < SAMPLED_POSITIONS:
                kept[place] = walk.node()
            if not walk.step():
                self._ended(walk)
                return [walk.node(), *kept]
        self._ended(walk)
        return kept

    def _begin(self) -> RandomMatch | None:
        self.matches += 1
        try:
            return RandomMatch(self.patient, self.matches)
        except Fault as fault:
            self._fail(Failure(TURN, (), Trouble(fault.text), 0, fault.function))
            return None

    def _ended(self, walk: RandomMatch) -> None:
        """Record the result of a match; an unfinished match is a failure."""
        self.positions += len(walk.line) + 1
        if walk.failure is not None:
            self._fail(walk.failure)
        elif walk.over:
            self.lengths.append(len(walk.line))
            self.widths += walk.widths

    def _too_long(self, walk: RandomMatch, deadline: float) -> bool:
        """Whether a match has to be stopped, because of its length or the time limit."""
        late = time.perf_counter() > deadline
        if len(walk.line) > self.patient.rules.max_length or (late and not self.lengths):
            self.endless = walk
            self.unsafe = True
            return True
        return late

    def _examine(self, node: ReachedPosition, waiting: list[Examination]) -> None:
        """Run all examinations that have not failed yet on one position."""
        for examination in list(waiting):
            failure = self._look(examination, node)
            if failure is not None:
                self._fail(failure)
            if failure is not None or self.met[examination] >= examination.limit:
                waiting.remove(examination)
            if self.unsafe:
                return

    def _look(self, examination: Examination, node: ReachedPosition) -> Failure | None:
        self._stream += 1
        try:
            position = self.patient.fresh(node)
            if kind_of(self.patient.turn(position)) not in examination.where:
                return None
            self.met[examination] += 1
            trouble = examination.look(self.patient, position, self._stream)
        except Skipped as reason:
            self.met[examination] -= 1
            self.skipped[examination] = str(reason)
            return None
        except Fault as fault:
            if fault.declines:
                self.met[examination] -= 1
                return None
            trouble = Trouble(fault.text, fault.further)
            return Failure(examination, node.line, trouble, self._stream, fault.function)
        return None if trouble is None else Failure(examination, node.line, trouble, self._stream)

    def _fail(self, failure: Failure) -> None:
        self.failures.setdefault(failure.function or failure.examination.rule, failure)
        if failure.function is not None:
            self.unsafe |= failure.function not in TEXT
        else:
            self.unsafe |= failure.examination.vital
