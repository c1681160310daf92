"""Rules of selection and backup that tests hand to searches: plain functions at the top of a file."""

import math
from typing import Any


def tenth_less(payoff: Any, length: Any) -> Any:
    """A rule of backup: a payoff loses a tenth with each ply of the playout."""
    return payoff * math.pow(0.9, float(length))
