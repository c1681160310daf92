"""Go's options and texts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import playout
from playout.games.go.drawing import stars


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 4}, "size has to be a whole number from 5 to 19, not 4"),
        ({"size": 20}, "size has to be a whole number from 5 to 19, not 20"),
        ({"size": 9.0}, "size has to be a whole number from 5 to 19, not 9.0"),
        ({"size": True}, "size has to be a whole number from 5 to 19, not True"),
        ({"komi": 7.3}, "komi has to be a whole or half number from -81 to 81, such as 7.5, not 7.3"),
        ({"komi": 82}, "komi has to be a whole or half number from -81 to 81, such as 7.5, not 82"),
        ({"komi": float("nan")}, "komi has to be a whole or half number from -81 to 81, such as 7.5, not nan"),
        ({"komi": "6"}, "komi has to be a whole or half number from -81 to 81, such as 7.5, not '6'"),
        ({"ko": "situational"}, "ko has to be one of superko, simple, not 'situational'"),
        ({"ko": ["simple"]}, "ko has to be one of superko, simple, not ['simple']"),
        ({"first": "b"}, "first has to be one of black, white, not 'b'"),
        ({"black": 4}, "black has to be points with spaces between, such as 'D4 Q16', not 4"),
        ({"black": "pass"}, "black has to be points with spaces between, such as 'D4 Q16'; pass is not a point"),
        ({"black": "A1", "white": "A1"}, "A1 is named twice among the stones before the match"),
        ({"black": "I1"}, "a move is a column and a row, like D4 (columns skip I), or pass, not 'I1'"),
        ({"white": "K10"}, "K10 is not on a board of 9 by 9, which goes to J9"),
        ({"black": "A2 B1", "white": "A1"}, "the white stone at A1 has no liberty"),
        ({"black": "A1", "white": "A2 B1"}, "the white stone at B1 leaves stones around it without a liberty"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(playout.OptionError, match=re.escape(message)):
        playout.load("go", **options)


def test_stones_before_the_match() -> None:
    state = playout.load("go", size=5, black="a1, B2", white="C3", first="white").start()
    assert state.turn == 1
    assert str(state).splitlines()[3:6] == [" 3 . . O . .", " 2 . X . . .", " 1 X . . . ."]


def test_vertices() -> None:
    """As GTP has them: columns skip I, rows count from below."""
    state = playout.load("go", size=19).start()
    assert [state.format(state.parse(text)) for text in ("a1", " j9 ", "T19", "PASS")] == ["A1", "J9", "T19", "pass"]
    assert state.parse("A1") == 20
    assert state.parse("J1") == state.parse("H1") + 1
    assert state.moves() == [*sorted(state.moves()[:-1]), 0]


@pytest.mark.parametrize("text", ["", "A", "1", "I5", "A01x", "D٣", "5D", "AA1", "A-1", "A1 B2", "U1"])
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(playout.MoveError, match="a move is a column and a row, like D4 "):
        playout.load("go").start().play(text)


def test_reasons() -> None:
    state = playout.load("go").replay(["D4"])
    with pytest.raises(playout.MoveError, match="'d4' is not a legal move here: there is a stone on D4"):
        state.play("d4")
    with pytest.raises(playout.MoveError, match="K1 is not on a board of 9 by 9, which goes to J9"):
        state.play("K1")
    for number in (-1, 19, 29, 1000):  # around the board, and far away
        with pytest.raises(playout.MoveError, match=f"there is no point {number} on this board"):
            state.play(number)
    assert all(state._call("reason", move) == "" for move in state.moves())


def test_show() -> None:
    state = playout.load("go", size=7, komi=5, white="A2 B1", black="G7").replay(["C4", "D4"])
    assert str(state).splitlines() == [
        "   A B C D E F G",
        " 7 . . . . . . X",
        " 6 . . . . . . .",
        " 5 . . + . + . .",
        " 4 . . X(O). . .",
        " 3 . . + . + . .",
        " 2 O . . . . . .",
        " 1 . O . . . . .",
        "   A B C D E F G",
        "move 3, Black; captured: Black 0, White 0; komi 5",
    ]
    assert "; White passed; " in str(state.play("A7").play("pass"))


def test_star_points() -> None:
    assert stars(9) == {(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)}
    assert stars(13) == {(x, y) for x in (3, 6, 9) for y in (3, 6, 9)}
    assert stars(19) == {(x, y) for x in (3, 9, 15) for y in (3, 9, 15)}
    assert stars(5) == {(2, 2)}
    assert stars(6) == set()
    assert stars(8) == {(2, 2), (2, 5), (5, 2), (5, 5)}


def test_picture() -> None:
    state = playout.load("go", size=5, black="B4 A3 B2", white="C4 D3 C2 B3").replay(["C3"])
    picture = ElementTree.fromstring(state._repr_html_())
    circles = [item.attrib for item in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert sum(item["fill"] == "url(#go-black)" for item in circles) == 4
    assert sum(item["fill"] == "url(#go-white)" for item in circles) == 3
    assert sum(item["fill"] == "none" for item in circles) == 1  # the last stone
    assert sum(item.attrib.get("stroke") == "#a33" for item in picture.iter("{http://www.w3.org/2000/svg}rect")) == 1
