"""The rules of a game: from its card, from the form of a new match and from the match, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, open_match

pytestmark = pytest.mark.browser


def test_rules_are_one_click_away(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("link", name="Rules: Chess").click()
    expect(page.get_by_role("heading", name="Rules: Chess")).to_be_visible()
    expect(page.get_by_role("heading", name="Castling")).to_be_visible()
    expect(page.locator("figure svg").first).to_be_visible()
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("heading", name="王车易位")).to_be_visible()
    page.get_by_role("button", name="English").click()
    page.get_by_role("link", name="Options").click()
    page.get_by_role("link", name="Rules: Chess").click()
    expect(page.get_by_role("heading", name="Castling")).to_be_visible()
    open_match(page, server.new_match(page, "go", [PERSON, PERSON]))
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="Superko")).to_be_visible()
