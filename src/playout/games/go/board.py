"""Stones on the board: chains, captures, legality."""

from typing import Any

import numpy as np

from playout.bits import ONE
from playout.games.go.layout import BORDER, CELLS, COUNT, EMPTY, FILTER, NUMBER, PASS, SUPERKO, TOKENS, WIDTH
from playout.hashing import fold_word

__all__ = [
    "HASHES",
    "STEPS",
    "hash_after",
    "is_in_atari",
    "is_legal",
    "is_repeated",
    "is_suicide",
    "last_liberty",
    "put_stone",
    "remember",
]

STEPS = np.array([1, -1, WIDTH, -WIDTH])
"""The differences from a point to its four neighbours."""

HASHES = np.random.PCG64(361).random_raw(3 * CELLS).reshape(3, CELLS)
"""A random word for each colour and point. The XOR of the stones' words is the hash of a position."""

_BITS, _WORDS, _SHIFT = np.uint64(63), np.uint64(FILTER - 1), np.uint64(6)
_PAST = np.uint64(0x60)


def is_legal(s: Any, point: Any, colour: Any) -> Any:
    """Whether a stone may be played on an empty point: no suicide, no ko, no repeated position."""
    if point == s.ko or is_suicide(s, point, colour):
        return False
    # A stone on a point that never had its colour makes a new position, whatever it captures.
    if s.ko_rule != SUPERKO or s.used[point] & colour == 0:
        return True
    return not is_repeated(s, hash_after(s, point, colour))


def is_suicide(s: Any, point: Any, colour: Any) -> Any:
    """Whether a stone on an empty point would have no liberty and capture nothing."""
    for i in range(4):
        there = s.points[point + STEPS[i]]
        if there == EMPTY:
            return False
        if there != BORDER:
            is_last = is_only_liberty(s, s.heads[point + STEPS[i]], point)
            if is_last != (there == colour):
                return False
    return True


def is_only_liberty(s: Any, head: Any, point: Any) -> Any:
    """Whether a liberty of a chain is its only one."""
    return s.liberties[head] == (s.liberties[head] & COUNT) * TOKENS[point]


def is_in_atari(s: Any, head: Any) -> Any:
    """Whether a chain has only one liberty."""
    # A point has at most four neighbours, so it counts at most four times.
    return s.liberties[head] & COUNT <= 4 and is_only_liberty(s, head, last_liberty(s, head))


def last_liberty(s: Any, head: Any) -> Any:
    """The liberty of a chain that has only one."""
    return (s.liberties[head] >> NUMBER & (1 << 22) - 1) // (s.liberties[head] & COUNT)


def hash_after(s: Any, point: Any, colour: Any) -> Any:
    """The hash of the position after a stone is played."""
    word = s.hash ^ HASHES[colour, point]
    for i in range(4):
        other = point + STEPS[i]
        if s.points[other] == 3 - colour and is_only_liberty(s, s.heads[other], point):
            is_first = True  # a chain that touches the point twice is taken once
            for j in range(i):
                before = point + STEPS[j]
                if s.points[before] == 3 - colour and s.heads[before] == s.heads[other]:
                    is_first = False
            if is_first:
                stone = s.follow[other]
                word ^= HASHES[3 - colour, other]
                while stone != other:
                    word ^= HASHES[3 - colour, stone]
                    stone = s.follow[stone]
    return word


def is_repeated(s: Any, word: Any) -> Any:
    """Whether the stones with this hash were on the board before."""
    if s.filter[word >> _SHIFT & _WORDS] >> (word & _BITS) & ONE == 0:
        return False
    i = 0
    while i < s.past_count and s.past[i] != word:
        i += 1
    return i < s.past_count


def remember(s: Any) -> None:
    """Add the current position to the past positions."""
    s.past[s.past_count] = s.hash
    s.past_count += 1
    s.filter[s.hash >> _SHIFT & _WORDS] |= ONE << (s.hash & _BITS)
    s.past_hash ^= fold_word(s.hash, _PAST)


def put_stone(s: Any, point: Any, colour: Any) -> None:
    """Play a stone: take what it captures, join its chains, note a ko."""
    fill(s, point, colour)
    captured = 0
    ko = PASS
    tokens = 0
    for i in range(4):
        other = point + STEPS[i]
        there = s.points[other]
        if there == EMPTY:
            tokens += TOKENS[other]
        elif there != BORDER:
            head = s.heads[other]
            s.liberties[head] -= TOKENS[point]
            if there != colour and s.liberties[head] == 0:
                captured += s.sizes[head]
                ko = other
                take_chain(s, head)
    s.liberties[point] += tokens
    if captured > 0:
        s.taken[colour - 1] += captured
    for i in range(4):
        other = point + STEPS[i]
        if s.points[other] == colour and s.heads[other] != s.heads[point]:
            join(s, s.heads[point], s.heads[other])
    # Ko: a single stone has taken a single stone and could be taken back.
    is_ko = captured == 1 and s.sizes[s.heads[point]] == 1 and s.liberties[point] == TOKENS[ko]
    s.ko = ko if is_ko else PASS


def fill(s: Any, point: Any, colour: Any) -> None:
    """Put a stone as a new chain, without counting its liberties."""
    s.points[point] = colour
    s.used[point] |= colour
    s.hash ^= HASHES[colour, point]
    s.free_count -= 1
    moved = s.free[s.free_count]
    s.free[s.places[point]] = moved
    s.places[moved] = s.places[point]
    s.heads[point] = point
    s.follow[point] = point
    s.sizes[point] = 1
    s.liberties[point] = 0


def join(s: Any, one: Any, two: Any) -> None:
    """Make two chains one, under the head of the larger."""
    if s.sizes[one] < s.sizes[two]:
        one, two = two, one
    s.heads[two] = one
    stone = s.follow[two]
    while stone != two:
        s.heads[stone] = one
        stone = s.follow[stone]
    after = s.follow[one]
    s.follow[one] = s.follow[two]
    s.follow[two] = after
    s.sizes[one] += s.sizes[two]
    s.liberties[one] += s.liberties[two]


def take_chain(s: Any, head: Any) -> None:
    """Take a chain off the board; its neighbours gain liberties."""
    colour = s.points[head]
    stone = head
    while True:
        s.points[stone] = EMPTY
        s.hash ^= HASHES[colour, stone]
        s.free[s.free_count] = stone
        s.places[stone] = s.free_count
        s.free_count += 1
        for i in range(4):
            other = stone + STEPS[i]
            # Stones of the chain itself are skipped, because they are removed too.
            if s.points[other] == 3 - colour:
                s.liberties[s.heads[other]] += TOKENS[stone]
        stone = s.follow[stone]
        if stone == head:
            break
