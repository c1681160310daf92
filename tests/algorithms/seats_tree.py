"""A tree for two to four seats: all that happens at a node is drawn from its number, and looks like chance.

Each seat's payoff is a whole number from 0 to 8, whatever the others get. Who moves is drawn for each ply, so a seat
may move several times in a row; or, unless `mixed`, the seats move in turn. Some matches end early. With a `width` each
ply has only `width` nodes, to which many ways lead.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 4
MAX_MOVES = 4
MAX_LENGTH = 8
PAYOFF_BOUNDS = (0.0, 8.0)
PAYOFF_SUM = None

State = np.dtype(
    [
        ("seed", np.int64),
        ("node", np.int64),  # its number among those of its ply
        ("ply", np.int8),
        ("plies", np.int8),
        ("branching", np.int8),
        ("seats", np.int8),
        ("width", np.int64),
        ("mixed", np.bool_),
    ],
    align=True,
)


def start(
    s: Any, seed: int = 0, seats: int = 3, branching: int = 2, plies: int = 6, width: int = 1 << 40, mixed: bool = False
) -> None:
    s.seed, s.seats, s.branching, s.plies, s.width, s.mixed = seed, seats, branching, plies, width, mixed


def draw(s: Any, node: Any, salt: Any) -> Any:
    """A number from 0 to 65535."""
    number = s.seed * 1009 + s.ply * 97 + node * 31 + salt
    for _ in range(3):
        number = (number * 1103515245 + 12345) % 2147483648
        number ^= number >> 13
    return number % 65536


def seats(s: Any) -> Any:
    return s.seats


def turn(s: Any) -> Any:
    if s.ply == s.plies or (s.ply > 0 and draw(s, s.node, 1) % 7 == 0):
        return OVER
    return draw(s, 0, 2) % s.seats if s.mixed else s.ply % s.seats


def moves(s: Any, out: Any) -> Any:
    for i in range(s.branching):
        out[i] = i
    return s.branching


def play(s: Any, move: Any) -> None:
    s.node = (s.node * s.branching + move) % s.width
    s.ply += 1


def payoffs(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = draw(s, s.node, 10 + seat) % 9


def evaluate(s: Any, seat: Any) -> Any:
    return float(draw(s, s.node, 20 + seat) % 9)


def rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    for i in range(n):
        scores[i] = float(draw(s, s.node, 30 + moves[i]) % 5)
