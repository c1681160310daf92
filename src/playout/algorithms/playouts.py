"""Random playouts: the mean payoffs of a position if all seats play at random.

Playout number i of a seed uses stream i of the seed, so it is the same match on every backend and with any number of
threads and slices. Sums are kept by block and added in order, so the result is equal to the last bit.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.examining import quick
from playout.game import State
from playout.notices import Progress
from playout.options.kinds import check_count
from playout.rng import Rng, seed
from playout.rules import (
    CHANCE,
    OVER,
    Rules,
    RulesError,
    Switch,
    advise,
    chance,
    copy,
    emit,
    guess,
    payoffs,
    play,
    rollout,
    suggest_rollout,
    turn,
)

__all__ = [
    "APART",
    "PLAYED",
    "ROLLOUT",
    "SUGGEST_ROLLOUT",
    "finish",
    "play_blocks",
    "playouts",
    "rate",
    "refuse_endless",
    "rollout_switch",
]

BLOCK = 256
"""Playouts in a block; the payoffs of a block are summed separately."""

SLICE = 0.01
"""The duration of one call of the kernel in seconds; progress and Ctrl-C are handled between two calls."""

PLAYED = 30
"""The kind of the event that is emitted for each move of a playout."""

ROLLOUT, SUGGEST_ROLLOUT = Switch("rollout"), Switch("suggest_rollout")
"""Switched on if the game's function of this name plays a whole playout, with the same result as single moves."""

APART = 128
"""Unused bytes after each array that a thread writes, so that two threads never share a cache line."""


def playouts(
    state: State, count: int, *, seed: int | None = None, threads: int = 1, backend: str | None = None
) -> tuple[float, ...]:
    """The mean payoff of each seat over `count` random playouts from a position.

    The same seed gives the same result; without a seed, each call draws one. `threads` share the work without changing
    the result. `backend` is `cpu` (native, the default), `python` (interpreted) or `cuda` (on a GPU, which has threads
    of its own). If the state is a view, each playout begins with a new guess.
    """
    check_count("count", count)
    check_count("threads", threads)
    rules = state.game.rules
    backend = backend or rules.backends[0]
    native.check_backend(rules, backend, rules.backends if rules.is_object else native.BATCH_BACKENDS)
    if backend != "python":
        quick.refuse_faulty(state.game)
    key = Rng(seed).key
    totals = np.zeros(rules.players)
    progress = Progress(f"playouts of {rules.name}", count)
    try:
        for done, sums in _pieces(state, backend, key, count, threads):
            totals = np.add.accumulate(np.vstack((totals, sums)))[-1]  # in order, so that rounding is the same
            progress.update(done)
    finally:
        progress.close()
    return tuple(float(total) / count for total in totals[: state.game.seats])


def _pieces(
    state: State, backend: str, key: int, count: int, threads: int
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Play on a backend; yields the playouts done, and the sums of the blocks completed since then, in order."""
    if backend == "cuda":
        from playout.algorithms.gpu_playouts import GpuPlayouts

        return GpuPlayouts(state, key).run(count)
    rules = state.game.rules
    kernel = native.bind(play_blocks, rules, backend, switches=rollout_switch(rules, backend, ""))
    return _slices(state, kernel, backend, key, count, threads)


def rollout_switch(rules: Rules, backend: str, policy: str) -> frozenset[str]:
    """The switch for playouts by the game's `rollout` or `suggest_rollout`, if the policy has one.

    Only for native code: interpreted, such a function takes longer than single moves.
    """
    name = {"": ROLLOUT.name, "suggest": SUGGEST_ROLLOUT.name}.get(policy, "")
    return frozenset((name,) if backend != "python" and rules.has(name) else ())


def rate(state: State, backend: str, *, seconds: float = 1.0, threads: int = 1) -> float:
    """Random playouts a second from a position, measured for about `seconds` after a first round that may compile."""
    if backend == "cuda":
        from playout.algorithms.gpu_playouts import rate_on_gpu

        return rate_on_gpu(state, seconds)
    count = BLOCK * threads if backend == "cpu" else 4
    playouts(state, count, seed=0, threads=threads, backend=backend)
    while True:
        begin = time.perf_counter()
        playouts(state, count, seed=1, threads=threads, backend=backend)
        elapsed = time.perf_counter() - begin
        if elapsed >= seconds / 2:
            return count / elapsed
        count = max(count * 2, int(count * min(100.0, seconds / elapsed)))


def _slices(
    state: State, kernel: Any, backend: str, key: int, count: int, threads: int
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Play in slices, in order; yields the playouts done, and the sums of the blocks that are now complete."""
    pieces = _Pieces()
    workers = [_PlayoutWorker(kernel, state, backend, key, pieces) for _ in range(threads)]
    begin = 0
    if threads == 1:
        while begin < count:
            end = min(begin + pieces.blocks * BLOCK, count)
            for done, sums in workers[0].run(begin, end):
                yield done, sums if done == end else sums[:0]
            begin = end
        return
    idle: SimpleQueue[_PlayoutWorker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def run(begin: int, end: int) -> NDArray[np.float64]:
        worker = idle.get()
        try:
            last = deque(worker.run(begin, end), maxlen=1)
            return last[0][1] if last else np.zeros((0, 0))
        finally:
            idle.put(worker)

    waiting: deque[tuple[int, Future[NDArray[np.float64]]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while begin < count or waiting:
                while begin < count and len(waiting) < 2 * threads:
                    end = min(begin + pieces.blocks * BLOCK, count)
                    waiting.append((end, pool.submit(run, begin, end)))
                    begin = end
                done, future = waiting.popleft()
                yield done, future.result()
        finally:
            pieces.is_stopped = True
            for _, future in waiting:
                future.cancel()


class _Pieces:
    """The number of playouts in one call of the kernel that lasts SLICE seconds; shared by all threads."""

    def __init__(self) -> None:
        self.size = 1
        self.is_stopped = False
        """Whether the caller has given up waiting for the result."""

    @property
    def blocks(self) -> int:
        """The number of whole blocks in it, at least 1."""
        return max(1, self.size // BLOCK)

    def measured(self, done: int, seconds: float) -> None:
        """Adapt to a call's playouts and seconds; by small steps, since the first call may include compiling."""
        self.size = max(1, min(self.size * 8, int(done * SLICE / (seconds + 1e-6))))


def refuse_endless(rules: Rules, which: str = "a playout") -> NoReturn:
    """Raise the error about a playout that did not end."""
    raise RulesError(
        f"{which} of {rules.name} did not end within {rules.max_length:,} plies; correct the rules, or set MAX_LENGTH "
        f"in {rules.path} if matches may be longer"
    )


class _PlayoutWorker:
    """One thread's workspace: the position, a copy to play on, and scratch arrays."""

    def __init__(self, kernel: Any, state: State, backend: str, key: int, pieces: _Pieces) -> None:
        rules = state.game.rules
        self.key = key
        self.pieces = pieces
        states = rules.allocate(2 + APART // rules.dtype.itemsize)
        rules.copy(states, 0, state.position, 0)
        rules.copy(states, 1, state.position, 0)
        self.rules = rules
        self.kernel = kernel
        self.states = native.view(states, backend)
        self.observer = -1 if state.observer is None else state.observer
        self.rng = np.zeros(2 + APART // 8, np.uint64)[:2]
        self.scratch = np.zeros(rules.max_moves + APART // 8, np.int64)[: rules.max_moves]
        self.payoff = np.zeros(rules.players + APART // 8)[: rules.players]

    def run(self, begin: int, end: int) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """Play playouts number `begin`, the first of a block, to `end - 1`.

        Yields after each call of the kernel: the number of the next playout, and the sums of the blocks.
        """
        sums = np.zeros((-(-(end - begin) // BLOCK), self.rules.players))
        done = begin
        while done < end and not self.pieces.is_stopped:
            started = time.perf_counter()
            piece = min(done + self.pieces.size, end)
            self._play(done, piece, sums[(done - begin) // BLOCK :])
            self.pieces.measured(piece - done, time.perf_counter() - started)
            done = piece
            yield done, sums

    def _play(self, begin: int, end: int, sums: NDArray[np.float64]) -> None:
        finished = self.kernel(
            self.states,
            self.observer,
            self.key,
            begin,
            end,
            self.rules.max_length,
            self.rng,
            self.scratch,
            self.payoff,
            sums,
        )
        if finished < end:
            refuse_endless(self.rules, f"playout {finished} of seed {self.key}")


def play_blocks(
    states: Any,
    observer: Any,
    key: Any,
    begin: Any,
    end: Any,
    longest: Any,
    rng: Any,
    scratch: Any,
    payoff: Any,
    sums: Any,
) -> Any:
    """Kernel: playouts number `begin` to `end - 1` of a key from states[0], played out in states[1].

    scratch: int64[MAX_MOVES]; payoff: float64[PLAYERS]; sums: float64[blocks, PLAYERS], to which payoffs are added; row
    0 is the block of playout `begin`. Returns `end`, or the number of a playout that was longer than `longest` plies.
    states[0] stays as it is.
    """
    first = begin // BLOCK
    for i in range(begin, end):
        seed(rng, key, i)
        copy(states, 1, states, 0)
        s = states[1]
        if observer >= 0:
            guess(s, observer, rng)
        if not finish(s, rng, scratch, longest):
            return i
        payoffs(s, payoff)
        row = i // BLOCK - first
        for k in range(len(payoff)):
            sums[row, k] += payoff[k]
    return end


def finish(s: Any, rng: Any, scratch: Any, longest: Any) -> Any:
    """Kernel: play s to its end by the policy that it was bound to; False if that takes more than `longest` plies."""
    if ROLLOUT:
        rollout(s, rng)
        return True
    if SUGGEST_ROLLOUT:
        suggest_rollout(s, rng)
        return True
    seat = turn(s)
    for _ in range(longest):
        if seat == OVER:
            break
        move = chance(s, rng) if seat == CHANCE else advise(s, rng, scratch)
        emit(PLAYED, seat, move, 0, 0)
        play(s, move)
        seat = turn(s)
    return seat == OVER
