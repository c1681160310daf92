"""What games say about a move is what their rules do."""

from __future__ import annotations

import itertools

import pytest

import playout
from playout.game import State
from playout.games.hearthstone.cards.tables import TABLE
from playout.languages import speaking
from playout.rng import Rng
from tests.games.hearthstone.scene import Scene


def kuhn(cards: str, *moves: str) -> State:
    state = playout.load("kuhn_poker").start()
    for move in (*cards, *moves):
        state = state.play(move)
    return state


def about(state: State, text: str) -> str:
    return state.about(state.parse(text))


def opening() -> State:
    """The first mulligan of Hearthstone."""
    state = playout.load("hearthstone").start()
    while state.turn < 0:
        state = state.sample(Rng(1))
    return state


HANDS = ["".join(hand) for hand in itertools.permutations("JQK", 2)]


@pytest.mark.parametrize("hand", HANDS)
def test_kuhn_poker_names_the_stakes(hand: str) -> None:
    """Who has the higher card wins 1 without a bet and 2 after a call; a fold costs 1."""
    higher = 0 if "JQK".index(hand[0]) > "JQK".index(hand[1]) else 1

    def won(*moves: str) -> tuple[float, ...]:
        return kuhn(hand, *moves).payoffs

    begin, passed, bet = kuhn(hand), kuhn(hand, "pass"), kuhn(hand, "bet")
    late = kuhn(hand, "pass", "bet")
    assert "the higher card wins 1" in about(begin, "pass") and "the higher one wins 1" in about(passed, "pass")
    assert won("pass", "pass")[higher] == 1
    assert about(begin, "bet") == about(passed, "bet")
    assert "folds, you win 1; if not, the higher card wins 2" in about(begin, "bet")
    assert won("bet", "pass")[0] == won("pass", "bet", "pass")[1] == 1
    assert won("bet", "bet")[higher] == won("pass", "bet", "bet")[higher] == 2
    for answering in (bet, late):
        assert "lose 1" in about(answering, "pass") and "the higher one wins 2" in about(answering, "bet")


def test_pig_says_when_holding_wins() -> None:
    state = playout.load("pig", goal=8).start().play("roll").play("6")
    assert "win" not in about(state, "hold") and not state.play("hold").over
    state = state.play("roll").play("2")
    assert "win" in about(state, "hold") and state.play("hold").payoffs[0] == 1
    lost = state.play("roll").play("1")
    assert "a 1 ends the turn" in about(state, "roll") and lost.turn == 1


def test_go_says_when_a_pass_ends_the_match() -> None:
    state = playout.load("go", size=5).start()
    assert "Two passes in a row end" in about(state, "pass") and about(state, "C3") == ""
    state = state.play("pass")
    assert "the match ends" in about(state, "pass") and state.play("pass").over


def test_hearthstone_explains_what_is_no_card() -> None:
    """The power costs what its card costs; it is legal once a turn, and not with less mana."""
    state = opening()
    assert "Begin with" in about(state, "keep all")
    assert all("draw as many others" in state.about(move) for move in state.moves() if state.format(move) != "keep all")
    for mana, is_legal in ((1, False), (2, True)):
        state = Scene(hand="fireball", mana=mana).state
        spoken = [state.about(move) for move in state.moves()]
        assert any("for 2 mana" in said for said in spoken) == is_legal
        assert about(state, "end turn").startswith("The opponent is to move")
    assert {row.cost for row in TABLE.rows if row.kind == "power"} == {2}


def test_a_game_without_the_function_says_nothing() -> None:
    state = playout.load("tic_tac_toe").start()
    assert state.about(0) == ""


def test_a_view_refuses_to_speak_about_what_it_does_not_know() -> None:
    with pytest.raises(playout.PlayoutError):
        kuhn("JK").seen_by(1).about(0)


def test_each_language_speaks() -> None:
    with speaking("zh"):
        assert about(opening(), "keep all") == "用这些牌开始。"
