"""The language of a game's texts: the environment's, or one that is set for a block of code."""

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
    """Whether the block asked for the language. If not, its texts are the same in every language."""


_block: ContextVar[Speech | None] = ContextVar("language", default=None)


def asked_language() -> str:
    """The requested language, such as `zh_CN.UTF-8`; `en` by default."""
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
