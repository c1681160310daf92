"""What the server of fresh processes does before it forks any: it imports, and has Numba set itself up.

Numba does that when it first compiles something, whatever that is; the function here belongs to no game.
"""

import numba
import numpy as np

import playout.algorithms.playouts
import playout.native.compiler  # noqa: F401


@numba.njit
def _nothing(records, number):  # type: ignore[no-untyped-def]
    return records[0] + number


_nothing(np.zeros(2), 1)
