"""The moves that a tree search looks at: all legal ones, or those that a game's `tactics` leave."""

from __future__ import annotations

from typing import Any

from playout.rules import moves, tactics

__all__ = ["list_candidates"]


def list_candidates(s: Any, out: Any, use_tactics: Any) -> Any:
    """The moves worth a look, into out: all legal ones, unless tactics narrow them down; how many.

    out: int64[MAX_MOVES]. Of moves that win at once tactics name one, and that is the only candidate.
    """
    if use_tactics:
        n = tactics(s, out)
        if n > 0:
            return n
        if n < 0 and out[0] >= 0:
            return 1
    return moves(s, out)
