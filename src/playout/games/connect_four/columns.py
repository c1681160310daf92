"""The columns that are not full."""

from typing import Any

import numpy as np

from playout.rng import below


def random_column(s: Any, rng: Any) -> Any:
    """An open column, each with the same probability."""
    return np.int64(s.open[below(rng, s.open_count) & 15])


def close(s: Any, column: Any) -> None:
    """Take a full column off the list of open ones."""
    last = s.open_count - 1 & 15
    place, other = s.place[column] & 15, s.open[last] & 15
    s.open[place] = other
    s.place[other] = place
    s.open[last] = 0
    s.open_count = last
