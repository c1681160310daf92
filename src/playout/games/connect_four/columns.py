"""The columns that are not full."""

from typing import Any

import numpy as np

from playout.rng import below


def random_column(s: Any, rng: Any) -> Any:
    """A random open column; all are equally likely."""
    return np.int64(s.open[below(rng, s.open_count) & 15])


def close(s: Any, column: Any) -> None:
    """Remove a full column from the list of open columns."""
    last = s.open_count - 1 & 15
    place, other = s.place[column] & 15, s.open[last] & 15
    s.open[place] = other
    s.place[other] = place
    s.open[last] = 0
    s.open_count = last
