"""Alpha-beta: equal to minimax with every switch, right about Connect Four, and what it refuses."""

from __future__ import annotations

import random
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bitbully import BitBully, Board

import playout
from playout import PlayoutError
from playout.algorithms.alphabeta import growing_table
from playout.algorithms.alphabeta.known import forced_move
from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.records import ENTER
from playout.algorithms.alphabeta.search import AlphaBeta
from playout.algorithms.alphabeta.table import place
from playout.algorithms.results import SearchResult
from tests.algorithms.minimax.test_minimax import Three
from tests.algorithms.runs import WORKED_EXAMPLE, Nim, minimax, run, tree
from tests.effort import effort, scaled

OFF: dict[str, bool] = dict.fromkeys(
    ("table", "killers", "history", "rank", "tactics", "pvs", "deepening", "probe", "null_windows", "quiescence"), False
)
SETTINGS: list[dict[str, bool]] = [
    {},
    OFF,
    *({name: False} for name in OFF),
    *({**OFF, name: True} for name in OFF),
]


def alphabeta(state: playout.State, **given: Any) -> SearchResult:
    rest = {word: given.pop(word) for word in ("depth", "memory", "backend") if word in given}
    return run(AlphaBeta(state, AlphaBetaOptions(**given), **rest))


# The worked example of the lecture


@pytest.mark.parametrize(
    ("leaves", "looked_at"),
    [(WORKED_EXAMPLE, 7), ((*WORKED_EXAMPLE[:6], 2.0, 5.0, 14.0), 5)],
    ids=["14, 5, 2", "2, 5, 14"],
)
def test_the_worked_example(leaves: tuple[float, ...], looked_at: int) -> None:
    search = AlphaBeta(tree(leaves=leaves, branching=3), AlphaBetaOptions(line=False, **OFF))
    result = run(search)
    assert (result.move, result.values, result.proven) == (0, (3.0, -3.0), True)
    assert search.leaves == looked_at
    assert result.nodes == looked_at + 4


# Equal to minimax


@scaled
@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_random_trees_equal_minimax(switches: dict[str, bool]) -> None:
    rng = random.Random(7)
    for _ in range(effort(15, 40)):
        branching, leaves = rng.choice([(2, 16), (2, 64), (3, 27), (4, 64), (8, 64)])
        values = tuple(float(rng.randint(-4, 4)) for _ in range(leaves))
        state = tree(leaves=values, branching=branching, run=rng.choice([1, 2]), early=rng.random() < 0.5)
        expected, result = minimax(state), alphabeta(state, **switches)
        assert (result.values, result.proven) == (expected.values, True)
        assert state.game.replay(result.line).payoffs == expected.values
        if expected.values[0] != 0:
            assert result.candidates[0].plies == expected.candidates[0].plies == len(result.line)
        every = {item.move: item for item in alphabeta(state, every=True, **switches).candidates}
        for item in expected.candidates:
            assert every[item.move].values == item.values


@scaled
@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_to_a_depth_equals_minimax_to_that_depth(switches: dict[str, bool]) -> None:
    rng = random.Random(8)
    for _ in range(effort(8, 20)):
        branching, leaves = rng.choice([(2, 64), (4, 64)])
        values = tuple(rng.uniform(-20, 20) for _ in range(leaves))
        state = tree(leaves=values, branching=branching, run=rng.choice([1, 2]))
        depth = rng.randint(1, 3)
        expected, result = minimax(state, depth=depth), alphabeta(state, depth=depth, **switches)
        assert result.values == pytest.approx(expected.values, abs=1e-9)
        assert result.proven == expected.proven


@cache
def small_boards() -> list[tuple[playout.State, SearchResult]]:
    """Positions of small boards of Connect Four, and what minimax makes of them."""
    rng, found = random.Random(9), []
    for options in ({"rows": 3, "columns": 4, "line": 3}, {"rows": 4, "columns": 4}, {"rows": 3, "columns": 5}):
        game = playout.load("connect_four", **options)
        for _ in range(6):
            state = game.start()
            for _ in range(rng.randint(3, 7)):
                state = state.play(rng.choice(state.moves()))
                if state.over:
                    break
            if not state.over:
                found.append((state, minimax(state)))
    return found


@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_small_boards_equal_minimax(switches: dict[str, bool]) -> None:
    for state, expected in small_boards():
        assert_same_worth(alphabeta(state, **switches), expected)


def assert_same_worth(result: SearchResult, expected: SearchResult) -> None:
    """The same value, and the same distance to a win or a loss, along the line too."""
    assert (result.values, result.proven) == (expected.values, True)
    final = result.state.game.replay((*result.state.history, *result.line))
    assert final.payoffs == expected.values
    if expected.values[0] != 0.5:
        assert result.candidates[0].plies == expected.candidates[0].plies == len(result.line)


def test_children_in_the_table_cut_a_node_off() -> None:
    """With and without these cuts a board of 25 cells is worth the same, also by rank alone, and they save nodes."""
    rng, game, nodes = random.Random(3), playout.load("connect_four", rows=5, columns=5), [0, 0]
    for number in range(6):
        state = game.replay([rng.randrange(5) for _ in range(3)])
        plain, probed = (alphabeta(state, probe=probe, tactics=number % 2 == 0) for probe in (False, True))
        assert_same_worth(probed, plain)
        nodes[0] += plain.nodes
        nodes[1] += probed.nodes
    assert nodes[1] < nodes[0]


# Tic-tac-toe


def test_tic_tac_toe_is_a_draw_in_well_under_a_second() -> None:
    search = AlphaBeta(playout.load("tic_tac_toe").start())
    search.prepare()
    result = run(search)
    assert (result.values, result.proven) == ((0.5, 0.5), True)
    assert result.elapsed < 0.5


@pytest.mark.parametrize("seat", [0, 1])
def test_never_loses_tic_tac_toe(seat: int) -> None:
    """Against every reply."""
    search = AlphaBeta(playout.load("tic_tac_toe").start(), AlphaBetaOptions(line=False))
    waiting = [search.state]
    results = set()
    while waiting:
        state = waiting.pop()
        if state.over:
            results.add(state.payoffs[seat])
        elif state.turn == seat:
            search.restart(state)
            waiting.append(state.play(run(search).move))
        else:
            waiting += [state.play(move) for move in state.moves()]
    assert results == {0.5, 1.0}


# Connect Four


def random_positions(count: int, seed: int) -> list[playout.State]:
    """Positions of 14 to 28 stones."""
    rng, game, found = random.Random(seed), playout.load("connect_four"), list[playout.State]()
    while len(found) < count:
        state, stones = game.start(), rng.randint(14, 28)
        while not state.over and len(state.history) < stones:
            state = state.play(rng.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


def solver_score(state: playout.State, value: float, plies: int | None) -> int:
    """The field's way to put it: 22 less the winner's stones at the win, negative if the seat to move loses."""
    if value == 0.5:
        return 0
    assert plies is not None
    score = 22 - (len(state.history) + plies + 1) // 2
    return score if value == 1.0 else -score


def test_connect_four_against_bitbully() -> None:
    """Value and distance of 200 positions."""
    states, oracle = random_positions(200, 3), BitBully(opening_book=None)
    search = AlphaBeta(states[0], AlphaBetaOptions(line=False))
    for state in states:
        search.restart(state)
        result = run(search)
        best = result.candidates[0]
        assert result.proven
        found = solver_score(state, result.values[state.turn], best.plies)
        assert found == oracle.mtdf(Board(list(state.history))), state


def test_every_move_and_the_line_against_bitbully() -> None:
    oracle = BitBully(opening_book=None)
    for state in random_positions(15, 4):
        result = alphabeta(state, every=True)
        expected = oracle.score_all_moves(Board(list(state.history)))
        found = {
            item.move: solver_score(state, item.values[state.turn], item.plies)
            for item in result.candidates
            if item.values is not None
        }
        assert found == expected
        final = state.game.replay((*state.history, *result.line))
        assert final.over
        assert final.payoffs == result.values


def test_a_position_with_one_move_is_known_by_what_it_leads_to() -> None:
    """The table has no entry of the position itself."""
    states = [(state, move) for state in random_positions(60, 6) if (move := forced_move(state)) is not None]
    assert len(states) > 5
    for state, move in states:
        after = state.play(move)
        search = AlphaBeta(after, AlphaBetaOptions(line=False))
        run(search)
        below, known = search.known(after), search.known(state)
        assert below is not None
        assert known is not None
        assert (known.move, known.values) == (move, below.values)
        assert (known.at_least, known.at_most) == (below.at_most, below.at_least)
        assert search.expected(state, 1) == (move,)


def test_nodes_find_their_places_in_a_table_that_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing_table, "SMALL", 16)
    search: Any = AlphaBeta(playout.load("connect_four", rows=4, columns=4).replay("ab"), AlphaBetaOptions(line=False))
    sizes, checked = {16}, 0
    while not search.complete:
        search.advance(5)
        words = search._table.words
        placed = int(search._workspace["ply"][0]) + 1
        placed -= int(search._workspace["mode"][0] == ENTER)  # a new node has no place yet
        for node in search._nodes[:placed]:
            if len(words) not in sizes and node["place"] >= 0:  # so small a table has no part of its own for the end
                assert node["place"] == place(node["key"], len(words))
                checked += 1
        sizes.add(len(words))
    assert len(sizes) > 3 and checked > 5


# Limits, stopping, backends


def test_native_equals_interpreted_node_for_node() -> None:
    states = [state for state in random_positions(40, 5) if len(state.history) > 25][:3]
    for state in [*states, playout.load("tic_tac_toe").start(), tree(leaves=tuple(map(float, range(27))), branching=3)]:
        native, interpreted = alphabeta(state), alphabeta(state, backend="python")
        assert native.nodes == interpreted.nodes
        assert native.candidates == interpreted.candidates


def test_stopped_and_continued_equals_uninterrupted() -> None:
    state = min(random_positions(20, 6), key=lambda state: len(state.history))
    whole, sliced = AlphaBeta(state), AlphaBeta(state)
    expected = run(whole)
    while not sliced.complete:
        result = run(sliced, nodes=997)
        assert result.move in state.moves()
    assert sliced.answer().candidates == expected.candidates
    assert sliced.work == expected.nodes


@pytest.mark.parametrize("nodes", [1, 10, 12_345])
def test_a_limit_of_nodes_is_kept(nodes: int) -> None:
    result = run(AlphaBeta(playout.load("connect_four").start()), nodes=nodes)
    assert result.nodes == nodes
    assert not result.proven


def test_a_limit_of_seconds_is_kept() -> None:
    search = AlphaBeta(playout.load("connect_four").start())
    search.prepare()
    begin = time.perf_counter()
    run(search, seconds=0.3)
    assert 0.25 < time.perf_counter() - begin < 0.6


def test_a_small_table_changes_the_work_not_the_value() -> None:
    state = random_positions(1, 11)[0]
    small, large = alphabeta(state, memory=0.001), alphabeta(state)
    assert small.values == large.values
    assert small.candidates[0].plies == large.candidates[0].plies


def test_a_python_class_is_searched_interpreted() -> None:
    """Nim is lost at multiples of four; from nine take one."""
    result = alphabeta(playout.load(Nim).start())
    assert (result.move, result.values, result.proven) == (1, (1.0, 0.0), True)


LOUD = """
from tests.algorithms.tree_game import *
def loud(s, out):
    return moves(s, out) if s.ply == 1 else 0
"""


def test_quiescence_looks_at_loud_moves(tmp_path: Path) -> None:
    """To one ply the third move seems best (14); its loud answers show that it is worth 2, and the first 3."""
    (tmp_path / "loud_tree.py").write_text(LOUD)
    state = playout.load(tmp_path / "loud_tree.py", leaves=WORKED_EXAMPLE, branching=3).start()
    assert alphabeta(state, depth=1, quiescence=False).move == 2
    result = alphabeta(state, depth=1)
    assert (result.move, result.values) == (0, (3.0, -3.0))


# Refusals


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        (
            "kuhn_poker",
            {},
            r"alphabeta needs full information, and kuhn_poker hides some \(it has mask\): use ismcts or ucb",
        ),
        ("pig", {}, "alphabeta does not support chance, and pig has some: use expectimax or uct"),
        (Three, {}, "alphabeta is for two seats, and Three has 3: use paranoid, maxn or uct"),
        (
            "lecture_tree",
            {"depth": 3},
            r"alphabeta to a depth needs evaluate\(s, seat\), .*: give no depth .* uct or flat",
        ),
    ],
)
def test_what_cannot_be_searched_is_refused(game: Any, options: dict[str, Any], sentence: str) -> None:
    state = playout.load(game).start()
    while state.turn == playout.CHANCE:
        state = state.sample(1)
    with pytest.raises(PlayoutError, match=sentence):
        AlphaBeta(state, **options)


class Varying(Nim):
    """Nim with payoffs whose sum varies."""

    PAYOFF_SUM = None


class Endless(Nim):
    """Nim in which a stone may be put back."""

    def moves(self) -> list[int]:
        return [-1, 1]


def test_a_varying_sum_is_refused() -> None:
    with pytest.raises(
        PlayoutError, match="needs payoffs of a constant sum, and those of Varying vary: use minimax or uct"
    ):
        AlphaBeta(playout.load(Varying).start())


def test_endless_lines_are_refused() -> None:
    with pytest.raises(
        PlayoutError, match="a line of Endless did not end within 40 plies, so alphabeta cannot solve it"
    ):
        alphabeta(playout.load(Endless).start())


def test_a_finished_match_is_refused() -> None:
    with pytest.raises(PlayoutError, match="the match is over"):
        AlphaBeta(playout.load("connect_four").replay("abababa"))
