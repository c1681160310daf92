"""Pauses of a kernel in the middle of a simulation, which the next call continues.

One simulation may take any time: a million playouts, or one playout of slow rules. So kernels count steps: a ply that
is played, or other calls of rules that take about as long. A record of the kernel has these fields:

steps: steps so far. enough: from this step on no simulation begins. most: at this step the current simulation pauses.
plies: plies of the current playout. paused: the kernel's own number of the part to continue; 0 if nothing is paused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.playouts import PLAYED, ROLLOUT, SUGGEST_ROLLOUT
from playout.rules import CHANCE, OVER, advise, chance, emit, play, rollout, suggest_rollout, turn

__all__ = ["ANY", "ENDED", "ENDLESS", "PAUSED", "PAUSE_FIELDS", "Pauses", "left_at", "play_on"]

ENDLESS, PAUSED, ENDED = -1, 0, 1
"""What `play_on` returns: the playout is longer than any match may be, paused, or at its end."""

ANY = 1 << 60
"""Any number of steps."""

_NAMES = ("steps", "enough", "most", "plies", "paused")
PAUSE_FIELDS = tuple((name, np.int64) for name in _NAMES)


class Pauses:
    """Access to these fields in a one-record array, whose fields all have eight bytes."""

    def __init__(self, record: NDArray[Any]) -> None:
        fields = record.dtype.fields
        assert fields is not None
        first = fields[_NAMES[0]][1] // 8
        self._words = record.view(np.int64)[first : first + len(_NAMES)]

    @property
    def steps(self) -> int:
        return int(self._words[0])

    @property
    def paused(self) -> int:
        return int(self._words[4])

    def allow(self, steps: int) -> None:
        """Allow the next call of the kernel about `steps` steps, and half as many more to end a simulation.

        So most slices end between two simulations.
        """
        words = self._words
        taken = int(words[0])
        words[1] = taken + steps
        words[2] = taken + steps + max(1, steps // 2)

    def drop(self) -> None:
        """Drop a paused simulation."""
        self._words[3:] = 0


def play_on(s: Any, rng: Any, scratch: Any, record: Any) -> Any:
    """Kernel: begin or continue a playout by the policy that it was bound to; ENDED, PAUSED, or ENDLESS.

    It pauses when record.steps reaches record.most, but not before the first ply.
    """
    if ROLLOUT:
        rollout(s, rng)
        record.steps += 1
        return ENDED
    if SUGGEST_ROLLOUT:
        suggest_rollout(s, rng)
        record.steps += 1
        return ENDED
    seat = turn(s)
    before = record.plies
    plies = before
    last = min(record.longest, before + max(1, record.most - record.steps))
    while seat != OVER and plies < last:
        move = chance(s, rng) if seat == CHANCE else advise(s, rng, scratch)
        emit(PLAYED, seat, move, 0, 0)
        play(s, move)
        seat = turn(s)
        plies += 1
    record.steps += plies - before
    return left_at(record, seat, plies)


def left_at(record: Any, seat: Any, plies: Any) -> Any:
    """Store the plies of a playout in the record; returns ENDED, PAUSED, or ENDLESS."""
    record.plies = plies if seat != OVER and plies < record.longest else 0
    if seat == OVER:
        return ENDED
    return PAUSED if plies < record.longest else ENDLESS
