"""What a game says in words: moves by number, what a move does, and why a move is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout.cli.menu import numbered, print_menu

STACK = '''
"""Stones fall off a stack, one or two at a time; a hidden number says how loud."""
import numpy as np
from playout.rules import OVER, report
PLAYERS = 2
MAX_MOVES = 2
State = np.dtype([("stones", np.int8), ("turn", np.int8), ("secret", np.int8)], align=True)
def start(s, stones=5):
    s.stones = stones
    s.secret = 7
def turn(s): return s.turn if s.stones > 0 else OVER
def moves(s, out):
    out[0], out[1] = 1, 2
    return 2 if s.stones > 1 else 1
def play(s, move):
    for i in range(move):
        s.stones -= 1
        report(4, s.turn, s.stones, i, s.secret)
    s.turn = 1 - s.turn
def payoffs(s, out):
    out[s.turn], out[1 - s.turn] = 0.0, 1.0
def mask(s, seat): s.secret = 0
def guess(s, seat, rng): s.secret = 7
def format(s, move): return "one" if move == 1 else "two"
def parse(s, text): return {"one": 1, "two": 2}[text]
def menu(s, moves): return [("take", [(format(s, move), move) for move in moves])]
def reason(s, move): return f"{move} are too many" if isinstance(move, int) or move.isdecimal() else ""
def tell(s, move, events, seat):
    loud = [f" with {noise}" if seat < 0 else "" for _, _, _, _, noise in events]
    return [f"stone {left + 1} falls{noise}" for (_, _, left, _, _), noise in zip(events, loud)] + [f"by {s.turn}:"]
'''


@pytest.fixture
def stack(tmp_path: Path) -> playout.Game:
    path = tmp_path / "stack.py"
    path.write_text(STACK)
    return playout.load(path)


def test_tell_hears_what_play_reports_in_order(stack: playout.Game) -> None:
    state = stack.start()
    assert state.tell(2) == ["stone 5 falls with 7", "stone 4 falls with 7", "by 0:"]
    assert state.tell(2, seat=1) == ["stone 5 falls", "stone 4 falls", "by 0:"]
    assert state.tell(1, seat=1) == ["stone 5 falls", "by 0:"], "what was heard before is forgotten"
    assert state == stack.start(), "telling plays nothing"
    with pytest.raises(playout.PlayoutError, match="this is what seat 1 sees of the match"):
        state.seen_by(1).tell(1)


def test_reports_are_nothing_to_playouts_and_searches(stack: playout.Game) -> None:
    state = stack.replay(["two", "one"])
    assert sum(playout.playouts(state, 50, seed=1)) == pytest.approx(1)
    natively = playout.load(stack)
    natively.compile()
    assert natively.replay(["two", "one"]) == state


def test_a_game_without_words_tells_the_text_of_a_move() -> None:
    game = playout.load("tic_tac_toe")
    assert game.start().tell(game.start().parse("b2")) == ["X plays b2"]
    assert game.start().menu() == []
    dice = playout.load("pig").replay(["roll"])
    assert dice.tell(dice.moves()[0], seat=0) == [f"chance: {dice.format(dice.moves()[0])}"]
    cards = playout.load("kuhn_poker").start()
    assert cards.tell(cards.moves()[0], seat=0) == []
    assert cards.tell(cards.moves()[0]) == [f"chance: {cards.format(cards.moves()[0])}"]


def test_a_menu_is_chosen_from_by_number(stack: playout.Game, capsys: pytest.CaptureFixture[str]) -> None:
    state = stack.start()
    assert print_menu(state)
    assert capsys.readouterr().out == "  take    1 one    2 two\n"
    assert [numbered(state, text) for text in ("1", "2", "3", "0", "one")] == [1, 2, "3", "0", "one"]
    assert not print_menu(playout.load("tic_tac_toe").start())
    assert numbered(playout.load("tic_tac_toe").start(), "1") == "1"


def test_a_move_is_refused_with_the_games_reason(stack: playout.Game) -> None:
    with pytest.raises(playout.MoveError, match=r"^'9' is not a legal move here: 9 are too many$"):
        stack.start().play("9")
    with pytest.raises(playout.MoveError, match=r"^9 is not a legal move here: 9 are too many$"):
        stack.start().play(9)
    with pytest.raises(playout.MoveError, match="'none' is not a move; legal: one, two"):
        stack.start().play("none")


def test_the_commentary_of_a_match(stack: playout.Game) -> None:
    match = playout.play_match(stack, ["random", "random"], seed=3)
    told = match.commentary()
    assert told.count("with 7") == 5
    assert told.startswith("random (Player 1) against random (Player 2).\n")
    result = ", ".join(f"Player {seat + 1} has {value:g}" for seat, value in enumerate(match.payoffs))
    assert told.endswith(f"\nResult: {result}.")
    assert "with 7" not in match.commentary(seat=0)
    state, lines = stack.start(), []
    for move in match.moves:
        lines += state.tell(move)
        state = state.play(move)
    assert [line for line in told.splitlines() if line][1:-1] == lines
