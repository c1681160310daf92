"""How the tests of the tree searches run one, and the games they run it on."""

from __future__ import annotations

from typing import Any

import playout
from playout.algorithms.base import Search
from playout.algorithms.minimax.search import Minimax
from playout.algorithms.results import SearchResult
from playout.algorithms.running import drive
from playout.limits import Limit
from tests import paths

TREE = paths.GAMES / "tree_game.py"
WORKED_EXAMPLE = (3.0, 12.0, 8.0, 2.0, 4.0, 6.0, 14.0, 5.0, 2.0)
"""The lecture's leaves, three below each of a1, a2 and a3: minimax is worth 3 to the first seat, by a1."""


def run(search: Search, **limit: Any) -> SearchResult:
    """Drive a search to its limit, or to its end."""
    *_, result = drive(search, Limit(**limit))
    return result


def tree(**options: Any) -> playout.State:
    return playout.load(TREE, **options).start()


def minimax(state: playout.State, **options: Any) -> SearchResult:
    return run(Minimax(state, **options))


class Nim:
    """Nim: take one to three stones; whoever takes the last wins."""

    PLAYERS = 2
    MAX_MOVES = 3
    MAX_LENGTH = 40

    def __init__(self, stones: int = 9) -> None:
        self.stones, self.seat = stones, 0

    def turn(self) -> int:
        return self.seat if self.stones else playout.OVER

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.stones) + 1))

    def play(self, move: int) -> None:
        self.stones -= move
        self.seat = 1 - self.seat

    def payoffs(self) -> list[float]:
        return [float(self.seat == 1), float(self.seat == 0)]
