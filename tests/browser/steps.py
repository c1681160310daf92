"""What a person does on a page of a match."""

from __future__ import annotations

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

PERSON = {"kind": "person"}
RANDOM = {"kind": "agent", "agent": "random"}

YOURS = re.compile("your move")


def status(page: Page) -> Locator:
    """The sentence that says whose turn it is, or how the match ended."""
    return page.locator(".status strong")


def wait_for_turn(page: Page) -> Literal["turn", "over"]:
    """Until a person is to move, or the match is over; while a move is under way it is neither."""
    page.wait_for_selector('.status[data-state="your_move"], .status[data-state="over"]')
    return "over" if page.locator('.status[data-state="over"]').count() else "turn"


def plies(page: Page) -> int:
    """Moves played so far, as the page shows them."""
    return int(page.locator(".status").get_attribute("data-plies") or 0)


def wait_for_move(page: Page, before: int) -> None:
    """Until the page shows another number of moves, and the move that was made is answered."""
    page.wait_for_function(
        "before => { const { plies, state } = document.querySelector('.status')?.dataset ?? {};"
        " return plies !== undefined && Number(plies) !== before && state !== 'moving'; }",
        arg=before,
    )


def type_move(page: Page, text: str) -> None:
    before = plies(page)
    page.get_by_label("Type a move").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_move(page, before)


def open_match(page: Page, address: str) -> None:
    page.goto(address)
    expect(status(page)).to_be_visible()


def face(page: Page, seat: str) -> None:
    """The next of several persons at one screen sits down: the page shows that seat's cards."""
    page.get_by_role("button", name=f"I am {seat}: show my cards").click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()
