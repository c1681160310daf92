"""Faults: errors of a game's functions, with a sentence on the place, the cause and the remedy."""

from __future__ import annotations

import difflib
import re
import traceback
from pathlib import Path

from playout.examining.watchdog import Hung
from playout.rules import OPTIONAL, REQUIRED, TEXT, PlayoutError, Rules, RulesError

__all__ = ["Fault", "describe", "guilty", "place"]

_BOUNDS = {
    "moves": "MAX_MOVES",
    "loud": "MAX_MOVES",
    "tactics": "MAX_MOVES",
    "odds": "MAX_OUTCOMES",
    "payoffs": "PLAYERS",
}


class Fault(Exception):  # noqa: N818 - the error is the game's, this is the finding
    """One of the game's functions raised an error or hung."""

    def __init__(self, function: str, text: str) -> None:
        super().__init__(text)
        self.function = function
        self.text = text
        self.further: tuple[int, ...] = ()
        """The moves from the examined position to the position of the error."""

    @property
    def declines(self) -> bool:
        """Whether the function refused to answer (a PlayoutError) instead of failing."""
        return isinstance(self.__cause__, PlayoutError) and not isinstance(self.__cause__, RulesError)


def place(rules: Rules, word: str, kind: type) -> str:
    """The place of a function of the contract, or of a method of class `kind`: `moves (my_game.py, line 12)`."""
    written = getattr(kind, word, None) if rules.is_object else rules.functions.get(word)
    code = getattr(written, "__code__", None)
    if code is None or code.co_filename != rules.path:
        return word
    return f"{word} ({Path(rules.path).name}, line {code.co_firstlineno})"


def guilty(word: str, error: Exception, rules: Rules) -> str:
    """The function of the contract that raised an error; `word` if the traceback does not show it."""
    names = [step.name for step in traceback.extract_tb(error.__traceback__) if step.filename == rules.path]
    return names[0] if names and names[0] in {**REQUIRED, **OPTIONAL, **TEXT} else word


def describe(word: str, error: Exception, rules: Rules, patience: float = 0.0) -> str:
    """A sentence on an error of the function `word`."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename == rules.path]
    where = f"{word}"
    if steps:
        inside = f" in {steps[-1].name}" if steps[-1].name not in (word, "<listcomp>", "<genexpr>") else ""
        where = f"{word} ({Path(rules.path).name}, line {steps[-1].lineno}{inside})"
    if isinstance(error, Hung):
        return f"{where} did not return within {patience:.1f} s: does the loop there always end?"
    if isinstance(error, PlayoutError):
        return f"{where}: {error}"
    message = str(error).strip().rstrip(".") or "no message"
    return f"{where} raised {type(error).__name__}: {message}; {_advice(word, error, rules)}"


def _advice(word: str, error: Exception, rules: Rules) -> str:
    if isinstance(error, IndexError):
        return _index_advice(word, error, rules)
    if isinstance(error, OverflowError):
        return "give that field of State a larger type, or keep the value within it"
    if isinstance(error, (AttributeError, NameError)):
        name = getattr(error, "name", None) or ""
        known = [*(rules.dtype.names or ()), *REQUIRED, *OPTIONAL, *TEXT]
        close = difflib.get_close_matches(name, known, 1, 0.6)
        fields = f"; the fields of State are {', '.join(rules.dtype.names)}" if rules.dtype.names else ""
        return f"{f'did you mean {close[0]}?' if close else 'correct the name'}{fields}"
    if isinstance(error, ZeroDivisionError):
        return "test the divisor before dividing"
    if word in TEXT:
        return f"{word} has to work in every position and for every legal move or outcome"
    return f"{word} has to work in every position that play can reach"


def _index_advice(word: str, error: IndexError, rules: Rules) -> str:
    bound = _BOUNDS.get(word)
    sizes = {"MAX_MOVES": rules.max_moves, "MAX_OUTCOMES": rules.max_outcomes, "PLAYERS": rules.players}
    size = re.search(r"with size (\d+)", str(error))
    if bound and size and int(size[1]) == sizes[bound]:
        return f"{bound} is {sizes[bound]}: raise it to the most that any position needs, or correct the index"
    return "correct the index, or make the array larger (native code would not notice, and would corrupt memory)"
