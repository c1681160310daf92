"""The errors that a person sees. Nothing is imported here, so that an error can be raised before anything is loaded."""

from __future__ import annotations

__all__ = ["MoveError", "OptionError", "PlayoutError", "RulesError", "UsageError"]


class PlayoutError(Exception):
    """A request that cannot be carried out; the message is one sentence that says why and what to do."""


class RulesError(PlayoutError):
    """A game file breaks the contract."""


class OptionError(PlayoutError):
    """An option that a game does not have, or a value that it does not take."""


class MoveError(PlayoutError):
    """A move that is unreadable, or not legal in this position."""


class UsageError(PlayoutError):
    """Invalid arguments on the command line."""
