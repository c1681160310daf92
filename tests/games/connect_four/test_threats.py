"""Connect Four on boards that do not fit a word: what every move notes of winning cells, against a slow count."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout
from playout import native
from tests.effort import effort, scaled
from tests.games.referee import Cell, Referee
from tests.native.kernels import follow

LARGEST = 15


def assert_noted(position: Any, referee: Referee) -> None:
    """All empty cells that win are noted and no others; what is noted of taken cells is of no interest."""
    cells = {(row, column) for row in range(referee.rows) for column in range(referee.columns)}
    empty = cells - referee.stones.keys() - {referee.blocked}
    wins, ready = position["wins"].tolist(), int(position["ready"])
    noted = {
        (seat, (referee.rows - 1 - row, column))
        for seat in range(2)
        for row in range(16)
        for column in range(16)
        if wins[column] >> 16 * seat + row & 1
    }
    assert noted <= {(seat, cell) for seat in range(2) for cell in cells - {referee.blocked}}
    assert {item for item in noted if item[1] in empty} == {
        (seat, cell) for seat in range(2) for cell in empty if referee.completes(seat, cell)
    }
    landing = {column: cell for column in range(referee.columns) if (cell := referee.landing(column)) is not None}
    assert {(bit // 16, bit % 16) for bit in range(32) if ready >> bit & 1} == {
        (seat, column) for seat in range(2) for column, cell in landing.items() if referee.completes(seat, cell)
    }


@st.composite
def boards(draw: st.DrawFn) -> Referee:
    """Any size, line and blocked cell for which the stones are kept by lines; most lines are short: many cells win."""
    rows, columns = draw(st.tuples(st.integers(1, LARGEST), st.integers(1, LARGEST)).filter(lambda size: max(size) > 2))
    line = draw(st.sampled_from([3, 4, 4, 4, 5, 6]) | st.integers(2, LARGEST))
    line = min(line, max(rows, columns))
    if line == 4 and (rows + 1) * columns <= 64:
        columns, rows = max(columns, 10), max(rows, 9)
    blocked = draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    return Referee(rows, columns, line, blocked)


def load(referee: Referee) -> playout.Game:
    return playout.load(
        "connect_four", rows=referee.rows, columns=referee.columns, line=referee.line, blocked=referee.blocked
    )


def play_long(referee: Referee, rng: random.Random, plies: int) -> playout.State:
    """A random match that nobody wins as long as that can be helped; what is noted is looked at after every move."""
    state = load(referee).start()
    for _ in range(plies):
        moves = referee.moves()
        if not moves:
            break
        landing = {move: referee.landing(move) for move in moves}
        quiet = [move for move, cell in landing.items() if cell and not referee.completes(referee.turn(), cell)]
        move = rng.choice(quiet or moves)
        state = state.play(move)
        referee.play(move)
        if not state.over:
            assert_noted(state._position[0], referee)
    return state


@scaled
@settings(max_examples=effort(20, 60), deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_winning_cells_are_noted_on_any_board(referee: Referee, rng: random.Random) -> None:
    play_long(referee, rng, 60)


@pytest.mark.parametrize("line", [4, 5, 8])
@pytest.mark.parametrize("blocked", [None, (1, 3), (13, 14), (0, 0)])
def test_winning_cells_are_noted_until_the_largest_board_is_full(line: int, blocked: Cell | None) -> None:
    """Every column is filled to the top, so every cell was a landing cell, also the one right above the blocked one."""
    play_long(Referee(LARGEST, LARGEST, line, blocked), random.Random(f"{line} {blocked}"), LARGEST * LARGEST)


def test_the_cell_right_above_the_blocked_one_is_landed_on_after_the_one_below() -> None:
    """X has b3, c3 and d3 and wins on a3, right above the blocked a2, as soon as a1 is filled."""
    state = playout.load("connect_four", rows=9, columns=9, blocked=(7, 0)).replay("bcdbcdbicid")
    assert state._position["ready"][0] == 0
    assert state.play("a")._position["ready"][0] == 1
    assert state.play("a").play("a").payoffs == (1.0, 0.0)


def after(state: playout.State, line: list[int], backend: str) -> Any:
    """The record after some moves."""
    states = state._copy()
    kernel = native.bind(follow, state.game.rules, backend)
    turns, payoff = np.zeros(len(line), np.int64), np.zeros(2)
    kernel(native.view(states, backend), np.array(line, np.int64), turns, payoff)
    return states[0]


@scaled
@settings(max_examples=effort(10, 25), deadline=None)
@given(boards(), st.randoms(use_true_random=False), st.integers(1, 80))
def test_native_notes_what_interpreted_rules_note(referee: Referee, rng: random.Random, plies: int) -> None:
    final = play_long(referee, rng, plies)
    start, line = final.game.start(), list(final.history)
    native_record, interpreted = after(start, line, "cpu"), after(start, line, "python")
    for name in native_record.dtype.names or ():
        assert np.array_equal(native_record[name], interpreted[name]), name
