"""A match as it stands: an agent's answer, what is left on the clocks, how it ended, and going back."""

from __future__ import annotations

import math

import pytest

import playout
from playout.match.clocks import Clock
from playout.match.match import Match

TIC_TAC_TOE = playout.load("tic_tac_toe")


def test_what_is_left_follows_from_the_times_of_the_moves() -> None:
    """60 s and 2 s added a move; the third move is chance's, the last took no time that counts."""
    match = Match(TIC_TAC_TOE.start(), Clock(60, 2), (0, 1, -2, 0, 1), (5.0, 3.5, None, 10.0, None))
    assert match.left() == [60 - 5 + 2 - 10 + 2, 60 - 3.5 + 2]
    assert match.left(thought=4.0) == [60 - 5 + 2 - 10 + 2 - 4, 60 - 3.5 + 2]
    assert match.allowed == 49
    assert match.decisions() == [[5.0, 10.0], [3.5]]


def test_a_move_takes_the_time_of_the_seat_that_made_it() -> None:
    match = Match(TIC_TAC_TOE.start(), Clock(10, 1))
    for move, seconds in ((4, 3.0), (0, None), (8, 2.0)):
        match = match.add(match.state.play(move), seconds)
    assert match.left() == [10 - 3 + 1 - 2 + 1, 10]
    assert match.turns == (0, 1, 0)
    match = match.back_to(TIC_TAC_TOE.replay([4]))
    assert match.left() == [10 - 3 + 1, 10] and match.turns == (0,) and match.seconds == (3.0,)


def test_without_a_clock_only_a_hang_is_too_long() -> None:
    match = Match(TIC_TAC_TOE.start(), Clock(patience=7.0))
    assert match.left(thought=100.0) == [math.inf, math.inf]
    assert match.allowed == 7.0
    assert match.is_late(7.1) and not match.is_late(7.0) and not match.is_late(None)
    assert not Match(TIC_TAC_TOE.start(), Clock(patience=math.inf)).is_late(1e9)


@pytest.mark.parametrize(
    "move, used, reason",
    [
        (4, 10.5, "clock: a move took 10.5 s, and 10 s were left"),
        (9, 2.0, "illegal: the move 9 is not legal after 0 plies"),
        ("b2", 2.0, "illegal: it answered 'b2', which is not a move"),
        (True, 2.0, "illegal: it answered True, which is not a move"),
        (9, 10.5, "clock: a move took 10.5 s, and 10 s were left"),
    ],
)
def test_an_answer_that_cannot_be_played_loses_the_match(move: object, used: float, reason: str) -> None:
    match = Match(TIC_TAC_TOE.start(), Clock(10)).answer(move, used)
    assert match.ending is not None and (match.ending.loser, match.ending.reason) == (0, reason)
    assert match.over and match.payoffs == (0.0, 1.0)
    assert match.state.history == () and match.decisions() == [[used], []]
    assert match.left() == ([0, 10] if reason.startswith("clock") else [10, 10])


def test_a_legal_answer_in_time_is_played() -> None:
    match = Match(TIC_TAC_TOE.start(), Clock(10)).answer(4, 9.5)
    assert match.ending is None and match.state.history == (4,) and match.left() == [0.5, 10]


@pytest.mark.parametrize("moves", [[], [4, 0]])
def test_a_seat_that_loses_early_ends_the_match_until_it_is_taken_back(moves: list[int]) -> None:
    match = Match(TIC_TAC_TOE.replay(moves), Clock(), (0, 1)[: len(moves)], (None,) * len(moves))
    assert (match.over, match.payoffs) == (False, None)
    lost = match.lose(1, "resigned")
    assert (lost.over, lost.payoffs) == (True, (1.0, 0.0))
    assert lost.back_to(match.state) == match


def test_the_board_decides_before_what_was_agreed() -> None:
    match = Match(TIC_TAC_TOE.replay([0, 3, 1, 4]), Clock(), (0, 1, 0, 1), (None,) * 4).draw()
    assert match.over and match.payoffs == (0.5, 0.5)
    assert match.add(match.state.play(2)).payoffs == (1.0, 0.0)
