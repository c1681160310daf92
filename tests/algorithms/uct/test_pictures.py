"""UCT's tree as a picture and as text for Graphviz."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import playout
from playout import PlayoutError
from playout.algorithms.uct.search import Uct
from playout.pictures import Picture
from tests.algorithms.growing import grow


def test_the_tree_is_drawn() -> None:
    search = grow(playout.load("connect_four").start(), 2000)
    text = search.graphviz(top=2, depth=2)
    assert text.count("->") - text.count("[style=dashed]") == 2 + 4
    assert text.startswith("digraph tree {")
    picture_of = search.draw(top=2, depth=2)
    assert picture_of.count('rx="6"') == 7
    assert search._repr_html_().startswith("<svg")
    best = search.tree.root.children[0]
    assert f"{best.visits:,}" in picture_of
    assert isinstance(picture_of, Picture) and picture_of.svg == picture_of
    shown = ElementTree.fromstring(picture_of._repr_html_())
    assert "max-width: 100%" in shown.attrib.pop("style"), "a wide picture is not cut off in a notebook"
    assert ElementTree.tostring(shown) == ElementTree.tostring(ElementTree.fromstring(picture_of))
    assert "SVG" in repr(picture_of) and "<svg" not in repr(picture_of)


def test_a_picture_says_what_the_table_says(tmp_path: Path) -> None:
    """Lengths of proofs as in the table, how many moves are left out, and a legend."""
    state = playout.load("connect_four").replay("ddddddccccab")
    result = playout.search(state, "uct", simulations=20_000, seed=1)
    assert isinstance(result.search, Uct)
    proven = {state.format(item.move): item.plies for item in result.candidates if item.proven}
    for top, depth in ((None, 1), (2, 1), (2, 2)):
        picture = result.search.draw(top=top, depth=depth)
        boxes = re.findall(
            r'font-weight="bold">(\w+)</text><text[^>]*>([\d,]+)</text><text[^>]*>([^<]*)</text>', picture
        )
        assert len(boxes) == picture.count('rx="6"')
        first = boxes[1:] if depth == 1 else []
        assert [(move, int(visits.replace(",", ""))) for move, visits, _ in first] == sorted(
            ((move, int(visits.replace(",", ""))) for move, visits, _ in first), key=lambda pair: -pair[1]
        )
        for move, _, value in first:
            assert (f"in {proven[move]}" in value) if move in proven else "in" not in value
        left_out = len(state.moves()) - (0 if top is None else top)
        assert (f"+ {left_out} more" in picture) == (top is not None)
        drawn = "all moves" if top is None else "the 2 most visited moves"
        plies = "1 ply" if depth == 1 else "2 plies"
        assert f"drawn are {drawn} of each node, {plies} deep" in picture
        assert "move of X" in picture and ("move of O" in picture) == (depth == 2)
    picture.save(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text() == picture
    with pytest.raises(PlayoutError, match=r"the picture cannot be saved to .*No such file"):
        picture.save(tmp_path / "no" / "tree.svg")
    assert result.search.graphviz(top=2, depth=1).count("+ 4 more") == 1


def test_a_proven_picture_counts_the_move_itself() -> None:
    """X wins at once on d: a match that ends by this very move ends in 1."""
    search = grow(playout.load("connect_four").replay("dadada"), 200)
    assert search.complete
    row = search.result().table()[0]
    assert (row["move"], row["plies"]) == ("d", 1)
    assert "1.000 in 1<" in search.draw(top=None, depth=1)
