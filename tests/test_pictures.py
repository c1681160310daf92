"""Boards as text and as pictures: coordinates, the last move, and the line that wins."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import playout
from playout import State
from playout.pictures import Panel, board, boards, side_by_side, text_row
from tests.games.referee import DIRECTIONS, Cell, Referee

SVG = "{http://www.w3.org/2000/svg}"


def labels(svg: str) -> list[str]:
    return [str(item.text) for item in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def rings(svg: str) -> int:
    """Stones that are marked."""
    return sum("stroke" in item.attrib for item in ElementTree.fromstring(svg).iter(f"{SVG}circle"))


def bracketed(text: str, columns: int, first: int) -> set[Cell]:
    """The cells (row, column) in brackets; `first` is where the cell of column 0 stands in a line."""
    found = set()
    for y, line in enumerate(text.splitlines()):
        is_open = False
        for x in range(columns):
            sign = line[first + 2 * x - 1 :][:1]
            is_open = sign == "[" or (is_open and sign != "]")
            if is_open:
                found.add((y, x))
    return found


@pytest.mark.parametrize(
    ("marked", "text"),
    [((), " X . O"), ((0,), "[X]. O"), ((2,), " X .[O]"), ((0, 1, 2), "[X . O]"), ((0, 2), "[X].[O]")],
)
def test_marked_cells_stand_in_brackets(marked: tuple[int, ...], text: str) -> None:
    assert text_row("X.O", marked) == text


def matches(seed: int, count: int, **options: int) -> Iterator[tuple[State, Referee]]:
    """Every position but the first of random matches of Connect Four."""
    rng = random.Random(seed)
    for _ in range(count):
        state = playout.load("connect_four", **options).start()
        referee = Referee(options["rows"], options["columns"], options["line"])
        while not state.over:
            column = rng.choice(state.moves())
            landing = referee.landing(column)
            assert landing is not None
            state = state.play(column)
            referee.play(column)
            yield state, referee


@pytest.mark.parametrize(("rows", "columns", "line"), [(6, 7, 4), (5, 5, 3), (9, 9, 5)])
def test_connect_four_marks_the_last_stone_or_the_lines_that_win(rows: int, columns: int, line: int) -> None:
    """Beside a referee who looks at every line of the board."""
    for state, referee in matches(rows, 3, rows=rows, columns=columns, line=line):
        winner = referee.winner()
        last = list(referee.stones)[-1]
        expected = {last}
        if winner is not None:
            lines = [
                [(y + i * down, x + i * right) for i in range(line)]
                for y, x in referee.stones
                for down, right in DIRECTIONS
            ]
            expected = {cell for cells in lines for cell in cells if {referee.stones.get(c) for c in cells} == {winner}}
        assert bracketed(state.show(), columns, 1) == expected
        assert re.sub(r"[\[\]]", " ", state.show()).replace(" ", "") == str(state).replace(" ", "")
        assert "[" not in str(state), "equal positions look alike, whatever was played last"
        assert rings(state._repr_html_()) == len(expected)


def test_tic_tac_toe_marks_two_lines_at_once() -> None:
    """The centre completes both diagonals."""
    state = playout.load("tic_tac_toe").replay(["a1", "a2", "c3", "b1", "a3", "b3", "c1", "c2", "b2"])
    assert state.payoffs == (1.0, 0.0)
    assert state.show().splitlines() == ["3[X]O[X]", "2 O[X]O", "1[X]O[X]", "  a b c"]
    before = playout.load("tic_tac_toe").replay(["a1", "b2"])
    assert before.show().splitlines() == ["3 . . .", "2 .[O].", "1 X . .", "  a b c"]
    assert "[" not in playout.load("tic_tac_toe").start().show()


def test_a_line_through_the_layers_is_marked() -> None:
    state = playout.load("qubic").replay(["a1-1", "a2-1", "b2-2", "a3-1", "c3-3", "a4-1", "d4-4"])
    assert state.over
    assert state.show().splitlines() == [
        "  layer 1    layer 2    layer 3    layer 4",
        "4 O . . .  4 . . . .  4 . . . .  4 . . .[X]",
        "3 O . . .  3 . . . .  3 . .[X].  3 . . . .",
        "2 O . . .  2 .[X]. .  2 . . . .  2 . . . .",
        "1[X]. . .  1 . . . .  1 . . . .  1 . . . .",
        "  a b c d    a b c d    a b c d    a b c d",
        "X is Black, O is White",
    ]
    picture = state._repr_html_()
    assert rings(picture) == 4
    assert sorted(labels(picture)) == sorted([*"abcd1234" * 4, "layer 1", "layer 2", "layer 3", "layer 4"])


def test_pictures_have_letters_and_numbers() -> None:
    svg = playout.load("connect_four", rows=9, columns=12).start()._repr_html_()
    assert sorted(labels(svg)) == sorted([*"abcdefghijkl", *"123456789"])
    svg = playout.load("tic_tac_toe").replay(["b2"])._repr_html_()
    assert labels(svg) == ["3", "2", "1", "a", "b", "c"]
    one_row = playout.load("k_in_a_row", size=27, dimensions=1, line=3, players=2).start()._repr_html_()
    assert labels(one_row)[-2:] == ["z", "aa"] and len(labels(one_row)) == 27, "one row needs no number"


def test_everything_lies_within_the_picture() -> None:
    rows = ["XO.", "...", "#.X"]
    for svg in (
        board(rows, stones=True, marked=[(0, 0)]),
        boards([[Panel(rows, title="one"), Panel(rows)], [Panel(rows)]]),
    ):
        root = ElementTree.fromstring(svg)
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for item in root:
            x, y = (float(item.get(word, item.get("c" + word, 0))) for word in ("x", "y"))
            assert 0 <= x <= width and 0 <= y <= height
            assert x + float(item.get("width", 0)) <= width and y + float(item.get("height", 0)) <= height


@pytest.mark.parametrize(
    ("count", "wide", "page", "across"),
    [(6, 16, 101, 6), (6, 16, 81, 3), (6, 16, 61, 3), (6, 16, 33, 2), (5, 10, 40, 3), (4, 50, 20, 1)],
)
def test_blocks_side_by_side_are_in_rows_of_one_length(count: int, wide: int, page: int, across: int) -> None:
    assert side_by_side(count, wide, page) == across


CLASS = '''
class Nim:
    """Nim as a class."""
    PLAYERS = 2
    MAX_MOVES = 3
    SEATS = ("left", "right")
    def __init__(self): self.stones, self.seat = 5, 0
    def turn(self): return self.seat if self.stones > 0 else -1
    def moves(self): return list(range(1, min(3, self.stones) + 1))
    def play(self, move): self.stones, self.seat = self.stones - move, 1 - self.seat
    def payoffs(self): return [float(self.seat == 1), float(self.seat == 0)]
    def show(self, last=-1): return "|" * self.stones + f" {last}"
'''


def test_a_class_names_its_seats_and_is_told_the_last_move(tmp_path: Path) -> None:
    path = tmp_path / "nim_class.py"
    path.write_text(CLASS)
    state = playout.load(path).start()
    assert (str(state), state.show()) == ("||||| -1", "||||| -1")
    assert (str(state.play(2)), state.play(2).show()) == ("||| -1", "||| 2")
    assert state.play(2).tell(1) == ["right plays 1"]
