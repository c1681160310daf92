"""An agent that searches: it keeps its tree through a match, and never gives away what it holds."""

from __future__ import annotations

import pytest

import playout
from playout.agents import Searcher


def searcher(spelling: str) -> Searcher:
    agent = playout.agent(spelling)
    assert isinstance(agent, Searcher)
    return agent


def test_the_limit_may_change_between_moves() -> None:
    state, player = playout.load("connect_four").start(), searcher("uct(c=0.7, simulations=50, seed=1)")
    assert (player.algorithm, player.limit) == ("uct(c=0.7)", {"simulations": 50})
    player.choose(state)
    assert player.result is not None and player.result.work == 50
    player.limit["simulations"] = 20
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
