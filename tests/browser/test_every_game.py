"""A whole match of every game against an agent, by mouse and by keyboard, on boards small enough to end soon."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from tests.browser.conftest import Server
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


def wait_for_effect(page: Page, before: int) -> None:
    """Until a touch made a move, took something up, opened a menu, or put down what was taken."""
    taken = '[aria-selected="true"][role="gridcell"], .face[aria-pressed="true"], [aria-label="Choose a move"]'
    moved = "([before, taken]) => Number(document.querySelector('.status')?.dataset.plies) !== before"
    with contextlib.suppress(Error):  # put down: nothing is left to see
        page.wait_for_function(f"{moved} || document.querySelector(taken)", arg=[before, taken], timeout=3000)


@pytest.mark.parametrize("game", GAMES)
def test_by_mouse(page: Page, server: Server, game: str) -> None:
    open_match(page, new_match(page, server, game))
    choose = random.Random(1)
    touches = misses = 0
    while wait_for_turn(page) == "turn":
        # In a person's turn something can be touched; it may have ended since, by chance or by the last move.
        page.wait_for_function(
            "things => document.querySelector(things) ||"
            " document.querySelector('.status')?.dataset.state !== 'your_move'",
            arg=TOUCHABLE,
        )
        things = page.locator(TOUCHABLE)
        count = things.count()
        if count == 0:
            continue
        before = plies(page)
        touches += 1
        assert touches < 3000
        try:
            things.nth(choose.randrange(count)).click(timeout=3000)
        except Error:  # what was open when it was chosen is no longer: the page has gone on to another position
            misses += 1
            assert misses < 20, "what looks open cannot be clicked"
            continue
        wait_for_effect(page, before)
    assert plies(page) > 0


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard(page: Page, server: Server, game: str) -> None:
    open_match(page, new_match(page, server, game))
    choose = random.Random(2)
    field = page.get_by_label("Type a move")
    while wait_for_turn(page) == "turn":
        before, texts = plies(page), legal_texts(page)
        if not texts:  # the turn has ended since
            continue
        text = choose.choice(texts)
        field.fill("")
        field.focus()
        page.keyboard.insert_text(text)
        page.keyboard.press("Enter")
        try:
            wait_for_move(page, before, timeout=10_000)
        except Error:  # it may have been read just before the page went on to another position
            assert text not in legal_texts(page), f"{text} is legal and was not played"
    assert plies(page) > 0


def legal_texts(page: Page) -> list[str]:
    """The moves that the page offers to type."""
    texts: list[str] = page.locator("datalist option").evaluate_all("items => items.map(item => item.value)")
    return texts
