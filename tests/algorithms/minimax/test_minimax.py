"""Minimax: worked by hand, against a plain recursion, for any number of seats; and what it refuses."""

from __future__ import annotations

import random

import pytest

import playout
from playout import OVER, PlayoutError
from playout.algorithms.minimax.search import Minimax
from tests.algorithms.runs import WORKED_EXAMPLE, Nim, minimax, run, tree


class Three:
    """Three seats, each with one choice of two: the leaves are payoffs by seat, given in order."""

    PLAYERS = 3
    MAX_MOVES = 2
    MAX_LENGTH = 3
    PAYOFF_BOUNDS = (0.0, 9.0)
    PAYOFF_SUM = None
    LEAVES = ((1, 2, 3), (4, 2, 1), (6, 1, 2), (7, 4, 1), (5, 1, 1), (2, 5, 2), (7, 7, 1), (5, 4, 5))

    def __init__(self) -> None:
        self.path: list[int] = []

    def turn(self) -> int:
        return len(self.path) if len(self.path) < 3 else OVER

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        self.path.append(move)

    def payoffs(self) -> list[float]:
        a, b, c = self.path
        return [float(value) for value in self.LEAVES[4 * a + 2 * b + c]]


def recursion(state: playout.State) -> tuple[float, int]:
    """Seat 0's value and the plies to the end, both seats playing best: a second implementation, for a sum of zero."""
    if state.over:
        return state.payoffs[0], 0
    sign = 1 if state.turn == 0 else -1

    def order(found: tuple[float, int]) -> tuple[float, float]:
        own = sign * found[0]
        return own, -found[1] if own > 0 else found[1] if own < 0 else 0

    children = [recursion(state.play(move)) for move in state.moves()]
    value, plies = max(children, key=order)
    return value, plies + 1


def test_the_worked_example() -> None:
    search = Minimax(tree(leaves=WORKED_EXAMPLE, branching=3))
    result = run(search)
    assert (result.move, result.values, result.proven) == (0, (3.0, -3.0), True)
    assert [item.values[0] for item in result.candidates if item.values] == [3.0, 2.0, 2.0]
    assert result.line == (0, 0)
    assert (search.leaves, result.nodes) == (9, 13)


def test_three_seats_each_take_their_own() -> None:
    """Seat 2 picks (1,2,3), (6,1,2), (2,5,2), (5,4,5); seat 1 then (1,2,3) and (2,5,2); seat 0 the latter."""
    result = minimax(playout.load(Three).start())
    assert result.values == (2.0, 5.0, 2.0)
    assert result.line == (1, 0, 1)


@pytest.mark.parametrize("seed", range(30))
def test_random_trees_against_a_recursion(seed: int) -> None:
    rng = random.Random(seed)
    branching, leaves = rng.choice([(2, 16), (2, 32), (3, 27), (4, 16)])
    values = tuple(float(rng.randint(-4, 4)) for _ in range(leaves))
    state = tree(leaves=values, branching=branching, run=rng.choice([1, 2]), early=rng.random() < 0.5)
    value, plies = recursion(state)
    result = minimax(state)
    assert result.values == (value, -value)
    if value != 0:
        assert result.candidates[0].plies == plies
    assert playout.load(state.game).replay(result.line).payoffs[0] == value


def test_the_whole_tree_of_tic_tac_toe() -> None:
    """A draw, after the well-known 549,946 nodes."""
    search = Minimax(playout.load("tic_tac_toe").start())
    search.prepare()
    result = run(search)
    assert (result.values, result.nodes, result.proven) == ((0.5, 0.5), 549_946, True)
    assert search.leaves == 255_168
    assert result.elapsed < 1


def test_native_equals_interpreted() -> None:
    state = playout.load("tic_tac_toe").replay(["b2", "a1"])
    native, interpreted = minimax(state), minimax(state, backend="python")
    assert native.nodes == interpreted.nodes
    assert native.candidates == interpreted.candidates


def test_a_python_class_is_searched_interpreted() -> None:
    """Nim is lost at multiples of four; from nine take one."""
    result = minimax(playout.load(Nim).start())
    assert (result.move, result.values) == (1, (1.0, 0.0))


def test_stopped_and_continued_equals_uninterrupted() -> None:
    state = playout.load("tic_tac_toe").start()
    whole, sliced = Minimax(state), Minimax(state)
    expected = run(whole)
    while not sliced.complete:
        run(sliced, nodes=70_001)
    assert sliced.answer().candidates == expected.candidates
    assert sliced.work == expected.nodes


def test_a_limit_of_nodes_is_kept_and_still_answered() -> None:
    result = run(Minimax(playout.load("tic_tac_toe").start()), nodes=1000)
    assert result.nodes == 1000
    assert not result.proven
    assert result.move in result.state.moves()


def test_to_a_depth_it_evaluates() -> None:
    """One ply deep, the three moves are worth their first leaves: 3, 2 and 14."""
    result = minimax(tree(leaves=WORKED_EXAMPLE, branching=3), depth=1)
    assert (result.move, result.values, result.proven) == (2, (14.0, -14.0), False)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        (
            "kuhn_poker",
            {},
            r"minimax needs full information, and kuhn_poker hides some \(it has mask\): use ismcts or ucb",
        ),
        ("pig", {}, "minimax does not support chance, and pig has some: use expectimax or uct"),
        (
            "lecture_tree",
            {"depth": 3},
            r"minimax to a depth needs evaluate\(s, seat\), which lecture_tree does not have",
        ),
        ("tic_tac_toe", {"depth": 0}, "minimax takes a depth of at least 1 ply, not 0"),
    ],
)
def test_what_cannot_be_searched_is_refused(game: str, options: dict[str, int], sentence: str) -> None:
    state = playout.load(game).start()
    while state.turn == playout.CHANCE:
        state = state.sample(1)
    with pytest.raises(PlayoutError, match=sentence):
        Minimax(state, **options)  # type: ignore[arg-type]


# Pruning: alpha-beta as textbooks write it


def textbook(state: playout.State, alpha: float, beta: float, seen: list[tuple[int, ...]]) -> float:
    """Fail-soft alpha-beta with MAX and MIN, by recursion: a second implementation; `seen` are the nodes in order."""
    seen.append(state.history)
    if state.over:
        return state.payoffs[0]
    value = float("-inf") if state.turn == 0 else float("inf")
    for move in state.moves():
        found = textbook(state.play(move), alpha, beta, seen)
        if state.turn == 0:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


@pytest.mark.parametrize("seed", range(40))
def test_pruning_enters_the_nodes_of_a_plain_recursion(seed: int) -> None:
    rng = random.Random(seed)
    leaves = tuple(float(rng.randint(-3, 3)) for _ in range(27))
    state = tree(leaves=leaves, branching=3, run=1 + seed % 2, early=seed % 3 == 0)
    seen: list[tuple[int, ...]] = []
    value = textbook(state, float("-inf"), float("inf"), seen)
    trace = playout.trace(state, "minimax(pruning=True)")
    entered = [frame.line for frame in trace.replay() if frame.event.kind == "enter"]
    assert entered == seen
    assert trace.result.values[0] == value
    assert trace.result.proven
    by_minimax = minimax(state, backend="python")
    exact = {item.move: item.values for item in by_minimax.candidates}
    assert exact[trace.result.move] == by_minimax.values
    for item in trace.result.candidates:
        assert item.values in (None, exact[item.move])


def test_pruning_takes_the_known_number_of_nodes_in_tic_tac_toe() -> None:
    """Both counts are widely published: 549,946 nodes by minimax, 18,297 by alpha-beta in the order of the cells."""
    state = playout.load("tic_tac_toe").start()
    assert playout.search(state, "minimax").work == 549_946
    assert playout.search(state, "minimax(pruning=True)").work == 18_297


def test_pruning_in_the_lecture_in_words() -> None:
    lines = str(playout.trace(playout.load("lecture_tree").start(), "minimax(pruning=True)")).splitlines()
    assert lines[1:3] == ["  the position: MAX to move, window [-inf, inf]", "    a1: MIN to move, window [-inf, inf]"]
    assert "  best so far: a1, 3, window [3, inf]" in lines
    assert "    cut: 2 <= alpha 3, and MAX has that already; not looked at: c2, c3" in lines
    assert lines.count("    worth at most 2") == 2


def test_pruning_is_refused_for_three_seats() -> None:
    with pytest.raises(PlayoutError, match="for two seats and payoffs of a constant sum, and Three has 3 seats"):
        playout.search(playout.load(Three).start(), "minimax(pruning=True)")


@pytest.mark.parametrize("name", ["maxn", "expectimax"])
def test_only_minimax_has_pruning(name: str) -> None:
    with pytest.raises(playout.OptionError, match=f"{name} has no option 'pruning'"):
        playout.search(playout.load("lecture_tree").start(), f"{name}(pruning=True)")
