"""The line on which a person types: its keys, its history, and moves that the tabulator completes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["ask"]


def ask(prompt: str, words: Sequence[str]) -> str:
    """A line that a person types, without blanks around it; raises EOFError where there is no more.

    In a terminal it can be edited, earlier lines come back, and the tabulator completes one of `words`, where this
    Python has readline.
    """
    if sys.stdin.isatty():
        _complete(words)
    return input(prompt).strip()


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:  # not every system has it
        return

    def completer(text: str, number: int) -> str | None:
        return next(iter(matching(text, words)[number:]), None)

    readline.set_completer(completer)
    readline.set_completer_delims("\n")  # a move may have several words
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def matching(text: str, words: Sequence[str]) -> list[str]:
    """The words that begin with a text, in any case."""
    return [word for word in words if word.casefold().startswith(text.casefold())]
