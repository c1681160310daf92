"""UCT's limits in visits of the root and in depth of the tree, spelt alike everywhere."""

from __future__ import annotations

from typing import Unpack

import pytest

import playout
from playout import OptionError, Spec
from playout.algorithms.registry import new_search
from playout.algorithms.uct.search import Uct
from playout.limits import LimitWords

BOARD = playout.load("tic_tac_toe").start()


def made(spelling: str, **limits: Unpack[LimitWords]) -> Uct:
    search = new_search(BOARD, spelling, seed=1, backend="python", **limits)
    assert isinstance(search, Uct)
    return search


def test_visits_are_those_of_the_root() -> None:
    search = made("uct(visits=30, solver=False)")
    assert search.run().work == 30
    assert search.tree.root.visits == search.visits == 30
    assert search.run(visits=50).work == 50, "those that it has count"
    assert search.run(visits=40).work == 50, "there is nothing to do"


def test_visits_of_a_kept_tree_count() -> None:
    search = made("uct(solver=False)", visits=200)
    search.run()
    best = search.best()
    (kept,) = [node.visits for node in search.tree.root.children if node.move == best]
    search.keep(BOARD.play(best))
    result = search.run()
    assert 0 < kept < 200
    assert result.work == 200 - kept
    assert search.visits == 200


def test_whichever_limit_is_reached_first_counts() -> None:
    assert made("uct(visits=40, simulations=20, solver=False)").run().work == 20
    assert made("uct(visits=20, simulations=40, solver=False)").run().work == 20


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_depth_ends_with_the_first_simulation_that_goes_so_deep(depth: int) -> None:
    """One simulation fewer does not reach it; and the same seed gives the same tree, however it is run."""
    search = made(f"uct(depth={depth}, solver=False, tactics=False)")
    result = search.run()
    assert result.depth == search.tree.deepest == depth
    assert not result.proven
    before = made("uct(solver=False, tactics=False)").run(simulations=result.work - 1) if result.work > 1 else None
    assert before is None or before.depth < depth
    stepwise = made(f"uct(depth={depth}, solver=False, tactics=False)")
    stepwise.prepare()
    while not stepwise.complete:
        stepwise.step(1)
    assert stepwise.work == result.work
    assert search.run().work == result.work, "it is as deep as it should be"


def test_native_equals_interpreted() -> None:
    for limits in ("visits=77", "depth=6"):
        found = [
            new_search(BOARD, f"uct({limits})", seed=2, backend=backend).run().candidates
            for backend in ("cpu", "python")
        ]
        assert found[0] == found[1]


def test_an_agent_is_spelt_alike() -> None:
    for spelling in ("uct(visits=50)", "uct(depth=3)", "uct(visits=50, depth=3, seconds=5)"):
        agent = playout.agent(spelling)
        assert str(Spec.read(spelling)) == spelling
        assert agent.choose(BOARD) in BOARD.moves()


@pytest.mark.parametrize("algorithm", ["flat", "ismcts", "alphabeta"])
def test_others_do_not_count_visits(algorithm: str) -> None:
    with pytest.raises(
        OptionError, match=f"{algorithm} (does not count visits; its limits are|has no option 'visits')"
    ):
        playout.search(BOARD, algorithm, visits=10)


def test_wrong_values_are_refused() -> None:
    with pytest.raises(OptionError, match="the limit visits has to be a whole number above 0, not 0"):
        playout.search(BOARD, "uct", visits=0)
    with pytest.raises(OptionError, match="depth cannot change while a search is under way; make a new search with it"):
        made("uct(depth=3)").run(depth=4)
