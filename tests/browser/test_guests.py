"""Several people on several devices: each phone is a browser context of its own that knows nothing but its link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, Server, Watched
from tests.browser.steps import PERSON, open_match, status, type_move, wait_for_move
from tests.browser.test_pages import faults_in_both_themes

pytestmark = pytest.mark.browser

GUEST = {"kind": "guest"}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[[str], Page]]:
    """Opens a link on a further phone."""
    opened, watched = [], []

    def open_link(link: str, language: str = "en-US") -> Page:
        context = browser.new_context(locale=language, viewport=PHONE, has_touch=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        page = context.new_page()
        watched.append(Watched(page, server.address))
        page.goto(link)
        expect(page.locator(".status")).to_be_visible()
        return page

    yield open_link
    for context in opened:
        context.close()
    assert [fault for one in watched for fault in one.faults] == []


def _links(page: Page) -> list[str]:
    """From the dialog of the match's page: those of the guests' seats, then that of spectators."""
    fields = page.get_by_role("dialog").get_by_role("textbox")
    expect(fields.first).to_be_visible()
    return [field.input_value() for field in fields.all()]


def _cell(page: Page, number: int) -> Locator:
    return page.locator(f'[data-cell="{number}"]')


def _play(pages: list[Page], mover: int, number: int) -> None:
    """One taps a cell; all see the move."""
    before = [int(page.locator(".status").get_attribute("data-plies") or 0) for page in pages]
    _cell(pages[mover], number).tap()
    for page, plies in zip(pages, before, strict=True):
        wait_for_move(page, plies)


def test_three_people_play_in_a_cube_on_three_phones(page: Page, server: Server, phone: Callable[..., Page]) -> None:
    page.goto(f"{server.address}/new/gomoku3d")
    choices = page.locator(".seat select")
    expect(choices).to_have_count(3)
    for choice in choices.all():
        choice.select_option("guest")
    page.get_by_label("Line").fill("3")
    page.get_by_label("Size").fill("3")
    page.get_by_label("Size").blur()
    page.get_by_role("button", name="Start the match").click()
    links = _links(page)
    assert len(links) == 4 and page.get_by_role("dialog").get_by_role("img").count() == 4
    phones = [phone(link) for link in links[:3]]
    expect(page.get_by_role("dialog").get_by_text("here", exact=True)).to_have_count(3)
    page.get_by_role("button", name="Close").click()
    expect(phones[0].locator(".status")).to_contain_text("Your move")
    expect(phones[1].locator(".status")).to_contain_text("is to move")
    watching = phone(links[3], "zh-CN")
    everybody = [*phones, watching]
    for number, cell in enumerate((0, 9, 18)):
        _play(everybody, number, cell)
    # The third player takes the move back: both others have to accept.
    phones[2].get_by_role("button", name="Undo").tap()
    for other in phones[:2]:
        expect(phones[2].locator(".status")).to_have_attribute("data-plies", "3")
        other.get_by_role("button", name="Accept").tap()
    for one in everybody:
        expect(one.locator(".status")).to_have_attribute("data-plies", "2")
    # A phone is lost; the same link on another one goes on with the seat.
    phones[2].context.close()
    expect(page.locator(".seats").get_by_text("not here")).to_have_count(1)
    phones[2] = phone(links[2])
    everybody = [*phones, watching]
    for number, cell in enumerate((18, 1, 10, 19, 2), 2):
        _play(everybody, number % 3, cell)
    for one in phones:
        expect(one.locator(".status.over")).to_contain_text("X wins: 3 in a line")
        expect(one.get_by_role("button", name="Resign")).to_have_count(0)
    expect(page.locator(".status.over")).to_contain_text("X wins: 3 in a line")
    expect(watching.locator(".status.over")).to_be_visible()
    # The host renews the links: the old page is told, in words.
    page.get_by_role("button", name="Invite").click()
    entry = page.get_by_role("dialog").get_by_role("listitem").first
    entry.get_by_role("button", name="New link").click()
    entry.get_by_role("button", name="The old link stops working").click()
    expect(phones[0].get_by_role("alert")).to_contain_text("This link is not valid")
    wrong = page.request.get(links[0], headers={"accept": "text/html"})
    assert wrong.status == 401 and "this link is not valid" in wrong.text() and "此链接无效" in wrong.text()


def test_two_people_play_hearthstone_on_two_phones(page: Page, server: Server, phone: Callable[..., Page]) -> None:
    decks = {"decks": ["basic_mage", "basic_hunter"]}
    open_match(page, server.new_match(page, "hearthstone", [GUEST, GUEST], options=decks, seed=3))
    page.get_by_role("button", name="Invite").click()
    links = _links(page)
    assert faults_in_both_themes(page) == []
    phones = [phone(link) for link in links[:2]]
    assert faults_in_both_themes(phones[0]) == []
    phones[1].get_by_role("button", name="Rules", exact=True).tap()
    rules = phones[1].get_by_role("dialog")
    expect(rules).to_contain_text("Bring the other hero from 30 health to 0.")
    assert faults_in_both_themes(phones[1]) == []
    rules.get_by_role("button", name="Close").tap()
    for one, other in ((0, 1), (1, 0)):
        expect(phones[one].locator(".status")).to_contain_text("Your move")
        expect(phones[one].get_by_role("button", name="Keep all")).to_be_visible()
        expect(phones[other].get_by_role("button", name="Keep all")).to_have_count(0)
        phones[one].locator(f'[data-place="card:{one}.hand.0"]').tap()
        phones[one].get_by_role("group", name="Moves").get_by_role("button", name=re.compile("^Put back")).tap()
    for number in (0, 1):
        mover = phones[number]
        expect(mover.locator(".status")).to_contain_text("Your move")
        mover.get_by_role("button", name="End turn").tap()
        expect(phones[1 - number].locator(".status")).to_contain_text("Your move")
    phones[1].get_by_role("button", name="Resign").tap()
    phones[1].get_by_role("button", name="Resign now").tap()
    for device in [*phones, page]:
        expect(device.locator(".status.over")).to_contain_text("resigns")
    expect(status(page)).to_be_visible()


def test_a_draw_is_offered_declined_and_accepted(page: Page, server: Server, phone: Callable[..., Page]) -> None:
    """After a refusal it can be offered again once somebody has moved."""
    open_match(page, server.new_match(page, "chess", [PERSON, GUEST]))
    page.get_by_role("button", name="Invite").click()
    guest = phone(_links(page)[0])
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Offer a draw").click()
    expect(page.locator(".offer")).to_contain_text("You have offered a draw.")
    expect(guest.locator(".offer")).to_contain_text("White offers a draw.")
    guest.get_by_role("button", name="Decline").tap()
    expect(page.get_by_role("alert")).to_contain_text("Black declines the draw.")
    expect(guest.locator(".offer")).to_have_text("")
    expect(page.locator(".status")).to_have_attribute("data-state", "your_move")
    type_move(page, "e4")
    expect(guest.locator(".status")).to_contain_text("Your move")
    guest.get_by_role("button", name="Offer a draw").tap()
    expect(page.locator(".offer")).to_contain_text("Black offers a draw.")
    page.get_by_role("button", name="Accept").click()
    for one in (page, guest):
        expect(one.locator(".status.over")).to_contain_text("A draw, by agreement")
        expect(one.get_by_role("button", name="Offer a draw")).to_have_count(0)


def test_a_rematch_with_a_guest_shows_the_new_links(page: Page, server: Server, phone: Callable[[str], Page]) -> None:
    """They open the new match; a spectator of a game in which all is open reads nothing of hidden things."""
    old = server.new_match(page, "tic_tac_toe", [PERSON, GUEST], moves=[0, 8, 1, 7, 2])
    open_match(page, old)
    page.get_by_role("button", name="Rematch").click()
    links = _links(page)
    page.wait_for_url(lambda url: "/match/" in url and not url.startswith(old))
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text("X: your move")
    guest, spectator = phone(links[0]), phone(links[1])
    _cell(page, 4).click()
    for other in (guest, spectator):
        wait_for_move(other, 0)
    expect(status(guest)).to_have_text("Your move")
    expect(spectator.get_by_text("You are watching.", exact=True)).to_be_visible()
