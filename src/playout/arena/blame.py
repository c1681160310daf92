"""Whose fault it was: an agent's, which then forfeits, or that of the rules, which ends the tournament.

An error that was raised inside a function of the rules is the rules' fault, whoever called it. A process that broke or
hung leaves no error behind; then the rules are run again from the position where it happened, interpreted, so that
bounds are checked and a loop without end can be interrupted. What shows there is the rules' fault.
"""

from __future__ import annotations

import sysconfig
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

import numpy as np

from playout.arena.records import source_of
from playout.doctor.faults import Fault
from playout.doctor.patient import Patient, Position
from playout.doctor.random_match import RandomMatch
from playout.doctor.watchdog import Watchdog
from playout.game import Game
from playout.rules import OPTIONAL, REQUIRED, PlayoutError, RulesError

__all__ = ["Examiner", "examine", "fault_of", "rules_error"]

SECONDS = 1.0
"""For which random matches are played from a position in search of a fault."""

PATIENCE = 2.0
"""Seconds after which a function of the rules, run interpreted, is taken to hang."""

EXAMINATIONS = 2
"""How often the rules are looked into for the cause of a match that broke or hung, if they were never to blame."""

OWN = Path(__file__).parents[1]

LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})

LAST = 12
"""Moves of a long match that are told, the last ones."""


def fault_of(error: BaseException, game: Game, *, foreign: bool) -> str | None:
    """What the rules did wrong, if an error came out of one of their functions; None if it did not.

    `foreign`: whether the error came by way of somebody's own agent. Then only the functions of the contract count,
    without those for people, like `format`, which may be asked anything. Playout's own agents call nothing but Playout
    and the rules, so that with them all other code is the rules'.
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
    """The names of the functions that the rules are made of, those for people and `start` left out."""
    kind, found = game.position_type, set()
    for word in ({*REQUIRED, *OPTIONAL} - {"start"}) & game.rules.functions.keys():
        function = getattr(kind, word, None) if game.rules.is_object else game.rules.functions[word]
        code = getattr(function, "__code__", None)
        if code is not None:
            found.add(_name(code))
    return found


def _name(code: CodeType) -> tuple[str, str]:
    """The file and the name of a function. Native code from the cache may have been compiled in another folder."""
    return Path(code.co_filename).name, code.co_qualname


def _in_library(file: str, game: Game) -> bool:
    """Whether a file belongs to Playout, its games left out, or to what Playout stands on."""
    if file == game.rules.path:
        return False
    if file.startswith(str(OWN)):
        return not file.startswith(str(OWN / "games"))
    return file.startswith(("<", *LIBRARIES))


def rules_error(game: Game, number: int, moves: Sequence[int], said: str) -> RulesError:
    """The sentence that ends a tournament: the match, what the rules did, after which moves, and what to do."""
    source = source_of(game)
    options = "".join(f" -o {word}={value}" for word, value in game.options.items())
    return RulesError(
        f"match {number} of {game.name} cannot be played, by a fault of the rules {_told(game, moves)}: "
        f"{said.rstrip('.')}; `playout check {source}{options}` examines them"
    )


def _told(game: Game, moves: Sequence[int]) -> str:
    """`after the moves b2 a1`, in the words of the game where it has some."""
    if not moves:
        return "at the start"
    with Watchdog(PATIENCE) as watch:
        texts = list(Patient(game, 0, watch).names(moves))
    shown = texts if len(texts) <= LAST else ["...", *texts[-LAST:]]
    return f"after the {len(moves)} moves {' '.join(shown)}" if len(moves) > 1 else f"after the move {shown[0]}"


def examine(game: Game, moves: Sequence[int], seconds: float = SECONDS) -> tuple[str, tuple[int, ...]] | None:
    """A fault of the rules that random matches from a position show, and the moves that lead to it; else None."""
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
    """Says of matches that ended with their process whether the rules are to blame."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._asked = 0

    def fault(self, number: int, seat: int, moves: Sequence[int], reason: str | None) -> str | None:
        """The sentence that ends the tournament, or None if the seat that was thinking is to blame.

        seat: -1 if the match itself was running the rules. reason: why the process was ended, if it was. An agent that
        breaks again and again is not looked into each time.
        """
        self._asked += 1
        found = examine(self._game, moves) if self._asked <= EXAMINATIONS else None
        if found is None and seat < 0 and reason is not None:
            found = reason.partition(": ")[2], tuple(moves)
        return None if found is None else str(rules_error(self._game, number, found[1], found[0]))


def _walk(walk: RandomMatch, deadline: float) -> None:
    """Play to the end, and call at each position what a search may call; raises `Fault` if one of these fails."""
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
    """The functions that help a search, each on a position of its own."""

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
    for word in ("suggest", "pick"):
        if has(word):
            patient.draw(word, here(), walk.rng)
    if has("rank"):
        legal = np.array(patient.moves(walk.position), np.int64)
        patient.call("rank", here(), legal, len(legal), np.zeros(len(legal)))
