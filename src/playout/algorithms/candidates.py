"""The moves that a tree search considers: all legal ones, or those that a game's `tactics` leave."""

from __future__ import annotations

from typing import Any

from playout.rules import moves, tactics

__all__ = ["list_candidates"]


def list_candidates(s: Any, out: Any, use_tactics: Any) -> Any:
    """Write the moves to consider into out, all legal ones unless tactics narrow them down; returns how many.

    out: int64[MAX_MOVES]. If moves win at once, tactics name one of them, and that is the only candidate.
    """
    if use_tactics:
        n = tactics(s, out)
        if n > 0:
            return n
        if n < 0 and out[0] >= 0:
            return 1
    return moves(s, out)
