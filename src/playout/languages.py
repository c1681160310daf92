"""The language in which a game speaks, where it knows several: the environment's, or one for a block of code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

__all__ = ["VARIABLE", "Speech", "asked_language", "speaking"]

VARIABLE = "PLAYOUT_LANGUAGE"


@dataclass
class Speech:
    """A language for a block of code."""

    language: str
    is_asked: bool = False
    """Whether something asked for the language; what did not says the same in every one."""


_block: ContextVar[Speech | None] = ContextVar("language", default=None)


def asked_language() -> str:
    """The language that was asked for, such as `zh_CN.UTF-8`; `en` if none was."""
    speech = _block.get()
    if speech is None:
        return os.environ.get(VARIABLE) or "en"
    speech.is_asked = True
    return speech.language


@contextmanager
def speaking(language: str) -> Iterator[Speech]:
    """In this block games speak this language, if they know it."""
    speech = Speech(language)
    before = _block.set(speech)
    try:
        yield speech
    finally:
        _block.reset(before)
