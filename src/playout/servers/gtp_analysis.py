"""The result of a search as a line of live analysis for GTP (`lz-analyze`, `kata-analyze`)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from playout.algorithms.results import Candidate, SearchResult
from playout.games.go.notation import write_move

__all__ = ["analysis_line"]

SHOWN_MOVES = 20
"""The largest number of moves in an analysis."""


def analysis_line(found: SearchResult, *, is_kata: bool) -> str:
    """The results of all moves that were searched: in ten-thousandths for Leela Zero, in shares for KataGo."""
    seat, scale = found.state.turn, 1.0 if is_kata else 10_000.0

    def number(share: float) -> str:
        return f"{share:.6f}" if is_kata else str(round(scale * share))

    parts = []
    known: Iterable[Candidate] = (item for item in found.candidates if item.values is not None and item.visits > 0)
    for order, item in enumerate(known):
        if order >= SHOWN_MOVES:
            break
        assert item.values is not None
        value = item.values[seat]
        low = max(0.0, value - 1.96 * math.sqrt(value * (1 - value) / item.visits)) if 0 <= value <= 1 else value
        line = " ".join(write_move(move) for move in item.line or (item.move,))
        parts.append(
            f"info move {write_move(item.move)} visits {item.visits} winrate {number(value)} "
            f"prior {number(item.prior or 0.0)} lcb {number(low)} order {order} pv {line}"
        )
    return " ".join(parts)
