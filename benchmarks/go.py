"""Go playouts a second on the empty 9x9, beside OpenSpiel's C++ search, in one run on one machine.

    python benchmarks/go.py [--quick]

All are measured in turn, over and over, by processor time in one thread, and of each ratio the median counts: what
slows the machine down slows both. A simulation of OpenSpiel's search ends in one random playout of at most 162 plies.
The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import pyspiel

import playout
from playout import native
from playout.algorithms.playouts import finish
from playout.rng import seed
from playout.rules import copy

BAR = 40_000.0
"""Light playouts a second, at least."""

RATIO = 5.7
"""Light playouts for each simulation of OpenSpiel's search, at least: 40,000 to 7,000."""

POLICIES = ("uniform", "light", "suggest")


def play_out(states: Any, key: Any, count: Any, rng: Any, scratch: Any) -> Any:
    """Kernel: `count` playouts from states[0] in states[1]; returns the sum of their plies."""
    plies = 0
    for i in range(count):
        seed(rng, key, i)
        copy(states, 1, states, 0)
        finish(states[1], rng, scratch, 10_000)
        plies += states[1].plies
    return plies


def ours(game: playout.Game, policy: str, count: int) -> Callable[[int], tuple[float, float]]:
    """Measures a policy: playouts a second, and plies a playout."""
    kernel = native.bind(play_out, game.rules, "cpu", policy="" if policy == "uniform" else policy)
    states = game.rules.allocate(2)
    states[0] = game.start()._position[0]
    rng, scratch = np.zeros(2, np.uint64), np.zeros(game.rules.max_moves, np.int64)

    def run(number: int) -> tuple[float, float]:
        begin = time.process_time()
        plies = kernel(states, number, count, rng, scratch)
        return count / (time.process_time() - begin), plies / count

    return run


def openspiel(simulations: int) -> Callable[[int], tuple[float, float]]:
    game = pyspiel.load_game("go(board_size=9,komi=7.5)")

    def run(number: int) -> tuple[float, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, number, False)
        begin = time.process_time()
        bot.mcts_search(game.new_initial_state())
        return simulations / (time.process_time() - begin), 0.0

    return run


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run; its figures are less exact")
    quick = parser.parse_args().quick
    game = playout.load("go", size=9, komi=7.5)
    contestants = {policy: ours(game, policy, 5_000 if quick else 30_000) for policy in POLICIES}
    contestants["openspiel"] = openspiel(1_000 if quick else 5_000)
    for run in contestants.values():  # compile, and wake the machine up
        run(0)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    for number in range(1, (3 if quick else 9) + 1):
        for name, run in contestants.items():
            found[name].append(run(number))
    rates = {name: [rate for rate, _ in rows] for name, rows in found.items()}
    for policy in POLICIES:
        plies = sum(length for _, length in found[policy]) / len(found[policy])
        print(f"{policy:10} {median(rates[policy]):9,.0f} playouts/s of {plies:.1f} plies")
    print(f"{'openspiel':10} {median(rates['openspiel']):9,.0f} simulations/s")
    ratio = median(a / b for a, b in zip(rates["light"], rates["openspiel"], strict=True))
    light = median(rates["light"])
    passed = light >= BAR and ratio >= RATIO
    print(f"light : openspiel {ratio:.1f} (bar {RATIO:.1f}); light bar {BAR:,.0f}: {'pass' if passed else 'FAIL'}")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
