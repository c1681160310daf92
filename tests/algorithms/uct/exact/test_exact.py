"""Exact search beside UCT's tree: what it proves is true, and it depends on nothing but the simulations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import playout
from playout.algorithms.pauses import ANY
from playout.algorithms.uct.exact import tree as exact
from playout.algorithms.uct.forest import refuse_unfit
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.game import State
from playout.rules import OptionError, PlayoutError

TIC_TAC_TOE = playout.load("tic_tac_toe")
SMALL = playout.load("connect_four", rows=4, columns=5)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds from the first simulations on, in which nodes of few visits are in question."""
    monkeypatch.setattr(exact, "BEGIN", 32)
    monkeypatch.setattr(exact, "ROUND", 16)
    monkeypatch.setattr(exact, "LEAST", 4)


def grow(state: State, simulations: int, *, steps: int = ANY, **options: object) -> Uct:
    """A search that is grown in slices of so many steps."""
    given = {"exact": 6, "seed": 3} | options
    seed, backend = given.pop("seed"), given.pop("backend", "cpu")
    search = Uct(state, UctOptions(**given), seed=seed, memory=20, backend=backend)  # type: ignore[arg-type]
    search.prepare()
    while search.work < simulations and not search.complete:
        search.step(simulations - search.work, steps)
    return search


def proven(search: Uct, state: State) -> Iterator[tuple[State, tuple[float, ...]]]:
    """The positions whose values the tree holds for certain, with these values."""
    stack = [(search.tree.root, state)]
    while stack:
        node, position = stack.pop()
        if node.proven:
            yield position, node.values
        stack += [(child, position.play(child.move)) for child in node.children if child.visits]


def value_of(position: State) -> tuple[float, ...]:
    return position.payoffs if position.over else playout.search(position, "alphabeta").values


@pytest.mark.usefixtures("soon")
def test_what_is_proven_is_true() -> None:
    count = 0
    for moves in ("", "c", "cb", "cbd", "aabb", "ccdd", "abcd"):
        state = SMALL.replay(moves)
        search = grow(state, 1000, exact=60, tactics=False, c=1.0)
        assert search.answer().exact_nodes > 0
        for position, values in proven(search, state):
            assert values == value_of(position)
            count += 1
    assert count > 30


@pytest.mark.usefixtures("soon")
def test_slices_change_nothing() -> None:
    state = SMALL.replay("cb")
    whole = grow(state, 200)
    assert whole.answer().exact_nodes > 0
    for steps in (1, 10, 500):
        parted = grow(state, 200, steps=steps)
        assert parted.answer().candidates == whole.answer().candidates
        assert parted.answer().exact_nodes == whole.answer().exact_nodes


@pytest.mark.usefixtures("soon")
def test_interpreted_is_native() -> None:
    state = TIC_TAC_TOE.replay(["a1"])
    interpreted, native = (grow(state, 100, tactics=False, backend=backend) for backend in ("python", "cpu"))
    assert interpreted.answer().candidates == native.answer().candidates
    assert interpreted.answer().exact_nodes == native.answer().exact_nodes > 0


@pytest.mark.usefixtures("soon")
def test_a_proven_draw_is_played_though_other_moves_promise_more() -> None:
    """X at b2, O at a2, a side: X wins by force. O at a1 instead: it is a draw. After b2 a1 c3 the move matters."""
    for moves in (["b2", "a1"], ["b2", "a2"], ["a1", "b2", "c3"], ["a1", "b2"], []):
        state = TIC_TAC_TOE.replay(moves)
        for seed in range(5):
            search = grow(state, 3000, seed=seed, exact=200, tactics=False)
            assert search.complete
            result = search.answer()
            assert result.values == playout.search(state, "minimax").values
            assert result.proven and result.candidates[0].proven
            assert value_of(state.play(result.move)) == result.values
            assert search.best() == result.move


@pytest.mark.usefixtures("soon")
def test_a_tree_that_is_kept_knows_the_move_of_its_proof() -> None:
    """After every reply, even if exact search has proven the position but none of its moves."""
    state = TIC_TAC_TOE.replay(["b2"])
    for reply in state.moves():
        search = grow(state, 600, exact=100, tactics=False)
        after = state.play(reply)
        search.keep(after)
        result = search.run(simulations=400)
        if result.proven:
            assert result.values == value_of(after)
            assert value_of(after.play(result.move)) == result.values


@pytest.mark.usefixtures("soon")
def test_a_saved_search_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    state = SMALL.replay("cb")
    search = grow(state, 90, steps=40)
    search.save(tmp_path / "search")
    loaded = playout.load_search(tmp_path / "search")
    found = [each.run(simulations=60) for each in (search, loaded)]
    assert found[0].candidates == found[1].candidates
    assert found[0].exact_nodes > 0


@pytest.mark.usefixtures("soon")
def test_a_restarted_search_is_as_good_as_new() -> None:
    state = SMALL.replay("cb")
    search = grow(SMALL.replay("ba"), 100)
    search.restart(state, seed=3)
    again = search.run(simulations=120)
    assert again.candidates == grow(state, 120).answer().candidates


def test_a_small_search_has_none() -> None:
    state = SMALL.replay("cb")
    with_exact, without = (grow(state, 3000, exact=price, backend="cpu").answer() for price in (9, 0))
    assert with_exact.candidates == without.candidates
    assert with_exact.exact_nodes == 0


@pytest.mark.parametrize(
    ("game", "spelling", "words"),
    [
        ("pig", "uct(exact=9)", "exact=9 is for games without chance, and pig has some; leave exact out"),
        ("gomoku3d", "uct(exact=9)", "exact=9 is for games of two seats, and gomoku3d has 3"),
        ("kuhn_poker", "uct(exact=9)", "exact=9 is for games of full information, and kuhn_poker hides some"),
        ("tic_tac_toe", "uct(exact=9, solver=False)", "solver=False keeps none; leave one of them out"),
        ("tic_tac_toe", "uct(exact=9, threads=2)", "exact=9 works beside one tree; leave threads out, or exact"),
        ("tic_tac_toe", "uct(exact=9, memory=5)", "exact=9 needs a memory of at least 10 megabytes"),
    ],
)
def test_what_does_not_fit_is_refused(game: str, spelling: str, words: str) -> None:
    state = playout.load(game).start()
    rng = playout.Rng(1)
    while state.turn < 0:
        state = state.sample(rng)
    with pytest.raises((OptionError, PlayoutError), match=words):
        playout.search(state, spelling, simulations=1, open=game == "kuhn_poker")


def test_a_gpu_refuses_searches_that_it_would_change() -> None:
    search = Uct(TIC_TAC_TOE.start(), UctOptions(exact=9))
    refuse_unfit(search, exact.BEGIN)
    with pytest.raises(PlayoutError, match="on a GPU there is no exact search"):
        refuse_unfit(search, exact.BEGIN + 1)
