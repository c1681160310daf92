"""K in a row: its lines counted by hand, and its rules beside an independent referee, for any board and seats."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout
from playout import OVER, OptionError
from playout.native import view
from tests.effort import effort, scaled
from tests.games.k_in_a_row.line_referee import Cell, LineReferee
from tests.games.rollouts import assert_as_moves

NAMED = ("gomoku", "gomoku3d", "qubic", "k_in_a_row")

# Size, dimensions, line, players: every dimension, both widths of counters (the last two need 16 bits) and of cells.
BOARDS = [
    *((6, 1, 2, 2), (9, 1, 3, 4), (3, 2, 3, 2), (5, 2, 3, 3), (5, 2, 4, 2), (4, 2, 2, 5), (2, 2, 2, 6)),
    *((3, 3, 3, 2), (3, 3, 3, 3), (4, 3, 3, 4), (4, 3, 4, 2), (3, 4, 3, 3), (2, 6, 2, 3), (17, 2, 5, 2)),
    *((5, 2, 5, 5), (17, 2, 4, 4)),
]


def load(board: tuple[int, int, int, int]) -> playout.Game:
    size, dimensions, line, players = board
    return playout.load("k_in_a_row", size=size, dimensions=dimensions, line=line, players=players)


def table(game: playout.Game, name: str) -> Any:
    """A table of the game's file, as it was made for these options."""
    return game.rules.functions["play"].__globals__[name]


def coordinates(cell: int, size: int, dimensions: int) -> Cell:
    return tuple(cell // size**axis % size for axis in range(dimensions))


# Lines.


def lines_by_direction(name: str, size: int, dimensions: int) -> Counter[int]:
    """How many lines run along 1, 2, 3 ... axes at a time; each has to be straight, and none there twice."""
    lines = table(playout.load(name), "ON")
    counts: Counter[int] = Counter()
    for line in lines:
        cells = [coordinates(int(cell), size, dimensions) for cell in line]
        steps = {tuple(b - a for a, b in zip(one, other, strict=True)) for one, other in pairwise(cells)}
        assert len(steps) == 1
        step = steps.pop()
        assert set(step) <= {-1, 0, 1}
        counts[sum(map(abs, step))] += 1
    assert len({tuple(sorted(line.tolist())) for line in lines}) == len(lines)
    return counts


def test_the_lines_of_gomoku3d_by_direction() -> None:
    """An axis: 2 lines in each of 36 rows. A face diagonal: 4 in each of 6 planes. A space diagonal: 8."""
    assert lines_by_direction("gomoku3d", 6, 3) == {1: 3 * 72, 2: 6 * 24, 3: 4 * 8}
    assert sum(lines_by_direction("gomoku3d", 6, 3).values()) == 392


def test_the_lines_of_gomoku_by_direction() -> None:
    """11 in each of 15 rows, and 11 by 11 of each diagonal."""
    assert lines_by_direction("gomoku", 15, 2) == {1: 2 * 165, 2: 2 * 121}


def test_qubic_has_76_lines() -> None:
    """16 along each axis, 2 diagonals in each of 4 planes of 3 kinds, and 4 through the middle."""
    assert lines_by_direction("qubic", 4, 3) == {1: 48, 2: 24, 3: 4}


@pytest.mark.parametrize("board", BOARDS)
def test_the_number_of_lines_on_any_board(board: tuple[int, int, int, int]) -> None:
    """Along j axes there are C(d, j) 2^(j - 1) directions, each with (n - k + 1)^j n^(d - j) lines."""
    size, dimensions, line, _ = board
    expected = sum(
        comb(dimensions, j) * 2 ** (j - 1) * (size - line + 1) ** j * size ** (dimensions - j)
        for j in range(1, dimensions + 1)
    )
    assert table(load(board), "LINES") == expected


@pytest.mark.parametrize("name", ["gomoku3d", "qubic"])
def test_every_line_wins_for_every_seat(name: str) -> None:
    game = playout.load(name)
    play, lines = game.rules.functions["play"], table(game, "ON").tolist()
    for number, cells in enumerate(lines):
        seat, last = number % game.seats, number // 3 % len(cells)
        s = view(game.start()._copy(), "python")[0]
        for cell in [*cells[:last], *cells[last + 1 :], cells[last]]:
            assert s.winner == -1
            s.turn = seat
            play(s, cell)
        assert s.winner == seat, cells


# Against the referee.


def assert_same(state: playout.State, referee: LineReferee) -> None:
    cells = referee.cells()
    if referee.winner() is not None or not referee.empty():
        assert state.turn == OVER
        assert state.payoffs == pytest.approx(referee.payoffs())
        assert sum(state.payoffs) == pytest.approx(1)
    else:
        assert state.turn == referee.turn()
        assert [cells[move] for move in state.moves()] == referee.empty()


@scaled
@settings(max_examples=effort(30, 80), deadline=None)
@given(st.sampled_from(BOARDS), st.randoms(use_true_random=False))
def test_agrees_with_the_referee(board: tuple[int, int, int, int], rng: random.Random) -> None:
    referee, state = LineReferee(*board), load(board).start()
    cells = referee.cells()
    for _ in range(60):
        assert_same(state, referee)
        if state.over:
            break
        move = rng.choice(state.moves())
        assert state.parse(state.format(move)) == move
        state, referee = state.play(move), referee.put(cells[move])


def quiet_match(board: tuple[int, int, int, int], rng: random.Random, plies: int) -> list[tuple[Any, LineReferee]]:
    """The last positions of a match in which nobody wins if it can be helped: there tactics have most to say."""
    referee, state = LineReferee(*board), load(board).start()
    cells, found = referee.cells(), []
    for _ in range(plies):
        winning = referee.wins(referee.turn())
        quiet = [move for move in state.moves() if cells[move] not in winning]
        if not quiet:
            break
        move = rng.choice(quiet)
        state, referee = state.play(move), referee.put(cells[move])
        if state.over:
            break
        found.append((state, referee))
    return found[-2:]


def tactics(state: playout.State) -> tuple[int, list[int]]:
    out = np.full(state.game.rules.max_moves, -7, np.int64)
    n = int(state._call("tactics", out))
    return n, out[: max(n, 1)].tolist()


SMALL = [(9, 1, 3, 4), (3, 2, 3, 2), (5, 2, 3, 3), (5, 2, 4, 2), (4, 2, 3, 4), (3, 3, 3, 3), (4, 3, 4, 3), (5, 2, 4, 5)]


@pytest.mark.slow
@scaled
@settings(max_examples=effort(80, 300), deadline=None)
@given(st.sampled_from(SMALL), st.randoms(use_true_random=False), st.integers(2, 40))
def test_tactics_find_every_win_and_drop_no_defence(
    board: tuple[int, int, int, int], rng: random.Random, plies: int
) -> None:
    for state, referee in quiet_match(board, rng, plies):
        n, out = tactics(state)
        cells, mover = referee.cells(), referee.turn()
        own = [cells.index(cell) for cell in referee.wins(mover)]
        if own:
            assert n == -1 and out[0] in own
            continue
        assert n != -1
        safe = {move for move in state.moves() if referee.put(cells[move]).reaches_next_turn(mover)}
        threats = [cells.index(cell) for cell in referee.wins((mover + 1) % referee.players)]
        if n > 0:
            assert safe <= set(out) == set(threats)
        elif n < 0:
            assert out == [-1]
            assert not safe
        assert n == (0, 1, -2)[min(len(threats), 2)]


def test_the_seat_after_the_next_is_left_to_the_next() -> None:
    """Three seats, lines of three. Z has c3 and d3, and e3 is taken: b3 is all that Z could win on, and O will see."""
    state = load((5, 2, 3, 3)).replay(["a1", "e3", "c3", "a5", "b1", "d3"])
    assert tactics(state)[0] == 0
    assert tactics(state.play("e5")) == (1, [state.parse("b3")])


def test_nobody_is_forced_to_count_on_the_others() -> None:
    """Z has c3 and d3 between two empty cells: if X takes one, O has to take the other; if not, O has lost."""
    state = load((5, 2, 3, 3)).replay(["a1", "e1", "c3", "a5", "e5", "d3"])
    assert tactics(state)[0] == 0
    assert [state.format(move) for move in tactics(state.play("b3"))[1]] == ["e3"]
    assert tactics(state.play("a3")) == (-2, [-1])


# Hooks.


@pytest.mark.parametrize("board", BOARDS)
def test_what_hooks_say(board: tuple[int, int, int, int]) -> None:
    """Evaluations of all seats add up to 1 and lie within; left counts the empty cells; suggest wins, else blocks."""
    rng = random.Random(str(board))
    stream = playout.Rng(1)
    for state, referee in quiet_match(board, rng, rng.randint(2, 30)):
        values = [state._call("evaluate", seat) for seat in range(referee.players)]
        assert sum(values) == pytest.approx(1)
        assert all(0 < value < 1 for value in values)
        assert state._call("left") == len(referee.empty())
        cells, mover = referee.cells(), referee.turn()
        own, next_seat = referee.wins(mover), referee.wins((mover + 1) % referee.players)
        suggested = cells[int(state._call("suggest", stream.words))]
        assert suggested in (own or next_seat or referee.empty())
        assert cells[int(state._call("win_or_block", stream.words))] in (own or next_seat or referee.empty())
        assert cells[int(state._call("win_at_once", stream.words))] in (own or referee.empty())


@pytest.mark.parametrize("board", BOARDS)
def test_a_rollout_ends_as_moves_by_pick_do(board: tuple[int, int, int, int]) -> None:
    """From the start and from later positions: the same payoffs, and the generator at the same place."""
    game = load(board)
    for seed in range(4):
        state, rng = game.start(), random.Random(f"{board} {seed}")
        for _ in range(seed * table(game, "CELLS") // 8):
            following = state.play(rng.choice(state.moves()))
            state = state if following.over else following
        assert_as_moves(state, seed)


def test_evaluate_prefers_who_has_more() -> None:
    state = playout.load("gomoku").replay(["h8", "a1", "h9", "o1", "h10", "a15"])
    assert state._call("evaluate", 0) > 0.7 > 0.3 > state._call("evaluate", 1)


@pytest.mark.parametrize("name", ["gomoku", "gomoku3d"])
def test_rules_answer_beside_a_stone(name: str) -> None:
    """A cell beside a stone in the middle has more lines in common with it than any other cell: distances are of kings.

    In qubic a line is as long as the board, so there cells at any distance have one line in common.
    """
    game = playout.load(name)
    size, dimensions = table(game, "SIZE"), table(game, "DIMENSIONS")

    def place(cell: int) -> tuple[int, ...]:
        return tuple(cell // size**axis % size for axis in range(dimensions))

    middle = sum(size // 2 * size**axis for axis in range(dimensions))
    state = game.start().play(middle)
    answers = {playout.agent(f"rules(seed={seed})").choose(state) for seed in range(20)}
    assert len(answers) > 1, "equal cells are drawn"
    for answer in answers:
        assert max(abs(a - b) for a, b in zip(place(answer), place(middle), strict=True)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gomoku", "qubic"])
def test_few_simulations_are_not_worse_than_the_rules(name: str) -> None:
    """30 simulations are fewer than there are cells in gomoku: the game's prior says which cells they look at."""
    agents = ["uct(simulations=30)", "rules"]
    found = playout.tournament(name, agents, matches=60, seed=1, openings=2, workers=1).standings.difference(*agents)
    assert found is not None and found.elo > -40 and found.high > 0


def test_rank_puts_the_win_first_then_the_block() -> None:
    """X could win on h12 (h7 is taken) and O on e2."""
    state = playout.load("gomoku").replay(["h8", "a2", "h9", "b2", "h10", "c2", "h11", "d2", "o15", "h7"])
    moves = np.array(state.moves())
    scores = np.zeros(len(moves))
    state._call("rank", moves, len(moves), scores)
    best = [state.format(int(moves[i])) for i in np.argsort(-scores)[:2]]
    assert best == ["h12", "e2"]


@pytest.mark.parametrize("board", BOARDS)
def test_transposed_orders_give_the_same_position(board: tuple[int, int, int, int]) -> None:
    game, players = load(board), board[3]
    rng = random.Random(str(board))
    for _ in range(5):
        line = rng.sample(range(board[0] ** board[1]), min(3 * players, board[0] ** board[1] - 1))
        other = list(line)
        for seat in range(players):
            mine = line[seat::players]
            rng.shuffle(mine)
            other[seat::players] = mine
        try:
            one, two = game.replay(line), game.replay(other)
        except playout.MoveError:  # somebody had won before
            continue
        assert one == two and hash(one) == hash(two)
        assert one.moves() == two.moves()
        assert pickle.loads(pickle.dumps(one)) == two


def test_positions_differ_by_stones_and_seats() -> None:
    game = playout.load("gomoku3d")
    lines = ("", "0", "1", "01", "10", "012", "021", "102", "120", "201", "210")
    assert len({game.replay(map(int, line)) for line in lines}) == len(lines)


# Known values.


def test_three_in_a_row_of_three_is_tic_tac_toe() -> None:
    """255,168 matches, of which 46,080 fill the board without a line: well-known numbers."""
    found = playout.perft(load((3, 2, 3, 2)).start(), 10)
    assert found.counts[:4] == (1, 9, 72, 504)
    assert found.ended == (0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)
    assert sum(found.ended) == 255_168


# The cube of three is won from its middle; four in a row on 4 by 4 is a draw.
@pytest.mark.parametrize(("board", "value"), [((3, 3, 3, 2), 1.0), ((4, 2, 4, 2), 0.5)])
def test_solved_boards(board: tuple[int, int, int, int], value: float) -> None:
    result = playout.search(load(board).start(), "alphabeta", proven=True)
    assert result.proven
    assert result.values[0] == value


# Names, options and texts.


@pytest.mark.parametrize(
    ("name", "cells", "seats"), [("gomoku", 225, 2), ("gomoku3d", 216, 3), ("qubic", 64, 2), ("k_in_a_row", 225, 2)]
)
def test_named_games(name: str, cells: int, seats: int) -> None:
    game = playout.load(name)
    assert (game.name, game.seats, len(game.start().moves())) == (name, seats, cells)
    assert game.rules is playout.load(name).rules
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_named_game_takes_options_too() -> None:
    game = playout.load("gomoku3d", players=2)
    assert (game.name, game.seats, len(game.start().moves())) == ("gomoku3d", 2, 216)
    assert len(playout.load(game, size=5).start().moves()) == 125


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": "x"}, "size has to be a whole number, not 'x'"),
        ({"size": 6.0}, "size has to be a whole number, not 6.0"),
        ({"size": True}, "size has to be a whole number, not True"),
        ({"size": None}, "size has to be a whole number, not None"),
        ({"size": 1}, "size has to be a whole number from 2 to 1000, not 1"),
        ({"size": -3}, "size has to be a whole number from 2 to 1000, not -3"),
        ({"size": 32}, r"a board of 32\^2 = 1,024 cells is too large; 1,000 are the most"),
        ({"dimensions": 0}, "dimensions has to be a whole number from 1 to 6, not 0"),
        ({"dimensions": 7}, "dimensions has to be a whole number from 1 to 6, not 7"),
        ({"line": 1}, "line has to be a whole number from 2 to 1000, not 1"),
        ({"line": 16}, "line is 16, which does not fit on a board of size 15"),
        ({"players": 1}, "players has to be a whole number from 2 to 6, not 1"),
        ({"players": 7}, "players has to be a whole number from 2 to 6, not 7"),
        ({"line": 15, "players": 5}, "line is 15, which is too long for 5 players"),
        ({"length": 5}, "no option 'length'; it has size, dimensions, line, players"),
        ({"sizes": 5}, r"no option 'sizes' \(did you mean size\?\)"),
    ],
)
@pytest.mark.parametrize("name", ["gomoku", "k_in_a_row"])
def test_a_bad_option_is_refused_by_name(name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=rf"^{name}.*{words}"):
        playout.load(name, **options)


@pytest.mark.parametrize("text", ["c4-2", "C4-2", " c4 2 ", "c4,2", "c 4 / 2", "c4:2"])
def test_moves_of_three_dimensions_as_text(text: str) -> None:
    """Column c is the third, row 4 the third from the top of six, layer 2 the second."""
    state = playout.load("gomoku3d").start()
    assert state.parse(text) == 2 + 6 * 2 + 36 * 1
    assert state.format(state.parse(text)) == "c4-2"


@pytest.mark.parametrize("text", ["", "c4", "c42", "g1-1", "a7-1", "a1-7", "a0-1", "4-2", "c4-2-1", "c-4", "-", "é1-1"])
def test_a_bad_move_is_refused(text: str) -> None:
    with pytest.raises(playout.MoveError, match="legal: a6-1, b6-1"):
        playout.load("gomoku3d").start().play(text)


def test_moves_of_other_dimensions_as_text() -> None:
    assert playout.load("gomoku").start().parse("H8") == 112
    line = load((30, 1, 5, 2)).start()
    assert [line.format(move) for move in (0, 25, 26, 29)] == ["a", "z", "aa", "ad"]
    assert load((3, 4, 3, 3)).start().format(80) == "c1-3-3"


def test_layers_are_shown_beside_each_other() -> None:
    state = load((3, 3, 3, 3)).replay(["a1-1", "b2-2", "c3-3"])
    assert str(state).splitlines() == [
        "  layer 1    layer 2    layer 3",
        "3 . . .    3 . . .    3 . . Z",
        "2 . . .    2 . O .    2 . . .",
        "1 X . .    1 . . .    1 . . .",
        "  a b c      a b c      a b c",
    ]
    picture = state._repr_html_()
    assert picture.count("<circle") == 27
    assert len(set(re.findall(r'<circle[^>]*fill="([^"]*)"', picture))) == 4, "three seats and the empty cells"


def test_a_board_of_two_dimensions_is_shown_like_tic_tac_toe() -> None:
    line = ["a1", "b2", "c3"]
    same = str(playout.load("tic_tac_toe").replay(line))
    assert str(load((3, 2, 3, 2)).replay(line)) == f"{same}\nX is Black, O is White"


def test_a_draw_is_a_share_or_a_half() -> None:
    """Three seats on one row of three cells that no one can fill alone: the board is full, and nobody has a line."""
    for draw, share, total in (("share", 1 / 3, 1.0), ("half", 0.5, None)):
        game = playout.load("k_in_a_row", size=3, dimensions=1, line=3, players=3, draw=draw)
        state = game.replay([0, 1, 2])
        assert state.over and state.payoffs == (share,) * 3
        assert game.rules.payoff_sum == total
    assert playout.load("k_in_a_row", size=3, line=3, draw="half").rules.payoff_sum == 1.0
    with pytest.raises(OptionError, match="draw has to be one of share, half, not 'none'"):
        playout.load("k_in_a_row", draw="none")
