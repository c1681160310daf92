"""Seeds of a tournament's matches, openings and agents."""

from __future__ import annotations

import hashlib

__all__ = ["stream_key"]


def stream_key(*words: object) -> int:
    """A seed derived from words by a hash: the same in every process, independent for different words."""
    text = "\x1f".join(map(str, words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1
