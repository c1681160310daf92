"""Pentago: put a stone on 6x6, then turn one of the four quadrants; five in a row win, also those that a turn makes.

A move is cell * 8 + 2 * quadrant + direction: quadrants clockwise from the top left; 0 turns one anticlockwise, 1
clockwise. Five in a row of both seats are a draw.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 288
MAX_LENGTH = 36

CLOCKWISE = np.array([6, 3, 0, 7, 4, 1, 8, 5, 2])  # for each place in a quadrant, the place from which its stone comes
INVERSE = np.argsort(CLOCKWISE)


def _lines() -> Any:
    found = []
    for row in range(6):
        for column in range(6):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + k * down, column + k * right) for k in range(5)]
                if all(0 <= y < 6 and 0 <= x < 6 for y, x in cells):
                    found.append(sum(1 << (6 * y + x) for y, x in cells))
    return np.array(found, np.int64)


def _places() -> Any:
    """For each quadrant and place in it, the cell of the board."""
    corners = (0, 3, 21, 18)
    return np.array([[corner + place // 3 * 6 + place % 3 for place in range(9)] for corner in corners], np.int64)


LINES = _lines()
PLACES = _places()

State = np.dtype([("stones", np.int64, 2), ("count", np.int8), ("turn", np.int8), ("won", np.int8)], align=True)


def start(s: Any) -> None:
    pass


def turn(s: Any) -> Any:
    return OVER if s.won or s.count == 36 else s.turn


def moves(s: Any, out: Any) -> Any:
    taken = s.stones[0] | s.stones[1]
    n = 0
    for cell in range(36):
        if not taken >> cell & 1:
            for i in range(8):
                out[n] = cell * 8 + i
                n += 1
    return n


def play(s: Any, move: Any) -> None:
    s.stones[s.turn] |= 1 << (move // 8)
    quadrant, clockwise = move // 2 % 4, move % 2
    for seat in range(2):
        before = s.stones[seat]
        after = before
        for place in range(9):
            source = CLOCKWISE[place] if clockwise else INVERSE[place]
            bit = 1 << PLACES[quadrant, place]
            after &= ~bit
            if before >> PLACES[quadrant, source] & 1:
                after |= bit
        s.stones[seat] = after
    for seat in range(2):
        for i in range(len(LINES)):
            if s.stones[seat] & LINES[i] == LINES[i]:
                s.won |= seat + 1
    s.count += 1
    s.turn = 1 - s.turn


def payoffs(s: Any, out: Any) -> None:
    out[0] = 1.0 if s.won == 1 else 0.0 if s.won == 2 else 0.5
    out[1] = 1.0 - out[0]
