"""An examination: one rule of the contract, checked at one position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playout.examining.patient import Patient, Position, Trouble
from playout.rules import CHANCE, OVER

__all__ = ["ANYWHERE", "AT_CHANCE", "AT_END", "AT_SEAT", "BEFORE_END", "Examination", "Skipped", "has", "kind_of"]

AT_SEAT, AT_CHANCE, AT_END = "seat", "chance", "over"
ANYWHERE = frozenset((AT_SEAT, AT_CHANCE, AT_END))
BEFORE_END = frozenset((AT_SEAT, AT_CHANCE))


def kind_of(seat: int) -> str:
    """The kind of a position, from its turn."""
    return AT_END if seat == OVER else AT_CHANCE if seat == CHANCE else AT_SEAT


class Skipped(Exception):  # noqa: N818 - it is no error, but says why a rule was not examined
    """Raised by `look` if there was nothing at this position to examine, with the reason in words."""


@dataclass(frozen=True, eq=False)
class Examination:
    """One rule. `look` gets a position, which it may change, and the number of a random stream."""

    rule: str
    """The rule in words."""
    look: Callable[[Patient, Position, int], Trouble | None]
    """Returns the reason why this position breaks the rule, or None; raises Skipped if there is nothing to examine."""
    where: frozenset[str] = ANYWHERE
    """The kinds of positions to which the rule applies."""
    lacks: Callable[[Patient], str | None] = lambda patient: None
    """Returns the reason why the rule does not apply to this game, or None."""
    vital: bool = False
    """Whether other findings cannot be trusted and native code must not run while this rule is broken."""
    by_chance: bool = False
    """Whether it is randomised, so that a position that passes may still break the rule."""
    apart: bool = False
    """Whether it plays its own matches, and so runs only once, at the start."""
    limit: int = 1_000_000
    """The largest number of positions to examine: few if it is slow or may raise a false alarm."""

    def examine(self, patient: Patient, position: Position, index: int) -> Trouble | None:
        """`look`, if the rule applies to a position of this kind."""
        if self.where != ANYWHERE and kind_of(patient.turn(position)) not in self.where:
            return None
        return self.look(patient, position, index)


def has(*words: str) -> Callable[[Patient], str | None]:
    """A value for `lacks`: the rule applies to games with one of these functions."""

    def lacks(patient: Patient) -> str | None:
        if any(patient.rules.has(word) for word in words):
            return None
        return f"the game has no {' or '.join(words)}"

    return lacks
