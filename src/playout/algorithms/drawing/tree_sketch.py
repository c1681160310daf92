"""An outline of a tree: its most visited nodes as columns, from which a page draws thousands of nodes at once."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.kernel_arrays import SearchNode

__all__ = [
    "CUT",
    "EXACT",
    "LOWER",
    "OPEN",
    "SLOW",
    "UPPER",
    "SketchRow",
    "SoughtWindow",
    "TreeSketch",
    "most_visited",
    "sketch_nodes",
    "sketch_of",
]

SLOW = 500
"""The most nodes of a sketch that is read one node at a time."""

EXACT, LOWER, UPPER, CUT, OPEN = 0, 1, 2, 3, 4
"""The meaning of a value: exact or a mean; a lower or an upper bound for the seat to move at the root; cut off, so
there is no value; not known yet."""


@dataclass(frozen=True)
class SoughtWindow:
    """The window that alpha-beta searched last at the root, in payoffs of the seat to move."""

    low: float
    high: float
    plies: int | None
    """For a null window, which asks whether the value is at least `high`: the plies to the end in that score."""
    is_reached: bool
    """Whether the value is at least `high`."""
    is_more: bool
    """Whether a window of width 0 asks if the value is higher than `low`, by however little; `plies` is None then."""


@dataclass(frozen=True, kw_only=True)
class TreeSketch:
    """The most visited nodes of a tree, one in each row; a parent comes before its children, the root is row 0."""

    work: int
    """The units of work after which the sketch was made."""
    depth: int | None = None
    """The depth that alpha-beta has completed; 0 if it solves the position instead. None for other searches."""
    best: int
    """The move that the search would play now."""
    sought: SoughtWindow | None = None
    """None for searches other than alpha-beta."""
    parents: NDArray[np.int32]
    """The row of the parent; -1 at the root."""
    moves: NDArray[np.int64]
    """The move that led to the node; -1 at the root."""
    movers: NDArray[np.int8]
    """The seat that made the move, or CHANCE; at the root, the seat to move."""
    visits: NDArray[np.int64]
    values: NDArray[np.float32]
    """The value for the seat to move at the root, on the scale of the payoffs."""
    proven: NDArray[np.bool_]
    bounds: NDArray[np.int8]
    """EXACT, LOWER, UPPER, CUT or OPEN."""

    def __len__(self) -> int:
        return len(self.parents)


class SketchRow(NamedTuple):
    """A row of a sketch, as in TreeSketch."""

    parent: int
    move: int
    mover: int
    visits: int
    value: float
    proven: bool
    bound: int


def sketch_of(
    rows: list[SketchRow], *, work: int, best: int, depth: int | None = None, sought: SoughtWindow | None = None
) -> TreeSketch:
    """A sketch of these rows."""
    parents, moves, movers, visits, values, proven, bounds = zip(*rows, strict=True)
    return TreeSketch(
        work=work,
        depth=depth,
        best=best,
        sought=sought,
        parents=np.array(parents, np.int32),
        moves=np.array(moves, np.int64),
        movers=np.array(movers, np.int8),
        visits=np.array(visits, np.int64),
        values=np.array(values, np.float32),
        proven=np.array(proven, np.bool_),
        bounds=np.array(bounds, np.int8),
    )


Children = Callable[[NDArray[np.int64]], tuple[NDArray[np.int64], NDArray[np.int64]]]
"""A function from node numbers to (parents, numbers): all children of the nodes, each with the index of its parent
among the given numbers."""


def most_visited(
    root: int, visits: Callable[[NDArray[np.int64]], NDArray[np.int64]], children: Children, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """(numbers, parents) of the most visited nodes: at most `most`, parents first; parents as rows of `numbers`.

    Levels are read as whole arrays. A level has the nodes with at least a certain number of visits, below nodes with at
    least twice that number; the number is lowered until there are enough nodes.
    """
    least = int(visits(np.array([root]))[0]) // most
    while True:
        numbers, parents, counts = _follow(root, visits, children, max(1, least), most)
        if len(numbers) >= most or least <= 1:
            break
        least //= 4
    if len(numbers) > most:
        # A child has no more visits than its parent and comes after it, so a stable order keeps every parent.
        kept = np.sort(np.argsort(-counts, kind="stable")[:most])
        rows = np.full(len(numbers), -1, np.int32)
        rows[kept] = np.arange(most, dtype=np.int32)
        numbers, parents = numbers[kept], np.where(parents[kept] >= 0, rows[parents[kept]], -1).astype(np.int32)
    return numbers, parents


def _follow(
    root: int, visits: Callable[[NDArray[np.int64]], NDArray[np.int64]], children: Children, least: int, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """(numbers, parents, visits) of the nodes with `least` visits or more, level by level."""
    level = np.array([root], np.int64)
    counts = visits(level)
    found = [(level, np.array([-1], np.int32), counts)]
    first = 0
    while len(level):
        wide = np.flatnonzero(counts >= 2 * least)
        above, below = children(level[wide])
        above = wide[above]
        fewer = np.minimum(visits(below), counts[above])
        kept = fewer >= least
        if np.count_nonzero(kept) > most:
            kept[np.argsort(-fewer, kind="stable")[most:]] = False
        found.append((below[kept], (first + above[kept]).astype(np.int32), fewer[kept]))
        first += len(level)
        level, counts = below[kept], fewer[kept]
    numbers, parents, visited = (np.concatenate(column) for column in zip(*found, strict=True))
    return numbers, parents, visited


def sketch_nodes(root: SearchNode, seat: int, work: int, best: int, most: int) -> TreeSketch:
    """A sketch of any tree, read one node at a time, at most SLOW nodes. seat: the seat to move at the root."""
    found: list[SketchRow] = []
    waiting: list[tuple[int, int, int, int, SearchNode]] = [(-root.visits, 0, -1, seat, root)]
    order = 0
    while waiting and len(found) < min(most, SLOW):
        visits, _, parent, mover, node = heapq.heappop(waiting)
        row = len(found)
        found.append(SketchRow(parent, node.move, mover, -visits, node.values[seat], node.proven, EXACT))
        for child in node.children if node.visits > 1 or row == 0 else ():
            order += 1
            # A row of the sketch never has more visits than its parent's.
            heapq.heappush(waiting, (max(visits, -child.visits), order, row, node.seat, child))
    return sketch_of(found, work=work, best=best)
