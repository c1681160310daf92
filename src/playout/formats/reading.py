"""Shared by readers of files: picking a match by its number, and errors with line and column."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from playout.rules import OptionError, PlayoutError

__all__ = ["pick_match", "refuse_at"]

Item = TypeVar("Item")


def pick_match(kind: str, matches: Iterable[Item], number: int) -> Item:
    """The match with this number, from 1, in a file of this kind (SGF, PGN); the rest of the file is not read."""
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
    """An error about a position in a text of this kind (SGF, PGN), with line and column, both from 1."""
    before = text[:at]
    line, column = before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1
    return PlayoutError(f"{kind}, line {line}, column {column}: {what}")
