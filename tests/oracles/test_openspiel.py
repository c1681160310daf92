"""Our games beside OpenSpiel's: the same moves, turns and results over random matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyspiel
import pytest

import playout
from playout import CHANCE
from tests.effort import effort, scaled

MATCHES = effort(40, 200)


def same_outcome(outcome: int) -> int:
    return outcome


def same_payoff(payoff: float) -> float:
    return payoff


@dataclass(frozen=True)
class Pair:
    """A game here and there, with what is called otherwise."""

    ours: playout.Game
    theirs: Any
    outcome: Callable[[int], int] = same_outcome
    """Their number of a chance outcome."""
    payoff: Callable[[float], float] = same_payoff
    """Their payoff in our units."""
    matches: int = MATCHES


def half(payoff: float) -> float:
    """From -1 to 1, to 0 to 1."""
    return (payoff + 1) / 2


def check_match(pair: Pair, rng: random.Random) -> None:
    """Plays one match at random on both sides."""
    ours, theirs = pair.ours.start(), pair.theirs.new_initial_state()
    while not ours.over:
        assert not theirs.is_terminal()
        assert (ours.turn == CHANCE) == theirs.is_chance_node()
        if ours.turn == CHANCE:
            chances = {pair.outcome(outcome): chance for outcome, chance in ours.odds()}
            assert chances == pytest.approx(dict(theirs.chance_outcomes()))
            move = rng.choice(ours.moves())
            theirs.apply_action(pair.outcome(move))
        else:
            assert ours.turn == theirs.current_player()
            assert_same_moves(ours, theirs)
            move = rng.choice([move for move in ours.moves() if move in theirs.legal_actions()])
            theirs.apply_action(move)
        ours = ours.play(move)
    assert theirs.is_terminal()
    assert ours.payoffs == tuple(pair.payoff(payoff) for payoff in theirs.returns())


def assert_same_moves(ours: playout.State, theirs: Any) -> None:
    legal = theirs.legal_actions()
    if ours.game.name == "pig":
        # OpenSpiel lets a seat stop with nothing, which here would be a pass, and stops it when that wins.
        scores, points = str(ours).splitlines()
        goal, own = ours.game.options["goal"], int(scores.split()[1 if ours.turn == 0 else 3])
        gained = int(points.split()[-1])
        assert legal == ([1] if own + gained >= goal else [0, 1])
        legal = [0] if gained == 0 else [0, 1]
    assert ours.moves() == legal


PAIRS = [
    Pair(playout.load("tic_tac_toe"), pyspiel.load_game("tic_tac_toe"), payoff=half),
    Pair(playout.load("connect_four"), pyspiel.load_game("connect_four"), payoff=half),
    Pair(
        playout.load("connect_four", rows=9, columns=4, line=3),
        pyspiel.load_game("connect_four(rows=9,columns=4,x_in_row=3)"),
        payoff=half,
    ),
    Pair(
        playout.load("connect_four", rows=12, columns=12, line=5),
        pyspiel.load_game("connect_four(rows=12,columns=12,x_in_row=5)"),
        payoff=half,
    ),
    Pair(
        playout.load("k_in_a_row", size=5, dimensions=2, line=4),
        pyspiel.load_game("gomoku(size=5,dims=2,connect=4)"),
        payoff=half,
    ),
    Pair(
        playout.load("qubic"), pyspiel.load_game("gomoku(size=4,dims=3,connect=4)"), payoff=half, matches=effort(20, 80)
    ),
    Pair(
        playout.load("k_in_a_row", size=3, dimensions=4, line=3),
        pyspiel.load_game("gomoku(size=3,dims=4,connect=3)"),
        payoff=half,
        matches=effort(20, 80),
    ),
    Pair(playout.load("gomoku"), pyspiel.load_game("gomoku"), payoff=half, matches=effort(5, 20)),
    Pair(
        playout.load("gomoku3d", players=2),
        pyspiel.load_game("gomoku(size=6,dims=3,connect=5)"),
        payoff=half,
        matches=effort(5, 20),
    ),
    Pair(playout.load("kuhn_poker"), pyspiel.load_game("kuhn_poker")),
    # The die: 1 to 6 here, 0 to 5 there. The goal is small, for OpenSpiel breaks matches off after 1,000 moves.
    Pair(
        playout.load("pig", goal=20),
        pyspiel.load_game("pig(winscore=20)"),
        outcome=lambda face: face - 1,
        payoff=half,
    ),
]


@scaled
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: repr(pair.ours))
def test_random_matches(pair: Pair) -> None:
    rng = random.Random(1)
    for _ in range(pair.matches):
        check_match(pair, rng)


def test_kuhn_poker_information() -> None:
    """A seat to move sees the same here exactly where it is in the same information state there."""
    game = playout.load("kuhn_poker")
    views: dict[playout.State, set[str]] = {}
    waiting = [(game.start(), pyspiel.load_game("kuhn_poker").new_initial_state())]
    while waiting:
        ours, theirs = waiting.pop()
        if ours.turn >= 0:
            views.setdefault(ours.seen_by(ours.turn), set()).add(theirs.information_state_string(ours.turn))
        waiting += [(ours.play(move), theirs.child(move)) for move in ours.moves()]
    assert len(views) == 12
    assert all(len(strings) == 1 for strings in views.values())
    assert len(set().union(*views.values())) == 12
