"""The score by area: stones on the board, and empty points that reach only one colour."""

import math
from typing import Any

from playout.games.go.board import STEPS
from playout.games.go.layout import BLACK, BORDER, EMPTY, WHITE, WIDTH

__all__ = ["count_area", "count_stones"]


def count_area(s: Any) -> Any:
    """Black's area minus White's, in points; komi does not count.

    The empty regions are searched one by one. `free` and `places` are reordered by the search, because a finished match
    no longer needs their order.
    """
    area = lead(s)
    # Points before `done` have been searched; points before `known` belong to the current region.
    done = 0
    while done < s.free_count:
        known = done + 1
        touched = 0
        begin = done
        while done < known:
            point = s.free[done]
            done += 1
            for i in range(4):
                other = point + STEPS[i]
                there = s.points[other]
                if there == EMPTY:
                    if s.places[other] >= known:
                        exchange(s, s.places[other], known)
                        known += 1
                elif there != BORDER:
                    touched |= there
        if touched == BLACK:
            area += done - begin
        elif touched == WHITE:
            area -= done - begin
    return area


def exchange(s: Any, i: Any, j: Any) -> None:
    """Exchange two entries of the list of empty points."""
    a, b = s.free[i], s.free[j]
    s.free[i] = b
    s.free[j] = a
    s.places[b] = i
    s.places[a] = j


def lead(s: Any) -> Any:
    """Black's stones on the board minus White's."""
    stones = 0
    for row in range(1, s.side + 1):
        for point in range(row * WIDTH, row * WIDTH + s.side):
            there = s.points[point]
            stones += 1 if there == BLACK else -1 if there == WHITE else 0
    return stones


def count_stones(s: Any, seat: Any) -> Any:
    """A seat's expected score from stones and komi: 0.5 for equality, 0.73 for a lead of as many stones as a side has
    points.
    """
    share = 1.0 / (1.0 + math.exp((0.5 * s.komi - lead(s)) / s.side))
    return share if seat == 0 else 1.0 - share
