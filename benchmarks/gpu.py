"""Speed of a GPU, by its own time, beside one thread of the CPU.

    python benchmarks/gpu.py [playouts] [matches] [tune]

Each rate is the best of three. The bars were set for one H200; the exit status is 1 if one is missed there. Matches are
timed on the card, and from the call to the last record in the store.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import playout
from playout.algorithms.playouts import rate
from playout.arena.executors.gpu.executor import GpuExecutor
from playout.arena.match import MatchRunner
from playout.arena.tournament import define
from playout.native import cuda

PLAYOUTS: dict[str, float | None] = {
    "tic_tac_toe": 20e9,
    "connect_four": 2.0e9,
    "gomoku3d": 140e6,
    "go": None,
    "chess": None,
    "hearthstone": 0.6e6,
}
"""The bar of each game, in random playouts a second."""

MATCHES: tuple[tuple[str, tuple[str, ...], int, float | None, float | None], ...] = (
    ("connect_four", ("uct(simulations=200)", "uct(simulations=200, c=0.7)"), 300_000, 30_000, 10_000),
    (
        "gomoku3d",
        ("uct(simulations=1000)", "uct(simulations=1000, c=0.5)", "uct(simulations=1000, wary=0.5)"),
        12_000,
        None,
        None,
    ),
)
"""Games, agents, the number of matches, and the bars: matches a second on the card, and to the store."""

TIMES_ONE_THREAD = 20
"""Matches of a GPU for each one of a CPU thread, at least."""

TUNED, TUNE_SECONDS = [0.3, 0.45, 0.6, 0.8, 1.0], 120.0
"""Values of c on Connect Four, and the seconds that tuning among them may take."""


def measure_playouts() -> bool:
    """Measure the random playouts per second of each game; returns whether all bars are met."""
    good = True
    for name, bar in PLAYOUTS.items():
        state = playout.load(name).start()
        there = max(rate(state, "cuda", seconds=1) for _ in range(3))
        here = rate(state, "cpu", seconds=1)
        good &= _tell(f"{name}: random playouts", there, bar)
        print(f"{'':40}{there / here:,.0f} times one thread")
    return good


def measure_matches() -> bool:
    """Measure matches a second; returns whether no bar is missed."""
    good = True
    for game, agents, count, on_card, to_store in MATCHES:
        executor = GpuExecutor()
        playout.tournament(game, agents, matches=100, seed=1, executor=executor)  # compiles
        best_card = best_store = 0.0
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                executor = GpuExecutor()
                begin = time.perf_counter()
                played = playout.tournament(
                    game, agents, matches=count, seed=1, executor=executor, store=Path(folder) / "matches"
                ).played
                best_store = max(best_store, played / (time.perf_counter() - begin))
            best_card = max(best_card, played / executor.seconds)
        good &= _tell(f"{game}: matches on the card", best_card, on_card)
        good &= _tell(f"{game}: matches to the store", best_store, to_store)
        ratio = best_card / _matches_of_one_thread(game, agents)
        good &= _tell(f"{game}: times one CPU thread", ratio, TIMES_ONE_THREAD)
        print(executor.note)
    return good


def _matches_of_one_thread(game: str, agents: tuple[str, ...]) -> float:
    """Matches a second of one thread, by its own time."""
    runner = MatchRunner(define(game, agents, pairing="round-robin", seed=1, openings=0, clock=None))
    runner.warm()
    begin, count = time.process_time(), 0
    while time.process_time() - begin < 10:
        runner.play(count)
        count += 1
    return count / (time.process_time() - begin)


def measure_tuning() -> bool:
    """Measure tuning UCT's c on Connect Four; returns whether no bar is missed."""
    begin = time.perf_counter()
    found = playout.tune(
        "connect_four", "uct(simulations=200)", parameter="c", values=TUNED, matches=500_000, seed=1, backend="cuda"
    )
    print(found)
    return _tell("seconds left of the time for tuning", TUNE_SECONDS - (time.perf_counter() - begin), 0.0)


def _tell(what: str, rate: float, bar: float | None) -> bool:
    said = "" if bar is None else f"  bar {bar:,.0f}{'' if rate >= bar else '  MISSED'}"
    print(f"{what:40}{rate:,.0f}{said}", flush=True)
    return bar is None or rate >= bar


PARTS = {"playouts": measure_playouts, "matches": measure_matches, "tune": measure_tuning}

if __name__ == "__main__":
    print(f"{cuda.device().name}, driver for CUDA {cuda.device().driver}")
    results = [PARTS[name]() for name in sys.argv[1:] or PARTS]
    sys.exit(0 if all(results) else 1)
