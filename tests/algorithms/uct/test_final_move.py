"""UCT's final move: by visits, mean or total, with what is proven."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import playout
from playout.algorithms.tree.layout import KernelTree, deepen
from playout.algorithms.uct.proof import set_proven
from playout.algorithms.uct.search import Uct
from tests.algorithms.growing import grow
from tests.effort import effort, scaled


def test_choices() -> None:
    state = playout.load("connect_four").replay("dd")
    by = {
        choice: playout.search(state, f"uct(choice={choice!r})", simulations=3000, seed=1)
        for choice in ("visits", "mean", "total")
    }
    visits, means, totals = by["visits"].candidates, by["mean"].candidates, by["total"].candidates
    assert [item.visits for item in visits] == sorted((item.visits for item in visits), reverse=True)
    assert all(a.values[0] >= b.values[0] for a, b in pairwise(means) if a.values and b.values)
    assert all(a.values[0] * a.visits >= b.values[0] * b.visits for a, b in pairwise(totals) if a.values and b.values)


@scaled
@pytest.mark.parametrize("choice", ["visits", "mean", "total"])
def test_the_best_move_is_that_of_the_answer(choice: str) -> None:
    """Whatever is proven, at any budget, to the end of many matches."""
    rng = playout.Rng(8)
    for name, options in (("tic_tac_toe", {}), ("connect_four", {"rows": 4, "columns": 4}), ("pig", {"goal": 10})):
        game = playout.load(name, **options)
        for _ in range(effort(4, 15)):
            state = game.start()
            while not state.over:
                if state.turn == playout.CHANCE:
                    state = state.sample(rng)
                    continue
                search = grow(state, (1, 5, 20, 100, 2000)[rng.below(5)], choice=choice)
                assert search.best() == search.answer().move
                moves = state.moves()
                state = state.play(moves[rng.below(len(moves))])


def test_with_fewer_simulations_than_moves_the_seed_decides_what_is_tried() -> None:
    """Five simulations for seven columns: each column is played by some seed, and none by most of them."""
    state = playout.load("connect_four").replay("d")
    played = Counter(state.format(grow(state, 5, seed=seed, backend="python").best()) for seed in range(60))
    assert set(played) == set("abcdefg")
    assert max(played.values()) < 30


@pytest.mark.parametrize("choice", ["visits", "mean", "total"])
def test_of_equal_moves_the_better_mean_counts_then_which_was_tried_first(choice: str) -> None:
    state = playout.load("connect_four").start()
    for seed in range(10):
        search = grow(state, 7, seed=seed, choice=choice, solver=False, backend="python")
        children = search.tree.root.children
        assert {child.visits for child in children} == {1}
        best = max(child.values[0] for child in children)
        first = min(child.number for child in children if child.values[0] == best)
        assert search.tree.node(first).move == search.best() == search.answer().move


FORTY_NINE = """
from typing import Any

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 4
MAX_LENGTH = 12
PAYOFF_BOUNDS = (0.0, 49.0)
PAYOFF_SUM = 49.0

State = np.dtype([("ply", np.int8), ("won", np.int8)], align=True)


def start(s: Any) -> None:
    s.won = -1


def turn(s: Any) -> Any:
    return OVER if s.won >= 0 or s.ply == 12 else s.ply % 2


def moves(s: Any, out: Any) -> Any:
    for i in range(4):
        out[i] = i
    return 4


def play(s: Any, move: Any) -> None:
    if move == 3:
        s.won = s.ply % 2
    s.ply += 1


def payoffs(s: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = 24.5 if s.won < 0 else 49.0 if s.won == seat else 0.0
"""


def test_a_win_is_certain_whatever_it_pays(tmp_path: Path) -> None:
    """Move 3 wins at once. It pays 49, and 49 times 1 / 49 is less than 1: a win has to count as exactly 1."""
    path = tmp_path / "forty_nine.py"
    path.write_text(FORTY_NINE)
    result = Uct(playout.load(path).start(), seed=1, memory=1, backend="python").run(simulations=100)
    assert result.proven
    assert result.move == 3
    assert result.values == (49.0, 0.0)
    assert result.work <= 4, "at the latest when each move was tried once"


@pytest.mark.parametrize("visits", [*range(40, 60), 98, 103, 107])
def test_a_certain_loss_is_not_played_however_often_it_was_visited(visits: int) -> None:
    """The second seat's mean follows from the first's. A loss after 49 visits is 1 - 49 / 49, exactly 0."""
    search = Uct(playout.load("tic_tac_toe").replay(["b2"]), seed=1, memory=1, backend="python")
    search.prepare()
    tree = search.trees[0]
    tree.simulate(8)
    lost, other = tree.root.children[0].number, tree.root.children[1].number
    arrays = tree.kernel_arrays
    parts = KernelTree(arrays.blocks, arrays.headers[0], arrays.scratches[0], *arrays[3:])
    deep = [int(deepen(parts, number, 0)) for number in (lost, other)]
    tree.blocks["visits"][deep] = visits, 5
    tree.blocks["sums"][deep] = [[visits], [4.5]]
    set_proven(parts, lost, deep[0], [1.0, 0.0], 3)
    assert search.best() == tree.node(other).move == search.answer().move
