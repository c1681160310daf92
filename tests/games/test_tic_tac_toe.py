"""Tic-tac-toe: every position there is, against a plain board of nine letters."""

from __future__ import annotations

import pytest

import playout
from playout import MoveError

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
"""Cells by rows from the top left."""


def has_line(board: str, mark: str) -> bool:
    return any(all(board[int(cell)] == mark for cell in line) for line in LINES)


def positions() -> dict[str, playout.State]:
    """All positions, by their boards."""
    start = playout.load("tic_tac_toe").start()
    found, waiting = {"." * 9: start}, [("." * 9, start)]
    while waiting:
        board, state = waiting.pop()
        for move in state.moves():
            after = board[:move] + "XO"[9 - board.count(".") & 1] + board[move + 1 :]
            if after not in found:
                found[after] = state.play(move)
                waiting.append((after, found[after]))
    return found


def test_every_position() -> None:
    for board, state in positions().items():
        won = [has_line(board, mark) for mark in "XO"]
        assert state.over == (any(won) or "." not in board)
        assert "".join(str(state).split()) == f"3{board[:3]}2{board[3:6]}1{board[6:]}abc"
        if state.over:
            assert state.moves() == []
            assert (
                state.payoffs
                == {(True, False): (1.0, 0.0), (False, True): (0.0, 1.0), (False, False): (0.5, 0.5)}[won[0], won[1]]
            )
        else:
            assert state.turn == board.count("X") - board.count("O")
            assert state.moves() == [cell for cell in range(9) if board[cell] == "."]


def test_evaluate_counts_open_lines() -> None:
    """Of eight lines those without a mark of the other, seat by seat."""
    for board, state in positions().items():
        if state.over:
            continue
        open_to = [sum(all(board[int(cell)] != other for cell in line) for line in LINES) for other in "OX"]
        values = [float(state._call("evaluate", seat)) for seat in range(2)]
        assert values[0] == pytest.approx(0.5 + (open_to[0] - open_to[1]) / 18)
        assert sum(values) == pytest.approx(1)
        assert 0 < values[0] < 1


def test_best_play_is_a_draw() -> None:
    values: dict[playout.State, float] = {}

    def value(state: playout.State) -> float:
        """What seat 0 gets under best play."""
        if state.over:
            return state.payoffs[0]
        if state not in values:
            best = max if state.turn == 0 else min
            values[state] = best(value(state.play(move)) for move in state.moves())
        return values[state]

    assert value(playout.load("tic_tac_toe").start()) == 0.5


def test_random_play() -> None:
    """The first to move wins 737 of 1,260 random matches, the second 363, and 160 are drawn."""
    means = playout.playouts(playout.load("tic_tac_toe").start(), 1_000_000, seed=1)
    assert sum(means) == pytest.approx(1)
    assert means[0] == pytest.approx((737 + 80) / 1260, abs=0.0025)  # five standard errors


def test_moves_as_text() -> None:
    state = playout.load("tic_tac_toe").start()
    assert [state.format(move) for move in range(9)] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert [state.parse(state.format(move)) for move in range(9)] == list(range(9))
    assert state.play(" B2 ") == state.play(4)


@pytest.mark.parametrize("move", ["", "a", "a4", "d1", "11", "a1b", 9, -1, 4])
def test_a_bad_move_is_refused(move: int | str) -> None:
    with pytest.raises(MoveError, match="legal: "):
        playout.load("tic_tac_toe").start().play("b2").play(move)
