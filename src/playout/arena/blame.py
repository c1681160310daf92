"""Who is at fault for an error: an agent, which then forfeits, or the rules, which ends the tournament.

An error raised inside a function of the rules is a fault of the rules, whoever called the function. A process that
crashed or hung leaves no error. Then the rules are run again from that position, interpreted, so that bounds are
checked and an endless loop can be interrupted. A fault found there is a fault of the rules.
"""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

from playout.arena.provenance import source_of
from playout.examining.quick import examine, moves_in_words
from playout.game import Game
from playout.rules import OPTIONAL, REQUIRED, PlayoutError, RulesError

__all__ = ["Examiner", "fault_of", "rules_error"]

MAX_EXAMINATIONS = 2
"""The largest number of crashes and hangs of a tournament that are examined for a fault of the rules."""

OWN = Path(__file__).parents[1]

LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


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
    message = str(error).strip().rstrip(".") or "no message"
    return f"{code.co_name} ({Path(code.co_filename).name}, line {line}) raised {type(error).__name__}: {message}"


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


def rules_error(game: Game, number: int, moves: Sequence[int], message: str) -> RulesError:
    """The error that ends a tournament: the match, the fault of the rules, the moves before it, and what to do."""
    source = source_of(game)
    options = "".join(f" -o {word}={value}" for word, value in game.options.items())
    after = moves_in_words(game, moves)
    return RulesError(
        f"match {number} of {game.name} cannot be played because of a fault of the rules {after}: "
        f"{message.rstrip('.')}; `playout check {source}{options}` examines them"
    )


class Examiner:
    """Decides for matches whose process died whether the rules are at fault."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._asked = 0

    def fault(self, number: int, seat: int, moves: Sequence[int], reason: str | None) -> str | None:
        """The error that ends the tournament, or None if the thinking seat is at fault.

        seat: -1 if the rules ran outside of any agent. reason: why the process was killed, if it was. Only the first
        MAX_EXAMINATIONS matches are examined, so that an agent that always crashes does not cost much time.
        """
        self._asked += 1
        found = examine(self._game, moves) if self._asked <= MAX_EXAMINATIONS else None
        if found is None and seat < 0 and reason is not None:
            found = reason.partition(": ")[2], tuple(moves)
        return None if found is None else str(rules_error(self._game, number, found[1], found[0]))
