"""Analysis in a browser: live, stopped, kept; two agents; the tree; the review of a match."""

from __future__ import annotations

import math
import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Server
from tests.browser.steps import PERSON, open_match, tab, type_move

pytestmark = pytest.mark.browser


def simulations(page: Page) -> int:
    """What the first slot shows of its work."""
    text = page.get_by_role("region", name="Analysis 1").get_by_text("Simulations").locator("xpath=../../dd")
    return int(text.inner_text().replace(",", ""))


def wait_for_simulations(page: Page, least: int) -> None:
    deadline = time.monotonic() + PATIENCE / 1000
    while simulations(page) < least:
        assert time.monotonic() < deadline, "the search does not go on"
        page.wait_for_timeout(100)


def test_analysis_is_live_stops_and_is_kept(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "connect_four", [PERSON, PERSON]))
    tab(page, "Analysis")
    slot = page.get_by_role("region", name="Analysis 1")
    slot.get_by_role("button", name="Start").click()
    row = slot.locator("tbody tr")
    expect(row).to_have_count(7)
    expect(page.locator(".mark").first).to_be_visible()
    work = slot.get_by_text("Simulations").locator("xpath=../../dd")
    wait_for_simulations(page, 100)
    wait_for_simulations(page, 1 + simulations(page))  # it goes on
    slot.get_by_role("button", name="Stop").click()
    expect(slot.get_by_text("stopped")).to_be_visible()
    kept = work.inner_text()
    page.reload()
    expect(page.get_by_role("region", name="Analysis 1").locator("tbody tr")).to_have_count(7)
    expect(work).to_have_text(kept)
    # Showing is a switch of its own.
    page.get_by_label("Show on board").uncheck()
    expect(page.locator(".mark")).to_have_count(0)
    expect(row).to_have_count(7)


def test_every_move_of_a_line_can_be_clicked(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "connect_four", [PERSON, PERSON]))
    tab(page, "Analysis")
    slot = page.get_by_role("region", name="Analysis 1")
    slot.get_by_role("button", name="Start").click()
    expect(slot.locator(".line").first.get_by_role("button").nth(2)).to_be_visible()
    slot.get_by_role("button", name="Stop").click()
    slot.locator(".line").first.get_by_role("button").nth(1).click()
    page.wait_for_url(re.compile(r"ply=0&line=\d+(,|%2C)\d+$"))
    page.get_by_role("button", name="Back to the match").click()
    page.wait_for_url(re.compile(r"/match/\w+$"))


def test_two_agents_search_one_position(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    tab(page, "Analysis")
    page.get_by_label("Second agent").check()
    for number in (1, 2):
        slot = page.get_by_role("region", name=f"Analysis {number}")
        slot.get_by_role("button", name="Start").click()
        expect(slot.locator("tbody tr").first).to_be_visible()


def test_the_tree_opens_three_levels_down(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "connect_four", [PERSON, PERSON]))
    tab(page, "Analysis")
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_simulations(page, 1000)  # a tree of some size, of a game that no search ends by itself
    page.get_by_role("button", name="Stop").click()
    tab(page, "Tree")
    for level in (1, 2, 3):
        row = page.locator(f'[role="treeitem"][aria-level="{level}"]').first
        row.focus()
        if row.get_attribute("aria-expanded") == "false":
            page.keyboard.press("ArrowRight")
        expect(page.locator(f'[role="treeitem"][aria-level="{level + 1}"]').first).to_be_visible()
    page.locator('[role="treeitem"][aria-level="4"]').first.click()
    node = page.get_by_role("region", name="Node", exact=True)
    expect(node.locator("math msqrt mfrac")).to_be_visible()  # the bound with its numbers
    numbers = [float(text.replace(",", "")) for text in node.locator("math mn").all_text_contents()]
    mean, factor, count, visits, bound = numbers
    assert mean + factor * math.sqrt(math.log(count) / visits) == pytest.approx(bound, abs=0.01)
    node.get_by_role("button", name="Show on board").click()
    page.wait_for_url(re.compile("line="))


def test_a_review_finds_the_mistake(page: Page, server: Server) -> None:
    """O does not stop a line of two, and X, who does not see it either, wins by two threats all the same."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    for move in ("a1", "b2", "c1", "a3", "c3", "b1"):  # 4. a3 should have been b1
        type_move(page, move)
    tab(page, "Review")
    page.get_by_role("tabpanel").get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("6 of 6 positions")).to_be_visible(timeout=120_000)
    # Positions before it may not be proven in the time there is, and be called a mistake by a guess.
    mistake = page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="4. a3")
    expect(mistake).to_contain_text("blunder")
    expect(mistake.get_by_role("button", name="b1", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Next mistake").click()
    page.wait_for_url(re.compile(r"\?ply=\d"))
    mistake.get_by_role("button", name="4. a3").click()
    page.wait_for_url(re.compile(r"\?ply=3$"))
    expect(mistake).to_be_in_viewport(ratio=1)
    # On the board: the move that was made, and the better one.
    for sign in ("??", "✓"):
        expect(page.locator(".board svg .value", has_text=sign)).to_have_count(1)
    mistake.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(re.compile(r"/match/\w+$"))


def test_a_mistake_is_drawn_where_its_seat_has_no_stone_yet(page: Page, server: Server) -> None:
    """O answers a corner at the edge, where the centre holds the draw."""
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=[0, 3, 1, 4, 2]))
    page.get_by_role("button", name="Review").click()
    page.get_by_role("tabpanel").get_by_role("button", name="2. a2").click(timeout=120_000)
    page.wait_for_url(re.compile(r"\?ply=1$"))
    for part in (".badge", ".ghost"):
        expect(page.locator(f".board svg {part}")).to_have_count(2)


def test_a_hint_is_shown_on_the_board(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".mark")).to_have_count(1)


def test_another_try_in_a_match_of_agents_waits_for_the_visitor(page: Page, server: Server) -> None:
    agents = [{"kind": "agent", "agent": "random"}] * 2
    moves = [6, 4, 8, 0, 2, 7, 5]  # a1 b2 c1 a3 c3 b1 c2, of which the fourth is a mistake
    open_match(page, server.new_match(page, "tic_tac_toe", agents, moves=moves))
    page.wait_for_selector('.status[data-state="over"]')
    page.get_by_role("button", name="Review", exact=True).click()
    mistake = page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="4. a3")
    mistake.get_by_role("button", name="Try again from here").click(timeout=120_000)
    page.wait_for_function("() => document.querySelector('.status')?.dataset.plies === '3'")
    expect(page.locator(".status strong")).to_have_text("O: your move")
    page.wait_for_timeout(500)
    assert page.locator(".status").get_attribute("data-plies") == "3"
