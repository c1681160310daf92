"""Max^n, paranoid and best-reply search: equal to minimax for two seats, and to slow recursions for more."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import playout
from playout import OptionError
from playout.algorithms.alphabeta.paranoid import BestReply, Paranoid
from tests import paths
from tests.algorithms.minimax.test_minimax import Three
from tests.algorithms.runs import Nim, minimax, run, tree
from tests.algorithms.slow_seats import Slow, SlowReplies, boards, max_n
from tests.effort import effort, scaled

SEATS_TREE = paths.GAMES / "seats_tree.py"
OFF: dict[str, Any] = dict.fromkeys(("table", "killers", "history", "pvs", "deepening", "null_windows"), False)
SETTINGS: list[dict[str, Any]] = [{}, OFF, *({name: False} for name in OFF), *({**OFF, name: True} for name in OFF)]
BOTH = pytest.mark.parametrize("kind", [Paranoid, BestReply], ids=lambda kind: kind.name)
SLOW: dict[type[Paranoid], type[Slow]] = {Paranoid: Slow, BestReply: SlowReplies}


def random_seats_tree(rng: random.Random) -> playout.State:
    shape = {"branching": rng.choice([2, 3]), "plies": 6, "seats": rng.choice([3, 4]), "mixed": rng.random() < 0.5}
    shape["width"] = rng.choice([5, 7, 1 << 40])
    return playout.load(SEATS_TREE, seed=rng.randrange(10**6), **shape).start()


@cache
def slow_answer(kind: type[Paranoid], state: playout.State, depth: int | None) -> Slow:
    """One for all settings: they find the same."""
    return SLOW[kind](state, depth)


def assert_as_slow(kind: type[Paranoid], state: playout.State, depth: int | None = None, **switches: Any) -> None:
    expected = slow_answer(kind, state, depth)
    result = run(kind(state, kind.option_type(**switches), depth=depth))
    assert result.values[state.turn] == pytest.approx(expected.value, abs=1e-9), state
    if depth is None and expected.value != expected_middle(state):
        assert len(result.line) == expected.plies, state
    end = state.game.replay((*state.history, *result.line))
    if end.over:
        assert end.payoffs == result.values, state
    else:
        assert len(result.line) == depth
        assert [end._call("evaluate", seat) for seat in range(state.game.seats)] == pytest.approx(result.values)


def expected_middle(state: playout.State) -> float:
    rules = state.game.rules
    return sum(rules.payoff_bounds) / 2 if rules.payoff_sum is None else rules.payoff_sum / state.game.seats


# Two seats: all is minimax


def two_seats() -> Iterator[playout.State]:
    rng = random.Random(4)
    for _ in range(15):
        branching, leaves = rng.choice([(2, 16), (2, 64), (3, 27), (4, 64)])
        values = tuple(float(rng.randint(-4, 4)) for _ in range(leaves))
        yield tree(leaves=values, branching=branching, run=rng.choice([1, 2]), early=rng.random() < 0.5)
    yield playout.load("lecture_tree").start()
    yield playout.load(Nim).start()
    yield from (playout.load("tic_tac_toe").replay(moves) for moves in (["b2", "a1"], ["a1", "b2", "c3"], ["a2"]))
    yield from boards(5, seed=1, empty=6, size=3, line=3, players=2)
    game = playout.load("connect_four", rows=4, columns=4)
    yield from (game.replay(moves) for moves in ("abcdabba", "abbacddc", "bcbcadad"))


@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "brs"])
def test_for_two_seats_each_is_minimax(algorithm: str) -> None:
    for state in two_seats():
        expected, result = minimax(state), playout.search(state, algorithm)
        assert result.algorithm == algorithm
        assert (result.values, result.proven) == (expected.values, True), state
        if expected.values[0] != expected_middle(state):
            assert result.candidates[0].plies == expected.candidates[0].plies == len(result.line)
        if algorithm != "maxn":
            result = playout.search(state, f"{algorithm}(every=True, deepening=False)")
        found = {item.move: item.values for item in result.candidates}
        assert found == {item.move: item.values for item in expected.candidates}, state


@pytest.mark.parametrize("algorithm", ["paranoid", "brs"])
def test_for_two_seats_to_a_depth_each_is_minimax(algorithm: str) -> None:
    rng = random.Random(5)
    for _ in range(20):
        values = tuple(rng.uniform(-20, 20) for _ in range(64))
        state, depth = tree(leaves=values, branching=4, run=rng.choice([1, 2])), rng.choice([1, 2, 3])
        expected, result = minimax(state, depth=depth), playout.search(state, algorithm, depth=depth)
        assert result.values == pytest.approx(expected.values, abs=1e-9)
        assert (result.proven, result.depth) == (expected.proven, depth)


def test_maxn_is_minimax_by_another_name() -> None:
    state = playout.load(Three).start()
    expected, result = playout.search(state, "minimax"), playout.search(state, "maxn")
    assert result.values == (2.0, 5.0, 2.0)
    assert (result.candidates, result.nodes) == (expected.candidates, expected.nodes)


# More seats: as the recursions say


def test_three_seats_worked_by_hand() -> None:
    """Seat 0 can be kept down to 1 after its first move (leaves 1, 4, 6, 7), to 2 after the second (5, 2, 7, 5).

    Best-reply search has one of the others play its first legal move, 0: to the first move seat 1 or 2 alone can
    still keep it to 1, by (0, 0); to the second, seat 2 alone answers 0 1 for 2.
    """
    for algorithm in ("paranoid", "brs"):
        result = playout.search(playout.load(Three).start(), f"{algorithm}(every=True)")
        assert (result.line, result.values, result.proven) == ((1, 0, 1), (2.0, 5.0, 2.0), False)
        assert {item.move: item.values and item.values[0] for item in result.candidates} == {0: 1.0, 1: 2.0}


@BOTH
@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_random_trees_as_the_slow_way(kind: type[Paranoid], switches: dict[str, bool]) -> None:
    rng = random.Random(6)
    for _ in range(12):
        state = random_seats_tree(rng)
        assert_as_slow(kind, state, **switches)
        assert_as_slow(kind, state, rng.randint(1, 5), **switches)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_boards_as_the_slow_way(kind: type[Paranoid], switches: dict[str, bool]) -> None:
    for state in boards(4, seed=2, empty=5, size=3, line=3, players=3):
        assert_as_slow(kind, state, **switches)
    for state in boards(3, seed=3, empty=5, size=4, line=3, players=4):
        assert_as_slow(kind, state, **switches)
    for state in boards(2, seed=4, empty=8, size=4, line=3, players=3):
        assert_as_slow(kind, state, 3, **switches)


@scaled
@BOTH
def test_positions_to_which_many_ways_lead_as_the_slow_way(kind: type[Paranoid]) -> None:
    """What the table knows of a position holds only if the same seats have replied by then."""
    for seed in range(effort(20, 60)):
        shape: dict[str, Any] = {"branching": 3, "plies": 6, "width": 4, "seats": 3 + seed % 2, "mixed": seed % 3 == 0}
        assert_as_slow(kind, playout.load(SEATS_TREE, seed=seed, **shape).start())


@BOTH
def test_without_rank_the_switch_is_there_for_paranoid_only(kind: type[Paranoid]) -> None:
    state = next(boards(1, seed=6, empty=6, size=4, line=3, players=3))
    if kind is Paranoid:
        assert playout.search(state, "paranoid(rank=False)").values[state.turn] == Slow(state).value
    else:
        with pytest.raises(OptionError, match="brs has no option 'rank'"):
            playout.search(state, "brs(rank=False)")


@BOTH
def test_the_value_of_every_move(kind: type[Paranoid]) -> None:
    for state in boards(3, seed=7, empty=6, size=4, line=3, players=3):
        for item in run(kind(state, kind.option_type(every=True, deepening=False))).candidates:
            after, slow = state.play(item.move), SLOW[kind](state)
            worth = after.payoffs[state.turn] if after.over else slow.paranoid(after, 1)[0]
            assert item.values is not None
            assert item.values[state.turn] == pytest.approx(worth), (state, item)


@BOTH
def test_what_cannot_matter_is_not_looked_at(kind: type[Paranoid]) -> None:
    """Plain alpha-beta, with nothing to help it, needs a small part of the positions, and finds the same."""
    looked_at = whole = 0
    for state in boards(3, seed=8, empty=7, size=4, line=3, players=3):
        slow, result = SLOW[kind](state), run(kind(state, kind.option_type(line=False, **OFF)))
        assert result.values[state.turn] == pytest.approx(slow.value)
        assert result.nodes <= slow.nodes
        looked_at, whole = looked_at + result.nodes, whole + slow.nodes
    assert looked_at < whole / 3


def test_best_replies_are_fewer_than_all() -> None:
    """To the same depth it looks at less than paranoid search, and its value is never lower."""
    states = list(boards(10, seed=9, empty=9, size=4, line=3, players=3))
    paranoid = [playout.search(state, "paranoid") for state in states]
    replies = [playout.search(state, "brs") for state in states]
    assert sum(result.nodes for result in replies) < 0.8 * sum(result.nodes for result in paranoid)
    for state, one, other in zip(states, replies, paranoid, strict=True):
        assert one.values[state.turn] >= other.values[state.turn]


# Positions that the three judge differently

HOLDING_OUT = ["d2", "b3", "c3", "b4", "d3", "a3", "d1", "b1"]
"""Three in a row on 4x4, the third seat (Z) to move:

    4 . X . .
    3 Z O Z O
    2 . . . X
    1 . O . X
      a b c d

b2 gives Z three cells to win on: a1, d4 and c1. But O threatens c2, and X is next. X cannot win any more: if it stops O
on c2, O can stop Z on one cell only and Z wins on another; if it does not, O wins. Holding out as long as it can, as
max^n has it, X stops O: b2 wins. Paranoid search has X play for nothing but Z's loss: it leaves c2 to O.
"""


def test_a_win_that_rests_on_somebody_holding_out() -> None:
    state = playout.load("k_in_a_row", size=4, dimensions=2, line=3, players=3).replay(HOLDING_OUT)
    assert state.turn == 2
    assert max_n(state) == ((0.0, 0.0, 1.0), 4)
    assert (Slow(state, remember=True).value, SlowReplies(state).value) == (0.0, 0.0)
    result = playout.search(state, "maxn")
    assert (state.format(result.move), result.values, result.proven) == ("b2", (0.0, 0.0, 1.0), True)
    for algorithm in ("paranoid", "brs"):
        result = playout.search(state, algorithm)
        assert (result.values[2], result.proven) == (0.0, False), "no proof: the others need not play together"


def test_a_draw_that_rests_on_somebodys_own_interest() -> None:
    """On 3x3 X threatens c2 and O a1. Z stops X, and X has every reason to stop O; paranoid search trusts nobody.

    3 Z . .
    2 X X .
    1 . O O
      a b c
    """
    state = playout.load("k_in_a_row", size=3, dimensions=2, line=3, players=3).replay(["b2", "c1", "a3", "a2", "b1"])
    assert (max_n(state)[0][2], Slow(state).value) == (1 / 3, 0.0)
    result = minimax(state, backend="python")
    assert (state.format(result.move), result.values[2]) == ("c2", 1 / 3)
    result = run(Paranoid(state, backend="python"))
    assert (state.format(result.move), result.values) == ("c2", (0.0, 1.0, 0.0)), "in three plies, later than others"


@pytest.mark.slow
def test_a_position_with_three_answers() -> None:
    """What stands in docs/many_players.md: a win by max^n, a loss by paranoid and a draw by best-reply search."""
    moves = ["a1", "a3", "d3", "a4", "b3", "b2", "d2", "c1"]
    state = playout.load("k_in_a_row", size=4, dimensions=2, line=3, players=3).replay(moves)
    expected = {
        "maxn": max_n(state)[0][2],
        "paranoid": Slow(state, remember=True).value,
        "brs": SlowReplies(state).value,
    }
    assert expected == pytest.approx({"maxn": 1.0, "paranoid": 0.0, "brs": 1 / 3})
    for algorithm, value in expected.items():
        assert playout.search(state, algorithm).values[2] == pytest.approx(value)


# What is proven


@pytest.mark.slow
def test_a_paranoid_win_is_a_proof() -> None:
    """Whatever the others do, together or not, the seat wins within as many plies."""
    proven = 0
    for state in boards(20, seed=10, empty=6, size=4, line=3, players=3):
        result = playout.search(state, "paranoid")
        won = result.values[state.turn] == 1.0
        assert result.proven == result.candidates[0].proven == won
        assert max_n(state)[0][state.turn] >= result.values[state.turn] - 1e-9
        proven += won
        if won:
            assert result.candidates[0].plies == Slow(state).plies
        else:
            assert result.candidates[0].plies is None
    assert 3 < proven < 17


def test_a_best_reply_win_is_a_proof_only_if_it_is_the_next_move() -> None:
    seen = set()
    for state in boards(100, seed=10, empty=8, size=4, line=3, players=3):
        result = playout.search(state, "brs")
        won = result.values[state.turn] == 1.0
        at_once = state.play(result.move).over
        assert result.proven == (won and at_once)
        seen.add((won, at_once))
    assert {(True, True), (True, False), (False, False)} <= seen


@BOTH
def test_the_others_share_what_is_left_where_no_line_says_more(kind: type[Paranoid]) -> None:
    state = playout.load("k_in_a_row", size=4, dimensions=2, line=3, players=4).start()
    result = run(kind(state, kind.option_type(line=False), depth=3))
    own = result.values[0]
    assert result.values == pytest.approx((own, *[(1 - own) / 3] * 3))
    whole = run(kind(state, depth=3))
    assert whole.values[0] == pytest.approx(own)
    end = state.game.replay(whole.line)
    assert whole.values == tuple(end._call("evaluate", seat) for seat in range(4))


# Limits, stopping, saving, backends


# Refusals
