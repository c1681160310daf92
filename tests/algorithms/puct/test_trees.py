"""The search with a network, on trees whose numbers are known: by hand, by a second implementation, by a solver."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bitbully import BitBully, Board
from numpy.typing import NDArray

import playout
from playout.algorithms.puct.forest import Forest
from playout.game import State
from playout.rng import Rng
from playout.rules import Rules
from tests.algorithms.puct.growing import Trees, alike, arbitrary
from tests.algorithms.puct.reference import Reference

NARROW = (7, 6, 3)


def narrow() -> State:
    return playout.load("connect_four", columns=3).start()


def half_half(logits: list[float]) -> Any:
    def answer(planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        n = len(planes)
        return np.tile(np.array(logits, np.float32), (n, 1)), np.full((n, 2), 0.5, np.float32)

    return answer


@pytest.mark.parametrize("backend", ["cpu", "python"])
def test_visits_follow_the_priors_where_all_values_are_equal(backend: str) -> None:
    """c = 1 and priors 0.5, 0.3, 0.2: the highest P / (1 + n) is next, which is edge 0, 1, 0, 2, 0, 1, 0."""
    network = half_half([float(np.log(p)) for p in (0.5, 0.3, 0.2)])
    expected = [(1, 0, 0), (1, 1, 0), (2, 1, 0), (2, 1, 1), (3, 1, 1), (3, 2, 1), (4, 2, 1)]
    for n, visits in enumerate(expected, start=1):
        trees = Trees([narrow()], NARROW, simulations=n, backend=backend, c=1.0, reduction=0.0)
        trees.grow(network)
        assert tuple(trees.root_edges()["visits"]) == visits
        assert np.allclose(trees.root_edges()["prior"], (0.5, 0.3, 0.2))


def test_means_by_hand() -> None:
    """The network gives 0.9, 0.2 or 0.5 to the seat to move after the first ply, by that ply's column; 0.4 before."""
    worth = {0: 0.9, 1: 0.2, 2: 0.5}

    def answer(planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        others = planes[0, 1]
        own = worth[int(others[0].argmax())] if others.any() else 0.4
        return np.zeros((1, 3), np.float32), np.array([[own, 1 - own]], np.float32)

    trees = Trees([narrow()], NARROW, simulations=3, backend="python", c=10.0, reduction=0.0)
    forest = trees.grow(answer)
    assert trees.root_edges()["visits"].tolist() == [1, 1, 1]
    assert np.allclose(trees.root_edges()["mean"], [0.1, 0.8, 0.5])
    assert np.allclose(forest.nodes[0, 0]["mean"], [(0.4 + 0.1 + 0.8 + 0.5) / 4, (0.6 + 0.9 + 0.2 + 0.5) / 4])
    assert np.allclose(forest.nodes[0, 0]["value"], [0.4, 0.6])


def without_tactics(rules: Rules) -> Rules:
    return replace(rules, functions={name: f for name, f in rules.functions.items() if name != "tactics"})


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (playout.load("tic_tac_toe").start(), ()),
        (playout.load("tic_tac_toe").start(), (0, 1, 8)),
        (playout.load("k_in_a_row", size=3, line=3, players=3).start(), ()),
        (playout.load("k_in_a_row", size=3, line=2, players=3, draw="half").start(), (0, 8)),
    ],
    ids=["tic-tac-toe", "tic-tac-toe-late", "three-seats", "three-seats-late"],
)
@pytest.mark.parametrize("simulations", [40, 160])
def test_a_second_implementation_has_the_same_tree(state: State, moves: tuple[int, ...], simulations: int) -> None:
    for move in moves:
        state = state.play(move)
    seats = state.game.seats
    planes = (seats + 1, 3, 3)
    network = arbitrary((seats + 1) * 9, 9, seats)
    trees = Trees(
        [state],
        planes,
        simulations=simulations,
        rules=without_tactics(state.game.rules),
        backend="python",
        c=1.3,
        reduction=0.2,
    )
    forest = trees.grow(network)
    other = Reference(state, network, planes, c=1.3, reduction=0.2)
    done = 0
    while done < simulations and not other.root.exact:
        other.simulate()
        done += 1
    assert forest.heads[0]["simulations"] == done
    edges = trees.root_edges()
    expected = {move: (child.visits, child.worth(state.turn)) for move, child in other.root.children.items()}
    assert {int(e["move"]): int(e["visits"]) for e in edges if e["visits"]} == {m: v for m, (v, _) in expected.items()}
    visited = edges[edges["visits"] > 0]
    assert np.allclose(visited["mean"], [expected[move][1] for move in visited["move"].tolist()])
    assert bool(forest.nodes[0, 0]["proven"]) == other.root.exact
    if other.root.exact:
        assert np.allclose(forest.nodes[0, 0]["value"], other.root.value)


def check_tree(trees: Trees, states: list[State]) -> None:
    """Every node is the position that its path leads to, and every count is the sum of those below."""
    forest = trees.forest
    for t, root in enumerate(states):
        waiting = [(0, root)]
        count = 0
        while waiting:
            number, state = waiting.pop()
            node = forest.nodes[t, number]
            edges = forest.edges[t, node["first"] : node["first"] + node["size"]]
            count += 1
            assert state.turn == node["seat"]
            if state.over:
                assert tuple(node["value"]) == state.payoffs
            else:
                assert set(edges["move"].tolist()) <= set(state.moves())
                assert node["proven"] or len(edges) > (number > 0)
            below = int(edges["visits"].sum())
            assert node["visits"] == below + 1 or node["proven"]
            assert node["visits"] >= below
            if len(edges):
                assert abs(edges["prior"].sum() - 1) < 1e-5
            for edge in edges[edges["child"] > 0]:
                after = state.play(int(edge["move"]))
                child = forest.nodes[t, edge["child"]]
                assert child["visits"] == edge["visits"]
                for i in range(child["first"] - child["forced"], child["first"]):
                    after = after.play(int(forest.edges[t, i]["move"]))
                waiting.append((int(edge["child"]), after))
        assert count == forest.heads[t]["nodes"]


def middle_games(count: int, plies: int, seed: int) -> list[State]:
    """Positions of Connect Four by random play."""
    random, start = Rng(seed), playout.load("connect_four").start()
    states: list[State] = []
    while len(states) < count:
        state = start
        while not state.over and len(state.history) < plies:
            moves = state.moves()
            state = state.play(moves[random.below(len(moves))])
        if not state.over:
            states.append(state)
    return states


def test_nodes_are_the_positions_that_their_moves_lead_to() -> None:
    states = middle_games(12, 14, 3) + middle_games(6, 30, 4)
    trees = Trees(states, (7, 6, 7), simulations=150)
    forest = trees.grow(arbitrary(294, 7, 2))
    check_tree(trees, states)
    assert (forest.nodes["forced"] > 0).sum() > 100, "forced moves are among them"


@pytest.mark.parametrize("considered", [0, 4])
def test_native_code_grows_the_interpreted_tree(considered: int) -> None:
    states = middle_games(3, 8, 1) + middle_games(3, 22, 2)
    made: list[Forest] = []
    for backend in ("cpu", "python"):
        trees = Trees(states, (7, 6, 7), simulations=60, backend=backend, considered=considered)
        made.append(trees.grow(arbitrary(294, 7, 2), quiet=False))
    for name in ("heads", "nodes", "edges", "planes"):
        assert (getattr(made[0], name) == getattr(made[1], name)).all(), name


def test_proofs_agree_with_a_solver() -> None:
    states, solver = middle_games(60, 20, 9), BitBully(opening_book=None)
    trees = Trees(states, (7, 6, 7), simulations=1500)
    forest = trees.grow(alike(7, 2))
    proven = 0
    for t, state in enumerate(states):
        root = forest.nodes[t, 0]
        scores = solver.score_all_moves(Board(list(state.history)))
        for edge in trees.root_edges(t):
            child = forest.nodes[t, edge["child"]]
            if edge["child"] and child["proven"]:
                assert np.sign(scores[int(edge["move"])]) == 2 * child["value"][state.turn] - 1
        if root["proven"]:
            proven += 1
            assert np.sign(max(scores.values())) == 2 * root["value"][state.turn] - 1
    assert proven >= 20


def test_a_full_tree_stops() -> None:
    state = playout.load("connect_four").start()
    trees = Trees([state], (7, 6, 7), simulations=100, edges=150)
    forest = trees.grow(arbitrary(294, 7, 2))
    assert forest.heads[0]["is_full"]
    assert 10 < forest.heads[0]["simulations"] < 100
    check_tree(trees, [state])
