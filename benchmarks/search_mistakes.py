"""How often a search chooses a move that is worth less than the best, in positions with exact values.

    python benchmarks/search_mistakes.py POSITIONS AGENT... [--first N] [--workers N]

POSITIONS: a file that `benchmarks/connect_four_positions.py` wrote; AGENT: as in a tournament, with a limit in
simulations or nodes, so that a busy machine changes nothing: "uct(simulations=1100000, exact=0)". The time is the
processor's. The interval is Wilson's at 95 %.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from learned_mistakes import wilson

import playout
from playout.learning.exams.positions import SolvedPosition, read_positions


def examine(agent: str, number: int, position: SolvedPosition) -> tuple[int, bool, float]:
    """The stones of a position, whether the move is a mistake, and seconds of the processor; number: for the seed."""
    player = playout.agent(agent)
    player.reset(number)
    begin = time.process_time()
    move = player.choose(playout.load("connect_four").replay(position.moves))
    is_wrong = position.values[move] < max(position.values.values())
    return len(position.moves), is_wrong, time.process_time() - begin


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path)
    parser.add_argument("agents", nargs="+", metavar="AGENT")
    parser.add_argument("--first", type=int, help="use only this many positions, from the first on")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    positions = read_positions(arguments.positions)[: arguments.first]
    with ProcessPoolExecutor(arguments.workers, get_context("spawn")) as pool:
        for agent in arguments.agents:
            examine(agent, 0, positions[0])  # compiled once here, and only loaded by the workers
            found = list(pool.map(examine, [agent] * len(positions), range(len(positions)), positions))
            wrong, seconds = sum(bad for _, bad, _ in found), sum(each for *_, each in found)
            low, high = wilson(wrong, len(found))
            stones = Counter(count for count, bad, _ in found if bad)
            share = f"{wrong / len(found):.2%} [{low:.2%}, {high:.2%}]"
            print(f"{agent}: {wrong} mistakes in {len(found)} positions, {share}", end="; ")
            print(f"{seconds / len(found):.3f} s each; by stones {dict(sorted(stones.items()))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
