"""The moves of the others are shown one after the other, at a speed that is chosen, and again when one asks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import PATIENCE, Server, Watched
from tests.browser.steps import PERSON, RANDOM, open_match, tab, wait_for_turn

pytestmark = pytest.mark.browser

SPEED = "How long each move of the others is shown"

SMALL = {"size": 4, "line": 4}
"""Of a cube."""

WATCH = """() => {
    const seen = (window.seen = []);
    const look = () => {
        const { plies, state } = document.querySelector(".status").dataset;
        const stones = document.querySelectorAll('[data-cell]:not([aria-label*="empty"])').length;
        const told = document.querySelector(".last")?.textContent ?? "";
        const now = { told, state, plies: Number(plies), stones };
        const before = seen.at(-1);
        const isNew = !before || Object.keys(now).some((key) => now[key] !== before[key]);
        if (isNew) seen.push({ ...now, at: performance.now() });
    };
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(look).observe(document.querySelector("main"), all);
    look();
}"""
"""Writes down what the page shows whenever it changes."""


def send_turns_whole(page: Page) -> None:
    """Messages of moves wait until somebody here is to move, so that a busy machine spreads no turn over time."""

    def pass_on(route: WebSocketRoute) -> None:
        held: list[str | bytes] = []

        def hear(text: str | bytes) -> None:
            said = json.loads(text)
            held.append(text)
            if said["type"] == "moved" and said["status"] == "thinking":
                return
            if said["type"] == "moved" or len(held) == 1:
                while held:
                    route.send(held.pop(0))

        route.connect_to_server().on_message(hear)

    page.route_web_socket(re.compile("/api/socket"), pass_on)


@pytest.fixture
def moving(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """A page of somebody who has not asked for little motion."""
    opened: list[tuple[Page, Watched]] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(locale="en-US", **{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        send_turns_whole(page)
        opened.append((page, Watched(page, server.address)))
        return page

    yield make
    for page, watched in opened:
        assert watched.faults == []
        page.context.close()


def seen_since(page: Page, act: Callable[[], None]) -> list[dict[str, Any]]:
    """What the page showed from an action on, until it is somebody's turn here again."""
    page.evaluate(WATCH)
    act()
    page.wait_for_function("() => window.seen.some(({ state }) => state === 'showing')")
    wait_for_turn(page)
    found: list[dict[str, Any]] = page.evaluate("() => window.seen")
    return found


def tellings(seen: list[dict[str, Any]]) -> list[str]:
    """The different texts, in their order."""
    texts = [item["told"] for item in seen]
    return [text for i, text in enumerate(texts) if text and text != texts[i - 1]]


def test_a_turn_of_hearthstone_is_shown_move_by_move_and_again(moving: Callable[..., Page], server: Server) -> None:
    page = moving()
    open_match(page, server.new_match(page, "hearthstone", [PERSON, RANDOM], seed=1))
    page.get_by_label(SPEED).select_option("0.5")
    buttons = page.get_by_role("group", name="Moves").get_by_role("button")
    assert wait_for_turn(page) == "turn"
    buttons.get_by_text("Keep all").click()
    for _ in range(3):  # turns, until the opponent has mana for several actions
        wait_for_turn(page)
        seen = seen_since(page, buttons.get_by_text("End turn").click)
    shown = tellings(seen)
    tab(page, "Moves")
    rows = page.get_by_role("list", name="Moves of the match").locator("li").all_inner_texts()
    told = [" ".join(row.split()).partition(" ")[2].casefold() for row in rows]
    assert [text.casefold() for text in shown[-4:]] == told[-4:], "what is told is what happened, in its order"
    changes = [new for old, new in pairwise(seen) if new["told"] != old["told"] and new["state"] == "showing"]
    assert len(changes) >= 3
    assert all(450 <= later["at"] - sooner["at"] < 5000 for sooner, later in pairwise(changes))
    again = seen_since(page, page.get_by_role("button", name="Replay the turn").click)
    assert tellings(again)[-4:] == shown[-4:]
    assert {item["plies"] for item in again} == {seen[-1]["plies"]}
    page.get_by_role("button", name="Replay the turn").click()  # a click on the board ends it, and plays nothing
    expect(page.locator('.status[data-state="showing"]')).to_be_visible()
    page.locator(".zone.hand").last.click()
    expect(page.locator('.status[data-state="your_move"]')).to_be_visible()
    expect(page.locator(".face.taken")).to_have_count(0)
    assert page.locator(".last").inner_text() == shown[-1]


def test_two_opponents_in_a_cube_move_one_after_the_other(moving: Callable[..., Page], server: Server) -> None:
    """The first answer comes at once, the second a second later; the speed is kept in the browser."""
    page = moving()
    open_match(page, server.new_match(page, "gomoku3d", [PERSON, RANDOM, RANDOM], options=SMALL, seed=1))
    expect(page.get_by_label(SPEED)).to_have_value("1")
    seen = seen_since(page, lambda: page.locator('[data-cell="0"]').click())
    known = next(item["at"] for item in seen if item["plies"] >= 2)
    first = next(item["at"] for item in seen if item["stones"] == 2)
    assert first - known < 500
    second = next(item["at"] for item in seen if item["stones"] == 3)
    assert 900 <= second - first < 5000
    assert any(item["plies"] == 3 and item["stones"] == 2 for item in seen)
    page.get_by_label(SPEED).select_option("0")
    page.reload()
    expect(page.get_by_label(SPEED)).to_have_value("0")
    page.evaluate(WATCH)
    page.locator('[role="gridcell"].open').first.click()
    page.wait_for_function("() => document.querySelector('.status').dataset.plies === '6'")
    assert "showing" not in {item["state"] for item in page.evaluate("() => window.seen")}
    seen = seen_since(page, page.get_by_role("button", name="Replay the turn").click)
    assert [item["stones"] for item in seen if item["state"] == "showing"] == [4, 5]


def test_little_motion_means_at_once_unless_chosen(moving: Callable[..., Page], server: Server) -> None:
    page = moving(reduced_motion="reduce")
    open_match(page, server.new_match(page, "gomoku3d", [PERSON, RANDOM, RANDOM], options=SMALL, seed=1))
    expect(page.get_by_label(SPEED)).to_have_value("0")
    page.get_by_label(SPEED).select_option("0.5")
    seen = seen_since(page, lambda: page.locator('[data-cell="0"]').click())
    assert any(item["stones"] == 2 for item in seen if item["state"] == "showing")


def test_a_guest_sees_the_others_move_one_after_the_other(moving: Callable[..., Page], server: Server) -> None:
    page = moving()
    seats = [{"kind": "guest"}, RANDOM, RANDOM]
    address = server.new_match(page, "gomoku3d", seats, options=SMALL, seed=1)
    made = page.request.post(f"{address.replace('/match/', '/api/matches/')}/links", headers={"Origin": server.address})
    guest = moving(viewport={"width": 390, "height": 844}, has_touch=True)
    open_match(guest, made.json()["links"][0]["address"])
    seen = seen_since(guest, lambda: guest.locator('[data-cell="0"]').tap())
    assert any(item["plies"] == 3 and item["stones"] == 2 for item in seen)
    again = seen_since(guest, guest.get_by_role("button", name="Replay the turn").tap)
    assert [item["stones"] for item in again if item["state"] == "showing"] == [1, 2]
