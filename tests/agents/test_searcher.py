"""An agent that searches: it keeps its tree through a match, and never gives away what it holds."""

from __future__ import annotations

import time

import pytest

import playout
from playout import Limit, OptionError
from playout.agents import Searcher
from playout.algorithms.uct.search import Uct


def searcher(spelling: str) -> Searcher:
    agent = playout.agent(spelling)
    assert isinstance(agent, Searcher)
    return agent


def test_the_limit_may_change_between_moves() -> None:
    state, player = playout.load("connect_four").start(), searcher("uct(c=0.7, simulations=50, seed=1)")
    assert (str(player.algorithm), player.limit) == ("uct(c=0.7)", Limit(simulations=50))
    player.choose(state)
    assert player.result is not None and player.result.work == 50
    player.limit = Limit(simulations=20)
    player.choose(state)
    assert player.result.work == 20


def test_thinking_and_stopping() -> None:
    state, player = playout.load("connect_four").start(), searcher("flat(seconds=60)")
    assert player.stop() is None, "it has not begun"
    first = next(player.think(state))
    found = player.stop()
    assert found is not None and found.work >= first.work > 0


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "pig"])
def test_every_answer_of_a_match_is_whole(name: str) -> None:
    """Trees are kept from move to move, into positions that are proven, and into the next match."""
    game, rng = playout.load(name), playout.Rng(1)
    players = [searcher("uct(simulations=1500, seed=1)"), searcher("uct(simulations=400, seed=2)")]
    for _ in range(3):
        state = game.start()
        while not state.over:
            if state.turn == playout.CHANCE:
                state = state.sample(rng)
                continue
            player = players[state.turn]
            move = player.choose(state)
            found = player.result
            assert found is not None and found.state == state and found.move == move
            assert sorted(item.move for item in found.candidates) == sorted(state.moves())
            assert found.candidates[0].values is not None
            assert sum(found.values) == pytest.approx(1)
            state = state.play(move)
        assert state.over


def test_a_won_position_stays_won() -> None:
    """Wherever a match comes to, a move that keeps a proven win is what the agent plays (alpha-beta is the judge)."""
    game = playout.load("connect_four")
    checked = 0
    for seed in range(12):
        player, other = searcher(f"uct(simulations=2000, seed={seed})"), playout.agent(f"random(seed={seed})")
        state = game.start()
        while not state.over:
            seat = state.turn
            after = state.play((player if seat == seed % 2 else other).choose(state))
            if seat == seed % 2 and player.result is not None and player.result.proven:
                best = playout.search(state, "alphabeta").values[seat]
                kept = after.payoffs if after.over else playout.search(after, "alphabeta").values
                assert (player.result.values[seat], kept[seat]) == (best, best), state.history
                checked += 1
            state = after
    assert checked >= 12


def test_a_reset_agent_plays_as_a_new_one() -> None:
    game = playout.load("connect_four")
    for spelling in ("uct(simulations=200)", "flat(simulations=200)", "random", "alphabeta(nodes=500)"):
        used, fresh = playout.agent(spelling), None
        for seed in (1, 2):
            used.reset(seed)
            fresh = playout.agent(spelling[:-1] + f", seed={seed})" if "(" in spelling else f"random(seed={seed})")
            state = game.start()
            for _ in range(6):
                move = used.choose(state)
                assert move == fresh.choose(state)
                state = state.play(move)


def test_thinking_on_the_opponents_time() -> None:
    """While the other decides the tree grows; what it learnt is there at the next move."""
    state = playout.load("connect_four").start()
    agent = searcher("uct(simulations=1000, seed=1, ponder=True)")
    state = state.play(agent.choose(state))
    search = agent._search
    assert isinstance(search, Uct)
    while search.work < 3000:  # grows by itself
        time.sleep(0.01)
    state = state.play("d")  # the reply that gets most of the visits, however long it ponders
    *_, found = agent.think(state)
    assert sum(item.visits for item in found.candidates) > 1000 + 100
    agent.stop_pondering()
    before = search.tree.root.visits
    time.sleep(0.05)
    assert search.tree.root.visits == before


def test_only_what_keeps_a_tree_can_ponder() -> None:
    state = playout.load("tic_tac_toe").start()
    with pytest.raises(OptionError, match="cannot ponder"):
        playout.agent("flat(simulations=10, ponder=True)").check(state)
    with pytest.raises(OptionError, match="ponder has to be True or False, not 3"):
        playout.agent("uct(simulations=10, ponder=3)")


def test_a_limit_is_given_as_a_value_or_by_its_words() -> None:
    state = playout.load("tic_tac_toe").start()
    by_value = playout.search(state, "uct", limit=Limit(simulations=40), seed=3)
    by_words = playout.search(state, "uct", simulations=40, seed=3)
    assert (by_value.work, by_value.candidates) == (by_words.work, by_words.candidates)
    assert Searcher("uct", limit=Limit(simulations=40)).limit == Searcher("uct", simulations=40).limit
    assert playout.trace(state, "uct", limit=Limit(simulations=3), seed=1).result.work == 3
    search = playout.new_search(state, "uct(simulations=5)", limit=Limit(memory=50), seed=1)
    assert search.limit == Limit(simulations=5, memory=50)
    assert search.run(Limit(simulations=7)).work == 7
    with pytest.raises(OptionError, match=r"seconds is given twice, in Limit\(seconds=1\) and beside it"):
        playout.search(state, "uct", limit=Limit(seconds=1), seconds=2)
    with pytest.raises(OptionError, match=r"simulations is given twice, in 'uct\(simulations=5\)' and beside it"):
        playout.search(state, "uct(simulations=5)", limit=Limit(simulations=5))
    with pytest.raises(OptionError, match=r"limit takes a Limit, like Limit\(seconds=1\), not \{'seconds': 1\}"):
        playout.search(state, "uct", limit={"seconds": 1})  # type: ignore[call-overload]


def test_a_limit_of_memory_alone_does_not_end_a_search() -> None:
    assert not Limit(memory=50).ends and not Limit().ends
    others = (Limit(seconds=1), Limit(simulations=1), Limit(visits=1), Limit(nodes=1), Limit(depth=1))
    assert all(limit.ends for limit in others)
    assert Limit(proven=True).ends
