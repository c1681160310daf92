"""Random playouts on a GPU: the same playouts as on the CPU, and the same sums to the bit.

A thread plays a whole block, one playout after the other, and adds up the payoffs in this order. If the playouts are
few, each has a thread of its own, and a second kernel adds up the payoffs of each block in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.playouts import BLOCK, finish, refuse_endless, rollout_switch
from playout.game import State
from playout.native import cuda
from playout.native.cuda.driver import TimeMark
from playout.rng import seed
from playout.rules import Rules, copy, guess, payoffs

__all__ = ["GpuPlayouts", "rate_on_gpu"]

MAX_SINGLE = 1 << 24
"""A launch of at most this many playouts uses one thread per playout."""

FIRST_LAUNCH = 1 << 16
"""The number of playouts in the first launch. Its duration sets the size of the next ones."""

LAUNCH_SECONDS = 0.25
"""The intended duration of a launch in seconds: short enough to show progress and to react to Ctrl-C."""


class GpuPlayouts:
    """Random playouts from one position of a game."""

    def __init__(self, state: State, key: int) -> None:
        rules = state.game.rules
        self.rules = rules
        self.key = key
        self.seconds = 0.0
        """The GPU's own time so far, in seconds."""
        self._observer = -1 if state.observer is None else state.observer
        root = rules.allocate(1)
        rules.copy(root, 0, state.position, 0)
        self._root = cuda.to_device(root)
        self._failed = cuda.zeros(1, np.int64)
        how: dict[str, Any] = {"scratch": _scratch(rules), "switches": rollout_switch(rules, "cuda", "")}
        self._play_all = native.batch(play_block, rules, "cuda", **how)
        self._play_each = native.batch(play_each, rules, "cuda", **how)
        self._add = native.batch(add_block, rules, "cuda")

    def run(self, count: int) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """After each launch, yields the number of playouts done so far, and the sums of the launch's blocks:
        float64[blocks, PLAYERS].
        """
        begin, piece = 0, FIRST_LAUNCH
        while begin < count:
            end = min(count, begin + piece // BLOCK * BLOCK)
            before = self.seconds
            sums = self._launch(begin, end)
            yield end, sums
            pace = (end - begin) / max(self.seconds - before, 1e-6)
            piece = max(FIRST_LAUNCH, min(int(pace * LAUNCH_SECONDS), 4096 * FIRST_LAUNCH))
            begin = end

    def _launch(self, begin: int, end: int) -> NDArray[np.float64]:
        blocks = -(-(end - begin) // BLOCK)
        sums = cuda.empty((blocks, self.rules.players), np.float64)
        launch = PlayoutRange(self._root, self._observer, self.key, begin, end, self.rules.max_length, self._failed)
        first, last = TimeMark(), TimeMark()
        if end - begin <= MAX_SINGLE:
            each = cuda.empty((end - begin, self.rules.players), np.float64)
            self._play_each(0, launch, each)  # loads or compiles the kernel, which is not timed
            self._add(0, each, sums)
            first.record()
            self._play_each(end - begin, launch, each)
            self._add(blocks, each, sums)
        else:
            self._play_all(0, launch, sums)
            first.record()
            self._play_all(blocks, launch, sums)
        last.record()
        self._play_all.check()
        self._play_each.check()
        self.seconds += last.seconds_since(first)
        failed = int(self._failed.to_host()[0])
        if failed:
            refuse_endless(self.rules, f"playout {failed - 1} of seed {self.key}")
        return sums.to_host()


def rate_on_gpu(state: State, seconds: float) -> float:
    """Random playouts a second from a position by the GPU's own clock, measured over at least half of `seconds`."""
    count = FIRST_LAUNCH
    while True:
        run = GpuPlayouts(state, 1)
        for _ in run.run(count):
            pass
        if run.seconds >= seconds / 2:
            return count / run.seconds
        count = max(count * 4, int(count * min(100.0, seconds / max(run.seconds, 1e-6))))


def _scratch(rules: Rules) -> tuple[tuple[Any, int], ...]:
    """The scratch arrays of a playout: a position, a generator, a list of moves, payoffs and their sums."""
    seats = np.float64, rules.players
    return (rules.dtype, 1), (np.uint64, 2), (np.int64, max(1, rules.max_moves)), seats, seats


class PlayoutRange(NamedTuple):
    """The playouts of a launch: numbers `begin` to `end` - 1 of a key."""

    roots: Any
    """rules.dtype[1]: the position from which they start."""
    observer: int
    """The seat whose hidden things are guessed; -1: nothing is hidden."""
    key: int
    begin: int
    end: int
    longest: int
    """The largest number of plies of a playout."""
    failed: Any
    """int64[1]: 0, or 1 + the number of a playout that did not end."""


def play_each(i: Any, states: Any, rng: Any, scratch: Any, payoff: Any, total: Any, launch: Any, each: Any) -> None:
    """Item: plays playout i of a launch, and writes its payoffs to row i of `each`."""
    if play_to_end(states, rng, scratch, payoff, launch, launch.begin + i):
        for k in range(len(payoff)):
            each[i, k] = payoff[k]


def add_block(i: Any, each: Any, sums: Any) -> None:
    """Item: adds up the payoffs of block i in row i of `sums`."""
    for k in range(sums.shape[1]):
        total = 0.0
        for j in range(i * BLOCK, min((i + 1) * BLOCK, each.shape[0])):
            total += each[j, k]
        sums[i, k] = total


def play_block(i: Any, states: Any, rng: Any, scratch: Any, payoff: Any, total: Any, launch: Any, sums: Any) -> None:
    """Item: plays block i of a launch, and adds up its payoffs in row i of `sums`."""
    for k in range(len(total)):
        total[k] = 0.0
    first = launch.begin + i * BLOCK
    for j in range(first, min(first + BLOCK, launch.end)):
        if not play_to_end(states, rng, scratch, payoff, launch, j):
            return
        for k in range(len(total)):
            total[k] += payoff[k]
    for k in range(len(total)):
        sums[i, k] = total[k]


def play_to_end(states: Any, rng: Any, scratch: Any, payoff: Any, launch: Any, number: Any) -> Any:
    """Play playout `number` of the key and write its payoffs to `payoff`.

    Returns False if it does not end within `longest` plies; then failed[0] is number + 1.
    """
    begin_playout(states, rng, launch.roots, launch.observer, launch.key, number)
    if not finish(states[0], rng, scratch, launch.longest):
        launch.failed[0] = number + 1
        return False
    payoffs(states[0], payoff)
    return True


def begin_playout(states: Any, rng: Any, roots: Any, observer: Any, key: Any, number: Any) -> None:
    """Write the first position of playout `number` of a key to states[0]."""
    seed(rng, key, number)
    copy(states, 0, roots, 0)
    if observer >= 0:
        guess(states[0], observer, rng)
