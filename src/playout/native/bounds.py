"""Bounds checks on the return values of a user's own functions, which kernels use as counts, indices and bounds.

Built-in games are tested and run without them. In any other game, a call of `moves` in a kernel is bound to
`checked_moves`, which calls the game's function.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playout.rules import CHANCE, Rules

__all__ = ["CHECKED", "MANY", "OWN", "BoundError", "RulesNumber", "explain_bound"]


class RulesNumber:
    """Stands for a number of the game's rules, such as `max_moves`. `native.bind` replaces it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __lt__(self, other: Any) -> bool:
        raise RuntimeError(f"{self.name} is set by native.bind")

    __le__ = __gt__ = __ge__ = __lt__


class BoundError(Exception):
    """A function of the game, or of a search, returned a number out of bounds. Arguments: the function's name, then
    `FEW` or `MANY`. Native code cannot add the number to an exception.
    """


def _own(name: str) -> Callable[..., Any]:
    def stub(*_: Any) -> Any:
        raise RuntimeError(f"native.bind replaces this by the game's own {name}")

    return stub


FEW, MANY = "few", "many"
MAX_MOVES, MAX_OUTCOMES, PLAYERS = RulesNumber("max_moves"), RulesNumber("max_outcomes"), RulesNumber("players")
own_moves, own_turn, own_odds, own_loud, own_tactics = map(_own, ("moves", "turn", "odds", "loud", "tactics"))

OWN = {own_moves: "moves", own_turn: "turn", own_odds: "odds", own_loud: "loud", own_tactics: "tactics"}
"""Placeholders for the game's functions, with their names."""


def checked_moves(s: Any, out: Any) -> Any:
    n = own_moves(s, out)
    if n < 1:
        raise BoundError("moves", FEW)
    if n > MAX_MOVES:
        raise BoundError("moves", MANY)
    return n


def checked_turn(s: Any) -> Any:
    seat = own_turn(s)
    if seat < CHANCE:
        raise BoundError("turn", FEW)
    if seat >= PLAYERS:
        raise BoundError("turn", MANY)
    return seat


def checked_odds(s: Any, outcomes: Any, p: Any) -> Any:
    n = own_odds(s, outcomes, p)
    if n < 1:
        raise BoundError("odds", FEW)
    if n > MAX_OUTCOMES:
        raise BoundError("odds", MANY)
    return n


def checked_loud(s: Any, out: Any) -> Any:
    n = own_loud(s, out)
    if n < 0:
        raise BoundError("loud", FEW)
    if n > MAX_MOVES:
        raise BoundError("loud", MANY)
    return n


def checked_tactics(s: Any, out: Any) -> Any:
    n = own_tactics(s, out)
    if n > MAX_MOVES:
        raise BoundError("tactics", MANY)
    return n


CHECKED: dict[str, Callable[..., Any]] = {
    "moves": checked_moves,
    "turn": checked_turn,
    "odds": checked_odds,
    "loud": checked_loud,
    "tactics": checked_tactics,
}
"""The functions that replace those of the contract in a user's own game."""

_LIMITS = {
    "moves": ("fewer than 1 move", "more moves than MAX_MOVES = {0.max_moves}"),
    "turn": ("a number below CHANCE = -2", "a number above the last seat, {1}"),
    "odds": ("fewer than 1 outcome", "more outcomes than MAX_OUTCOMES = {0.max_outcomes}"),
    "loud": ("a number below 0", "more moves than MAX_MOVES = {0.max_moves}"),
    "tactics": ("", "more moves than MAX_MOVES = {0.max_moves}"),
}


_RULE_LIMITS = {
    "bound": "a value that cannot be compared (NaN) for a child in the tree",
    "backup": "a value that is not from 0 to 1 for a playout",
}


def explain_bound(error: BoundError, rules: Rules, functions: dict[str, Callable[..., Any]]) -> str:
    """The error as a sentence: where the function is, what it returned, and what to do.

    functions: those that a search brings along, by their names in the contract.
    """
    name, side = error.args
    if name in functions:
        code = functions[name].__code__
        return (
            f"{code.co_filename}, line {code.co_firstlineno}, {name}: it returned {_RULE_LIMITS[name]}; "
            "`playout trace` with the same search shows what it returns at each step"
        )
    line = rules.functions[name].__code__.co_firstlineno
    what = _LIMITS[name][side == MANY].format(rules, rules.players - 1)
    return (
        f"{rules.path}, line {line}, {name}: it returned {what} in a position of the search; "
        f"`playout check {Path(rules.path).name}` finds the moves that lead there"
    )
