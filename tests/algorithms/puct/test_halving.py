"""Sequential halving, and the policy that a search recommends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import playout
from playout.algorithms.puct.halving import halving_table, winner_of_halving
from playout.algorithms.puct.policy import best_edge, improved_policy
from tests.algorithms.puct.growing import Trees

NARROW = (7, 6, 3)
PRIORS = (0.5, 0.3, 0.2)


def test_halving_visits_those_that_are_in_equally_often() -> None:
    """Of 4 edges with 16 simulations: two rounds of 8, first 2 visits for each of four, then 4 for each of two."""
    table = halving_table(5, 16)
    assert table[4, :16].tolist() == [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]
    assert table[1].tolist() == list(range(17))
    assert table[2, :16].tolist() == [i // 2 for i in range(16)]


@pytest.mark.parametrize(("edges", "simulations"), [(3, 5), (7, 32), (16, 32), (5, 200), (40, 8)])
def test_every_simulation_has_an_edge_with_the_visits_that_it_asks_for(edges: int, simulations: int) -> None:
    visits = [0] * edges
    for wanted in halving_table(edges, simulations)[edges, :simulations]:
        visits[visits.index(wanted)] += 1
    assert sum(visits) == simulations


def valued(worth: tuple[float, float, float]) -> object:
    """A network with PRIORS, by which the first seat is worth so much after its first ply into column 0, 1, 2."""

    def answer(planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        stones = planes[0, int(planes[0, 6].any())]  # of the first seat
        first = stones[0]
        own = worth[int(first.argmax())] if first.sum() == 1 else 0.5
        values = (1 - own, own) if planes[0, 6].any() else (own, 1 - own)
        return np.log(np.array([PRIORS], np.float32)), np.array([values], np.float32)

    return answer


def grown(simulations: int, worth: tuple[float, float, float], considered: int) -> Trees:
    state = playout.load("connect_four", columns=3).start()
    trees = Trees([state], NARROW, simulations=simulations, backend="python", considered=considered, sharpness=0.1)
    trees.grow(valued(worth))  # type: ignore[arg-type]
    return trees


def move_of(trees: Trees, edge: int) -> int:
    return int(trees.forest.edges[0, edge]["move"])


def test_without_noise_the_likely_moves_are_in() -> None:
    """Two of three edges are considered, with 4 simulations: two each for those with the higher priors."""
    trees = grown(4, (0.5, 0.5, 0.5), considered=2)
    assert trees.root_edges()["visits"].tolist() == [2, 2, 0]
    assert move_of(trees, trees.call(winner_of_halving, 0, trees.settings)) == 0


def test_values_overrule_priors_between_those_that_are_in() -> None:
    trees = grown(4, (0.1, 0.9, 0.9), considered=2)
    assert move_of(trees, trees.call(winner_of_halving, 0, trees.settings)) == 1


def improved(trees: Trees) -> dict[int, float]:
    policy = np.zeros(3)
    trees.call(improved_policy, 0, policy, trees.settings)
    root = trees.forest.nodes[0, 0]
    moves = trees.forest.edges["move"][0, root["first"] : root["first"] + 3].tolist()
    return dict(zip(moves, policy.tolist(), strict=True))


def test_the_improved_policy_by_hand() -> None:
    """Means 0.2 and 0.8 of the two visited edges; the third is worth (0.5 + 2 (0.5 0.2 + 0.3 0.8) / 0.8) / 3.

    The weight of a value is 0.1 (50 + 1).
    """
    trees = grown(2, (0.2, 0.8, 0.5), considered=2)
    assert trees.root_edges()["visits"].tolist() == [1, 1, 0]
    third = (0.5 + 2 * (0.5 * 0.2 + 0.3 * 0.8) / 0.8) / 3
    weights = [p * math.exp(5.1 * value) for p, value in zip(PRIORS, (0.2, 0.8, third), strict=True)]
    expected = {move: weight / sum(weights) for move, weight in enumerate(weights)}
    assert improved(trees) == pytest.approx(expected, rel=1e-5)


def test_without_simulations_the_improved_policy_is_the_priors() -> None:
    assert improved(grown(0, (0.2, 0.8, 0.5), considered=2)) == pytest.approx(dict(enumerate(PRIORS)), rel=1e-5)


def test_of_a_proven_root_only_the_moves_with_its_value_count() -> None:
    """Tic-tac-toe, X to move with two in a row: only cell 2 wins at once."""
    state = playout.load("tic_tac_toe").replay((0, 3, 1, 4))
    trees = Trees([state], (3, 3, 3), simulations=200, backend="python")

    def answer(planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return np.eye(9, dtype=np.float32)[[8]] * 5, np.full((1, 2), 0.5, np.float32)

    trees.grow(answer)
    root = trees.forest.nodes[0, 0]
    assert (bool(root["proven"]), int(root["plies"]), tuple(root["value"])) == (True, 1, (1.0, 0.0))
    assert move_of(trees, trees.call(best_edge, 0)) == 2
    policy = np.zeros(9)
    trees.call(improved_policy, 0, policy, trees.settings)
    moves = trees.forest.edges["move"][0, root["first"] : root["first"] + root["size"]]
    assert {int(m): p for m, p in zip(moves, policy, strict=False) if p} == {2: 1.0}
