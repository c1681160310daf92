"""How the memory of a process comes back to the machine when a search ends."""

from __future__ import annotations

import contextlib
import ctypes
import sys

__all__ = ["return_large_blocks"]

LARGE = 1_000_000
"""Bytes of a block that is the machine's again as soon as it is free."""

_M_MMAP_THRESHOLD = -3
"""From glibc's malloc.h."""


def return_large_blocks() -> None:
    """From now on, blocks of LARGE bytes and more come from the machine and go back to it when they are freed.

    glibc does so only until the first large block is freed. Then it keeps blocks up to 32 megabytes for itself, and
    clears all of such a block when it is reserved again: a tree that may have 30 megabytes takes them at once. For the
    whole process; where the machine has another C library, nothing changes.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE)
