"""UCT for more than two seats, and what a report on three players adds: A and B, and pruning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout.algorithms.uct.node import Node
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from tests.algorithms.growing import grow
from tests.algorithms.own_rules import tenth_less

THREE = '''
"""Nim for three: take one or two; whoever takes the last stone gets everything."""
import numpy as np
from playout.rules import OVER
PLAYERS = 3
MAX_MOVES = 2
State = np.dtype([("stones", np.int8), ("turn", np.int8)], align=True)
def start(s, stones=7): s.stones = stones
def turn(s): return s.turn if s.stones > 0 else OVER
def moves(s, out):
    out[0] = 1
    out[1] = 2
    return min(2, s.stones)
def play(s, move):
    s.stones -= move
    s.turn = (s.turn + 1) % 3
def payoffs(s, out):
    for k in range(3):
        out[k] = 1.0 if k == (s.turn + 2) % 3 else 0.0
'''


def test_three_seats_each_want_their_own(tmp_path: Path) -> None:
    """With 1 or 2 stones the mover wins; with 3 whatever they do the next seat wins; and so on by max^n."""
    path = tmp_path / "three.py"
    path.write_text(THREE)
    for stones in range(1, 9):
        state = playout.load(path, stones=stones).start()
        exact = playout.search(state, "minimax")
        found = playout.search(state, "uct", proven=True, seed=stones)
        assert found.values[0] == exact.values[0], stones
        assert sum(found.values) == pytest.approx(1.0)


def test_a_win_at_once_is_certain_at_the_first_look_for_three_seats_too() -> None:
    """Z has two cells to win on and is next: after any of O's 18 moves one look says that Z has won."""
    game = playout.load("k_in_a_row", size=5, dimensions=2, line=3, players=3)
    state = game.replay(["a1", "e1", "c3", "a5", "e5", "d3", "a3"])
    found = Uct(state, backend="python", seed=1).run(simulations=1000)
    assert found.proven
    assert found.values == (0.0, 0.0, 1.0)
    assert found.work == len(state.moves()) == 18
    without = Uct(state, UctOptions(tactics=False), backend="python", seed=1).run(simulations=1000)
    assert without.work > 18


def test_a_rival_counts_as_much_as_b_says(tmp_path: Path) -> None:
    """q = a mean + b (1 - the strongest rival's mean), from the sums of every node, for three seats."""
    path = tmp_path / "three.py"
    path.write_text(THREE)
    tree = grow(playout.load(path, stones=12).start(), 500, a=0.6, b=0.3, c=1.0, solver=False).tree
    checked = 0
    for _, parent in tree.root.walk():
        for node in parent.children:
            own = node.values[parent.seat]
            strongest = max(value for seat, value in enumerate(node.values) if seat != parent.seat)
            assert node.terms[0] == pytest.approx(0.6 * own + 0.3 * (1 - strongest), abs=1e-5)
            checked += 1
    assert checked > 100


def test_a_wary_searcher_thinks_that_others_begrudge_it_as_much_as_they_want_their_own(tmp_path: Path) -> None:
    """q of others' moves = (1 - wary) their mean + wary (1 - the searcher's mean); of its own moves its own mean."""
    path = tmp_path / "three.py"
    path.write_text(THREE)
    start = playout.load(path, stones=12).start()
    for state in (start, start.play(1), start.play(1).play(1)):
        tree = grow(state, 2000, wary=0.4, solver=False).tree
        checked = 0
        for _, parent in tree.root.walk():
            for node in parent.children:
                own, begrudged = node.values[parent.seat], 1 - node.values[state.turn]
                expected = own if parent.seat == state.turn else 0.6 * own + 0.4 * begrudged
                assert node.terms[0] == pytest.approx(expected, abs=1e-5)
                checked += 1
        assert checked > 100


def test_wariness_changes_nothing_for_two_seats() -> None:
    state = playout.load("connect_four").start()
    one, other = (grow(state, 500, wary=wary).tree for wary in (0.0, 0.5))
    assert one.blocks_in_use.tobytes() == other.blocks_in_use.tobytes()


def test_a_draw_that_rests_on_somebodys_own_interest_is_lost_to_the_wary() -> None:
    """X threatens c2 and O a1. Z stops X, and X has every reason to stop O, unless it wants but Z's loss.

    3 Z . .
    2 X X .
    1 . O O
      a b c
    """
    state = playout.load("k_in_a_row", size=3, dimensions=2, line=3, players=3).replay(["b2", "c1", "a3", "a2", "b1"])
    trusting, wary = (
        Uct(state, UctOptions(wary=wary, c=0.5, solver=False, tactics=False), seed=1).run(simulations=20_000)
        for wary in (0.0, 1.0)
    )
    assert state.format(trusting.move) == "c2"
    assert trusting.values[2] > 0.25
    assert wary.values[2] < 0.1


FOUR_OF_A = ["b5", "c2", "a7", "g7", "c5", "d2", "c7", "a3", "d5", "e2", "g6", "e7", "e5"]
"""A report's example of four seats, five in a row. A (X) has four, open at both ends; B (O), to move, has three:

    7 Z . Z . T . T
    6 . . . . . . Z
    5 . X X X X . .
    4 . . . . . . .
    3 T . . . . . .
    2 . . O O O . .
    1 . . . . . . .
      a b c d e f g

To raise its own chances B extends its three, on b2 or f2; to lower A's it blocks, on a5 or f5.
"""


def shares(a: float, b: float, seed: int, c: float = 1.0) -> tuple[float, float]:
    """Which part of the visits extending gets, and which blocking."""
    state = playout.load("k_in_a_row", size=7, dimensions=2, line=5, players=4).replay(FOUR_OF_A)
    assert state.turn == 1
    search = Uct(state, UctOptions(a=a, b=b, c=c, wary=0, solver=False, tactics=False), seed=seed)
    search.run(simulations=20_000)
    visits = {state.format(child.move): child.visits for child in search.tree.root.children}
    total = sum(visits.values())
    return (visits["b2"] + visits["f2"]) / total, (visits["a5"] + visits["f5"]) / total


@pytest.mark.parametrize("seed", range(5))
def test_a_larger_b_moves_visits_from_extending_to_blocking(seed: int) -> None:
    """From the adventurous (1, 0) to the careful (0.5, 0.5)."""
    extending, blocking = shares(1.0, 0.0, seed)
    assert extending > 5 * blocking, "B's own chances alone: it extends"
    less, more = shares(0.5, 0.5, seed)
    assert less < extending / 1.2
    assert more > blocking * 1.5


@pytest.mark.parametrize("seed", range(5))
def test_with_hardly_any_a_blocking_gets_most_visits(seed: int) -> None:
    """With little exploration, so that most visits go to what is thought best."""
    extending, blocking = shares(1.0, 0.0, seed, c=0.2)
    assert extending > 0.7 > 0.1 > blocking
    extending, blocking = shares(0.1, 0.9, seed, c=0.2)
    assert blocking > 0.7 > 0.1 > extending


@pytest.mark.parametrize("rule", ["prune_ends", "prune_playouts"])
@pytest.mark.parametrize(
    "options", [{}, *(pytest.param(more, marks=pytest.mark.slow) for more in ({"backup": tenth_less}, {"playouts": 3}))]
)
def test_whoever_can_win_at_once_will(rule: str, options: dict[str, Any]) -> None:
    """Pruned nodes have one child, which ends the match with a win for who moves there, and exactly its value.

    Whether a playout's first move wins does not depend on what a playout counts, nor on other playouts.
    """
    game = playout.load("tic_tac_toe")
    search = grow(game.replay(["a1", "b1", "a2"]), 3000, c=1.0, solver=False, tactics=False, **{rule: True}, **options)
    pruned = 0
    for node, state in _with_states(search):
        over = [child for child in node.children if state.play(child.move).over]
        won = [child for child in over if state.play(child.move).payoffs[state.turn] == 1.0]
        if won and rule == "prune_ends":
            assert len(node.children) == 1
            pruned += 1
        if len(node.children) == 1 < len(state.moves()) and node.plies == 0:  # there is nothing left to try
            assert won and node.values[state.turn] == 1.0
            pruned += 1
    assert pruned > 20
    if rule == "prune_ends":
        blocks = max(search.tree.root.children, key=lambda child: child.visits)
        assert search.state.format(blocks.move) == "a3", "the only move that does not lose at once"


def _with_states(search: Uct) -> list[tuple[Node, playout.State]]:
    rows, stack = [], [(search.tree.root, search.state)]
    while stack:
        node, state = stack.pop()
        rows.append((node, state))
        stack += [(child, state.play(child.move)) for child in node.children]
    return rows
