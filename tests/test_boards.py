"""Views of positions: what a game may leave out, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout.boards import cells_of, counter, grid_of, known_places, read_places, read_view, words
from tests import paths

SMALL = {"kind": "grid", "rows": 2, "columns": 2, "cells": [0, None, "#", 1]}


def test_a_grid_is_completed() -> None:
    view = read_view(SMALL, lambda seat: "XO"[seat], 2)
    assert view["cells"] == ["0", "", "#", "1"]
    assert view["pieces"]["1"] == {"seat": 1, "symbol": "O", "name": "O", "shape": "mark"}
    assert (view["layers"], view["row_names"], view["column_names"]) == (1, ["2", "1"], ["a", "b"])
    assert known_places(view) == {"cell:0", "cell:1", "cell:3", "column:0", "column:1", "piece:0", "piece:1"}


def test_rows_of_symbols_make_a_grid() -> None:
    view = grid_of(["X.", "#O"], "XO", look="slots", last=cells_of([(1, 1)], 2))
    assert view["cells"] == [0, None, "#", 1] and view["last"] == [3]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (3, 'a view is a dict with a "kind"'),
        ({"kind": "map"}, "one of grid, cards, text"),
        ({**SMALL, "cells": [0]}, "cells has 1 entries, but the grid has 4 cells"),
        ({**SMALL, "cells": [0, 1, 2, 3]}, "a cell holds None"),
        ({**SMALL, "cells": ["x", 0, 0, 0]}, "a cell holds None"),
        ({**SMALL, "rows": 0}, "a grid has 1 to 10,000 cells"),
        ({**SMALL, "rows": 2.0}, "rows has to be a whole number"),
        ({**SMALL, "look": "round"}, "look has to be one of squares"),
        ({**SMALL, "last": [4]}, "last names a cell that the grid does not have"),
        ({**SMALL, "column_names": ["a"]}, "column_names has to have 2 names"),
        ({**SMALL, "colour": 1}, "a view has no 'colour'"),
        ({**SMALL, "pieces": {"x": {"shape": "ball"}}}, "shape has to be one of"),
        ({"kind": "text", "text": 3}, "text has to be a text"),
        ({"kind": "text", "text": "", "dice": ["x"]}, "a die has to be a whole number"),
        ({"kind": "cards", "zones": [{"name": "moon"}]}, "the name of a zone has to be one of hand"),
        ({"kind": "cards", "zones": [{"name": "hand", "cards": [{"id": "3"}]}]}, "the id of a card is its touch point"),
        ({"kind": "cards", "zones": [{"name": "hand", "seat": 7}]}, "a seat has to be a number from 0 to 1"),
        ({"kind": "text", "counters": [{"name": "points"}]}, "a counter has to have a value"),
        ({"kind": "text", "counters": [{"name": 3, "value": 1}]}, "name has to be a text"),
    ],
)
def test_a_view_that_cannot_be_drawn_is_refused(given: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says.replace("(", r"\(")):
        read_view(given, str, 2)


def test_places_are_texts() -> None:
    assert read_places(["cell:3", "button:pass"]) == ("cell:3", "button:pass")
    for given in ("cell:3", (3,), ("square:3",), None):
        with pytest.raises(ValueError, match=r"touch point|places"):
            read_places(given)


def test_cards_have_gaps_between_them() -> None:
    card = {"id": "card:0.board.0", "name": words("Boar", "野猪"), "kind": "minion", "health": 1}
    view = read_view(
        {"kind": "cards", "zones": [{"seat": 0, "name": "board", "cards": [card]}], "counters": [counter("mana", 2)]}
    )
    assert set(known_places(view)) == {"card:0.board.0", "gap:0.0", "gap:0.1"}
    assert view["zones"][0]["cards"][0]["name"] == {"en": "Boar", "zh": "野猪"}


def test_a_state_without_a_view_is_its_text() -> None:
    state = playout.load(paths.NIM).start()
    assert state.view() == {"kind": "text", "text": state.show(), "dice": [], "counters": [], "end": None}
    assert state.places(1) == ()


def test_a_view_that_is_wrong_names_the_file(tmp_path: Path) -> None:
    text = paths.NIM.read_text()
    path = tmp_path / "nim.py"
    path.write_text(
        text + "\n\ndef view(s):\n    return {'kind': 'grid'}\n\n\ndef places(s, move):\n    return 'here'\n"
    )
    state = playout.load(path).start()
    with pytest.raises(playout.RulesError, match=r"nim\.py, view: cells has 0 entries"):
        state.view()
    with pytest.raises(playout.RulesError, match=r"nim\.py, places: places returns a tuple"):
        state.places(1)


def test_the_last_move_and_a_line_are_marked() -> None:
    state = playout.load("tic_tac_toe").replay([4, 0, 1, 3])
    assert state.view()["last"] == [3] and state.play(7).view()["won"] == [1, 4, 7]
    chess = playout.load("chess").start().play("e4")
    assert chess.view()["last"] == [52, 36] and chess.places(chess.parse("e5")) == ("cell:12", "cell:28")
    check = playout.load("chess", fen="4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").start()
    assert check.view()["danger"] == [4]
    promotion = playout.load("chess", fen="8/4P2k/8/8/8/8/8/4K3 w - - 0 1").start()
    touched = {promotion.places(move) for move in promotion.moves()}
    assert touched >= {("cell:12", "cell:4", f"piece:{letter}") for letter in "QRBN"}
    cube = playout.load("qubic").replay([0, 16, 1, 17, 2, 18, 3])
    assert cube.view()["layers"] == 4 and cube.view()["won"] == [0, 1, 2, 3]


def test_forms_and_names_are_read(tmp_path: Path) -> None:
    text = paths.NIM.read_text()
    path = tmp_path / "nim.py"
    path.write_text(text + '\n\nTITLES = {"en": "Nim", "zh": "尼姆"}\nFORMS = {"stones": {"least": 1, "most": 99}}\n')
    rules = playout.load(path).rules
    assert rules.names == {"en": "Nim", "zh": "尼姆"} and rules.forms == {"stones": {"least": 1, "most": 99}}
    for line, says in (("TITLES = 3", "TITLES are"), ("FORMS = {'stones': {'colour': 1}}", "FORMS says how")):
        path.write_text(f"{text}\n\n{line}\n")
        with pytest.raises(playout.RulesError, match=says):
            playout.load(path)
