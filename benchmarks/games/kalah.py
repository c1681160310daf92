"""Kalah: six houses and four seeds in each; the last seed in the own store gives another move.

Houses are 1 to 6 of the first seat, 8 to 13 of the second; the stores are 7 and 0. A last seed in an empty house of
one's own captures the seeds opposite, if there are any. A side without seeds ends the match; most seeds win, those on
the board included. A move is a house.
"""

from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 6
MAX_LENGTH = 1000

State = np.dtype([("seeds", np.int8, 14), ("turn", np.int8), ("over", np.int8)], align=True)


def start(s: Any) -> None:
    for house in range(14):
        s.seeds[house] = 0 if house % 7 == 0 else 4


def turn(s: Any) -> Any:
    return OVER if s.over else s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for house in range(1 + 7 * s.turn, 7 + 7 * s.turn):
        if s.seeds[house] > 0:
            out[n] = house
            n += 1
    return n


def side(s: Any, seat: Any) -> Any:
    """Seeds in the seat's houses."""
    total = 0
    for house in range(1 + 7 * seat, 7 + 7 * seat):
        total += s.seeds[house]
    return total


def play(s: Any, move: Any) -> None:
    seat = s.turn
    store = 7 * (1 - seat)
    count = s.seeds[move]
    s.seeds[move] = 0
    at = move
    while count > 0:
        at = (at + 1) % 14
        if at != 7 * seat:  # the other's store
            s.seeds[at] += 1
            count -= 1
    if at % 7 != 0 and at // 7 == seat and s.seeds[at] == 1 and s.seeds[14 - at] > 0:
        s.seeds[store] += 1 + s.seeds[14 - at]
        s.seeds[at] = s.seeds[14 - at] = 0
    if at != store:
        s.turn = 1 - seat
    if side(s, 0) == 0 or side(s, 1) == 0:
        s.over = 1


def payoffs(s: Any, out: Any) -> None:
    lead = s.seeds[7] + side(s, 0) - s.seeds[0] - side(s, 1)
    out[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    out[1] = 1.0 - out[0]
