"""Trees with a network at the leaves, one thread a tree: the trees of the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.algorithms.puct.forest import NOTHING, Forest, forest_shapes
from playout.algorithms.puct.halving import halving_table
from playout.algorithms.puct.kernel import begin, expand, select
from playout.algorithms.puct.settings import settings_for
from playout.encoding.encoding import encoding_of
from playout.native import cuda
from playout.rng import Rng, new_stream
from tests.algorithms.puct.growing import arbitrary, new_forest

pytestmark = pytest.mark.usefixtures("gpu")


def begin_tree(t: Any, states: Any, options: Any, forest: Any) -> None:
    """Kernel: a new tree."""
    begin(forest, t, states, options)


def grow_tree(
    t: Any,
    states: Any,
    options: Any,
    value: Any,
    forest: Any,
    logits: Any,
    values: Any,
    table: Any,
    settings: Any,
    simulations: Any,
) -> None:
    """Kernel: the network's answer up, and down to the next leaf."""
    if forest.heads[t].pending != NOTHING:
        expand(forest, t, logits, values, value)
    select(forest, t, states, options, value, table, settings, simulations)


def grown(name: str, backend: str, considered: int, trees: int, simulations: int) -> Forest:
    """Trees of different positions; the network is some function of the planes."""
    game = playout.load(name)
    rules, encoding = game.rules, encoding_of(game)
    nodes = simulations + 2
    edges = nodes * min(rules.max_moves, encoding.policy_size)
    shapes = forest_shapes(
        rules, game.seats, encoding.planes, trees=trees, nodes=nodes, edges=edges, depth=rules.max_length
    )
    forest = new_forest(shapes)
    random = Rng(4)
    for t in range(trees):
        state = game.start()
        for _ in range(random.below(12)):
            moves = state.moves()
            state = state.play(moves[random.below(len(moves))])
            if state.over:
                state = game.start()
        forest.positions[t] = state.position[0]
        forest.random[t] = new_stream(9, t)
    network = arbitrary(int(np.prod(encoding.planes)), encoding.policy_size, game.seats)
    table = halving_table(rules.max_moves, simulations)
    settings = settings_for(rules, considered=considered)
    scratch = ((rules.dtype, 1), (np.int64, rules.max_moves), (np.float64, rules.players))
    begins = native.batch(begin_tree, rules, backend, scratch=scratch[:2])
    grows = native.batch(grow_tree, rules, backend, scratch=scratch)
    place = cuda.to_device if backend == "cuda" else (lambda value: value)
    there, rows = place(forest), place(table)
    begins(trees, there)
    while True:
        here = cuda.to_host(there) if backend == "cuda" else there
        if (here.heads["pending"] == NOTHING).all():
            return Forest(*here)
        logits, values = network(here.planes)
        grows(trees, there, place(logits), place(values), rows, settings, simulations)
        if backend == "cuda":
            grows.check()


@pytest.mark.parametrize(("name", "considered"), [("connect_four", 0), ("connect_four", 8), ("gomoku3d", 8), ("go", 0)])
def test_trees_on_the_gpu_are_those_of_the_cpu(name: str, considered: int) -> None:
    one, other = (grown(name, backend, considered, trees=96, simulations=32) for backend in ("cpu", "cuda"))
    assert len({row.tobytes() for row in one.planes}) > 40, "the trees differ"
    for field in ("visits", "first", "size", "forced", "plies", "seat", "proven"):
        assert (one.nodes[field] == other.nodes[field]).all(), field
    for field in ("move", "child", "visits", "lost"):
        assert (one.edges[field] == other.edges[field]).all(), field
    assert np.allclose(one.edges["prior"], other.edges["prior"], rtol=1e-5, atol=1e-7)
    assert np.allclose(one.nodes["mean"], other.nodes["mean"], rtol=1e-6, atol=1e-9)
