"""UCT grown by a number of simulations, for tests to look at."""

from __future__ import annotations

from typing import Any

import playout
from playout.algorithms.running import drive
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.limits import Limit


def grow(state: playout.State, simulations: int, **options: Any) -> Uct:
    backend, seed = options.pop("backend", None), options.pop("seed", 7)
    search = Uct(state, UctOptions(**options), seed=seed, memory=50, backend=backend)
    for _ in drive(search, Limit(simulations=simulations)):
        pass
    return search
