"""Returns the memory of a search to the machine when the search ends."""

from __future__ import annotations

import contextlib
import ctypes
import sys

__all__ = ["return_large_blocks"]

LARGE = 1_000_000
"""Blocks of at least this many bytes go back to the machine as soon as they are freed."""

_M_MMAP_THRESHOLD = -3
"""The number of this parameter in glibc's malloc.h."""


def return_large_blocks() -> None:
    """From now on, return blocks of LARGE bytes and more to the machine when they are freed.

    glibc does so only until the first large block is freed. After that it keeps freed blocks of up to 32 megabytes, and
    clears a whole block when it is reserved again, so that a tree of at most 30 megabytes uses all of them at once.
    With another C library, this function does nothing.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE)
