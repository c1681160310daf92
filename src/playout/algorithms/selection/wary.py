"""Expects the other seats to play partly against the seat that searches: WARY = 0 is maxn, WARY = 1 is paranoid.

The option `wary` of UCT does the same, faster.
"""

from typing import Any

WARY = 0.3


def bound(means: Any, uncertainty: Any, seat: Any, root_seat: Any, proven: Any, c: Any) -> Any:
    worth = means[seat]
    if seat != root_seat:
        worth = (1.0 - WARY) * worth + WARY * (1.0 - means[root_seat])
    return worth + c * uncertainty
