"""Late in a search, moves that are worth much less than the best one get no more visits, as in the report on three
players.

Late means: the root has AFTER visits. The report drops moves in the second half of a search. For that, copy this file
and set AFTER to half of your simulations for a move. docs/experiments/three_players.md has measurements.
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
