"""Every installed game has a page in docs/games, all of one shape, with its options as they are."""

from __future__ import annotations

import re

import pytest

import playout
from playout import loading
from tests.documents.pages import DOCS, headings

SHAPE = [
    "What it is",
    "Rules",
    "Options",
    "Notation",
    "How to play it",
    "Agents",
    "Known values",
    "Tests",
]
PAGES = DOCS / "games"
GAMES = [name for name in loading.names() if not loading.is_foreign(name)]


def test_there_is_a_page_for_every_game_and_no_other() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {*GAMES, "README"}
    listed = re.findall(r"^\| \[(\w+)\]", (PAGES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_has_the_shape_of_all(name: str) -> None:
    path = PAGES / f"{name}.md"
    found = headings(path, 2)
    assert found in (SHAPE, [*SHAPE, "More"])
    text = path.read_text()
    sections = dict(zip(found, re.split(r"^## .*$", text, flags=re.MULTILINE)[1:], strict=True))
    assert all(section.strip() for section in sections.values())
    listed = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", sections["Options"].partition("\n### ")[0], re.MULTILINE)
    options = loading.option_defaults(playout.load(name).rules)
    assert {word.strip("` ") for cell in listed for word in cell.split(",")} == set(options)
    assert bool(options) != (sections["Options"].strip() == "None.")
    how = sections["How to play it"]
    assert f"playout play {name}" in how and "```python" in how and "web app" in how
    assert "test_contract.py" in sections["Tests"]
