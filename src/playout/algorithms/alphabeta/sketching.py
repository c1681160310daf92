"""The outline of alpha-beta's tree: the moves of the root with their bounds, and below them the table's entries."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import TYPE_CHECKING

from playout.algorithms.alphabeta.table import FOREVER
from playout.algorithms.drawing.tree_sketch import (
    CUT,
    EXACT,
    LOWER,
    OPEN,
    SLOW,
    UPPER,
    SketchRow,
    SoughtWindow,
    TreeSketch,
    sketch_of,
)
from playout.game import State

if TYPE_CHECKING:
    from playout.algorithms.alphabeta.search import AlphaBeta

__all__ = ["sketch_root", "sketch_table"]

WIDEST = 24
"""The most moves of a position in a sketch."""

PROBES = 2
"""The most moves that are looked up for each row of a sketch."""


def sketch_root(search: AlphaBeta, work: int) -> TreeSketch:
    """The root and its moves, with the plan's bounds. Takes microseconds."""
    return _sketch(search, work, _root_rows(search, work))


def sketch_table(search: AlphaBeta, work: int, most: int) -> TreeSketch:
    """The root, its moves, and the positions below them that are in the table, the most expensive first.

    Positions of the current line have no entry yet; they are followed, too.
    """
    rows, state = _root_rows(search, work), search.state
    most = max(min(most, SLOW), len(rows))
    probes, line = PROBES * most, search.current_line
    waiting: list[tuple[int, int, State, list[int]]] = []
    for at, row in enumerate(rows):
        if row.parent == 0 and search.has_entries:
            rest = line[1:] if line[:1] == [row.move] else []
            waiting.append((-row.visits, at, state.play(row.move), rest))
    heapq.heapify(waiting)
    while waiting and len(rows) < most and probes > 0:
        _, at, position, rest = heapq.heappop(waiting)
        for found, after in _below(search, rows[at], at, position, rest):
            probes -= 1
            if len(rows) < most and found is not None:
                if after is not None:
                    follows = rest[1:] if rest[:1] == [found.move] else []
                    heapq.heappush(waiting, (-found.visits, len(rows), after, follows))
                rows.append(found)
    return _sketch(search, work, rows)


def _root_rows(search: AlphaBeta, work: int) -> list[SketchRow]:
    plan, scores, seat = search._plan, search._scores, search.state.turn
    total = max(1, work)

    def row(parent: int, move: int, visits: int, low: int, high: int, *, proven: bool) -> SketchRow:
        if scores.level(low) == scores.level(high):
            bound, score = EXACT, low
        elif [low, high] == scores.widest():
            bound, score = OPEN, 0
        else:
            bound, score = (UPPER, high) if high < scores.widest()[1] else (LOWER, low)
        return SketchRow(parent, move, seat, visits, scores.values(score, seat)[seat], proven, bound)

    best, (low, high) = plan.preferred
    found = [row(-1, -1, total, low, high, proven=plan.proven)]
    for move, bounds in plan.known.items():
        low, high = plan.preferred[1] if move == best else bounds
        proven = search._candidate(move, (move,)).proven
        found.append(row(0, move, min(total, plan.visits[move]), low, high, proven=proven))
    return found


def _below(
    search: AlphaBeta, above: SketchRow, parent: int, state: State, line: list[int]
) -> Iterator[tuple[SketchRow | None, State | None]]:
    """The moves of a position as rows, each with the position after it; None in place of an unknown row or position."""
    known = None if state.over else search.known(state)
    moves = [] if state.over or (known is None and not line) else state.moves()
    first = line[0] if line else known.move if known is not None else None
    is_cut = known is not None and known.at_least and not known.at_most
    for move in sorted(moves, key=lambda move: move != first)[:WIDEST]:
        after = state.play(move)
        row = _row(search, above, parent, state, move, after)
        if row is None and line[:1] == [move]:
            row = SketchRow(parent, move, state.turn, min(1, above.visits), above.value, False, OPEN)
        if row is None and is_cut and move != first:
            yield SketchRow(parent, move, state.turn, 0, above.value, False, CUT), None
        else:
            yield row, after


def _row(search: AlphaBeta, above: SketchRow, parent: int, state: State, move: int, after: State) -> SketchRow | None:
    """The row of a move that ends the match or has an entry in the table; None for other moves."""
    seat = search.state.turn
    if after.over:
        return SketchRow(parent, move, state.turn, min(1, above.visits), after.payoffs[seat], True, EXACT)
    entry = search.known(after)
    if entry is None:
        return None
    is_own = after.turn == seat
    at_least, at_most = (entry.at_least, entry.at_most) if is_own else (entry.at_most, entry.at_least)
    bound = EXACT if at_least and at_most else LOWER if at_least else UPPER
    visits, proven = min(above.visits, entry.nodes), entry.is_solved and not search.is_selective
    return SketchRow(parent, move, state.turn, visits, entry.values[seat], proven, bound)


def _sketch(search: AlphaBeta, work: int, rows: list[SketchRow]) -> TreeSketch:
    plan, scores, seat = search._plan, search._scores, search.state.turn
    low, high = (scores.values(score, seat)[seat] for score in search.asked)
    is_question = search.asked[1] - search.asked[0] == 1
    plies = scores.plies(search.asked[1]) if is_question else None
    is_more = plies == scores.quantum - 1  # no match has so many plies
    sought = SoughtWindow(low, high, None if is_more else plies, plan.preferred[1][0] >= search.asked[1], is_more)
    depth = plan.reached if plan.reached < FOREVER else 0
    return sketch_of(rows, work=work, best=plan.preferred[0], depth=depth, sought=sought)
