"""The selection of the report's careful player with dropping: after AFTER visits of the root, weak moves get no more.

`late_rule` copies this file with half of the simulations of a move.
"""

import math
from typing import Any

AFTER = 1_500
BELOW = 1 / 3
"""The share of the best mean below which a move is weak."""


def bound(
    mean: Any, means: Any, uncertainty: Any, seat: Any, seats: Any, best_mean: Any, root_visits: Any, c: Any
) -> Any:
    if root_visits >= AFTER and mean < BELOW * best_mean:
        return -math.inf
    strongest = 0.0
    for other in range(seats):
        if other != seat:
            strongest = max(strongest, means[other])
    return 0.5 * mean + 0.5 * (1.0 - strongest) + c * uncertainty
