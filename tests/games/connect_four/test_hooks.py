"""Connect Four's tactics, rank, evaluate, left and key against an independent referee, on any board."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout
from playout import native
from playout.rules import ROLLOUTS, evaluate, key, left, rank, tactics
from tests.effort import effort, scaled
from tests.games.referee import DIRECTIONS, Referee
from tests.games.rollouts import assert_as_moves

LARGEST = 15


def ask(states: Any, out: Any, scores: Any, answers: Any, keys: Any, values: Any) -> None:
    """Kernel: what the hooks say of states[0]: tactics, left, key and evaluate; and the ranks of the moves 0 to 2."""
    answers[0] = tactics(states[0], out)
    answers[1] = left(states[0])
    keys[0] = key(states[0])
    for seat in range(2):
        values[seat] = evaluate(states[0], seat)
    for i in range(len(scores)):
        answers[2 + i] = i
    rank(states[0], answers[2:], len(scores), scores)


def hooks(state: playout.State, backend: str) -> tuple[int, list[int], int, int, list[float], list[float]]:
    """(tactics, its list, left, key, values, ranks) of a position."""
    rules = state.game.rules
    out, scores = np.full(rules.max_moves, -7, np.int64), np.zeros(min(3, len(state.moves())))
    answers, keys, values = np.zeros(5, np.int64), np.zeros(1, np.uint64), np.zeros(2)
    if len(scores) < 3 or state.moves()[:3] != [0, 1, 2]:
        scores = scores[:0]
    kernel = native.bind(ask, rules, backend)
    kernel(native.view(state._copy(), backend), out, scores, answers, keys, values)
    n = int(answers[0])
    return n, out[: max(n, 1)].tolist(), int(answers[1]), int(keys[0]), values.tolist(), scores.tolist()


def after(referee: Referee, move: int) -> Referee:
    copy = referee.copy()
    copy.play(move)
    return copy


def wins_at_once(referee: Referee) -> list[int]:
    """The moves with which the seat to move makes a line."""
    return [move for move in referee.moves() if after(referee, move).winner() is not None]


def loses_in_two(referee: Referee, move: int) -> bool:
    return bool(wins_at_once(after(referee, move)))


def wins_in_three(referee: Referee, move: int) -> bool:
    """Whatever the answer, there is a win."""
    middle = after(referee, move)
    answers = [after(middle, answer) for answer in middle.moves()]
    return bool(answers) and all(item.winner() is None and wins_at_once(item) for item in answers)


def has_two_threats(referee: Referee, move: int) -> bool:
    """After a move its seat wins on two cells that can be landed on, or on one and then on the one above it."""
    seat, middle = referee.turn(), after(referee, move)
    landing = {column: cell for column in middle.moves() if (cell := middle.landing(column)) is not None}
    hits = [column for column, cell in landing.items() if middle.completes(seat, cell)]
    return len(hits) > 1 or (len(hits) == 1 and bool(wins_at_once(after(middle, hits[0]))))


def forced_line(referee: Referee) -> tuple[int, int] | None:
    """As long as every move but one loses in two plies, that one is played: (plies until a loss by the last of them,
    the first move); None if a seat gets a choice or the board is full before.
    """
    first, plies = -1, 0
    while referee.moves():
        safe = [move for move in referee.moves() if not loses_in_two(referee, move)]
        if not safe:
            return plies + 2, first
        if len(safe) > 1:
            return None
        first, plies = first if plies else safe[0], plies + 1
        referee = after(referee, safe[0])
    return None


def winning_cells(referee: Referee, seat: int) -> int:
    """The empty cells on which a seat would make a line."""
    cells = {(row, column) for row in range(referee.rows) for column in range(referee.columns)}
    return sum(referee.completes(seat, cell) for cell in cells - referee.stones.keys() - {referee.blocked})


def promise(referee: Referee, move: int) -> tuple[int, int]:
    """What the better moves have more of: winning cells afterwards, then nearness to the middle."""
    return winning_cells(after(referee, move), referee.turn()), -abs(2 * move + 1 - referee.columns)


def open_weight(referee: Referee, seat: int) -> float:
    """Every line of the board that is free of the other's stones, and holds n > 0 of the seat's: 4 to the n - 1."""
    weight = 0.0
    for row, column in product(range(referee.rows), range(referee.columns)):
        for down, right in DIRECTIONS:
            cells = [(row + i * down, column + i * right) for i in range(referee.line)]
            on_board = all(0 <= y < referee.rows and 0 <= x < referee.columns for y, x in cells)
            owners = [referee.stones.get(cell) for cell in cells]
            if on_board and referee.blocked not in cells and 1 - seat not in owners and seat in owners:
                weight += 4.0 ** (owners.count(seat) - 1)
    return weight


def worth(referee: Referee, seat: int) -> float:
    """The seat's share of the weight, of which each has one more."""
    own, other = open_weight(referee, seat), open_weight(referee, 1 - seat)
    return (own + 1) / (own + other + 2)


def assert_true(state: playout.State, referee: Referee) -> None:
    """What tactics says is so, and it misses no win, no block and no losing move; rank counts winning cells.

    On boards that fit a word it misses no two threats either, follows forced lines, and lists the best first.
    """
    n, out, plies, _, values, scores = hooks(state, "cpu")
    legal, winning, fits_word = referee.moves(), wins_at_once(referee), state._position["stride"][0] > 0
    empty = referee.rows * referee.columns - (referee.blocked is not None) - len(referee.stones)
    assert plies == empty
    assert values == [pytest.approx(worth(referee, seat)) for seat in range(2)]
    if winning:
        assert n == -1
        assert out[0] in winning
        return
    losing = [move for move in legal if loses_in_two(referee, move)]
    if len(losing) == len(legal):
        assert (n, out[0]) == (-2, -1)
    elif fits_word and (forced := forced_line(referee)) is not None:
        plies, first = forced
        assert (n, out[0]) == (-plies, first if plies % 2 else -1)
    elif n == -3:
        assert out[0] in legal
        assert wins_in_three(referee, out[0])
    else:
        assert n >= 0
        assert sorted(out if n > 0 else legal) == [move for move in legal if move not in losing]
        promises = [promise(referee, move) for move in (out if fits_word else range(len(scores)))]
        if fits_word:
            assert not any(has_two_threats(referee, move) for move in out)
            assert promises == sorted(promises, reverse=True)
        else:
            weights = [cells + middle / 32 for cells, middle in promises]
            assert [score - scores[0] for score in scores] == [weight - weights[0] for weight in weights]


@st.composite
def boards(draw: st.DrawFn) -> Referee:
    """Boards that fit a word and boards that do not, most of them with lines of four."""
    rows, columns = draw(st.integers(2, 9)), draw(st.integers(4, 9))
    line = min(draw(st.sampled_from([4, 4, 4, 3, 5])), max(rows, columns))
    blocked = draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    return Referee(rows, columns, line, blocked)


def positions(referee: Referee, rng: random.Random, plies: int) -> list[tuple[playout.State, Referee]]:
    """The last positions of a random match in which nobody wins if it can be helped: there tactics have most to say."""
    game = playout.load(
        "connect_four", rows=referee.rows, columns=referee.columns, line=referee.line, blocked=referee.blocked
    )
    state, found = game.start(), []
    for _ in range(plies):
        quiet = [move for move in referee.moves() if after(referee, move).winner() is None]
        if not quiet:
            break
        move = rng.choice(quiet)
        state = state.play(move)
        referee.play(move)
        if state.over:
            break
        found.append((state, referee.copy()))
    return found[-3:]


@scaled
@settings(max_examples=effort(40, 120), deadline=None)
@given(boards(), st.randoms(use_true_random=False), st.integers(4, 50))
def test_tactics_are_true_and_complete(referee: Referee, rng: random.Random, plies: int) -> None:
    for state, copy in positions(referee, rng, plies):
        assert_true(state, copy)


@scaled
@pytest.mark.parametrize("size", [(6, 7), (7, 8), (3, 15), (12, 12), (15, 15)])
@pytest.mark.parametrize("blocked", [None, (1, 1), (0, 3)])
def test_tactics_on_well_filled_boards(size: tuple[int, int], blocked: tuple[int, int] | None) -> None:
    rng = random.Random(f"{size} {blocked}")
    for _ in range(effort(1, 3)):
        for state, copy in positions(Referee(*size, 4, blocked), rng, rng.randint(6, 40)):
            assert_true(state, copy)


@scaled
@settings(max_examples=effort(30, 200), deadline=None)
@given(boards(), st.randoms(use_true_random=False), st.integers(4, 50))
def test_a_rollout_ends_as_moves_do(referee: Referee, rng: random.Random, plies: int) -> None:
    for state, _ in positions(referee, rng, plies):
        for word in ROLLOUTS:
            assert_as_moves(state, rng.randrange(1 << 30), word)


@settings(max_examples=25, deadline=None)
@given(boards(), st.randoms(use_true_random=False), st.integers(4, 50))
def test_native_equals_interpreted(referee: Referee, rng: random.Random, plies: int) -> None:
    for state, _ in positions(referee, rng, plies):
        assert hooks(state, "cpu") == hooks(state, "python")


@scaled
@pytest.mark.parametrize(
    "options", [{}, {"rows": 7, "columns": 8}, {"blocked": (4, 2)}, {"rows": 12, "columns": 12}, {"line": 5}]
)
def test_no_two_positions_share_a_key(options: dict[str, Any]) -> None:
    """All positions of the first plies, told apart by their stones."""
    start = playout.load("connect_four", **options).start()
    layer, pictures, keys = {str(start): start}, set(), set()
    for _ in range(effort(4, 5)):
        for picture, state in layer.items():
            pictures.add(picture)
            keys.add(hooks(state, "cpu")[3])
        children = [state.play(move) for state in layer.values() for move in state.moves()[:5]]
        layer = {str(child): child for child in children}
    assert len(keys) == len(pictures) > effort(100, 300)


def test_two_threats_win_in_three() -> None:
    """X on c and d, the rest of the row free but for a: with e there are two ends, b and f."""
    state = playout.load("connect_four").replay("cada")
    n, out, *_ = hooks(state, "cpu")
    assert n == -3
    assert state.format(out[0]) == "e"


@scaled
def test_a_pile_of_two_winning_cells_wins_in_three() -> None:
    """With f1 X threatens nothing but f2 and f3, of which only one can be taken back; the referee agrees."""
    found = 0
    rng = random.Random(5)
    while found < effort(5, 20):
        for state, copy in positions(Referee(), rng, rng.randint(10, 36)):
            n, out, *_ = hooks(state, "cpu")
            if n == -3:
                found += 1
                assert wins_in_three(copy, out[0])


def test_rank_counts_the_cells_that_would_win() -> None:
    """Beside three stones in a row the fourth wins; a stone on top of nothing creates no such cell."""
    state = playout.load("connect_four").replay("aabb")
    *_, scores = hooks(state, "cpu")
    assert scores[2] > scores[1] > scores[0], "c makes three in a row with d open; b is nearer to the middle than a"


def test_towards_middle_moves_from_a_full_column_towards_the_middle() -> None:
    """With a and g full, what fell on them goes to b and f: two sevenths each instead of one."""
    state = playout.load("connect_four").replay("aaaaaagggggg")
    rng = playout.Rng(1)
    counts = [0] * 7
    for _ in range(7000):
        counts[int(state._call("towards_middle", rng.words))] += 1
    for column, expected in enumerate([0, 2000, 1000, 1000, 1000, 2000, 0]):
        assert abs(counts[column] - expected) <= 6 * (expected * 6 / 7) ** 0.5


def test_towards_middle_falls_back_where_the_middle_is_full() -> None:
    state = playout.load("connect_four", rows=2, columns=3, line=3).replay("aabb")
    assert {int(state._call("towards_middle", playout.Rng(seed).words)) for seed in range(20)} == {2}


def test_middle_weighted_takes_the_better_of_two() -> None:
    """The middle column is chosen unless both draws miss it: 13 of 49; the outer two only with both draws: 4 of 49."""
    state = playout.load("connect_four").start()
    rng = playout.Rng(2)
    counts = [0] * 7
    for _ in range(4900):
        counts[int(state._call("middle_weighted", rng.words))] += 1
    assert abs(counts[3] - 1300) <= 6 * (1300 * 36 / 49) ** 0.5
    assert abs(counts[0] + counts[6] - 400) <= 6 * (400 * 45 / 49) ** 0.5


@settings(max_examples=25, deadline=None)
@given(boards(), st.integers(0, 10**6))
def test_suggest_wins_at_once_else_blocks(referee: Referee, seed: int) -> None:
    """The first plies of matches in which both sides follow it, on any board; the referee says what wins."""
    options = {"rows": referee.rows, "columns": referee.columns, "line": referee.line, "blocked": referee.blocked}
    state, rng = playout.load("connect_four", **options).start(), playout.Rng(seed)
    while not state.over and len(state.history) < 36:
        move = int(state._call("suggest", rng.words))
        assert move in state.moves()
        own = wins_at_once(referee)
        landing = [(column, referee.landing(column)) for column in referee.moves()]
        threats = []
        for column, cell in landing:
            assert cell is not None
            handed = referee.copy()
            handed.stones[cell] = 1 - referee.turn()
            if handed.winner() is not None:
                threats.append(column)
        if own:
            assert move in own
        elif threats:
            assert move in threats
        state = state.play(move)
        referee.play(move)
