"""Connect Four with an evaluation, for searches to a depth.

The evaluation counts, for each seat, the empty cells that would complete a line, and the stones in the three middle
columns. For boards that fit 64 bits.
"""

from typing import Any

import numpy as np

from playout.bits import ONE, count
from playout.games import connect_four
from playout.games.connect_four.words import winning

PLAYERS, MAX_MOVES, MAX_LENGTH = connect_four.PLAYERS, connect_four.MAX_MOVES, connect_four.MAX_LENGTH
State, start, turn, moves = connect_four.State, connect_four.start, connect_four.turn, connect_four.moves
play, payoffs = connect_four.play, connect_four.payoffs
key, left, rank, tactics = connect_four.key, connect_four.left, connect_four.rank, connect_four.tactics
show, format, parse = connect_four.show, connect_four.format, connect_four.parse


def evaluate(s: Any, seat: Any) -> Any:
    return 0.5 + (merits(s, seat) - merits(s, 1 - seat)) / 1024.0


def merits(s: Any, seat: Any) -> Any:
    own, taken = s.stones[seat], s.stones[0] | s.stones[1]
    middle = own >> np.uint64((s.columns // 2 - 1) * s.stride) & ((ONE << np.uint64(3 * s.stride)) - ONE)
    return 8 * count(winning(s, own) & ~taken) + count(middle)
