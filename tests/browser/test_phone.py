"""By finger: points of a large board are enlarged before they are played, and cards are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PATIENCE, Server, Watched
from tests.browser.steps import PERSON, face, open_match, plies, wait_for_move

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(
        locale="en-US", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    made = context.new_page()
    watched = Watched(made, server.address)
    yield made
    assert watched.faults == []
    context.close()


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'[role="gridcell"][data-cell="{number}"]')


def test_a_second_tap_confirms_a_point_of_a_large_go_board(phone: Page, server: Server) -> None:
    open_match(phone, server.new_match(phone, "go", [PERSON, PERSON], options={"size": 19}))
    loupe = phone.get_by_role("group", name="Enlarged")
    cell(phone, 60).tap()  # D16
    expect(loupe).to_contain_text("D16: tap again to play")
    assert plies(phone) == 0
    box, point = loupe.bounding_box(), cell(phone, 60).bounding_box()
    assert box and point and box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert box["y"] > point["y"] + point["height"] or box["y"] + box["height"] < point["y"], "the point stays in sight"
    cell(phone, 61).tap()  # another point: this one is enlarged now
    expect(loupe).to_contain_text("E16: tap again to play")
    cell(phone, 61).tap()
    wait_for_move(phone, 0)
    expect(loupe).to_have_count(0)
    expect(cell(phone, 61)).to_have_attribute("aria-label", re.compile("E16, .*last move"))
    cell(phone, 300).tap()  # and in the enlarged part a neighbour is chosen, then played
    loupe.get_by_role("button", name="P4", exact=True).tap()
    expect(loupe).to_contain_text("P4: tap again to play")
    loupe.get_by_role("button", name="P4", exact=True).tap()
    wait_for_move(phone, 1)
    assert plies(phone) == 2


def test_points_that_a_finger_hits_are_played_at_once(phone: Page, server: Server) -> None:
    open_match(phone, server.new_match(phone, "go", [PERSON, PERSON], options={"size": 9}))
    cell(phone, 40).tap()
    wait_for_move(phone, 0)
    assert plies(phone) == 1


def press_for(page: Page, there: Locator, milliseconds: int) -> None:
    """A finger lies on something for a while."""
    box = there.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(milliseconds)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_cards_are_read_by_touch(phone: Page, server: Server) -> None:
    """A tap on a card that cannot be played, a long press on one that can; the press plays nothing."""
    decks = {"decks": ["basic_mage", "basic_mage"]}
    open_match(phone, server.new_match(phone, "hearthstone", [PERSON, PERSON], options=decks, seed=1))
    face(phone, "Player 1")
    large = phone.locator(".large")
    power = phone.locator('[data-place="card:1.power.0"]')
    expect(power.locator(".name")).to_have_text("Fireblast")
    power.tap(force=True)  # it is marked as disabled, since it cannot be played
    expect(large).to_contain_text("Hero power")
    expect(large).to_contain_text("1 damage.")
    box = large.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] >= 0
    phone.locator(".status").tap()
    expect(large).to_have_count(0)
    card = phone.locator(".zone.hand .face.open").first
    name = card.locator(".name").inner_text()
    press_for(phone, card, 700)
    expect(large).to_contain_text(name)
    expect(large).to_contain_text("These cards go back into your deck")
    expect(phone.locator(".face.taken")).to_have_count(0)
    card.tap()  # a short touch still chooses it, and closes the other
    expect(phone.locator(".face.taken")).to_have_count(1)
    expect(large).to_have_count(0)
