"""The whole check of a game: load it, examine it, compare native with interpreted code, measure, and report."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from playout.checking.backends.gpu_comparison import EQUAL, compare_with_gpu
from playout.checking.backends.measuring import measure
from playout.checking.backends.native_comparison import NativeComparison
from playout.checking.course import EXAMINATIONS, FIRST_MATCH_SECONDS, NATIVE, Course
from playout.checking.examinations.check_encoding import in_words
from playout.checking.examinations.redrawing import redraw_many
from playout.checking.plausibility import find_oddities
from playout.checking.report import CheckReport, Finding
from playout.checking.shrinking import Shortest, shortest
from playout.examining import quick
from playout.examining.check_play import MOVES, PLAYABLE, TURN
from playout.examining.examination import Examination
from playout.examining.faults import Fault, describe, guilty
from playout.examining.patient import Patient, Trouble
from playout.examining.random_match import Failure, RandomMatch, without_end
from playout.examining.watchdog import Watchdog
from playout.game import Game, read_source
from playout.native import cuda
from playout.rng import check_seed
from playout.rules import OPTIONAL, OptionError, PlayoutError, RulesError

__all__ = ["check"]

CONTRACT = "the file can be read and defines the contract"
FAULTS = "no function raises an error or hangs"
ENDS = "random matches end within MAX_LENGTH plies"
COMPILES = "the rules compile to native code"

NO_MOVE = -1
"""Stands for an unknown move in a line whose length counts."""

MIN_PATIENCE = 2.0
"""The least number of seconds after which a call of a rule counts as hanging."""


def check(
    game: str | Path | type | Game, *, seconds: float = 5.0, seed: int = 0, backend: str = "cpu", **options: Any
) -> CheckReport:
    """Examine a game: every rule of the contract, with the shortest line of moves that breaks it.

    First the interpreted rules are examined for half of `seconds`; then native code is compared with them for
    `seconds`; then random matches are counted for a quarter of `seconds`, for warnings about odd results. The same seed
    plays the same matches. With the backend `cuda`, random matches on a GPU are also compared with native code.
    `options` are the game's own.
    """
    check_seed(seed)
    if backend not in ("cpu", "cuda"):
        raise OptionError(
            f"a check has no backend {backend!r}; there are cpu and cuda, which also compares a GPU with the CPU"
        )
    if backend == "cuda":
        cuda.device()  # raises an error if this machine has no GPU
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < float("inf"):
        raise OptionError(f"seconds has to be a number above 0, not {seconds!r}")
    name = game.name if isinstance(game, Game) else game.__name__ if isinstance(game, type) else Path(game).stem
    report = CheckReport(name, seed)
    with Watchdog(max(MIN_PATIENCE, seconds)) as watch:
        try:
            patient = Patient(_made(game, options, watch), seed, watch)
        except OptionError:
            raise
        except (RulesError, Fault) as error:
            report.findings.append(Finding(CONTRACT, False, str(error)))
            return report
        report.game = patient.game.name
        _fill(report, patient, seconds)
        if backend == "cuda":
            report.findings.append(_on_gpu(report, patient))
    return report


def _on_gpu(report: CheckReport, patient: Patient) -> Finding:
    """The finding about the GPU. It is not tried if native code is wrong or missing."""
    if not report.passed:
        return Finding(EQUAL, None, "not tried; correct the broken rules first")
    return compare_with_gpu(patient)


def _made(game: str | Path | type | Game, options: dict[str, Any], watch: Watchdog) -> Game:
    """The game without the rehearsal of `load`, since the examinations are to find its errors."""
    source, rules, options = read_source(game, options)
    try:
        made: Game = watch.run(Game, source, rules, options)
    except PlayoutError:
        raise
    except Exception as error:
        raise Fault("start", describe("start", error, rules, watch.patience)) from error
    if not isinstance(made.seats, int) or not 1 <= made.seats <= rules.players:
        raise RulesError(
            f"seats returned {made.seats!r}; it has to be a whole number from 1 to PLAYERS = {rules.players}"
        )
    return made


def _fill(report: CheckReport, patient: Patient, seconds: float) -> None:
    """Examine a loaded game."""
    course = Course(patient, seconds)
    course.interpreted()
    course.apart()
    comparison = None
    if not course.unsafe and not patient.rules.is_object:
        comparison = NativeComparison(patient)
        course.native(comparison)
    report.matches, report.positions = course.matches, course.positions
    report.findings += Findings(course, comparison).all()
    if comparison is not None and comparison.unfit is None and not course.unsafe:
        report.findings += redraw_many(patient, seconds / 2)
    if not course.unsafe:
        report.warnings = find_oddities(patient, seconds / 4)
        _tell_encoding(report, patient)
    report.missing = {word: unlocks for word, (_, unlocks) in OPTIONAL.items() if not patient.rules.has(word)}
    if course.lengths:
        report.length = sum(course.lengths) / len(course.lengths)
        report.branching = sum(course.widths) / max(len(course.widths), 1)
    if not course.unsafe:
        if course.positions >= quick.MAX_POSITIONS:
            quick.trust(patient.game)
        report.speeds, differ = measure(patient, min(1.0, seconds / 10))
        if differ:
            report.findings = [item for item in report.findings if item.rule != NATIVE]
            report.findings.append(Finding(NATIVE, False, differ))


def _tell_encoding(report: CheckReport, patient: Patient) -> None:
    """Say what a network sees. This plays a few more matches, in which a function may fail for the first time."""
    try:
        report.encoding = patient.watch.run(in_words, patient.game)
    except Exception as error:
        rules = patient.rules
        text = describe(guilty("play", error, rules), error, rules, patient.watch.patience)
        report.findings = [item for item in report.findings if item.rule != FAULTS]
        report.findings.append(Finding(FAULTS, False, text))


class Findings:
    """The finding of each rule, with the shortest line for a broken rule."""

    def __init__(self, course: Course, comparison: NativeComparison | None) -> None:
        self.course = course
        self.patient = course.patient
        self.comparison = comparison
        self.patience = max(0.5, min(2.0, course.seconds))
        """Seconds for the search of one shortest line."""

    def all(self) -> list[Finding]:
        faults = [self._shortened(FAULTS, failure) for failure in self.course.failures.values() if failure.function]
        rules = [self._of(examination) for examination in (TURN, MOVES, *EXAMINATIONS)]
        return [
            Finding(CONTRACT, True),
            *(faults or [Finding(FAULTS, True)]),
            self._ends(),
            *rules,
            *self._native(),
        ]

    def _of(self, examination: Examination) -> Finding:
        rule, course = examination.rule, self.course
        reason = examination.lacks(self.patient)
        if reason is not None:
            return Finding(rule, None, reason)
        if rule in course.failures:
            return self._shortened(rule, course.failures[rule])
        if course.met[examination] or (examination in (TURN, MOVES) and course.lengths):
            return Finding(rule, True)
        if examination in course.skipped:
            return Finding(rule, None, f"skipped: {course.skipped[examination]}")
        if course.unsafe or examination.apart:
            return Finding(rule, None, "not examined; correct the broken rules first")
        return Finding(rule, None, "no position was met to which it applies")

    def _ends(self) -> Finding:
        walk = self.course.endless
        if walk is None:
            ended = bool(self.course.lengths)
            return Finding(ENDS, ended or None, "" if ended else "no match could be played to its end")
        most, count = self.patient.rules.max_length, len(walk.line)
        waited = max(self.course.seconds, FIRST_MATCH_SECONDS)
        text = (
            f"a random match went on after {most:,} plies: correct the rules so that it ends, or set MAX_LENGTH in "
            f"{Path(self.patient.rules.path).name} if matches may be longer"
            if count > most
            else f"no random match ended within {waited:g} s, the first was still going on after "
            f"{count:,} plies: correct the rules so that it ends, or give the check more seconds"
        )
        # All lines beyond MAX_LENGTH plies have the same length. Of a match that took too long, the beginning is
        # enough.
        seconds = math.inf if count > most else self.patience
        return self._trap(walk, text) or Finding(
            ENDS, False, text, self.patient.names(walk.line[:most], seconds), count > most
        )

    def _trap(self, walk: RandomMatch, text: str) -> Finding | None:
        """The shortest line to a position from which no line ends, if that is why a match did not end."""
        deadline = time.perf_counter() + self.patience

        def fails(position: Any) -> Any:
            try:
                return without_end(self.patient, position, deadline)
            except Fault:
                return None

        trap = fails(self.patient.copy(walk.position))
        if trap is None:
            return None
        found = shortest(self.patient, fails, tuple(walk.line), trap, self.patience)
        return Finding(ENDS, False, f"{text}; {found.trouble.text}", self.patient.names(found.line), found.proven)

    def _native(self) -> list[Finding]:
        if self.patient.rules.is_object:
            reason = "the game is a Python class, which always runs interpreted"
            return [Finding(COMPILES, None, reason), Finding(NATIVE, None, reason)]
        if self.comparison is None:
            reason = "not tried, because native code checks no bounds; correct the broken rules first"
            return [Finding(COMPILES, None, reason), Finding(NATIVE, None, reason)]
        if self.comparison.unfit is not None:
            return [Finding(COMPILES, False, self.comparison.unfit), Finding(NATIVE, None, "there is no native code")]
        failure = self.course.failures.get(NATIVE)
        return [Finding(COMPILES, True), self._shortened(NATIVE, failure) if failure else Finding(NATIVE, True)]

    def _shortened(self, rule: str, failure: Failure) -> Finding:
        """The finding of a failure, with the shortest line that shows it; an examination apart gives a line itself."""
        if failure.examination.apart and failure.function is None:
            return Finding(rule, False, failure.trouble.text, self.patient.names(failure.trouble.further))
        watch = self.patient.watch
        patience, watch.patience = watch.patience, min(watch.patience, 0.5)
        try:
            found = self._by_playing(failure) or self._by_examining(failure)
            names = self.patient.names((*found.line, *found.trouble.further))
        finally:
            watch.patience = patience
        return Finding(rule, False, found.trouble.text, names, found.proven)

    def _by_playing(self, failure: Failure) -> Shortest | None:
        """The shortest line of play to a function's error; it does not depend on the rule that met the error."""
        if failure.function not in ("turn", "moves", "play"):
            return None
        trouble_at = partial(replace(failure, examination=PLAYABLE).trouble_at, self.patient)
        # Longer than every line that may be found.
        longer = Trouble(failure.trouble.text, (*failure.trouble.further, NO_MOVE, NO_MOVE))
        found = shortest(self.patient, trouble_at, failure.line, longer, self.patience)
        return None if found.trouble is longer else found

    def _by_examining(self, failure: Failure) -> Shortest:
        """The shortest line after which the rule is broken again."""
        trouble_at = partial(failure.trouble_at, self.patient)
        found = shortest(self.patient, trouble_at, failure.line, failure.trouble, self.patience)
        return found._replace(proven=found.proven and not failure.examination.by_chance)
