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
    """Until a person is to move, or the match is over."""
    page.wait_for_selector('.status[data-state="your_move"], .status[data-state="over"]')
    return "over" if page.locator('.status[data-state="over"]').count() else "turn"


def plies(page: Page) -> int:
    """Moves played so far, as the page shows them."""
    return int(page.locator(".status").get_attribute("data-plies") or 0)


def wait_for_move(page: Page, before: int, timeout: float = 30_000) -> None:
    moved = "before => Number(document.querySelector('.status')?.dataset.plies) !== before"
    page.wait_for_function(moved, arg=before, timeout=timeout)


def type_move(page: Page, text: str) -> None:
    before = plies(page)
    page.get_by_label("Type a move").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_move(page, before)


def open_match(page: Page, address: str) -> None:
    page.goto(address)
    expect(status(page)).to_be_visible()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()
