"""The tree of a search in outline, for the picture of it that grows on a page."""

from __future__ import annotations

import time

import numpy as np

from playout.algorithms.base import Search
from playout.algorithms.drawing.tree_sketch import SoughtWindow, TreeSketch
from playout.game import State
from playout.web import schema
from playout.web.analysis.jobs import Job
from playout.web.refusals import RefusedError

__all__ = ["grown", "look", "outline", "sketches_of"]

MOST_NODES, FEWEST_NODES = 5000, 300
"""The largest and the smallest number of nodes in a picture."""

READING_SECONDS = 0.015
"""Processor seconds that reading a tree may take. If a reading takes longer, the next picture has fewer nodes."""


def look(job: Job) -> schema.Outline | None:
    """The tree now, or None if the search keeps none. Called in the search's own thread, between two slices."""
    search = job.search
    if search is None:
        return None
    begin = time.thread_time()
    sketch = search.sketch(job.drawn)
    taken = time.thread_time() - begin
    if taken > READING_SECONDS:
        job.drawn = max(FEWEST_NODES, job.drawn // 2)
    elif taken < READING_SECONDS / 4:
        job.drawn = min(MOST_NODES, job.drawn * 2)
    return None if sketch is None else outline(sketch, search.state, job.ply, job.line)


def grown(job: Job) -> list[schema.Outline]:
    """The checkpoints of a search and its tree now. Waits for the end of the current slice."""
    search = job.search
    if search is None:
        raise RefusedError("tree.none", kind="conflict")
    with search._use.still():
        sketches = sketches_of(search, job.drawn)
    return [outline(sketch, search.state, job.ply, job.line) for sketch in sketches]


def sketches_of(search: Search, most: int) -> list[TreeSketch]:
    """The checkpoints of a search and its tree now, in the order of their work."""
    last = search.sketch(most)
    return [] if last is None else [*(sketch for sketch in search.checkpoints if sketch.work < last.work), last]


def outline(sketch: TreeSketch, state: State, ply: int, line: list[int]) -> schema.Outline:
    """Convert a sketch of the search of a position to a message."""
    least, most = state.game.rules.payoff_bounds
    values = np.rint((sketch.values - least) * (1000 / (most - least))).astype(np.int64)
    return schema.Outline(
        ply=ply,
        line=line,
        seat=state.turn,
        work=sketch.work,
        depth=sketch.depth,
        best=sketch.best,
        sought=None if sketch.sought is None else _sought(sketch.sought, least, most),
        parents=sketch.parents.tolist(),
        moves=sketch.moves.tolist(),
        movers=sketch.movers.tolist(),
        visits=sketch.visits.tolist(),
        values=values.tolist(),
        proven=np.flatnonzero(sketch.proven).tolist(),
        bounds=sketch.bounds.tolist() if sketch.bounds.any() else [],
    )


def _sought(sought: SoughtWindow, least: float, most: float) -> schema.Sought:
    low, high = (round((value - least) * (1000 / (most - least))) for value in (sought.low, sought.high))
    return schema.Sought(
        low=max(0, low), high=min(1000, high), plies=sought.plies, reached=sought.is_reached, more=sought.is_more
    )
