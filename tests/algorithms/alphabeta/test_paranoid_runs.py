"""Paranoid and best-reply search as they run: native, limits, deepening, saved and restarted, refusals."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import OptionError, PlayoutError, SearchResult
from playout.algorithms.alphabeta.paranoid import Paranoid
from playout.algorithms.registry import new_search
from tests.algorithms.alphabeta.test_paranoid import BOTH, OFF, SEATS_TREE, SLOW
from tests.algorithms.minimax.test_minimax import Three
from tests.algorithms.runs import run
from tests.algorithms.slow_seats import boards

START = playout.load("k_in_a_row", size=6, dimensions=2, line=4, players=3).start()


@BOTH
def test_native_equals_interpreted_node_for_node(kind: type[Paranoid]) -> None:
    states = [
        *boards(3, seed=11, empty=6, size=4, line=3, players=3),
        playout.load(SEATS_TREE, seed=5, seats=4, mixed=True).start(),
        playout.load("tic_tac_toe").replay(["b2"]),
    ]
    for state in states:
        native, interpreted = run(kind(state)), run(kind(state, backend="python"))
        assert native.nodes == interpreted.nodes
        assert native.candidates == interpreted.candidates


@BOTH
def test_a_python_class_of_three_seats_is_searched(kind: type[Paranoid]) -> None:
    result = run(kind(playout.load(Three).start()))
    assert (result.values, result.search) == ((2.0, 5.0, 2.0), result.search)


@BOTH
@pytest.mark.parametrize("nodes", [1, 10, 12_345])
def test_a_limit_of_nodes_is_kept(kind: type[Paranoid], nodes: int) -> None:
    result = run(kind(START), nodes=nodes)
    assert (result.nodes, result.proven) == (nodes, False)
    assert result.move in START.moves()
    assert sum(result.values) == pytest.approx(1)


@BOTH
def test_it_deepens_until_it_is_stopped_and_goes_on(kind: type[Paranoid]) -> None:
    search = kind(START)
    depths = [search.run(nodes=nodes).depth for nodes in (300, 3_000, 60_000)]
    assert depths == sorted(depths)
    assert 1 < depths[0] < depths[-1]
    search.prepare()
    timer = threading.Timer(0.2, search.stop)
    timer.start()
    before = search.work
    result = search.run(seconds=60)
    timer.cancel()
    assert result.work > before
    assert (result.move in START.moves(), result.proven) == (True, False)


@BOTH
def test_each_depth_of_deepening_is_that_of_a_search_to_it(kind: type[Paranoid]) -> None:
    for depth in (1, 2, 3, 4):
        deepened, direct = (run(kind(START, kind.option_type(**switches), depth=depth)) for switches in ({}, OFF))
        assert deepened.depth == depth
        assert deepened.values[0] == pytest.approx(direct.values[0], abs=1e-9)


def bare(result: SearchResult) -> SearchResult:
    return replace(result, elapsed=0.0, choices=())


@BOTH
@pytest.mark.parametrize(("every", "depth"), [(False, None), (True, None), (False, 3)])
def test_saved_at_every_point(kind: type[Paranoid], every: bool, depth: int | None, tmp_path: Path) -> None:
    state = next(boards(1, seed=12, empty=5, size=4, line=3, players=3))
    fresh, search = (kind(state, kind.option_type(every=every), depth=depth) for _ in range(2))
    expected = run(fresh)
    points = 0
    while not search.complete:
        search.run(nodes=1)
        search.save(tmp_path / "search")
        loaded = playout.load_search(tmp_path / "search")
        assert isinstance(loaded, kind)
        search, points = loaded, points + 1
    assert points == expected.work
    assert bare(search.result()) == bare(expected)


@BOTH
def test_a_search_that_was_given_another_position_finds_what_a_new_one_does(kind: type[Paranoid]) -> None:
    """Another seat is to move there, and the table still has what the same positions were worth to the first."""
    for seed in range(20):
        first = playout.load(SEATS_TREE, seed=seed, branching=3, plies=6, width=5).start()
        search = kind(first)
        run(search)
        for state in (first.play(move) for move in first.moves()):
            if not state.over:
                search.restart(state)
                assert run(search).values[state.turn] == pytest.approx(SLOW[kind](state).value)


class Endless(Three):
    """Three whose matches never end."""

    def turn(self) -> int:
        return len(self.path) % 3


@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "brs"])
@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("kuhn_poker", "", r"needs full information, and kuhn_poker hides some \(it has mask\): use ismcts or ucb"),
        ("pig", "", "does not support chance, and pig has some: use expectimax or uct"),
        ("lecture_tree", "depth=3", r"to a depth needs evaluate\(s, seat\), which lecture_tree does not have"),
        (Endless, "", "a line of Endless did not end within 3 plies"),
    ],
)
def test_what_cannot_be_searched_is_refused(game: Any, options: str, sentence: str, algorithm: str) -> None:
    state = playout.load(game).start()
    while state.turn == playout.CHANCE:
        state = state.sample(1)
    prefix = "" if game is Endless else f"{algorithm} "
    with pytest.raises(PlayoutError, match=prefix + sentence):
        playout.search(state, f"{algorithm}({options})")


@pytest.mark.parametrize(
    ("spelling", "sentence"),
    [
        ("paranoid(tactics=True)", "paranoid has no option 'tactics'"),
        ("brs(depth=511)", "brs takes a depth below 511, not 511"),
        ("paranoid(simulations=5)", "paranoid has no option 'simulations'"),
        ("maxnn", r"there is no algorithm 'maxnn' \(did you mean maxn\?\)"),
    ],
)
def test_what_is_spelt_wrong_is_refused(spelling: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        new_search(START, spelling)


@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "brs"])
def test_an_agent_plays_a_match_of_three(algorithm: str) -> None:
    agent = playout.agent(f"{algorithm}(depth=2)")
    state = playout.load("k_in_a_row", size=4, dimensions=2, line=3, players=3).start()
    while not state.over:
        state = state.play(agent.choose(state))
    assert sum(state.payoffs) == pytest.approx(1)
