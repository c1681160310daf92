"""PUCT (Rosin 2011, as in AlphaZero): moves with a high prior are visited first; needs `prior`."""

import math
from typing import Any


def bound(mean: Any, visits: Any, prior: Any, parent_visits: Any, c: Any) -> Any:
    return mean + c * prior * math.sqrt(parent_visits) / (1 + visits)
