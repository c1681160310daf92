"""The limit `memory` bounds all that a search allocates: trees, tables, scratch arrays, of all threads and guesses."""

from __future__ import annotations

import re
import tracemalloc
from typing import Any

import numpy as np
import pytest

import playout
from playout.algorithms.flat.search import Ucb
from playout.algorithms.ismcts.search import Ismcts
from playout.algorithms.memory import CACHE_LINE, MEGABYTE, reserve
from playout.algorithms.uct.search import Uct
from playout.rules import OptionError
from tests import paths

RAID = playout.load(paths.GAMES / "raid_game.py").replay([1]).seen_by(0)
FOUR = playout.load("connect_four").start()

CASES: list[tuple[Any, playout.State, dict[str, Any]]] = [
    (Uct, FOUR, {}),
    (Uct, FOUR, {"grave": 2}),
    (Uct, FOUR, {"history": 0.5, "prior": "rank"}),
    (Uct, FOUR, {"grave": 2, "history": 0.5, "prior": "rank", "backup": "decay"}),
    (Uct, FOUR, {"threads": 3, "grave": 2}),
    (Uct, RAID, {"guesses": 4, "grave": 2}),
    (Uct, playout.load("pig", goal=8).start(), {"grave": 2}),
    (Ismcts, RAID, {}),
    (Ismcts, FOUR, {}),
    (Ucb, RAID, {"sequences": True}),
]

OBJECTS = 200_000
"""Bytes of Python objects beside the arrays, at most."""


def allocated(kind: Any, state: playout.State, memory: float, options: dict[str, Any]) -> tuple[int, int]:
    """Bytes of the arrays that a search has made; and the most bytes of all, to the end of its being kept."""
    kind(state, kind.option_type(**options), backend="python", seed=1, memory=12.0).run(simulations=5)
    tracemalloc.start()
    try:
        search = kind(state, kind.option_type(**options), backend="python", seed=1, memory=memory)
        search.run(simulations=25)
        arrays = tracemalloc.DomainFilter(True, np.lib.tracemalloc_domain)
        bytes_of_arrays = sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces([arrays]).traces)
        tracemalloc.reset_peak()
        if isinstance(search, Uct) and state.observer is None:
            after = state.play(search.best())
            search.keep(after if after.turn >= 0 else after.sample(1))
        return bytes_of_arrays, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def least_of(kind: Any, state: playout.State, options: dict[str, Any]) -> float:
    """The memory that a search asks for if it is given next to none."""
    with pytest.raises(OptionError, match=r"needs a memory of at least [0-9.]+ megabytes, not 1e-06") as refused:
        kind(state, kind.option_type(**options), backend="python", seed=1, memory=1e-6).prepare()
    number = re.search(r"at least ([0-9.]+)", str(refused.value))
    assert number is not None
    return float(number[1])


@pytest.mark.parametrize(("kind", "state", "options"), CASES)
def test_all_that_is_allocated_stays_within_the_memory(
    kind: Any, state: playout.State, options: dict[str, Any]
) -> None:
    """With the least that is allowed, of which the refusal tells, and with more."""
    least = least_of(kind, state, options)
    for memory in (least, least + 8.0):
        arrays, most = allocated(kind, state, memory, options)
        assert arrays <= memory * MEGABYTE
        assert most <= memory * MEGABYTE + OBJECTS
        assert arrays >= 0.8 * memory * MEGABYTE - 1_000 or kind is Ucb, "what is given is there to be used"


@pytest.mark.parametrize("options", [{}, {"grave": 3}, {"prune_ends": True, "prune_playouts": True, "solver": False}])
def test_a_full_tree_stays_whole(options: dict[str, Any]) -> None:
    """Where memory has ended leaves without a block are visited again; also re-rooted, no visit is lost."""
    state = playout.load("tic_tac_toe").replay(["b2"])
    memory = least_of(Uct, state, options) + 0.006
    search = Uct(state, Uct.option_type(**options), backend="python", seed=3, memory=memory)
    for _ in range(2):
        before = search.tree.root.visits
        done = search.tree.simulate(300)
        assert len(search.tree.blocks_in_use) >= int(search.tree.header["capacity"][0]) - 10
        assert search.tree.root.visits == before + done
        for _, node in search.tree.root.walk():
            visits = sum(child.visits for child in node.children)
            assert node.visits - 1 - 300 <= visits <= node.visits
            assert all(child.number > node.number for child in node.children)
        moves = [search.state.format(child.move) for child in search.tree.root.children]
        assert len(set(moves)) == len(moves)
        assert {*moves} <= {*map(search.state.format, search.state.moves())}
        search.keep(search.state.play(search.best()))


@pytest.mark.parametrize("count", [1, 3, 1000])
def test_reserved_memory_begins_with_a_cache_line(count: int) -> None:
    array = reserve(count, np.dtype([("sums", np.float64, 4), ("visits", np.int64)]))
    assert array.ctypes.data % CACHE_LINE == 0
    assert len(array) == count
    assert not array["sums"].any() and not array["visits"].any()
