"""A long playout counts less, as in the report on three players: DECAY is a factor for each of its plies."""

import math
from typing import Any

DECAY = 0.99


def backup(payoff: Any, length: Any) -> Any:
    return payoff * math.pow(DECAY, float(length))
