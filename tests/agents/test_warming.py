"""Warming up: what an agent needs is loaded or compiled before, and the agent is none the wiser."""

from __future__ import annotations

import pytest

import playout
from playout.agents.warming import warm_up

GAME = playout.load("tic_tac_toe")


@pytest.mark.parametrize("spelling", ["flat(simulations=50, seed=3)", "minimax(nodes=200)", "random(seed=3)"])
def test_an_agent_plays_as_if_it_had_not_been_warmed_up(spelling: str) -> None:
    warm, fresh = playout.agent(spelling), playout.agent(spelling)
    warm_up(GAME, warm)
    assert getattr(warm, "result", None) is None
    assert warm.choose(GAME.start()) == fresh.choose(GAME.start())


def test_a_spelling_will_do_and_chance_and_hidden_cards_are_no_obstacle() -> None:
    warm_up(playout.load("kuhn_poker"), "flat")


def test_what_an_agent_cannot_play_is_refused() -> None:
    with pytest.raises(playout.PlayoutError, match="alphabeta needs full information"):
        warm_up(playout.load("kuhn_poker"), "alphabeta")
