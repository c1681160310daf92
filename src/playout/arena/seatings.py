"""The design of a tournament: the seatings of the matches of one group.

A group of n agents plays n seatings that form a Latin square: each agent has each seat once. All n! seatings are
balanced too, but a group is one unit of evidence, and would then cost n! matches.

One square does not balance who sits beside whom; the squares of successive rounds do. If n is a prime, 4 or 8, the
squares come from the finite field with n elements: row r of square k gives seat s to the agent k * s + r. The n - 1
squares of a cycle are mutually orthogonal: in a cycle each two agents have each two seats exactly once, so each agent
follows each other one equally often. The next cycle renames the agents. After (n - 1)! rounds each of the n! seatings
was played once.

For other n the squares are those of Williams (1949): in two successive rounds each agent sits directly after each other
one twice. Every two rounds the agents are renamed at random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

from playout.rng import Rng

__all__ = ["ALL", "DESIGNS", "SQUARES", "group_seatings", "group_size"]

SQUARES = "squares"
ALL = "permutations"
DESIGNS = {
    SQUARES: "a group has n seatings of n agents, a Latin square",
    ALL: "a group has all n! seatings; stores of older versions",
}

REDUCING = {4: 0b111, 8: 0b1011}
"""The polynomial that reduces products in a field of characteristic 2, by the size of the field."""


def group_size(design: str, seats: int) -> int:
    """The number of matches in a group."""
    return math.factorial(seats) if design == ALL else seats


def group_seatings(design: str, seats: int, turn: int) -> list[tuple[int, ...]]:
    """The seatings of a group in round `turn`: by seat, the agent's place in its table.

    The first seating of the first round is 0, 1, 2, ...
    """
    if design == ALL:
        return list(permutations(range(seats)))
    if seats < 2:
        return [tuple(range(seats))]
    return _from_a_field(seats, turn) if has_field(seats) else _by_williams(seats, turn)


def has_field(seats: int) -> bool:
    """Whether there are squares from a field with this number of elements: for primes, 4 and 8."""
    return seats in REDUCING or all(seats % divisor for divisor in range(2, math.isqrt(seats) + 1))


def _from_a_field(seats: int, turn: int) -> list[tuple[int, ...]]:
    cycle, square = divmod(turn, seats - 1)
    # The permutations that fix two agents reach every set of squares exactly once.
    names = [0, 1, *_permutation(range(2, seats), cycle % math.factorial(seats - 2))]
    products = [_product(seats, square + 1, seat) for seat in range(seats)]
    return [tuple(names[_sum(seats, product, row)] for product in products) for row in range(seats)]


def _sum(size: int, a: int, b: int) -> int:
    """a + b in the field with `size` elements."""
    return a ^ b if size in REDUCING else (a + b) % size


def _product(size: int, a: int, b: int) -> int:
    """a * b in the field with `size` elements. In characteristic 2 an element is a polynomial, a bit a term."""
    if size not in REDUCING:
        return a * b % size
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a >= size:
            a ^= REDUCING[size]
        b >>= 1
    return product


def _permutation(items: Sequence[int], index: int) -> list[int]:
    """Permutation number `index` of the items, in lexicographic order."""
    left, found = list(items), []
    while left:
        place, index = divmod(index, math.factorial(len(left) - 1))
        found.append(left.pop(place))
    return found


def _by_williams(seats: int, turn: int) -> list[tuple[int, ...]]:
    pair, is_second = divmod(turn, 2)
    names = _shuffled(seats, Rng(0, pair)) if pair else list(range(seats))
    zigzag = [(seat + 1) // 2 if seat % 2 else -(seat // 2) % seats for seat in range(seats)]  # 0, 1, n - 1, 2, n - 2
    rows = [tuple(names[zigzag.index((place + row) % seats)] for place in zigzag) for row in range(seats)]
    return [row[::-1] for row in rows] if is_second else rows


def _shuffled(count: int, rng: Rng) -> list[int]:
    left = list(range(count))
    return [left.pop(rng.below(len(left))) for _ in range(count)]
