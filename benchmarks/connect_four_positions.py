"""Hard positions of Connect Four with the exact value of every move, for exams of networks.

    python benchmarks/connect_four_positions.py FILE [--count 1000] [--seed 1]

Random play makes positions of 4 to 12 stones, in equal numbers of each. Only those are kept whose legal moves differ in
exact value; a position and its mirror image count as one. Values are bitbully's, reduced to win, draw and loss.
`benchmarks/learned_mistakes.py` examines a network with them.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from bitbully import BitBully, Board

import playout
from playout.learning.exams.positions import SolvedPosition, write_positions
from playout.notices import Progress

LEAST, MOST = 4, 12
"""The least and the most stones of a position."""


def share(score: int) -> float:
    """The payoff of a move to the seat that makes it, from bitbully's score."""
    return 1.0 if score > 0 else 0.5 if score == 0 else 0.0


def mirror_free(columns: list[int]) -> tuple[str, ...]:
    """The stones of each column, or those of the mirror image, whichever is smaller."""
    found = [""] * 7
    for number, column in enumerate(columns):
        found[column] += "XO"[number % 2]
    return min(tuple(found), tuple(reversed(found)))


def hard_positions(count: int, seed: int) -> list[SolvedPosition]:
    rng, game, solver = random.Random(seed), playout.load("connect_four"), BitBully()
    progress = Progress("positions", count)
    known: set[tuple[str, ...]] = set()
    found: list[SolvedPosition] = []
    while len(found) < count:
        stones = LEAST + len(found) % (MOST - LEAST + 1)
        state = game.start()
        while not state.over and len(state.history) < stones:
            state = state.play(rng.choice(state.moves()))
        key = mirror_free(list(state.history))
        if state.over or key in known:
            continue
        known.add(key)
        board = Board()
        for column in state.history:
            board.play(column)
        values = {column: share(score) for column, score in solver.score_all_moves(board).items()}
        assert sorted(values) == sorted(state.moves())
        if len(set(values.values())) > 1:
            found.append(SolvedPosition(state.history, values))
            progress.update(len(found))
    progress.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    positions = hard_positions(arguments.count, arguments.seed)
    write_positions(arguments.file, positions)
    print(f"{len(positions)} positions in {arguments.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
