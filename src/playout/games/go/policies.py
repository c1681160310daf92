"""Playout policies for Go: random moves, or replies to the threats of the last moves."""

from typing import Any

import numpy as np

from playout.games.go.board import STEPS, is_in_atari, is_legal, is_only_liberty, last_liberty
from playout.games.go.layout import BORDER, COUNT, EMPTY, NUMBER, PASS, TOKENS, WIDTH
from playout.games.go.patterns import AROUND, MATCHES
from playout.rng import below

__all__ = ["is_eye", "is_sensible", "liberties_after", "light", "tactical"]

TRIES = 8
"""The number of random points that are tried before all points are."""

DIAGONALS = (WIDTH + 1, WIDTH - 1, 1 - WIDTH, -1 - WIDTH)


def is_eye(s: Any, point: Any, colour: Any) -> Any:
    """Whether an empty point is a one-point eye of a colour, judged by its eight neighbours.

    All four neighbours are own stones, and the opponent has at most one diagonal neighbour, or none at the edge.
    """
    for i in range(4):
        there = s.points[point + STEPS[i]]
        if there != colour and there != BORDER:
            return False
    others = edges = 0
    for step in DIAGONALS:
        there = s.points[point + step]
        if there == BORDER:
            edges = 1
        elif there == 3 - colour:
            others += 1
    return others + edges < 2


def is_sensible(s: Any, point: Any, colour: Any) -> Any:
    """Whether a stone may be played on an empty point, and it is not the colour's own eye."""
    return not is_eye(s, point, colour) and is_legal(s, point, colour)


def light(s: Any, rng: Any) -> Any:
    """A random legal move that does not fill an own eye; all are equally likely. A pass if there is none."""
    colour = s.turn + 1
    for _ in range(TRIES):
        if s.free_count > 0:
            point = s.free[below(rng, s.free_count)]
            if is_sensible(s, point, colour):
                return np.int64(point)
    # Few moves are left: the k-th one found replaces the choice with probability 1 / k, so all are equally likely.
    choice, found = np.int64(PASS), 0
    for i in range(s.free_count):
        if is_sensible(s, s.free[i], colour):
            found += 1
            if below(rng, found) == 0:
                choice = np.int64(s.free[i])
    return choice


def tactical(s: Any, rng: Any) -> Any:
    """A move that answers the last one: save, capture, then a pattern beside it; else a light move.

    Saving and capturing look at the chains that touch the last stone, and at its own.
    """
    if s.last != PASS:
        move = save(s, rng)
        if move == PASS:
            move = capture(s, rng)
        if move == PASS:
            move = shape(s, rng)
        if move != PASS:
            return np.int64(move)
    return light(s, rng)


def save(s: Any, rng: Any) -> Any:
    """A move that saves a chain that the last stone put into atari, or PASS."""
    colour = s.turn + 1
    choice, found = np.int64(PASS), 0
    for i in range(4):
        other = s.last + STEPS[i]
        if s.points[other] == colour and is_in_atari(s, s.heads[other]):
            head = s.heads[other]
            point = last_liberty(s, head)
            if liberties_after(s, point, colour) > 1 and is_legal(s, point, colour):
                found += 1
                if below(rng, found) == 0:
                    choice = np.int64(point)
            point = counter_capture(s, head, rng)
            if point != PASS:
                found += 1
                if below(rng, found) == 0:
                    choice = point
    return choice


def counter_capture(s: Any, head: Any, rng: Any) -> Any:
    """A move that captures a chain beside one in atari, or PASS."""
    colour = s.points[head]
    choice, found = np.int64(PASS), 0
    stone = head
    while True:
        choice, found = draw_capture(s, stone, colour, rng, choice, found)
        stone = s.follow[stone]
        if stone == head:
            return choice


def capture(s: Any, rng: Any) -> Any:
    """A move that captures the chain of the last stone, or one that touches the stone before it, or PASS."""
    colour = s.turn + 1
    choice, found = np.int64(PASS), 0
    if is_in_atari(s, s.heads[s.last]):
        point = last_liberty(s, s.heads[s.last])
        if is_legal(s, point, colour):
            choice, found = np.int64(point), 1
    if s.before_last != PASS:
        choice, found = draw_capture(s, s.before_last, colour, rng, choice, found)
    return choice


def draw_capture(s: Any, stone: Any, colour: Any, rng: Any, choice: Any, found: Any) -> Any:
    """Extend a random choice among `found` moves by the moves that capture a chain beside a stone.

    Returns the chosen move and the number of moves; each is chosen with the same probability.
    """
    for i in range(4):
        other = stone + STEPS[i]
        if s.points[other] == 3 - colour and is_in_atari(s, s.heads[other]):
            point = last_liberty(s, s.heads[other])
            if is_legal(s, point, colour):
                found += 1
                if below(rng, found) == 0:
                    choice = np.int64(point)
    return choice, found


def shape(s: Any, rng: Any) -> Any:
    """A point beside the last stone at which a pattern matches, or PASS; not if the stone could be captured at once."""
    colour = s.turn + 1
    choice, found = np.int64(PASS), 0
    for i in range(8):
        point = s.last + AROUND[i]
        is_liked = s.points[point] == EMPTY and is_pattern(s, point, colour)
        if is_liked and liberties_after(s, point, colour) > 1 and is_legal(s, point, colour):
            found += 1
            if below(rng, found) == 0:
                choice = np.int64(point)
    return choice


def is_pattern(s: Any, point: Any, colour: Any) -> Any:
    """Whether the eight points around an empty one are a pattern for a colour."""
    code = 0
    for i in range(8):
        code |= s.points[point + AROUND[i]] << 2 * i
    return MATCHES[code] & colour != 0


def liberties_after(s: Any, point: Any, colour: Any) -> Any:
    """The liberties of the chain of a new stone on an empty point: 0, 1, or 2 for more.

    A captured neighbour counts as a liberty; other liberties that the capture frees do not count.
    """
    tokens = 0
    for i in range(4):
        other = point + STEPS[i]
        there = s.points[other]
        if there == EMPTY:
            tokens += TOKENS[other]
        elif there == colour:
            tokens -= TOKENS[point]
            is_first = True  # a chain that touches the point twice counts once
            for j in range(i):
                before = point + STEPS[j]
                if s.points[before] == colour and s.heads[before] == s.heads[other]:
                    is_first = False
            if is_first:
                tokens += s.liberties[s.heads[other]]
        elif there != BORDER and is_only_liberty(s, s.heads[other], point):
            tokens += TOKENS[other]
    n = tokens & COUNT
    if n == 0:
        return 0
    only = (tokens >> NUMBER & (1 << 22) - 1) // n
    return 1 if only < len(TOKENS) and tokens == n * TOKENS[only] else 2
