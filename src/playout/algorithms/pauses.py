"""How a kernel is interrupted in the middle of a simulation, and continues it when it is called again.

One simulation may take any time: a million playouts, or one playout of slow rules. So kernels count steps: a ply that
is played, or other calls of rules that take about as long. A record of the kernel has these fields:

steps: steps taken so far. enough: where no further simulation is begun. most: where the one under way is interrupted.
plies: of the playout under way. paused: what is to be continued, 0 if nothing is; the numbers are the kernel's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.playouts import PLAYED, ROLLOUT, SUGGEST_ROLLOUT
from playout.rules import CHANCE, OVER, advise, chance, emit, play, rollout, suggest_rollout, turn

__all__ = ["ANY", "ENDED", "ENDLESS", "PAUSED", "PAUSE_FIELDS", "Pauses", "left_at", "play_on"]

ENDLESS, PAUSED, ENDED = -1, 0, 1
"""How `play_on` leaves a playout: longer than any match may be, interrupted, or at its end."""

ANY = 1 << 60
"""Any number of steps."""

_NAMES = ("steps", "enough", "most", "plies", "paused")
PAUSE_FIELDS = tuple((name, np.int64) for name in _NAMES)


class Pauses:
    """These fields of the one record of an array; its numbers all take eight bytes."""

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
        """Before a call of the kernel: allow it about so many steps, and half as many more to end a simulation.

        So as a rule a slice ends between two simulations.
        """
        words = self._words
        taken = int(words[0])
        words[1] = taken + steps
        words[2] = taken + steps + max(1, steps // 2)

    def drop(self) -> None:
        """Forget the simulation under way."""
        self._words[3:] = 0


def play_on(s: Any, rng: Any, scratch: Any, record: Any) -> Any:
    """Kernel: begin or continue a playout by the policy that it was bound to; ENDED, PAUSED, or ENDLESS.

    It is paused once record.steps reaches record.most, after a ply at least.
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
    """Note how far a playout has come after so many plies; ENDED, PAUSED, or ENDLESS."""
    record.plies = plies if seat != OVER and plies < record.longest else 0
    if seat == OVER:
        return ENDED
    return PAUSED if plies < record.longest else ENDLESS
