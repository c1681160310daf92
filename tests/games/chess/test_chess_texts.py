"""Chess for people: boards as text and as pictures, and what values are called."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import playout
from playout.games.chess.drawing import DARK_MARKED, LIGHT_MARKED

SCHOLARS_MATE = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]


def test_the_last_move_and_the_mate_as_text() -> None:
    assert playout.load("chess").replay(SCHOLARS_MATE).show().splitlines() == [
        "8 r . b q k b . r",
        "7 p p p p .[Q]p p",
        "6 . . n . . n . .",
        "5 . . . . p . .[.]",
        "4 . . B . P . . .",
        "3 . . . . . . . .",
        "2 P P P P . P P P",
        "1 R N B . K . N R",
        "  a b c d e f g h",
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
        "checkmate: White wins",
    ]
    assert "[" not in str(playout.load("chess").replay(SCHOLARS_MATE)), "the text of a position knows no last move"


@pytest.mark.parametrize(
    ("fen", "moves", "status"),
    [
        (None, "e4 d5 Bb5+", "Black is in check"),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6", "a draw: stalemate"),
        ("7k/5q2/8/6K1/8/8/8/8 w - - 99 1", "Kg4", "a draw: fifty moves without a capture or a pawn's move"),
        ("7k/5b2/8/6K1/8/8/8/8 w - - 0 1", "", "a draw: insufficient material"),
        (None, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "a draw: threefold repetition"),
    ],
)
def test_how_it_stands_in_words(fen: str | None, moves: str, status: str) -> None:
    state = playout.load("chess", **({"fen": fen} if fen else {})).replay(moves.split())
    assert state.show().splitlines()[-1] == status


def test_the_picture_marks_the_last_move_and_the_check() -> None:
    """h5 and f7 are light squares; the king in check stands on e8, in the top row."""
    picture = playout.load("chess").replay(SCHOLARS_MATE)._repr_html_()
    root = ElementTree.fromstring(picture)
    boxes = [part.attrib for part in root.iter() if part.tag.endswith("rect")]
    marked = {(box["x"], box["y"]) for box in boxes if box["fill"] in (LIGHT_MARKED, DARK_MARKED)}
    assert marked == {(str(18 + 7 * 44), str(18 + 3 * 44)), (str(18 + 5 * 44), str(18 + 1 * 44))}
    assert [(box["x"], box["y"]) for box in boxes if "check" in box["fill"]] == [(str(18 + 4 * 44), "18")]
    texts = ["".join(part.itertext()) for part in root.iter() if part.tag.endswith("text")]
    assert sum(text[0] in "♟♞♝♜♛♚" for text in texts) == 31, "one pawn was taken"
    assert set(texts) >= set("abcdefgh12345678")
    start = playout.load("chess").start()._repr_html_()
    assert "url(#" not in start
    assert LIGHT_MARKED not in start


def test_what_values_are_called() -> None:
    """One half is an equal position; mate in n moves is proven in 2 n - 1 plies, and in 2 n for who is mated."""
    state = playout.load("chess").start()
    assert [state.score_text(share) for share in (0.5, 0.5000001)] == ["0.00", "0.00"]
    assert [state.score_text(1.0, plies) for plies in (1, 3, 5)] == ["#1", "#2", "#3"]
    assert [state.score_text(0.0, plies) for plies in (2, 4)] == ["#-1", "#-2"]
    assert state.score_text(0.5, 7) == "0.00"
    ahead, behind = state.score_text(0.8), state.score_text(0.2)
    assert re.fullmatch(r"\+\d\.\d\d", ahead)
    assert behind == ahead.replace("+", "-")
    assert playout.load("tic_tac_toe").start().score_text(0.5) == ""


def test_a_pawn_ahead_is_worth_about_a_pawn() -> None:
    """The textbook's count as a share of the points, and back."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".replace("pppppppp", "ppppppp1")
    state = playout.load("chess", fen=fen.replace("KQkq", "KQq"), evaluation="material").start()
    assert state.score_text(state._call("evaluate", 0)) == "+1.00"
