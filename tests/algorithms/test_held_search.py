"""A search that is held: made, run, continued, stopped, described."""

from __future__ import annotations

import dataclasses
import threading
from typing import Any, assert_type

import pytest

import playout
from playout import OptionError, PlayoutError
from playout.agents import Searcher
from playout.algorithms.ismcts.search import Ismcts
from playout.algorithms.registry import ALGORITHMS
from playout.algorithms.uct.search import Uct
from playout.algorithms.uct.tree import Tree
from tests.algorithms.puct.networks import spelling_of

GAME = playout.load("tic_tac_toe")
START = GAME.start()


def held(algorithm: str, **given: Any) -> playout.Search:
    return playout.new_search(START, algorithm, seed=1, backend="python", **given)


def untimed(result: playout.SearchResult) -> playout.SearchResult:
    return dataclasses.replace(result, elapsed=0.0)


def test_a_search_runs_to_the_limit_that_it_is_given() -> None:
    search = held("uct(simulations=30)")
    assert search.work == 0
    assert search.run(simulations=10).work == 10
    assert search.run().work == 10 + 30, "else to its own"
    assert search.run(memory=None, simulations=5).work == 45
    assert held("uct", simulations=20).run().work == 20


def test_running_in_parts_is_running_once() -> None:
    parts = held("uct(c=0.5)")
    for _ in range(3):
        parts.run(simulations=20)
    once = held("uct(c=0.5)").run(simulations=60)
    assert untimed(parts.result()) == untimed(once)
    assert once.algorithm == "uct(c=0.5)"


def test_thinking_ends_with_the_result() -> None:
    search = held("flat")
    *_, last = search.think(simulations=50)
    assert last.work == 50
    assert untimed(last) == untimed(search.result())
    assert last.search is search


def test_stopping_from_another_thread() -> None:
    search = held("flat")
    timer = threading.Timer(0.1, search.stop)
    timer.start()
    assert search.run(seconds=60).elapsed < 30
    timer.join()


@pytest.mark.parametrize(
    ("algorithm", "limit", "words"),
    [
        ("uct", {}, "uct needs a limit: one of seconds, simulations, visits, depth, or proven=True"),
        (
            "uct",
            {"second": 1},
            r"there is no limit 'second' \(did you mean seconds\?\); there are seconds, simulations",
        ),
        ("uct", {"nodes": 1}, "uct does not count nodes; its limits are seconds, simulations, visits, depth"),
        ("uct", {"simulations": 1, "memory": 5}, "memory cannot change while a search is under way"),
        ("alphabeta", {"depth": 3}, "depth cannot change while a search is under way; make a new search with it"),
    ],
)
def test_limits_that_are_refused(algorithm: str, limit: dict[str, Any], words: str) -> None:
    search = held(algorithm)
    with pytest.raises(OptionError, match=words):
        search.run(**limit)
    with pytest.raises(OptionError, match=words):
        search.think(**limit)
    assert search.work == 0


def test_a_wrong_limit_is_refused_wherever_limits_are_taken() -> None:
    """By a type checker as well: it would complain of these comments if they were not needed."""
    words = r"there is no limit 'second' \(did you mean seconds\?\)"
    with pytest.raises(OptionError, match=words):
        playout.search(START, "uct", second=1)  # type: ignore[call-overload]
    with pytest.raises(OptionError, match=words):
        playout.think(START, "uct", second=1)  # type: ignore[call-overload]
    with pytest.raises(OptionError, match=words):
        playout.new_search(START, "uct", second=1)  # type: ignore[call-overload]
    with pytest.raises(OptionError, match=words):
        playout.trace(START, "uct", second=1)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match=words):
        held("uct").run(second=1)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match=words):
        Searcher("uct", second=1)  # type: ignore[call-arg]


def test_a_type_checker_knows_what_searched() -> None:
    """Names that are spelt without options have the type of their search; what is asserted here, mypy checks."""
    found = playout.new_search(START, backend="python").run(simulations=5)
    assert_type(found, playout.SearchResult[Uct])
    assert_type(found.search.tree, Tree)
    assert_type(playout.new_search(START, "ismcts"), Ismcts)
    assert_type(held("uct(c=1)").run(simulations=5).search, playout.Search)
    assert isinstance(found.search, Uct)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_game_is_no_position(algorithm: str) -> None:
    game: Any = GAME
    with pytest.raises(OptionError, match=r"^tic_tac_toe is a game, and .*; give a state: game\.start\(\)$"):
        playout.new_search(game, algorithm)
    with pytest.raises(OptionError, match=r"give a state, like game\.start\(\), not 'tic_tac_toe'"):
        playout.new_search("tic_tac_toe", algorithm)  # type: ignore[call-overload]
    search = held(spelling_of(algorithm, GAME))
    for turn_to in (search.restart, search.keep):
        with pytest.raises(OptionError, match="give a state"):
            turn_to(game)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_search_says_what_it_is(algorithm: str) -> None:
    spelling = spelling_of(algorithm, GAME)
    search = playout.new_search(GAME.replay(["b2", "a1"]), spelling, backend="python")
    assert repr(search) == f"<{spelling} on tic_tac_toe after 2 moves: 0 {search.unit}>"


def test_trees_and_nodes_say_what_they_are() -> None:
    for search in (
        playout.new_search(START, "uct", seed=1, backend="python"),
        playout.new_search(playout.load("kuhn_poker").replay(["J", "Q"]).seen_by(0), "ismcts", backend="python"),
    ):
        search.run(simulations=40)
        tree = search.tree
        assert repr(search).endswith(": 40 simulations>")
        assert repr(tree) == f"<tree of {tree.state.game.name}: {tree.used} nodes, 40 simulations>"
        child = tree.root.children[0]
        values = ", ".join(f"{value:.3f}" for value in child.values)
        assert repr(child) == (
            f"<node {child.number} of a tree, by move {child.move}: {child.visits} visits, values ({values})>"
        )
        assert all(repr(node) for _, node in tree.root.walk())


def test_a_result_has_its_search_or_says_why_not() -> None:
    found = held("flat").run(simulations=5)
    assert found.search.run(simulations=5).work == 10
    trace = playout.trace(START, "uct", simulations=5, seed=1)
    assert trace.result.search.work == 5
    again = playout.Trace.from_json(trace.to_json())
    with pytest.raises(
        PlayoutError, match="does not hold its search: it was read from a file, or an engine found it; search anew"
    ):
        _ = again.result.search


def test_a_search_is_made_by_its_name() -> None:
    kind: Any = playout.Search
    with pytest.raises(PlayoutError, match=r'name one of them: new_search\(state, "uct"\)'):
        kind(START, "uct")
