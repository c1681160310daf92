"""Our Go beside OpenSpiel's: the same moves, captures and results over random matches.

OpenSpiel's rules are simple ko, no suicide, area scoring, two passes. A move that repeats a position is legal there and
ends the match as a draw; with half-point komi there are no other draws, so it also tells what superko forbids.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

import playout
from playout.games.go.notation import point_at
from tests.effort import effort, scaled


def action_of(move: int, side: int) -> int:
    """Their number of a move: rows from below, then the pass."""
    return side * side if move == 0 else (move // 20 - 1) * side + move % 20


def repeats(theirs: Any, action: int) -> bool:
    """Whether a stone makes a position that was there before."""
    after = theirs.child(action)
    return bool(after.is_terminal() and after.returns() == [0.0, 0.0])


def board_text(state: playout.State, side: int) -> list[str]:
    record = state._position[0]
    return ["".join("+XO"[record["points"][point_at(x, y)]] for x in range(side)) for y in range(side - 1, -1, -1)]


@scaled
@pytest.mark.parametrize(
    ("ko", "size", "matches", "eyes"),
    [
        ("simple", 5, effort(80, 300), False),
        ("simple", 9, effort(15, 60), True),
        ("simple", 13, effort(2, 4), True),
        ("simple", 19, effort(2, 6), True),
        ("superko", 5, effort(10, 30), False),
        ("superko", 9, 3, True),
    ],
)
def test_random_matches(ko: str, size: int, matches: int, eyes: bool) -> None:
    """`eyes`: nobody passes or fills a point among four stones of one's own before there is nothing else to do."""
    rng = random.Random(size)
    length = 3 * size * size
    game = playout.load("go", size=size, komi=6.5, ko=ko)
    game.compile()
    other = pyspiel.load_game(f"go(board_size={size},komi=6.5,max_game_length={length})")
    compared = 0
    for _ in range(matches):
        ours, theirs = game.start(), other.new_initial_state()
        while not ours.over and not theirs.is_terminal():
            legal = [action_of(move, size) for move in ours.moves()]
            expected = theirs.legal_actions()
            if ko == "superko":
                expected = [action for action in expected if action == size * size or not repeats(theirs, action)]
            assert legal == expected
            board = [line.split()[1] for line in str(theirs).splitlines()[2 : 2 + size]]
            assert board_text(ours, size) == board
            choices = [move for move in ours.moves() if not eyes or (move and not is_own(ours, move))]
            move = rng.choice(choices or [0])
            ours = ours.play(move)
            theirs.apply_action(action_of(move, size))
        if not ours.over:  # the position was repeated, which ends their match
            assert ko == "simple" and theirs.returns() == [0.0, 0.0]
            continue
        compared += 1
        assert theirs.is_terminal()
        assert ours.payoffs == tuple((payoff + 1) / 2 for payoff in theirs.returns())
    assert compared >= matches / 2


def is_own(state: playout.State, move: int) -> bool:
    """Whether all neighbours of a point are stones of the seat to move, or the edge."""
    points = state._position[0]["points"]
    return all(points[move + step] in (state.turn + 1, 3) for step in (1, -1, 20, -20))
