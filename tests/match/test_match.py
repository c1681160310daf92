"""A match as it stands: what is left on the clocks, how it ended, and going back."""

from __future__ import annotations

import math

import pytest

import playout
from playout.match.clocks import Clock
from playout.match.match import Match

TIC_TAC_TOE = playout.load("tic_tac_toe")


def test_what_is_left_follows_from_the_times_of_the_moves() -> None:
    """60 s and 2 s added a move; the third move is chance's, the last took no time that counts."""
    match = Match(TIC_TAC_TOE.start(), Clock(60, 2), [0, 1, -2, 0, 1], [5.0, 3.5, None, 10.0, None])
    assert match.left() == [60 - 5 + 2 - 10 + 2, 60 - 3.5 + 2]
    assert match.left(thought=4.0) == [60 - 5 + 2 - 10 + 2 - 4, 60 - 3.5 + 2]
    assert match.allowed == 49


def test_a_move_takes_the_time_of_the_seat_that_made_it() -> None:
    match = Match(TIC_TAC_TOE.start(), Clock(10, 1))
    for move, seconds in ((4, 3.0), (0, None), (8, 2.0)):
        match.add(match.state.play(move), seconds)
    assert match.left() == [10 - 3 + 1 - 2 + 1, 10]
    assert match.turns == [0, 1, 0]
    match.go_back(TIC_TAC_TOE.replay([4]))
    assert match.left() == [10 - 3 + 1, 10] and match.turns == [0] and match.seconds == [3.0]


def test_without_a_clock_only_a_hang_is_too_long() -> None:
    match = Match(TIC_TAC_TOE.start(), Clock(patience=7.0))
    assert match.left(thought=100.0) == [math.inf, math.inf]
    assert match.allowed == 7.0


@pytest.mark.parametrize("moves", [[], [4, 0]])
def test_a_seat_that_loses_early_ends_the_match_until_it_is_taken_back(moves: list[int]) -> None:
    match = Match(TIC_TAC_TOE.replay(moves), Clock(), [0, 1][: len(moves)], [None] * len(moves))
    assert (match.over, match.payoffs) == (False, None)
    assert match.lose(1) == (1.0, 0.0)
    assert (match.over, match.payoffs) == (True, (1.0, 0.0))
    match.go_back(TIC_TAC_TOE.start())
    assert (match.over, match.payoffs) == (False, None)


def test_the_board_decides_before_what_was_agreed() -> None:
    match = Match(TIC_TAC_TOE.replay([0, 3, 1, 4]), Clock(), [0, 1, 0, 1], [None] * 4)
    match.agreed = (0.5, 0.5)
    assert match.over and match.payoffs == (0.5, 0.5)
    match.add(match.state.play(2))
    assert match.payoffs == (1.0, 0.0)
