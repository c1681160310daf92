"""What a seat's search believed of the others' cards, on the page of a match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, face, open_match, tab, type_move
from tests.browser.test_pages import faults

pytestmark = pytest.mark.browser

PLAYED = [0, 2, 0, 1]
"""Kuhn poker: jack against king; pass, bet."""


def test_beliefs_are_shown_after_the_match(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "kuhn_poker", [PERSON, PERSON], moves=PLAYED))
    face(page, "Player 1")
    tab(page, "Beliefs")
    expect(page.get_by_text("Come back when it is over")).to_be_visible()
    expect(page.get_by_role("button", name="Count the guesses")).to_have_count(0)
    type_move(page, "bet")
    page.get_by_role("button", name="Count the guesses").click()
    hand = page.get_by_role("table", name="Hand of Player 2: 1 face down")
    expect(hand.locator("tbody tr")).to_have_count(2)
    shares = [int(text[:-1]) for text in hand.locator("tbody td:nth-child(3)").all_inner_texts()]
    assert abs(sum(shares) - 100) <= 1 and all(40 <= share <= 60 for share in shares)
    expect(hand.get_by_role("row", name=re.compile("king"))).to_contain_text("held")
    expect(hand.get_by_role("row", name=re.compile("queen"))).not_to_contain_text("held")
    # In Kuhn poker a bet tells the search nothing, and the page says so.
    expect(page.get_by_text("no move changed the bars beyond chance")).to_be_visible()
    expect(page.get_by_role("heading", name="After 4. bet")).to_be_visible()
    # Each position has bars of its own, by the list and by the keys.
    page.get_by_text("Position by position").click()
    rows = page.get_by_role("tabpanel").locator("li")
    expect(rows).to_have_text(["2. K", "3. pass", "4. bet"])
    rows.nth(0).get_by_role("button").click()
    expect(page.get_by_role("heading", name="After 2. K")).to_be_visible()
    expect(page.get_by_text("the 500 guesses of a search")).to_be_visible()
    page.locator(".status").click()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="After 3. pass")).to_be_visible()
    expect(page.get_by_text("500 guesses without a search")).to_be_visible()
    # The other seat, and the page loaded anew: what was counted is there.
    page.get_by_label("Beliefs of").select_option("Player 2")
    page.get_by_role("button", name="Count the guesses").click()
    expect(page.get_by_role("table", name="Hand of Player 1: 1 face down").locator("tbody tr")).to_have_count(2)
    page.reload()
    expect(hand.locator("tbody tr")).to_have_count(2)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)  # colours fade
        assert faults(page) == []


def test_beliefs_on_a_phone_and_in_chinese(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_match(page, server.new_match(page, "kuhn_poker", [PERSON, PERSON], moves=[*PLAYED, 1]))
    tab(page, "Beliefs")
    page.get_by_role("button", name="Count the guesses").click()
    panel = page.get_by_role("tabpanel")
    expect(panel.locator("tbody tr")).to_have_count(2)
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("table", name="玩家 2的手牌：1 张未知")).to_be_visible()
    expect(panel.get_by_text("没有任何着法使条形的变动超出随机")).to_be_visible()
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_open_games_have_no_beliefs(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "kuhn_poker", [PERSON, PERSON], moves=PLAYED))
    face(page, "Player 1")
    tab(page, "Beliefs")
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Beliefs")).to_have_count(0)
