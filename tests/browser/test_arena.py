"""A tournament in a browser: started, watched to its end, and a match of it replayed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server

pytestmark = pytest.mark.browser


def test_a_tournament_is_watched_and_replayed(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/arena")
    page.get_by_label("Game").select_option("tic_tac_toe")
    page.get_by_label("Matches per pairing").fill("10")
    page.get_by_label("Agents, one per line").fill("random\nrules")
    page.get_by_role("button", name="Start the tournament").click()
    page.wait_for_url(re.compile("/arena/"))
    expect(page.get_by_text("10 of 10 matches")).to_be_visible(timeout=120_000)
    expect(page.get_by_role("rowheader", name="rules").first).to_be_visible()
    page.get_by_role("button", name="Replay match").first.click()
    page.wait_for_url(re.compile("/match/"))
    page.get_by_role("button", name="One forward").click()
    expect(page.locator('[data-cell][aria-label*="last move"]')).to_have_count(1)
