"""What readers of files share: a match by its number, and where something stands, for messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from playout.rules import OptionError, PlayoutError

__all__ = ["pick_match", "refuse_at"]

Item = TypeVar("Item")


def pick_match(kind: str, matches: Iterable[Item], number: int) -> Item:
    """The match of a file of a kind (SGF, PGN) with this number, from 1; what follows it is not read."""
    if number < 1:
        raise OptionError(f"matches of a file are numbered from 1, there is no {number}")
    count = 0
    for count, match in enumerate(matches, 1):
        if count == number:
            return match
    if not count:
        raise PlayoutError(f"this is not {kind}: there is no match in it")
    raise PlayoutError(f"the file has {count} {'match' if count == 1 else 'matches'}, so there is no match {number}")


def refuse_at(kind: str, text: str, at: int, what: str) -> PlayoutError:
    """The error about something in a text of a kind (SGF, PGN), with its line and column, both from 1."""
    before = text[:at]
    line, column = before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1
    return PlayoutError(f"{kind}, line {line}, column {column}: {what}")
