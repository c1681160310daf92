"""How often a network chooses a move that is worth less than the best, in positions with exact values.

    python benchmarks/learned_mistakes.py NETWORK POSITIONS [--simulations 1 100 600] [--workers N]

NETWORK: a file that `playout learn` wrote; POSITIONS: one that `benchmarks/connect_four_positions.py` wrote. The agent
is `net(NETWORK, simulations=N)`, on the CPU, as anyone plays with it. The interval is Wilson's at 95 %.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import playout
from playout.algorithms.puct.network import open_network
from playout.learning.exams.positions import Mistakes, SolvedPosition, mistakes, read_positions
from playout.spelling import Spec


def examine(network: str, simulations: int, positions: list[SolvedPosition]) -> tuple[Mistakes, float]:
    """Mistakes, and seconds for each position."""
    facts = open_network(network).facts
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.options.items()}
    game = playout.load(facts.game, **options)
    begin = time.perf_counter()
    found = mistakes(game, Spec("net", file=network, simulations=simulations), positions)
    return found, (time.perf_counter() - begin) / len(positions)


def wilson(wrong: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, p = 1.96, wrong / count
    middle, half = p + z * z / (2 * count), z * (p * (1 - p) / count + z * z / (4 * count * count)) ** 0.5
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network")
    parser.add_argument("positions", type=Path)
    parser.add_argument("--simulations", type=int, nargs="+", default=[1, 100, 600])
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    positions = read_positions(arguments.positions)
    workers = min(arguments.workers, len(positions))
    examine(arguments.network, 1, positions[:1])  # compiled once here, and only loaded by the workers
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for simulations in arguments.simulations:
            parts = [positions[k::workers] for k in range(workers)]
            found = list(pool.map(examine, [arguments.network] * workers, [simulations] * workers, parts))
            wrong, seconds = sum(part.wrong for part, _ in found), max(each for _, each in found)
            low, high = wilson(wrong, len(positions))
            print(
                f"{simulations:5d} simulations: {wrong:4d} mistakes in {len(positions)} positions, "
                f"{wrong / len(positions):.2%} [{low:.2%}, {high:.2%}]; {seconds:.3f} s a position and process",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
