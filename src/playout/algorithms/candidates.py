"""The moves that a tree search considers: all legal moves, or those that the game's `tactics` lists."""

from __future__ import annotations

from typing import Any

from playout.rules import moves, tactics

__all__ = ["list_candidates"]


def list_candidates(s: Any, out: Any, use_tactics: Any) -> Any:
    """Write the moves to consider into out; returns their number. Without tactics, these are all legal moves.

    out: int64[MAX_MOVES]. If moves win at once, tactics lists one of them, which is then the only candidate.
    """
    if use_tactics:
        n = tactics(s, out)
        if n > 0:
            return n
        if n < 0 and out[0] >= 0:
            return 1
    return moves(s, out)
