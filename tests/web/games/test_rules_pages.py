"""Every game has a page of its rules in each language, with pictures of real positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout import loading
from playout.game import load
from playout.sentences import languages
from playout.web.games.rules_pages import rules_page, texts_of
from tests import paths

WORDS = 420
"""The most words of a page, so that it fits a screen."""


@pytest.mark.parametrize("name", loading.names())
def test_every_game_has_its_rules_in_every_language(name: str) -> None:
    """The languages say the same: as many sections, and the same pictures, whose moves are legal."""
    game = load(name)
    pages = rules_page(game).pages
    assert tuple(pages) == languages()
    for language, blocks in pages.items():
        headings = [block.text for block in blocks if block.kind == "heading"]
        pictures = [block for block in blocks if block.kind == "picture"]
        assert len(headings) >= 4 and len(pictures) >= 1, (name, language)
        assert blocks[0].kind == "heading" and all(picture.view and picture.text for picture in pictures)
    english, *others = pages.values()
    for other in others:
        assert [block.kind for block in other] == [block.kind for block in english]
        assert [(block.view, block.marks) for block in other] == [(block.view, block.marks) for block in english]
    assert len(texts_of(game)["en"].split()) < WORDS


def test_a_game_of_ones_own_has_a_page_beside_it_or_its_docstring(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(paths.NIM.read_text())
    (told,) = rules_page(load(file)).pages["en"]
    assert (told.kind, told.text) == ("text", "Nim: take one to three stones; whoever takes the last one wins.")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "mine.en.md").write_text(
        "## Goal\nThe last stone.\n\n![Three left](stones=5; 2; mark 1, 3)\n"
    )
    heading, text, picture = rules_page(load(file)).pages["en"]
    assert (heading.text, text.text, picture.text) == ("Goal", "The last stone.", "Three left")
    assert picture.view is not None and picture.view["text"] == "|||" and picture.turn == 1


def test_hidden_cards_are_hidden_in_pictures() -> None:
    """The picture of a hand shows the card of the seat that looks, and the back of the other."""
    picture = next(block for block in rules_page(load("kuhn_poker")).pages["en"] if block.kind == "picture")
    assert picture.view is not None
    assert [zone["cards"][0].get("hidden", False) for zone in picture.view["zones"]] == [False, True]
