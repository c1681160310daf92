"""UCT grown by a number of simulations, for tests to look at."""

from __future__ import annotations

import playout
from playout.algorithms.limits import Limit
from playout.algorithms.search import drive
from playout.algorithms.uct import Uct


def grow(state: playout.State, simulations: int, **options: object) -> Uct:
    search = Uct(state, seed=7, memory=50, **options)  # type: ignore[arg-type]
    for _ in drive(search, Limit(simulations=simulations)):
        pass
    return search
