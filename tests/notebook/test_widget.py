"""The board in a notebook's cell, as Python sees it: traits for the page, and what the page sends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget", reason="anywidget is not installed: pip install 'playout[notebook]'")

import playout
from playout import PlayoutError
from playout.notebook import Board, widget


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is built."""
    (tmp_path / "widget.js").write_text("export default { render() {} };")
    monkeypatch.setattr(widget, "MODULE", tmp_path / "widget.js")


def do(board: Board, **content: Any) -> None:
    """What the page sends when a person does something."""
    board._hear(board, content, [])
    board.wait()


def test_a_person_plays_both_sides() -> None:
    board = Board("tic_tac_toe")
    assert board._esm.startswith("export default")
    assert board.facts["seats"] == ["X", "O"] and board.facts["seat"] is None
    assert board.facts["payoff_bounds"] == [0.0, 1.0]
    assert board.position["view"]["kind"] == "grid" and len(board.position["legal"]) == 9
    do(board, do="play", move=4)
    assert board.position["ply"] == 1 and board.position["turn"] == 1
    assert board.state == playout.load("tic_tac_toe").replay([4])
    do(board, do="play", move=4)
    assert board.message.startswith("4 is not a legal move here") and board.position["ply"] == 1
    do(board, do="undo")
    assert board.position["ply"] == 0 and board.message == ""


def test_the_computer_answers() -> None:
    board = Board("tic_tac_toe", against="random(seed=1)", seat=1)
    board.wait()
    assert board.position["ply"] == 1 and board.position["turn"] == 1, "it has moved first"
    do(board, do="play", move=board.state.moves()[0])
    assert board.position["ply"] == 3
    do(board, do="undo")
    assert board.position["ply"] == 1


def test_an_analysis_appears_and_goes_with_the_next_move() -> None:
    """X has two in a row and wins at once: alpha-beta proves it."""
    board = Board(playout.load("tic_tac_toe").replay([0, 3, 1, 4]), analyst="alphabeta", backend="python")
    do(board, do="analyse")
    found = board.analysis
    assert found is not None and (found["state"], found["move"], found["proven"]) == ("done", 2, True)
    assert found["candidates"][0]["values"] == [1.0, 0.0]
    do(board, do="play", move=2)
    assert board.analysis is None and board.position["over"]
    assert board.position["ending"]["en"] == "X wins: three in a line"
    do(board, do="analyse")
    assert board.message == "nobody is to move here, so there is nothing to analyse"


def test_chance_is_drawn_and_hidden_cards_stay_hidden() -> None:
    board = Board("kuhn_poker", against="random(seed=1)", seed=3)
    board.wait()
    assert board.position["ply"] == 2 and board.position["turn"] == 0
    own, other = board.state.show().splitlines()[0].split()[-2:]
    assert f"hands: {own} ?" in board.position["text"] and other not in str(board.position["view"]).replace("JQK", "")


def test_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlayoutError, match="tic_tac_toe has seats 0 to 1, not 2"):
        Board("tic_tac_toe", against="random", seat=2)
    with pytest.raises(PlayoutError, match="this is what seat 0 sees; give the match's own state"):
        Board(playout.load("kuhn_poker").replay(["J", "Q"]).seen_by(0))
    monkeypatch.setattr(widget, "MODULE", tmp_path / "none")
    with pytest.raises(PlayoutError, match="the page of the widget is not built: `make pages` builds it"):
        Board("tic_tac_toe")
