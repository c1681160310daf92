"""Where something stands in a file, for messages."""

from __future__ import annotations

from playout.rules import PlayoutError

__all__ = ["refuse_at"]


def refuse_at(kind: str, text: str, at: int, what: str) -> PlayoutError:
    """The error about something in a text of a kind (SGF, PGN), with its line and column, both from 1."""
    before = text[:at]
    line, column = before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1
    return PlayoutError(f"{kind}, line {line}, column {column}: {what}")
