"""Short names for agents: what they stand for, and that a sequence is played to its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

import playout
from playout import Limit, OptionError, PlayoutError
from playout.agents import RuleBased, Searcher
from playout.algorithms.flat.search import Ucb
from playout.arena.entrants import Entrant
from playout.presets import PRESETS, expanded
from playout.spelling import Spec
from tests import paths

ERRANDS = paths.GAMES / "errands_game.py"


def test_a_short_name_stands_for_options_and_takes_others() -> None:
    spec = expanded("document_ucb(c=0.5, simulations=10)")
    assert spec.name == "ucb"
    assert spec.options == PRESETS["document_ucb"].spec.options | {"c": 0.5}
    assert spec.limit == Limit(simulations=10)
    assert expanded("uct(c=0.5)") == Spec("uct", c=0.5)
    assert Entrant("document_ucb(simulations=10)").spelling == "document_ucb(simulations=10)"
    with pytest.raises(OptionError, match="ucb has no option 'depth'"):
        playout.agent("document_ucb(depth=3)")


def test_rules_take_a_policy_of_the_game() -> None:
    player = playout.agent("document_rules(seed=1)")
    assert isinstance(player, RuleBased) and (player.policy, str(player.spec)) == (
        "document",
        "rules(policy='document')",
    )
    player.check(playout.load("hearthstone").start())
    with pytest.raises(PlayoutError, match="tic_tac_toe has no rules of thumb 'document'"):
        player.check(playout.load("tic_tac_toe").start())
    with pytest.raises(OptionError, match="rules has no option 'c'; it has policy and seed"):
        playout.agent("rules(c=1)")
    with pytest.raises(OptionError, match="random has no option 'policy'; it has seed"):
        playout.agent("random(policy=suggest)")
    with pytest.raises(OptionError, match="policy of rules is the name"):
        playout.agent("rules(policy=3)")


def follower(follow: bool) -> Searcher:
    player = playout.agent(
        f"ucb(sequences=True, follow={follow}, open_after=0, tactics=False, simulations=400, seed=1)"
    )
    assert isinstance(player, Searcher)
    player.backend = "python"
    return player


@pytest.mark.parametrize("follow", [True, False])
def test_a_sequence_is_played_to_its_end_without_another_search(follow: bool) -> None:
    player, state = follower(follow), playout.load(ERRANDS, count=3).start()
    searched, played = [], []
    while not state.over:
        move = player.choose(state)
        found = player.result
        assert found is not None and (found.state, found.move) == (state, move)
        assert sorted(item.move for item in found.candidates) == sorted(state.moves())
        searched.append(player._search is not None and player._search.state == state)
        played.append(move)
        state = state.play(move)
    assert set(played) == {0, 2, 3}, "the two errands that should be done, and the end"
    assert searched == ([True, False, False] if follow else [True, True, True])


def test_another_position_than_was_foreseen_is_searched() -> None:
    player, state = follower(True), playout.load(ERRANDS, count=3).start()
    first = player.choose(state)
    other = next(move for move in state.moves() if move not in (first, 3))
    elsewhere = state.play(other)
    list(player.think(elsewhere))
    assert player._search is not None and player._search.state == elsewhere
    player.choose(state)
    assert player._search.state == state
    assert [found.move for found in player.think(state.play(first))] == [player.result.move if player.result else None]


def test_a_move_that_is_not_possible_after_all_is_searched() -> None:
    """Another guess than that of the views can have led to the rest of a sequence: a secret that goes off otherwise."""
    player, state = follower(True), playout.load(ERRANDS, count=3).start()
    first = player.choose(state)
    search, after = player._search, state.play(first)
    assert isinstance(search, Ucb) and search.foreseen(after) is not None
    assert search._plan is not None
    best = replace(search._plan.best, line=(first, first))
    search._plan = replace(search._plan, best=best)
    assert search.foreseen(after) is None
    assert player.choose(after) in after.moves() and search.state == after
