"""The language in which a game speaks, where it knows several: the environment's, or one for a block of code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["VARIABLE", "asked_language", "speaking"]

VARIABLE = "PLAYOUT_LANGUAGE"

_block: ContextVar[str | None] = ContextVar("language", default=None)


def asked_language() -> str:
    """The language that was asked for, such as `zh_CN.UTF-8`; `en` if none was."""
    return _block.get() or os.environ.get(VARIABLE) or "en"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """In this block games speak this language, if they know it."""
    before = _block.set(language)
    try:
        yield
    finally:
        _block.reset(before)
