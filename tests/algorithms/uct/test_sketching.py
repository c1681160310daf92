"""A tree in outline, beside the tree itself, read a node at a time."""

from __future__ import annotations

import pytest

import playout
from playout.algorithms.base import Search
from playout.algorithms.drawing.tree_sketch import TreeSketch
from playout.algorithms.kernel_arrays import SearchNode
from playout.algorithms.registry import new_search

Row = tuple[int, int, float, bool]
"""mover, visits, value of the seat at the root, proven"""


def grown(spelling: str, game: str = "tic_tac_toe", simulations: int = 400, checkpoint_size: int = 0) -> Search:
    search = new_search(playout.load(game).start(), spelling, seed=5, backend="python")
    search.checkpoint_size = checkpoint_size
    search.run(simulations=simulations)
    return search


def by_path(sketch: TreeSketch) -> dict[tuple[int, ...], Row]:
    paths: list[tuple[int, ...]] = []
    found: dict[tuple[int, ...], Row] = {}
    for row, parent in enumerate(sketch.parents.tolist()):
        paths.append((*paths[parent], int(sketch.moves[row])) if row else ())
        value = round(float(sketch.values[row]), 5)
        found[paths[-1]] = int(sketch.movers[row]), int(sketch.visits[row]), value, bool(sketch.proven[row])
    assert len(found) == len(sketch)
    return found


def walked(root: SearchNode, seat: int) -> dict[tuple[int, ...], Row]:
    """The referee: every node with at least one visit."""
    found: dict[tuple[int, ...], Row] = {}
    stack: list[tuple[tuple[int, ...], int, SearchNode]] = [((), seat, root)]
    while stack:
        path, mover, node = stack.pop()
        found[path] = mover, node.visits, round(node.values[seat], 5), node.proven
        stack += [((*path, child.move), node.seat, child) for child in node.children if child.visits]
    return found


@pytest.mark.parametrize(("spelling", "game"), [("uct", "tic_tac_toe"), ("uct", "pig"), ("uct(solver=False)", "qubic")])
def test_a_large_sketch_is_the_whole_tree(spelling: str, game: str) -> None:
    search = grown(spelling, game)
    sketch = search.sketch(100_000)
    assert sketch is not None and sketch.work == search.work
    assert search.tree_root is not None
    tree = walked(search.tree_root, search.state.turn)
    seen = by_path(sketch)
    assert seen.keys() == tree.keys()
    for path, row in tree.items():
        assert seen[path] == pytest.approx(row, abs=1e-4)


@pytest.mark.parametrize("most", [1, 2, 30, 150])
def test_a_small_sketch_has_the_most_visited_nodes(most: int) -> None:
    search = grown("uct", "qubic")
    sketch = search.sketch(most)
    assert sketch is not None and len(sketch) == most
    assert all(parent < row for row, parent in enumerate(sketch.parents.tolist()))
    assert search.tree_root is not None
    seen, tree = by_path(sketch), walked(search.tree_root, 0)
    left_out = [tree[path][1] for path in tree.keys() - seen.keys()]
    assert max(left_out) <= 2 * int(sketch.visits.min())


def test_other_trees_are_read_a_node_at_a_time() -> None:
    search = grown("ismcts")
    assert search.tree_root is not None
    tree, sketch = walked(search.tree_root, 0), search.sketch(100)
    assert sketch is not None and len(sketch) == 100
    for path, row in by_path(sketch).items():
        assert tree[path] == row


def test_checkpoints_are_the_tree_as_it_was() -> None:
    """Those of a search of 400 simulations: the same as searches of 64, 128 and 256 by the same random numbers."""
    search = grown("uct", checkpoint_size=50)
    assert [sketch.work for sketch in search.checkpoints] == [64, 128, 256]
    for sketch in search.checkpoints:
        assert by_path(sketch) == by_path(grown("uct", simulations=sketch.work).sketch(50))  # type: ignore[arg-type]
    assert grown("uct").checkpoints == []
    search.restart(playout.load("tic_tac_toe").start())
    assert search.checkpoints == []


def test_a_search_without_a_tree_has_no_sketch() -> None:
    assert grown("ucb").sketch(100) is None
