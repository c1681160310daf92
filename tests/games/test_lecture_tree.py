"""The lecture's tree: what it is worth, and how it reads."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import playout
from playout import MoveError, OptionError
from playout.algorithms.registry import new_search
from tests.algorithms.runs import minimax, run

LEAVES = (3, 12, 8, 2, 4, 6, 14, 5, 2)


def test_the_leaves_are_the_payoffs() -> None:
    game = playout.load("lecture_tree")
    for (i, j), leaf in zip(product(range(3), repeat=2), LEAVES, strict=True):
        state = game.replay([i, j])
        assert state.over
        assert state.payoffs == (leaf, 20 - leaf)


# Interpreted: compiling takes a thousand times as long as looking at nine leaves.
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "uct"])
def test_its_value_is_three_by_the_first_move(algorithm: str) -> None:
    search = new_search(playout.load("lecture_tree").start(), algorithm, seed=1, backend="python")
    result = run(search, **({"proven": True} if algorithm == "uct" else {}))
    assert result.move == 0
    assert result.values == pytest.approx((3.0, 17.0))


def test_its_moves_read_as_in_the_lecture() -> None:
    state = playout.load("lecture_tree").start()
    assert [state.format(move) for move in state.moves()] == ["a1", "a2", "a3"]
    for letter, number in zip("bcd", "123", strict=True):
        after = state.play(f"a{number}")
        assert [after.format(move) for move in after.moves()] == [f"{letter}{k}" for k in (1, 2, 3)]
        with pytest.raises(MoveError, match="'a1' is not a move"):
            after.play("a1")
    assert str(state.play("a2").play("c3")).splitlines()[1] == "> a2:  c1 2  c2 4  [c3 6]"


def test_other_leaves() -> None:
    leaves = (1.0, 2.0, 3.0, 4.5, 5.0, 6.0, 7.0, 0.0, 20.0)
    result = minimax(playout.load("lecture_tree", leaves=leaves).start(), backend="python")
    assert (result.state.format(result.move), result.values) == ("a2", (4.5, 15.5))


@pytest.mark.parametrize("leaves", [(1, 2, 3), (*LEAVES, 1), (-1, *LEAVES[1:]), (21, *LEAVES[1:])], ids=str)
def test_leaves_that_do_not_fit_are_refused(leaves: Any) -> None:
    with pytest.raises(OptionError, match="leaves has to be nine numbers from 0 to 20"):
        playout.load("lecture_tree", leaves=leaves)
