"""The tree that grows: its picture, what it was at its checkpoints, in words and as a table."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, open_match, tab, type_move
from tests.browser.test_pages import faults

pytestmark = pytest.mark.browser

COLOURS = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const found = new Set();
  for (let i = 0; i < data.length; i += 4) found.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return found.size;
}"""


def in_percent(share: float) -> str:
    """As a page writes it: half of a tenth is rounded up, where Python rounds it to an even digit."""
    return f"{Decimal(100 * share).quantize(Decimal('0.1'), ROUND_HALF_UP)}%"


def growth(page: Page) -> Locator:
    return page.get_by_role("region", name="The tree as it grows")


def grown(page: Page, server: Server, game: str, agent: str) -> dict[str, Any]:
    """An analysis that has ended, with the tab of its tree open; as the server tells it."""
    address = server.new_match(page, game, [PERSON, PERSON])
    page.add_init_script(f"localStorage.setItem('playout.agent.{game}.0', '{agent}')")
    open_match(page, address)
    tab(page, "Analysis")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("region", name="Analysis 1").get_by_text("done")).to_be_visible()
    tab(page, "Tree")
    expect(growth(page).get_by_role("slider")).to_be_visible()
    match = address.rsplit("/", 1)[1]
    found: list[dict[str, Any]] = page.request.get(f"{server.address}/api/matches/{match}/analyses").json()
    return found[0]


def test_a_search_is_rewound_and_says_what_it_wanted(page: Page, server: Server) -> None:
    analysis = grown(page, server, "connect_four", "uct(simulations=3000)")
    kept = page.request.get(f"{server.address}/api/analyses/{analysis['id']}/outlines").json()
    picture = growth(page).get_by_role("img")
    expect(picture).to_have_attribute("data-work", "3000")
    assert int(picture.get_attribute("data-nodes") or 0) == len(kept[-1]["parents"]) > 1000
    assert picture.evaluate(COLOURS) > 50
    slider = growth(page).get_by_role("slider")
    assert [item["work"] for item in kept] == [64, 128, 256, 512, 1024, 2048, 3000]
    for at in (0, 3, len(kept) - 1):
        slider.fill(str(at))
        outline = kept[at]
        expect(picture).to_have_attribute("data-work", str(outline["work"]))
        moves = zip(outline["moves"], outline["parents"], strict=True)
        row = list(moves).index((outline["best"], 0))
        share, value = outline["visits"][row] / outline["visits"][0], outline["values"][row] / 10
        words = f"After {outline['work']:,} simulations it wanted {'abcdefg'[outline['best']]}: "
        expect(growth(page).locator("[data-words=wanted]")).to_have_text(
            re.compile(f"^{words}{in_percent(share)} of the visits, worth {value:.1f}%")
        )
    # The same for those who cannot see it, with a row for each checkpoint.
    growth(page).get_by_text("As a table").click()
    expect(growth(page).get_by_role("row")).to_have_count(1 + len(kept))
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(page) == []


def test_a_node_is_looked_at_and_opened(page: Page, server: Server) -> None:
    grown(page, server, "connect_four", "uct(simulations=1000)")
    picture = growth(page).get_by_role("img")
    picture.scroll_into_view_if_needed()
    best = growth(page).locator(".name.best")
    label, box = best.bounding_box(), picture.bounding_box()
    assert label is not None and box is not None
    page.mouse.move(label["x"] + label["width"] / 2, label["y"] + label["height"] / 2)
    text = best.inner_text()
    expect(growth(page).locator(".look strong")).to_have_text(text)
    expect(growth(page).locator(".look")).to_contain_text("visits, worth")
    expect(growth(page).get_by_role("img", name="The position there")).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    chosen = page.get_by_role("treeitem", selected=True)
    expect(chosen.locator("strong")).to_have_text(text)


def test_the_tree_of_the_agent_that_plays_grows(page: Page, server: Server) -> None:
    agent = {"kind": "agent", "agent": "uct(simulations=2500)"}
    open_match(page, server.new_match(page, "connect_four", [PERSON, agent]))
    tab(page, "Tree")
    type_move(page, "d")
    picture = growth(page).get_by_role("img")
    expect(picture).to_be_visible()
    before = int(picture.get_attribute("data-work") or 0)
    assert 0 < before <= 2500
    expect(picture).to_have_attribute("data-work", "2500")
    expect(growth(page)).to_have_attribute("data-state", "still")
    expect(growth(page).get_by_role("slider")).to_have_attribute("max", "6")  # 64 to 2,048, and the end


def test_alpha_beta_shows_its_depths_and_windows(page: Page, server: Server) -> None:
    analysis = grown(page, server, "tic_tac_toe", "alphabeta(deepening=True)")
    kept = page.request.get(f"{server.address}/api/analyses/{analysis['id']}/outlines").json()
    growth(page).get_by_text("As a table").click()
    rows = growth(page).get_by_role("row")
    expect(rows).to_have_count(1 + len(kept))
    for at, outline in enumerate(kept[:-1]):
        work = outline["work"] - (kept[at - 1]["work"] if at else 0)
        for text in (str(outline["depth"]), f"{work:,}", f"{outline['sought']['low'] / 10:.1f}%"):
            expect(rows.nth(1 + at)).to_contain_text(text)
    growth(page).get_by_role("slider").fill("0")
    expect(growth(page).locator("[data-words=wanted]")).to_contain_text("Depth 1: it wanted")
