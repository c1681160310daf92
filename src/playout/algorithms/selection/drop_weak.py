"""Late in a search no more visits for moves worth much less than the best, as in the report on three players.

It is late once the root has AFTER visits. The report drops moves in the second half of a search, so AFTER is half of
the simulations of a move; copy the file and write yours. docs/experiments/three_players.md has what it is worth.
"""

import math
from typing import Any

AFTER = 1_500
BELOW = 1 / 3
"""The share of the best mean below which a move is dropped."""


def bound(mean: Any, uncertainty: Any, best_mean: Any, root_visits: Any, c: Any) -> Any:
    if root_visits >= AFTER and mean < BELOW * best_mean:
        return -math.inf
    return mean + c * uncertainty
