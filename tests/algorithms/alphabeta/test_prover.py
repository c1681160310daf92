"""The prover of other searches: payoffs by null windows, within a budget, with a table that is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playout
from playout.algorithms.alphabeta.prover import Proof, Prover
from playout.game import State
from tests import paths

TIC_TAC_TOE = playout.load("tic_tac_toe")
TREE = paths.GAMES / "tree_game.py"
SMALL = playout.load("connect_four", rows=4, columns=4)


def prove(
    prover: Prover, state: State, budget: int = 1_000_000, *, hopeful: bool = True, steps: int = 50
) -> Proof | None:
    """The proof of a position, in slices; None if the budget does not suffice."""
    state.game.rules.copy(prover.positions, 0, state.position, 0)
    while not prover.grow():
        pass
    prover.ask(state.turn, budget, hopeful=hopeful)
    proof = None
    while prover.is_asked:
        _, proof = prover.advance(steps)
    return proof


def new_prover(state: State) -> Prover:
    return Prover(state, memory=1.0, backend="python")


@pytest.mark.parametrize("hopeful", [True, False])
@pytest.mark.parametrize("moves", [[], ["b2"], ["a1", "b2"], ["a1", "a2"], ["a1", "b2", "c3"], ["b1", "a3", "b2"]])
def test_a_payoff_is_that_of_minimax(moves: list[str], *, hopeful: bool) -> None:
    state = TIC_TAC_TOE.replay(moves)
    expected = playout.search(state, "minimax").values
    proof = prove(new_prover(state), state, hopeful=hopeful)
    assert proof is not None
    assert proof.payoff == expected[state.turn]
    if proof.move >= 0:
        after = state.play(proof.move)
        assert (after.payoffs if after.over else playout.search(after, "minimax").values) == expected
    else:
        assert proof.payoff == 0.0


def test_the_plies_of_a_win_are_an_upper_bound() -> None:
    state = TIC_TAC_TOE.replay(["a1", "a2", "b2"])
    proof = prove(new_prover(state), state)
    shortest = playout.search(state, "minimax").candidates[0].plies
    assert proof is not None and proof.payoff == 0.0
    assert proof.plies is not None and shortest is not None
    assert proof.plies >= shortest


def test_a_budget_bounds_the_nodes() -> None:
    state = TIC_TAC_TOE.start()
    prover = new_prover(state)
    assert prove(prover, state, budget=10) is None
    assert prover.nodes == 10


def test_the_table_is_kept_until_it_is_forgotten() -> None:
    state = TIC_TAC_TOE.start()
    prover = new_prover(state)
    first = prove(prover, state)
    nodes = prover.nodes
    assert prove(prover, state) == first
    again = prover.nodes - nodes
    assert again < nodes / 4
    prover.forget()
    assert prove(prover, state) == first
    assert prover.nodes - nodes - again == nodes


def test_slices_change_nothing() -> None:
    state = SMALL.replay("bcbc")
    counts = []
    for steps in (1, 7, 100_000):
        prover = new_prover(state)
        counts.append((prove(prover, state, steps=steps), prover.nodes))
    assert counts[0] == counts[1] == counts[2]


@given(
    leaves=st.lists(st.integers(-9, 9), min_size=16, max_size=16),
    run=st.integers(1, 2),
    early=st.booleans(),
    hopeful=st.booleans(),
)
def test_payoffs_of_many_sizes(leaves: list[int], run: int, *, early: bool, hopeful: bool) -> None:
    state = playout.load(TREE, leaves=tuple(map(float, leaves)), run=run, early=early).start()
    expected = playout.search(state, "minimax", backend="python").values
    proof = prove(new_prover(state), state, hopeful=hopeful)
    assert proof is not None
    assert proof.payoff == pytest.approx(expected[state.turn])
