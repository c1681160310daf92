"""A whole match of every game against an agent, by mouse, by keys and by typed moves; the boards are small."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.keys import reach
from tests.browser.steps import PERSON, RANDOM, open_match, plies, wait_for_move, wait_for_turn

pytestmark = pytest.mark.browser

GAMES: dict[str, dict[str, Any]] = {
    "tic_tac_toe": {},
    "connect_four": {"rows": 4, "columns": 5, "blocked": [3, 2]},
    "gomoku": {"size": 5, "line": 4},
    "k_in_a_row": {"size": 3, "line": 3},
    "qubic": {"size": 3, "line": 3},
    "gomoku3d": {"size": 3, "line": 3},
    "go": {"size": 5},
    "chess": {"fen": "k7/8/1K6/8/8/8/8/6R1 w - - 96 120"},  # four plies before the fifty-move rule ends it
    "hearthstone": {},
    "kuhn_poker": {},
    "pig": {"goal": 10},
    "lecture_tree": {},
    "nim": {},
}

TOUCHABLE = ", ".join(
    (
        '[role="gridcell"].open',
        ".face.open",
        ".gap",
        '[aria-label="Choose a move"] button:not(.plain)',
        '[aria-label="Moves"][role="group"] button',
    )
)
"""What can be clicked: cells, cards, gaps between cards, a menu's entries, and moves without a place."""


def new_match(page: Page, server: Server, game: str) -> str:
    seats = [PERSON, RANDOM, RANDOM] if game == "gomoku3d" else [PERSON, RANDOM]
    return server.new_match(page, game, seats, options=GAMES[game], seed=1)


@pytest.mark.parametrize("game", GAMES)
def test_by_mouse(page: Page, server: Server, game: str) -> None:
    """In a person's turn something can be touched, and nothing changes until it is."""
    open_match(page, new_match(page, server, game))
    choose = random.Random(1)
    touches = 0
    while wait_for_turn(page) == "turn":
        things = page.locator(TOUCHABLE)
        expect(things).not_to_have_count(0)
        things.nth(choose.randrange(things.count())).click()
        touches += 1
        assert touches < 3000
    assert plies(page) > 0


@pytest.mark.parametrize("game", GAMES)
def test_by_text(page: Page, server: Server, game: str) -> None:
    page.add_init_script("localStorage.setItem('playout.space', 'no')")  # boards in space take long to draw
    open_match(page, new_match(page, server, game))
    choose = random.Random(2)
    field = page.get_by_label("Type a move")
    while wait_for_turn(page) == "turn":
        before = plies(page)
        field.fill("")
        page.keyboard.insert_text(choose.choice(legal_texts(page)))
        page.keyboard.press("Enter")
        wait_for_move(page, before)
    assert plies(page) > 0


@pytest.mark.parametrize("game", GAMES)
def test_by_arrow_keys(page: Page, server: Server, game: str) -> None:
    """Without a mouse and without typing: the Tab key, arrow keys and Enter."""
    open_match(page, new_match(page, server, game))
    choose = random.Random(3)
    touches = 0
    while wait_for_turn(page) == "turn":
        things = page.locator(TOUCHABLE)
        expect(things).not_to_have_count(0)
        reach(page, things.nth(choose.randrange(things.count())))
        page.keyboard.press("Enter")
        touches += 1
        assert touches < 3000
    assert plies(page) > 0


def legal_texts(page: Page) -> list[str]:
    """The moves that the page offers to type."""
    texts: list[str] = page.locator("datalist option").evaluate_all("items => items.map(item => item.value)")
    return texts
