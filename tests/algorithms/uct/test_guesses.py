"""Determinised UCT: a tree for each guess of what is hidden, which vote together; nothing is proven, nobody peeks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import OptionError, PlayoutError, SearchResult
from playout.agents import Searcher
from playout.algorithms.registry import new_search
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from tests import paths
from tests.algorithms.raid_game import DRAW, END, KNIGHT, SCOUT

RAID = playout.load(paths.GAMES / "raid_game.py")
KUHN = playout.load("kuhn_poker")


def view(game: playout.Game, line: list[Any]) -> playout.State:
    """What the seat to move sees after some moves."""
    state = game.replay(line)
    return state.seen_by(state.turn)


def bare(result: SearchResult) -> SearchResult:
    return replace(result, elapsed=0.0, choices=())


def grow(state: playout.State, simulations: int, **options: Any) -> Uct:
    backend = options.pop("backend", None)
    search = Uct(state, UctOptions(**options), seed=3, memory=50, backend=backend)
    search.run(simulations=simulations)
    return search


def test_the_best_move_of_a_raid_is_found() -> None:
    """Who knows the trap gets 4, 3 (scout first) and 2.5 (draw, and stay at home), less 1 for the other's card."""
    result = playout.search(view(RAID, [1]), "uct(guesses=30)", simulations=900_000, seed=1)
    assert result.move == SCOUT
    assert isinstance(result.search, Uct)
    trees = result.search.trees
    assert {tree.state._position["charges"][0] for tree in trees} == {0, 1, 2}
    favourites = {int(tree.state._position["charges"][0]): tree.favourite(0) for tree in trees}
    assert favourites[1] == SCOUT and favourites[2] == DRAW
    for tree in trees:
        best = {0: 4.0, 1: 3.0, 2: 2.5}[int(tree.state._position["charges"][0])] - 1
        assert tree.root.children[0].values[0] == pytest.approx(best, abs=0.1)


@pytest.mark.parametrize("line", [["K", "J", "pass", "bet"], ["J", "K", "pass", "bet"], ["Q", "K", "bet"]])
@pytest.mark.parametrize("simulations", [2, 3, 4, 20])
def test_nothing_is_certain_under_a_single_guess(line: list[str], simulations: int) -> None:
    """Both moves end the match, so that a guess decides it; what is played is what the answer shows."""
    for seed in range(6):
        state = playout.load("kuhn_poker").replay(line)
        search = Uct(state.seen_by(state.turn), UctOptions(guesses=1), seed=seed, memory=1, backend="python")
        found = search.run(simulations=simulations)
        assert search.best() == found.move == found.candidates[0].move
        worth = [(item.visits, item.values and item.values[state.turn]) for item in found.candidates]
        assert worth[0] == max(worth), "most visits, then the higher mean"
        assert not any(item.proven for item in found.candidates)


@pytest.mark.parametrize(("charges", "best"), [(0, KNIGHT), (1, KNIGHT), (2, END)])
def test_what_was_shown_is_no_guess(charges: int, best: int) -> None:
    assert playout.search(view(RAID, [charges, "scout"]), "uct", simulations=2_000, seed=1).move == best


@pytest.mark.parametrize(("line", "move"), [(["K", "J", "pass", "bet"], "bet"), (["J", "K", "pass", "bet"], "pass")])
def test_a_king_calls_and_a_jack_folds(line: list[str], move: str) -> None:
    state = view(KUHN, line)
    result = playout.search(state, "uct", simulations=500, seed=1)
    assert state.format(result.move) == move
    assert not result.proven and not any(item.proven for item in result.candidates)
    assert result.candidates[0].values == ((2.0, -2.0) if move == "bet" else (-1.0, 1.0))


def test_trees_share_the_work_and_their_votes_add_up() -> None:
    search = grow(view(RAID, [1]), 1_003, guesses=7)
    assert [tree.simulations for tree in search.trees] == [144, 144, 143, 143, 143, 143, 143]
    result = search.result()
    assert sum(item.visits for item in result.candidates) == result.work == 1_003
    for item in result.candidates:
        nodes = [node for tree in search.trees for node in tree.root.children if node.move == item.move]
        assert item.visits == sum(node.visits for node in nodes)
        assert item.values == pytest.approx([sum(n.visits * n.values[k] for n in nodes) / item.visits for k in (0, 1)])


def test_threads_and_slices_change_nothing() -> None:
    state = view(RAID, [1])
    whole = grow(state, 2_000).result()
    assert bare(grow(state, 2_000, threads=2).result()) == bare(whole)
    assert bare(grow(state, 2_000, threads=3, guesses=2).result()) == bare(grow(state, 2_000, guesses=2).result())
    parted = Uct(state, seed=3, memory=50)
    for part in (1, 9, 11, 979, 1_000):
        found = parted.run(simulations=part)
    assert bare(found) == bare(whole)
    assert bare(Uct(state, seed=4, memory=50).run(simulations=2_000)) != bare(whole)


@pytest.mark.parametrize("state", [view(RAID, [2]), view(KUHN, ["Q", "J"])], ids=["raid", "kuhn"])
def test_native_equals_interpreted(state: playout.State) -> None:
    native, interpreted = (grow(state, 200, guesses=3, backend=backend) for backend in ("cpu", "python"))
    assert bare(native.result()) == bare(interpreted.result())


def test_the_hidden_truth_makes_no_difference() -> None:
    for views in ([view(KUHN, ["Q", other]) for other in "JK"], [view(RAID, [charges]) for charges in range(3)]):
        results = [playout.search(state, "uct", simulations=400, seed=3) for state in views]
        assert all(bare(result) == bare(results[0]) for result in results)


def test_saved_and_loaded_equals_uninterrupted(tmp_path: Path) -> None:
    whole, parted = (new_search(view(RAID, [1]), "uct", seed=5, simulations=1) for _ in range(2))
    expected = whole.run(simulations=3_000)
    parted.run(simulations=1_234)
    parted.save(tmp_path / "search")
    assert bare(playout.load_search(tmp_path / "search", view(RAID, [1])).run(simulations=1_766)) == bare(expected)


def test_every_guess_is_used_though_one_tree_would_be_proven() -> None:
    """A call with the king ends the match and wins; still no tree stops, and no proof is claimed."""
    search = grow(view(KUHN, ["K", "Q", "pass", "bet"]), 5_000)
    assert not search.complete and not search.can_prove
    with pytest.raises(OptionError, match="uct cannot prove a value with these options"):
        search.run(proven=True)
    open_game = KUHN.replay(["K", "Q", "pass", "bet"])
    assert playout.search(open_game, "uct", simulations=100, open=True).proven, "who sees all can be certain"


def test_an_agent_searches_every_view_anew() -> None:
    """Views have no history, so that one never follows from another: no tree may be kept."""
    agent = playout.agent("uct(simulations=300, seed=1)")
    assert isinstance(agent, Searcher)
    for line in (["K", "J"], ["J", "K", "pass", "bet"], ["K", "Q", "pass", "bet"], ["Q", "K", "bet"]):
        state = view(KUHN, line)
        move = agent.choose(state)
        assert agent.result is not None and agent.result.state == state
        assert sum(item.visits for item in agent.result.candidates) == agent.result.work == 300
        seat, card = state.turn, line[state.turn]
        assert all(tree.state.seen_by(seat) == state for tree in agent._search.trees)  # type: ignore[union-attr]
        if card in "KJ" and line[-1] == "bet":
            assert move == int(card == "K")


def test_a_reset_agent_plays_as_a_new_one() -> None:
    used = playout.agent("uct(simulations=50)")
    views = [view(RAID, [1]), view(RAID, [1, "scout"]), view(RAID, [0, "draw", 1])]
    for seed in (1, 2):
        used.reset(seed)
        fresh = playout.agent(f"uct(simulations=50, seed={seed})")
        assert [used.choose(state) for state in views] == [fresh.choose(state) for state in views]


def test_one_search_may_go_from_a_view_to_the_whole_and_back() -> None:
    search = grow(view(KUHN, ["K", "Q", "pass", "bet"]), 100)
    with pytest.raises(PlayoutError, match="kuhn_poker hides things from its seats, and this is the whole position"):
        search.restart(KUHN.replay(["K", "Q", "pass", "bet"]), 3)
    search.open = True
    search.restart(KUHN.replay(["K", "Q", "pass", "bet"]), 3)
    assert search.run(simulations=100).proven and len(search.trees) == 1
    search.restart(view(KUHN, ["K", "Q", "pass", "bet"]), 3)
    again = search.run(simulations=100)
    assert not again.proven and len(search.trees) == 10
    assert again.candidates == grow(view(KUHN, ["K", "Q", "pass", "bet"]), 100).result().candidates


def test_a_tree_can_be_drawn_and_traced() -> None:
    search = grow(view(RAID, [1]), 500)
    assert search.draw(top=2, depth=2).startswith("<svg")
    assert "scout" in search.graphviz()
    assert any(event.kind == "expand" for event in playout.trace(view(KUHN, ["Q", "J"]), "uct", simulations=20))


def test_refusals() -> None:
    with pytest.raises(OptionError, match="guesses has to be a whole number of at least 1, not 0"):
        playout.search(view(KUHN, ["Q", "J"]), "uct(guesses=0)", simulations=1)
    with pytest.raises(OptionError, match="cannot ponder here: kuhn_poker hides information"):
        playout.agent("uct(simulations=10, ponder=True)").check(view(KUHN, ["Q", "J"]))
    search = grow(view(KUHN, ["Q", "J"]), 10)
    with pytest.raises(PlayoutError, match="a view has no history, so a search cannot continue with it"):
        search.keep(view(KUHN, ["Q", "J", "pass", "bet"]))
