"""Three players on a cube: the speed of playouts and plain UCT, memory, re-rooting, OpenSpiel beside; and matches.

    python benchmarks/many_players.py [--quick] [--matches 60] [--seconds 1]

From the empty board of gomoku3d, one thread. The speed against OpenSpiel's C++ is the median of ratios over interleaved
rounds, with two seats, since its gomoku has no more. `--matches` plays UCT as it is against two plain ones, each seat
equally often; on a busy machine `--simulations` limits both by simulations instead, in the ratio of the processor time
that they take. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from statistics import median
from typing import Any

import pyspiel

import playout
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.game import State

PLAIN: dict[str, Any] = {"c": 1.0, "wary": 0.0, "solver": False, "tactics": False, "policy": "uniform"}
SPELT = "uct(c=1.0, wary=0.0, solver=False, tactics=False, policy='uniform', {limit})"
OWN = "uct({limit})"
MILLION = 1_000_000
PEER_SIMULATIONS = 2_000
"""Simulations of OpenSpiel's search in a round."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--matches", type=int, default=0, help="against two plain ones; 60 for the bar")
    parser.add_argument("--seconds", type=float, default=1.0, help="for --matches, a move")
    parser.add_argument("--simulations", type=int, default=0, help="for --matches: of the plain ones, instead of time")
    options = parser.parse_args()
    os.environ["PLAYOUT_QUIET"] = "1"
    rounds = 3 if options.quick else 9
    start = playout.load("gomoku3d").start()
    passed = [speed(start, rounds), memory(start), rerooting(start, rounds), peer(rounds)]
    if options.matches:
        passed.append(matches(start, options.matches, options.seconds, options.simulations))
    return 0 if all(passed) else 1


def report(what: str, measured: str, bar: str, good: bool) -> bool:
    print(f"{'ok  ' if good else 'MISS'} {what}: {measured} (bar {bar})", flush=True)
    return good


def costs(state: State, simulations: int, **options: Any) -> tuple[float, float]:
    """Seconds that a simulation of a fresh search takes: of the processor, and by the clock."""
    search = Uct(state, UctOptions(**options), seed=1, memory=50)
    search.prepare()
    begin, clock = time.thread_time(), time.perf_counter()
    search.advance(simulations)
    return (time.thread_time() - begin) / simulations, (time.perf_counter() - clock) / simulations


def cost(state: State, simulations: int, **options: Any) -> float:
    """Seconds of the processor that a simulation of a fresh search takes."""
    return costs(state, simulations, **options)[0]


def playout_cost(state: State, count: int) -> float:
    """Seconds of the processor that a random playout takes."""
    begin = time.thread_time()
    playout.playouts(state, count, seed=1)
    return (time.thread_time() - begin) / count


def speed(state: State, rounds: int) -> bool:
    """Measure speed. The best round counts, since other processes can only slow a round down."""
    playout.playouts(state, 100, seed=1)
    random = max(1 / playout_cost(state, 100_000) for _ in range(rounds))
    found = [costs(state, 100_000, **PLAIN) for _ in range(rounds)]
    plain, by_clock = (1 / min(times) for times in zip(*found, strict=True))
    return all(
        [
            report("random playouts a second", f"{random:,.0f}", "350,000", random >= 350_000),
            report("simulations of plain UCT a second", f"{plain:,.0f}", "300,000", plain >= 300_000),
            report("the same by the clock", f"{by_clock:,.0f}", "300,000", by_clock >= 300_000),
        ]
    )


def memory(state: State) -> bool:
    size = grown(state).tree.memory / 1e6
    return report("a million simulations", f"{size:.1f} MB", "80", size <= 80)


def rerooting(state: State, rounds: int) -> bool:
    """The child with the most visits becomes the root of a tree of a million nodes."""
    times = []
    for _ in range(min(rounds, 5)):
        search = grown(state)
        after = state.play(search.best())
        begin = time.thread_time()
        search.keep(after)
        times.append(1000 * (time.thread_time() - begin))
    return report("re-rooting a million nodes", f"{min(times):.1f} ms", "20", min(times) <= 20)


def grown(state: State) -> Uct:
    search = Uct(state, UctOptions(**PLAIN), seed=1)
    search.prepare()
    search.advance(MILLION)
    return search


def peer(rounds: int) -> bool:
    game = pyspiel.load_game("gomoku(dims=3,size=6,connect=5)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, math.sqrt(2), PEER_SIMULATIONS, 1000, False, 7, False)
    state = playout.load("gomoku3d", players=2).start()
    cost(state, 10, **PLAIN)
    ratios = []
    for _ in range(rounds):
        begin = time.thread_time()
        bot.step(game.new_initial_state())
        theirs = (time.thread_time() - begin) / PEER_SIMULATIONS
        ratios.append(theirs / cost(state, 100_000, **PLAIN))
    times = median(ratios)
    return report("two seats, simulations against MCTSBot", f"{times:.0f} times", "60", times >= 60)


def matches(state: State, count: int, seconds: float, simulations: int) -> bool:
    limits = [f"seconds={seconds}"] * 2
    if simulations:
        costs = [min(cost(state, 50_000, **options) for _ in range(3)) for options in ({}, PLAIN)]
        limits = [f"simulations={int(simulations * costs[1] / costs[0])}", f"simulations={simulations}"]
    score = 0.0
    for number in range(count):
        agents = [SPELT.format(limit=limits[1])] * 3
        agents[number % 3] = OWN.format(limit=limits[0])
        score += playout.play_match("gomoku3d", agents, seed=number // 3).payoffs[number % 3]
        print(f"  {number + 1} matches, {score / (number + 1):.1%}", flush=True)
    mean = score / count
    error = 1.96 * math.sqrt(max(mean * (1 - mean), 0.01) / count)
    what = f"{count} matches against two plain ones, {limits[0]} against {limits[1]}"
    return report(what, f"{mean:.1%} +- {error:.1%}", "60 %, even is 33 %", mean >= 0.6)


if __name__ == "__main__":
    raise SystemExit(main())
