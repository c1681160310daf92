"""Who is at fault for an error: an agent, which then forfeits, or the rules, which ends the tournament.

An error raised inside a function of the rules is a fault of the rules, whoever called the function. A process that
crashed or hung leaves no error. Then the rules are run again from that position, interpreted, so that bounds are
checked and an endless loop can be interrupted. A fault found there is a fault of the rules.
"""

from __future__ import annotations

import sysconfig
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

import numpy as np

from playout.arena.provenance import source_of
from playout.checking.faults import Fault
from playout.checking.patient import Patient, Position
from playout.checking.random_match import RandomMatch
from playout.checking.watchdog import Watchdog
from playout.game import Game
from playout.rules import OPTIONAL, REQUIRED, PlayoutError, RulesError

__all__ = ["Examiner", "examine", "fault_of", "rules_error"]

SECONDS = 1.0
"""Seconds of random matches from a position to find a fault."""

PATIENCE = 2.0
"""Seconds after which an interpreted function of the rules counts as hanging."""

EXAMINATIONS = 2
"""How many crashes and hangs of a tournament are examined for a fault of the rules."""

OWN = Path(__file__).parents[1]

LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})

LAST = 12
"""How many of the last moves of a long match an error message names."""


def fault_of(error: BaseException, game: Game, *, foreign: bool) -> str | None:
    """A description of the error if it was raised by the rules, else None.

    foreign: whether the error came through a user's agent. Then only the required and optional functions of the rules
    count, without those for display, like `format`, which may be called with any argument. Playout's own agents call
    only Playout and the rules, so with them all other code belongs to the rules.
    """
    if isinstance(error, RulesError):
        return str(error)
    if not isinstance(error, Exception) or isinstance(error, PlayoutError):
        return None
    steps = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if foreign:
        known = _functions(game)
        first = next((i for i, (code, _) in enumerate(steps) if _name(code) in known), len(steps))
        steps = steps[first:]
    steps = [(code, line) for code, line in steps if not _in_library(code.co_filename, game)]
    if not steps:
        return None
    code, line = steps[-1]
    said = str(error).strip().rstrip(".") or "no message"
    return f"{code.co_name} ({Path(code.co_filename).name}, line {line}) raised {type(error).__name__}: {said}"


def _functions(game: Game) -> set[tuple[str, str]]:
    """File and name of the required and optional functions of the rules, without `start`."""
    kind, found = game.position_type, set()
    for word in ({*REQUIRED, *OPTIONAL} - {"start"}) & game.rules.functions.keys():
        function = getattr(kind, word, None) if game.rules.is_object else game.rules.functions[word]
        code = getattr(function, "__code__", None)
        if code is not None:
            found.add(_name(code))
    return found


def _name(code: CodeType) -> tuple[str, str]:
    """The file name and the qualified name of a function; cached native code may come from another folder."""
    return Path(code.co_filename).name, code.co_qualname


def _in_library(file: str, game: Game) -> bool:
    """Whether a file belongs to Playout (except its games), Python or an installed package."""
    if file == game.rules.path:
        return False
    if file.startswith(str(OWN)):
        return not file.startswith(str(OWN / "games"))
    return file.startswith(("<", *LIBRARIES))


def rules_error(game: Game, number: int, moves: Sequence[int], said: str) -> RulesError:
    """The error that ends a tournament: the match, the fault of the rules, the moves before it, and what to do."""
    source = source_of(game)
    options = "".join(f" -o {word}={value}" for word, value in game.options.items())
    return RulesError(
        f"match {number} of {game.name} cannot be played because of a fault of the rules {_told(game, moves)}: "
        f"{said.rstrip('.')}; `playout check {source}{options}` examines them"
    )


def _told(game: Game, moves: Sequence[int]) -> str:
    """`after the 2 moves b2 a1`, formatted by the game."""
    if not moves:
        return "at the start"
    with Watchdog(PATIENCE) as watch:
        texts = list(Patient(game, 0, watch).names(moves))
    shown = texts if len(texts) <= LAST else ["...", *texts[-LAST:]]
    return f"after the {len(moves)} moves {' '.join(shown)}" if len(moves) > 1 else f"after the move {shown[0]}"


def examine(game: Game, moves: Sequence[int], seconds: float = SECONDS) -> tuple[str, tuple[int, ...]] | None:
    """A fault that random matches from a position find, and the moves that lead to it; None if they find none."""
    with Watchdog(PATIENCE) as watch:
        patient = Patient(game, 0, watch)
        deadline = time.perf_counter() + seconds
        index = 0
        while index == 0 or time.perf_counter() < deadline:
            walk = RandomMatch(patient, index)
            index += 1
            try:
                walk.position = patient.after(moves)
                walk.line = list(moves)
                _walk(walk, deadline)
            except Fault as fault:
                if not fault.declines:
                    return fault.text, tuple(walk.line)
            if walk.failure is not None and walk.failure.function is not None:
                return walk.failure.trouble.text, (*walk.failure.line, *walk.failure.trouble.further)
    return None


class Examiner:
    """Decides for matches whose process died whether the rules are at fault."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._asked = 0

    def fault(self, number: int, seat: int, moves: Sequence[int], reason: str | None) -> str | None:
        """The error that ends the tournament, or None if the thinking seat is at fault.

        seat: -1 if the rules ran outside of any agent. reason: why the process was killed, if it was. Only the first
        EXAMINATIONS matches are examined, so that an agent that always crashes does not cost much time.
        """
        self._asked += 1
        found = examine(self._game, moves) if self._asked <= EXAMINATIONS else None
        if found is None and seat < 0 and reason is not None:
            found = reason.partition(": ")[2], tuple(moves)
        return None if found is None else str(rules_error(self._game, number, found[1], found[0]))


def _walk(walk: RandomMatch, deadline: float) -> None:
    """Play to the end, and call at each position what a search may call; raises `Fault` if a call fails."""
    patient = walk.patient
    while True:
        seat = patient.turn(walk.position)
        if seat >= 0:
            _advise(patient, walk, seat)
        if time.perf_counter() > deadline or len(walk.line) > patient.rules.max_length or not walk.step():
            break
    if walk.over:
        patient.payoffs(walk.position)


def _advise(patient: Patient, walk: RandomMatch, seat: int) -> None:
    """Call the optional functions for searches, each on a copy of the position."""

    def here() -> Position:
        return patient.copy(walk.position)

    has = patient.rules.has
    if has("evaluate"):
        patient.call("evaluate", here(), seat)
    for word in ("tactics", "loud"):
        if has(word):
            patient.listing(here(), word)
    for word in ("left", "key"):
        if has(word):
            patient.call(word, here())
    for move in patient.moves(walk.position) if has("key_after") else ():
        patient.call("key_after", here(), move)
    for word in ("suggest", "pick"):
        if has(word):
            patient.draw(word, here(), walk.rng)
    if has("rollout"):
        patient.call("rollout", here(), walk.rng.words)
    if has("rank"):
        legal = np.array(patient.moves(walk.position), np.int64)
        patient.call("rank", here(), legal, len(legal), np.zeros(len(legal)))
