"""A random tree with a known minimax value at each node, so that moves can be listed in a good or a bad order.

The root has the value 1/2. One child of a node has the value of the node, and the others are worse for the seat to
move, by random amounts. `order` is the position of the best child: `good` first, `bad` last and after the others from
the worst to the best, `random` anywhere. Values are a hash of the path, so nothing is stored.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 64
MAX_LENGTH = 64
ORDERS = ("good", "random", "bad")
ONE = np.uint64(1)

State = np.dtype(
    [
        ("word", np.uint64),  # hash of the path
        ("value", np.float64),  # minimax value for the first seat
        ("ply", np.int16),
        ("branching", np.int16),
        ("depth", np.int16),
        ("order", np.int16),
    ],
    align=True,
)


def start(s: Any, branching: int = 4, depth: int = 6, order: str = "random", tree: int = 1) -> None:
    if not (1 <= branching <= MAX_MOVES and 1 <= depth <= MAX_LENGTH) or order not in ORDERS:
        raise ValueError(f"branching and depth go from 1 to {MAX_MOVES}, order is one of {', '.join(ORDERS)}")
    s.branching, s.depth, s.order, s.value = branching, depth, ORDERS.index(order), 0.5
    s.word = tree


def mixed(word: Any) -> Any:
    """The finalizer of SplitMix64: every output bit depends on every input bit."""
    word ^= word >> np.uint64(30)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(27)
    word *= np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)


def turn(s: Any) -> Any:
    return OVER if s.ply == s.depth else s.ply & 1


def moves(s: Any, out: Any) -> Any:
    for i in range(s.branching):
        out[i] = i
    return s.branching


def play(s: Any, move: Any) -> None:
    share = child_share(s, move)
    # Worse means towards 0 for the first seat and towards 1 for the second.
    s.value = s.value * share if s.ply & 1 == 0 else 1.0 - (1.0 - s.value) * share
    s.word = mixed(s.word + np.uint64(move + 1) * np.uint64(0x9E3779B97F4A7C15))
    s.ply += 1


def child_share(s: Any, move: Any) -> Any:
    """The factor of the child's value: 1 for the best child, less for the others."""
    if s.order == 0:
        return 1.0 if move == 0 else draw(s, move)
    if s.order == 1:
        best = np.int64(mixed(s.word) >> ONE) % s.branching
        return 1.0 if move == best else draw(s, move)
    # From the worst to the best: each child in a slice of its own.
    return 1.0 if move == s.branching - 1 else (move + draw(s, move)) / s.branching


def draw(s: Any, move: Any) -> Any:
    """A pseudo-random number from 0 to 1, a hash of the node and the move."""
    word = mixed(s.word ^ np.uint64(move + 1) * np.uint64(0xD1342543DE82EF95))
    return np.float64(word >> np.uint64(11)) / 9007199254740992.0


def payoffs(s: Any, out: Any) -> None:
    out[0] = s.value
    out[1] = 1.0 - s.value


def left(s: Any) -> Any:
    return s.depth - s.ply


def show(s: Any) -> str:
    return f"ply {s.ply} of {s.depth}, {s.branching} moves, worth {s.value:.3f} to the first seat"
