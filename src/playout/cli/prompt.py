"""Input of a line by a person: editing keys, history, and completion of moves with the Tab key."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["ask"]


def ask(prompt: str, words: Sequence[str]) -> str:
    """A line that a person types, without surrounding blanks; raises EOFError at the end of the input.

    In a terminal, if this Python has readline, the line can be edited, earlier lines can be recalled, and Tab completes
    `words`.
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
    """The words that begin with a text, without regard to case."""
    return [word for word in words if word.casefold().startswith(text.casefold())]
