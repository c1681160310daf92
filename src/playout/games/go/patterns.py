"""Patterns of three by three points around an empty one, on which a stone is often good.

The classes come from Gelly and others ("Modification of UCT with patterns in Monte-Carlo Go", 2006): hane, cuts, and
moves at the edge. SHAPES draws them; MATCHES is the table of all surroundings.
"""

import numpy as np

from playout.games.go.layout import BLACK, BORDER, EMPTY, WHITE, WIDTH

__all__ = ["AROUND", "MATCHES"]

AROUND = np.array([WIDTH - 1, WIDTH, WIDTH + 1, 1, 1 - WIDTH, -WIDTH, -1 - WIDTH, -1])
"""The differences from a point to the eight points around it, clockwise from the upper left."""

# Two colours, `a` and `b`, which may be exchanged. Either colour may move, except in shapes marked OWN_A. `.` is empty,
# `-` the edge, `*` anything, `A` anything but a stone of `a`, `B` anything but a stone of `b`. The middle is the point
# itself.
EITHER, OWN_A = 0, 1
SHAPES = (
    # Hane: around the end of an enemy stone beside an own stone.
    (EITHER, "aba", ". .", "***"),
    (EITHER, "ab.", ". .", "*.*"),
    (EITHER, "ab*", "a .", "A.*"),
    (OWN_A, "ab*", ". .", "b.*"),
    # Cuts: between two stones that meet only across the point.
    (EITHER, "ab*", "b B", "*B*"),
    (EITHER, "ab*", "b a", "***"),
    (EITHER, "*a*", "b b", "BBB"),
    # Edge: the point is on the outer line.
    (EITHER, "a.*", "b *", "---"),
    (EITHER, "*a*", "A b", "---"),
    (OWN_A, "*ab", "A A", "---"),
    (OWN_A, "*ba", "a b", "---"),
)


def _surroundings(rows: tuple[str, ...], a: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The indices in MATCHES of a shape with this colour as `a`, with all rotations and reflections."""
    b = 3 - a
    every = {EMPTY, BLACK, WHITE, BORDER}
    meaning = {"a": {a}, "b": {b}, ".": {EMPTY}, "-": {BORDER}, "*": every, "A": every - {a}, "B": every - {b}}
    ring = rows[0] + rows[1][2] + rows[2][::-1] + rows[1][0]
    rings = [turned[k:] + turned[:k] for turned in (ring, ring[::-1]) for k in range(0, 8, 2)]
    # A reflected ring begins at another corner.
    rings[4:] = [ring[-1:] + ring[:-1] for ring in rings[4:]]
    found = []
    for ring in rings:
        places = np.zeros(1, np.int64)
        for i, sign in enumerate(ring):
            places = np.concatenate([places | there << 2 * i for there in meaning[sign]])
        found.append(places)
    return np.concatenate(found)


def _matches() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    table = np.zeros(1 << 16, np.uint8)
    for kind, *rows in SHAPES:
        for a in (BLACK, WHITE):
            movers = a if kind == OWN_A else BLACK | WHITE
            table[_surroundings(tuple(rows), a)] |= movers
    return table


MATCHES = _matches()
"""The colours for which a surrounding is a pattern. The index has two bits for each point, in the order of AROUND."""
