"""Alpha-beta in outline: what its rows say is true by minimax, and its checkpoints are its depths or its questions."""

from __future__ import annotations

import pytest

import playout
from playout.algorithms.alphabeta.search import AlphaBeta
from playout.algorithms.drawing.tree_sketch import CUT, EXACT, LOWER, OPEN, UPPER, TreeSketch
from playout.algorithms.registry import new_search
from playout.game import State

GAME = playout.load("connect_four", rows=4, columns=4)
START = GAME.replay([0, 1, 2, 3, 1, 0])


def searched(spelling: str, *, nodes: int | None = None) -> AlphaBeta:
    search = new_search(START, spelling, backend="python")
    assert isinstance(search, AlphaBeta)
    search.checkpoint_size = 100
    search.run(nodes=nodes) if nodes else search.run()
    return search


KNOWN: dict[str, tuple[float, ...]] = {}


def minimax(state: State) -> tuple[float, ...]:
    """The referee: the values of a position, by seat."""
    if state.over:
        return tuple(state.payoffs)
    if str(state) not in KNOWN:
        values = (minimax(state.play(move)) for move in state.moves())
        KNOWN[str(state)] = max(values, key=lambda found: found[state.turn])
    return KNOWN[str(state)]


def after(path: tuple[int, ...]) -> State:
    state = START
    for move in path:
        state = state.play(move)
    return state


def paths(sketch: TreeSketch) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for parent, move in zip(sketch.parents[1:].tolist(), sketch.moves[1:].tolist(), strict=True):
        found.append((*found[parent], move))
    return found


@pytest.mark.parametrize("spelling", ["alphabeta", "alphabeta(tactics=False)", "alphabeta(null_windows=False)"])
@pytest.mark.parametrize("nodes", [None, 40, 150])
def test_every_row_is_true(spelling: str, nodes: int | None) -> None:
    search = searched(spelling, nodes=nodes)
    sketch = search.sketch(400)
    assert len(set(paths(sketch))) == len(sketch)
    for row, path in enumerate(paths(sketch)):
        truth, value = minimax(after(path))[search.state.turn], float(sketch.values[row])
        bound = int(sketch.bounds[row])
        assert bound in (CUT, OPEN) or {EXACT: truth == value, LOWER: truth >= value, UPPER: truth <= value}[bound]
        if row:
            parent = after(path[:-1])
            assert int(sketch.movers[row]) == parent.turn and path[-1] in parent.moves()
            assert sketch.visits[row] <= sketch.visits[sketch.parents[row]]


def test_moves_are_cut_off_below_a_reply_that_is_good_enough() -> None:
    sketch = searched("alphabeta(tactics=False)", nodes=150).sketch(400)
    cut = [row for row in range(len(sketch)) if sketch.bounds[row] == CUT]
    assert cut
    # The position above is worth no more than a bound, so no reply has to be looked at any more.
    assert {int(sketch.bounds[sketch.parents[row]]) for row in cut} <= {LOWER, UPPER, OPEN}


def test_questions_and_their_answers_are_true() -> None:
    search = searched("alphabeta(null_windows=True, deepening=False)")
    truth = minimax(START)[search.state.turn]
    assert search.checkpoints
    for sketch in search.checkpoints:
        assert sketch.depth == 0 and sketch.sought is not None and sketch.sought.low == sketch.sought.high
        value, bound = float(sketch.values[0]), int(sketch.bounds[0])
        assert {EXACT: truth == value, LOWER: truth >= value, UPPER: truth <= value}[bound]
        if sketch.sought.is_reached:
            assert truth >= sketch.sought.high
        if sketch.sought.is_more:
            assert sketch.sought.is_reached == (truth > sketch.sought.low)
    assert [sketch.work for sketch in search.checkpoints] == sorted(sketch.work for sketch in search.checkpoints)


def test_a_depth_is_the_search_to_that_depth() -> None:
    checkpoints = searched("alphabeta(deepening=True)").checkpoints
    assert [sketch.depth for sketch in checkpoints] == list(range(1, len(checkpoints) + 1))
    for sketch in checkpoints[:3]:
        alone = searched(f"alphabeta(deepening=False, depth={sketch.depth})").result()
        assert float(sketch.values[0]) == pytest.approx(alone.values[alone.state.turn], abs=1e-6)


def test_no_checkpoint_without_a_size() -> None:
    search = new_search(START, "alphabeta", backend="python")
    search.run()
    assert search.checkpoints == []
