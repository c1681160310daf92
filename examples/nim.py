"""Nim: take one to three stones; whoever takes the last one wins."""

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 3
State = np.dtype([("stones", np.int16), ("turn", np.int8)], align=True)


def start(s, stones=15):  # playout play examples/nim.py -o stones=21
    if not 1 <= stones <= 1000:
        raise ValueError(f"stones has to be 1 to 1000, not {stones}")
    s.stones = stones


def turn(s):
    return s.turn if s.stones > 0 else OVER


def moves(s, out):  # move m takes m stones
    n = min(3, s.stones)
    for i in range(n):
        out[i] = i + 1
    return n


def play(s, move):
    s.stones -= move
    s.turn = 1 - s.turn


def payoffs(s, out):  # whoever is to move now finds nothing left
    out[s.turn], out[1 - s.turn] = 0.0, 1.0


def show(s):
    return "|" * s.stones or "(no stones)"
