"""The university course's Connect Four: one cell is blocked, counted from the top left."""

from __future__ import annotations

import playout


def shown(state: playout.State) -> list[str]:
    return [row.replace(" ", "") for row in str(state).splitlines()[:-1]]


def test_blocked_cell_is_counted_from_the_top_left() -> None:
    assert shown(playout.load("connect_four", rows=3, columns=4, blocked=(0, 0)).start()) == ["#...", "....", "...."]
    assert shown(playout.load("connect_four", rows=3, columns=4, blocked=(0, 3)).start()) == ["...#", "....", "...."]
    assert shown(playout.load("connect_four", rows=3, columns=4, blocked=(2, 1)).start()) == ["....", "....", ".#.."]


def test_a_stone_lands_above_the_blocked_cell() -> None:
    game = playout.load("connect_four", rows=4, columns=4, blocked=(2, 1))
    assert shown(game.replay("bb")) == ["....", ".O..", ".#..", ".X.."]
    assert shown(game.replay("bbb")) == [".X..", ".O..", ".#..", ".X.."]
    assert game.replay("bbb").moves() == [0, 2, 3]


def test_blocked_bottom_row_makes_the_column_start_higher() -> None:
    game = playout.load("connect_four", rows=4, columns=4, blocked=(3, 2))
    assert shown(game.replay("c")) == ["....", "....", "..X.", "..#."]
    assert game.replay("cc").moves() == [0, 1, 2, 3]
    assert game.replay("ccc").moves() == [0, 1, 3]


def test_blocked_top_row_makes_the_column_end_earlier() -> None:
    game = playout.load("connect_four", rows=4, columns=4, blocked=(0, 2))
    assert game.replay("cc").moves() == [0, 1, 2, 3]
    assert game.replay("ccc").moves() == [0, 1, 3]
    assert shown(game.replay("ccc")) == ["..#.", "..X.", "..O.", "..X."]


def test_blocked_cell_breaks_a_column() -> None:
    """X above and below the blocked cell: five stones, but only two and three in line."""
    game = playout.load("connect_four", rows=6, columns=7, blocked=(3, 0))
    state = game.replay("abacadaga")
    assert [row[0] for row in shown(state)] == ["X", "X", "X", "#", "X", "X"]
    assert not state.over


def test_blocked_cell_breaks_a_row() -> None:
    game = playout.load("connect_four", rows=6, columns=7, blocked=(5, 2))
    state = game.replay("aabbddee")
    assert shown(state)[5] == "XX#XX.."
    assert not state.over
    # One row higher nothing is blocked.
    assert playout.load("connect_four").replay("aabbc").play("c").play("d").over


def test_blocked_cell_breaks_a_diagonal() -> None:
    moves = "abbcdccdgdd"  # X stands on a1, b2, c3, d4 in the end, if nothing is blocked
    assert playout.load("connect_four").replay(moves).payoffs == (1.0, 0.0)
    state = playout.load("connect_four", blocked=(4, 1)).replay(moves)
    assert shown(state)[2:] == ["...X...", ".XXO...", ".#OO...", "XOOX..X"]
    assert not state.over


def test_a_single_row_that_is_blocked_has_no_moves_there() -> None:
    game = playout.load("connect_four", rows=1, columns=4, line=2, blocked=(0, 2))
    assert game.start().moves() == [0, 1, 3]
    final = game.replay("adb")
    assert final.over
    assert final.payoffs == (1.0, 0.0)
    assert game.replay("bad").payoffs == (0.5, 0.5)


def test_a_full_board_is_a_draw() -> None:
    game = playout.load("connect_four", rows=2, columns=3, line=3, blocked=(1, 1))
    final = game.replay("aabcc")
    assert shown(final) == ["OXX", "X#O"]
    assert final.over
    assert final.payoffs == (0.5, 0.5)
