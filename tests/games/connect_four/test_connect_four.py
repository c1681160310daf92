"""Connect Four against an independent referee, and its rules one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout
from playout import OVER, OptionError
from playout.games import connect_four
from playout.native import view
from tests.effort import effort, scaled
from tests.games.referee import DIRECTIONS, Referee
from tests.native.kernels import follow_match

LARGEST = 15


def board(referee: Referee) -> playout.State:
    return playout.load(
        "connect_four", rows=referee.rows, columns=referee.columns, line=referee.line, blocked=referee.blocked
    ).start()


@st.composite
def boards(draw: st.DrawFn) -> Referee:
    """Any size and line that fit, with or without a blocked cell."""
    rows, columns = draw(st.tuples(st.integers(1, LARGEST), st.integers(1, LARGEST)).filter(lambda size: max(size) > 1))
    line = draw(st.integers(2, max(rows, columns)))
    blocked = draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    return Referee(rows, columns, line, blocked)


def assert_same(state: playout.State, referee: Referee) -> None:
    moves = referee.moves()
    assert state.moves() == moves
    assert state.over == (not moves)
    assert str(state).rpartition("\n")[0] == referee.grid()
    if moves:
        assert state.turn == referee.turn()
    else:
        assert state.turn == OVER
        assert state.payoffs == referee.payoffs()


def play_both(referee: Referee, draws: list[int]) -> playout.State:
    """Plays by the draws until they or the match end; both must agree after every move."""
    state = board(referee)
    assert_same(state, referee)
    for draw in draws:
        if state.over:
            break
        move = state.moves()[draw % len(state.moves())]
        state = state.play(move)
        referee.play(move)
        assert_same(state, referee)
    return state


@scaled
@settings(max_examples=effort(50, 150), deadline=None)
@given(boards(), st.lists(st.integers(0, LARGEST - 1), max_size=80))
def test_agrees_with_the_referee(referee: Referee, draws: list[int]) -> None:
    play_both(referee, draws)


@pytest.mark.parametrize("line", [4, 6, 8, 14, 15])
@pytest.mark.parametrize("blocked", [None, (0, 14), (14, 14), (7, 7)])
def test_whole_matches_on_the_largest_board(line: int, blocked: tuple[int, int] | None) -> None:
    """Long lines are rarely made, so the matches fill the board up to its highest row; both backends follow them."""
    rng = random.Random(f"{line} {blocked}")
    start = Referee(LARGEST, LARGEST, line, blocked)
    final = play_both(start, [rng.randrange(LARGEST * 8) for _ in range(LARGEST * LARGEST)])
    assert final.over
    line_played = list(final.history)
    for backend in ("cpu", "python"):
        turns, payoffs = follow_match(final.game.start(), line_played, backend)
        assert turns == [(ply + 1) % 2 for ply in range(len(turns) - 1)] + [OVER]
        assert tuple(payoffs) == final.payoffs


def floating(state: playout.State) -> Any:
    """A position on whose board stones can be put anywhere, also in the air."""
    return view(state._copy(), "python")[0]


def put(s: Any, seat: int, cell: tuple[int, int]) -> None:
    row, column = cell
    s.height[column] = s.rows - 1 - row
    s.turn = seat
    s.open_count = s.columns
    with np.errstate(over="ignore"):  # words are multiplied as compiled code does it
        connect_four.play(s, column)


def lines(referee: Referee) -> list[list[tuple[int, int]]]:
    """All lines of the board."""
    found = []
    for row in range(referee.rows):
        for column in range(referee.columns):
            for down, right in DIRECTIONS:
                cells = [(row + i * down, column + i * right) for i in range(referee.line)]
                if all(0 <= y < referee.rows and 0 <= x < referee.columns for y, x in cells):
                    found.append(cells)
    return found


@pytest.mark.parametrize(
    ("rows", "columns", "line", "count"),
    # In each row columns - line + 1 of them, and so on; 69 is the well-known number of the standard board.
    [
        (6, 7, 4, 69),
        (15, 15, 4, 648),
        (15, 15, 15, 32),
        (15, 15, 14, 68),
        (15, 2, 2, 71),
        (1, 15, 4, 12),
        (9, 12, 5, 212),
    ],
)
def test_every_line_of_the_board_wins(rows: int, columns: int, line: int, count: int) -> None:
    referee = Referee(rows, columns, line)
    every = lines(referee)
    assert len(every) == count
    start = board(referee)
    for number, cells in enumerate(every):
        seat = number % 2
        s = floating(start)
        last = number % line  # the stone that completes it, at either end or within
        for cell in cells[:last] + cells[last + 1 :]:
            put(s, seat, cell)
            assert s.winner == -1, cells
        put(s, seat, cells[last])
        assert s.winner == seat, cells


@scaled
@settings(max_examples=effort(40, 100), deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_any_pattern_of_stones(referee: Referee, rng: random.Random) -> None:
    """Stones put anywhere in any order: a line is found when it is there, and never across an edge of the board."""
    s = floating(board(referee))
    cells = [(row, column) for row in range(referee.rows) for column in range(referee.columns)]
    for cell in rng.sample(cells, min(len(cells), 60)):
        if cell == referee.blocked:
            continue
        seat = int(rng.random() < 0.4)
        put(s, seat, cell)
        referee.stones[cell] = seat
        winner = referee.winner()
        assert s.winner == (-1 if winner is None else winner)
        if winner is not None:
            break


@scaled
def test_two_stones_make_a_line_of_two_where_they_touch() -> None:
    """Pairs of cells of the largest board, and all that touch: no two masks share bits."""
    start = playout.load("connect_four", rows=LARGEST, columns=LARGEST, line=2).start()
    positions = start._copy()
    s = view(positions, "python")[0]
    cells = [(row, column) for row in range(LARGEST) for column in range(LARGEST)]
    for number, one in enumerate(cells):
        near = {(one[0] + down, one[1] + right) for down, right in DIRECTIONS}
        for other in [*near.intersection(cells), *cells[number + 1 :: effort(7, 1)]]:
            positions[0] = start._position[0]
            put(s, 0, one)
            put(s, 0, other)
            touch = max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1
            assert s.winner == (0 if touch else -1), (one, other)


def test_highest_bits() -> None:
    """The last column, the last row and both corner diagonals of the largest board, full but for one stone or whole."""
    top = [(0, column) for column in range(LARGEST)]
    right = [(row, LARGEST - 1) for row in range(LARGEST)]
    rising = [(LARGEST - 1 - i, i) for i in range(LARGEST)]
    falling = [(i, i) for i in range(LARGEST)]
    start = playout.load("connect_four", rows=LARGEST, columns=LARGEST, line=LARGEST).start()
    for cells in (top, right, rising, falling):
        for missing in (0, 7, 14):
            s = floating(start)
            for cell in cells[:missing] + cells[missing + 1 :]:
                put(s, 1, cell)
            assert s.winner == -1
            put(s, 1, cells[missing])
            assert s.winner == 1


# Positions


@pytest.mark.parametrize(("one", "other"), [("dac", "cad"), ("aabbcc", "ccbbaa"), ("abcdefg", "gbadcfe")])
def test_transposed_orders_give_the_same_position(one: str, other: str) -> None:
    game = playout.load("connect_four")
    assert game.replay(one) == game.replay(other)
    assert hash(game.replay(one)) == hash(game.replay(other))


def test_transposed_full_columns_give_the_same_position() -> None:
    """Columns are closed in another order, which must not show."""
    game = playout.load("connect_four", rows=2, columns=5, line=5)
    one, other = game.replay("aabbcc"), game.replay("ccbbaa")
    assert one == other
    assert hash(one) == hash(other)
    assert one.moves() == other.moves() == [3, 4]


def test_positions_differ_by_stones_and_by_turn() -> None:
    game = playout.load("connect_four")
    positions = {game.replay(line) for line in ("", "a", "g", "ab", "ba", "aa", "gg", "aab", "aba")}
    assert len(positions) == 9


# Options


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"rows": 16}, "rows"),
        ({"rows": 0}, "rows"),
        ({"rows": -3}, "rows"),
        ({"rows": "x"}, "rows"),
        ({"rows": True}, "rows"),
        ({"rows": 6.0}, "rows"),
        ({"rows": None}, "rows"),
        ({"columns": 16}, "columns"),
        ({"columns": 0}, "columns"),
        ({"columns": "7"}, "columns"),
        ({"line": -1}, "line"),
        ({"line": 1}, "line"),
        ({"line": 16}, "line"),
        ({"line": 8}, "line is 8, which does not fit"),
        ({"rows": 1, "columns": 1, "line": 2}, "line"),
        ({"blocked": ((1, 2), (3, 4))}, "blocked has to be one cell"),
        ({"blocked": [(1, 2), (3, 4)]}, "blocked has to be one cell"),
        ({"blocked": (1, 2, 3, 4)}, "blocked has to be one cell"),
        ({"blocked": (1,)}, "blocked has to be one cell"),
        ({"blocked": 3}, "blocked has to be one cell"),
        ({"blocked": (6, 0)}, "the row of blocked"),
        ({"blocked": (-1, 0)}, "the row of blocked"),
        ({"blocked": (0, 7)}, "the column of blocked"),
        ({"blocked": (0, -1)}, "the column of blocked"),
        ({"blocked": ("a", "b")}, "the row of blocked"),
        ({"blocked": (True, 1)}, "the row of blocked"),
        ({"row": 6}, r"no option 'row' \(did you mean rows\?\)"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: dict[str, Any], name: str) -> None:
    with pytest.raises(OptionError, match=name):
        playout.load("connect_four", **options)


@pytest.mark.parametrize("text", ["d", "D", " d ", "4"])
def test_a_column_is_a_letter_or_a_number(text: str) -> None:
    assert playout.load("connect_four").start().parse(text) == 3
    wide = playout.load("connect_four", rows=9, columns=12).start()
    assert [wide.parse(text) for text in ("1", "12", "l")] == [0, 11, 11]


@pytest.mark.parametrize("text", ["", "h", "A1", "aa", "0", "8", "1.0", "-1", "²", "#", "-", "é"])
def test_a_bad_move_is_refused(text: str) -> None:
    with pytest.raises(playout.MoveError, match="legal: a, b, c, d, e, f, g"):
        playout.load("connect_four").start().play(text)


def test_moves_as_text() -> None:
    state = playout.load("connect_four", rows=15, columns=15).start()
    assert [state.format(move) for move in state.moves()] == list("abcdefghijklmno")
    assert state.play("O") == state.play(" o ") == state.play(14)
