"""Every page: no serious fault by axe, both languages, light and dark, a phone; small to load."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import time
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PAGES, ROOT, Server
from tests.browser.steps import PERSON, RANDOM, open_match, tab, type_move

pytestmark = pytest.mark.browser

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PLAIN = [
    *(
        "/",
        "/new/connect_four",
        "/new/hearthstone",
        "/import",
        "/matches",
        "/own",
        "/nowhere",
        "/duel",
        "/arena",
        "/learn",
        "/learn/minimax",
        "/learn/alphabeta",
    ),
    *(
        "/learn/monte_carlo",
        "/learn/bandits",
        "/learn/uct",
        "/learn/uct_players",
        "/learn/network",
        "/runs/tic_tac_toe",
    ),
]

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def faults(page: Page) -> list[str]:
    """What axe finds serious or worse."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{item['id']}: {item['help']} ({'; '.join(node['html'][:160] for node in item['nodes'][:3])})"
        for item in found["violations"]
        if item["impact"] in ("serious", "critical")
    ]


def faults_in_both_themes(page: Page) -> list[str]:
    """What axe finds on a page that follows the machine's theme."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        other = {"light": "Dark theme", "dark": "Light theme"}[scheme]
        expect(page.locator("header button").last).to_have_attribute("aria-label", other)
        found += [f"{scheme}: {fault}" for fault in faults(page)]
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PLAIN)
def test_axe_finds_no_serious_fault(page: Page, server: Server, path: str, theme: str) -> None:
    page.add_init_script(f"localStorage.setItem('playout.theme', '{theme}')")
    page.goto(f"{server.address}{path}")
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert faults(page) == []


def test_axe_finds_no_serious_fault_in_the_rules_of_every_game(page: Page, server: Server) -> None:
    games = [game["name"] for game in page.request.get(f"{server.address}/api/games").json()]
    assert {"chess", "go", "hearthstone", "nim"} <= {*games}
    found: list[str] = []
    for game in games:
        page.goto(f"{server.address}/rules/{game}")
        expect(page.locator("main h1")).to_be_visible()
        found += [f"{game}, {fault}" for fault in faults_in_both_themes(page)]
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["tic_tac_toe", "chess", "hearthstone", "nim", "qubic"])
def test_axe_finds_no_serious_fault_in_a_match(page: Page, server: Server, game: str, theme: str) -> None:
    page.add_init_script(f"localStorage.setItem('playout.theme', '{theme}')")
    open_match(page, server.new_match(page, game, [PERSON, RANDOM]))
    for name in ("Moves", "Analysis", "Tree", "Review"):
        tab(page, name)
        assert faults(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_what_is_found(page: Page, server: Server, theme: str) -> None:
    """Candidates on the board and in the table, an open tree, a mistake of a review, and a tournament."""
    page.add_init_script(f"localStorage.setItem('playout.theme', '{theme}')")
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=[0, 4, 2, 6]))
    tab(page, "Analysis")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(5)
    assert faults(page) == []
    tab(page, "Tree")
    expect(page.locator('[role="treeitem"][aria-level="2"]').first).to_be_visible()
    assert faults(page) == []
    tab(page, "Review")
    page.get_by_role("tabpanel").get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("4 of 4 positions")).to_be_visible(timeout=120_000)
    assert faults(page) == []
    body = {"game": "tic_tac_toe", "agents": ["random", "rules"], "matches": 4}
    made = page.request.post(f"{server.address}/api/tournaments", data=body, headers={"Origin": server.address})
    page.goto(f"{server.address}/arena/{made.json()['id']}")
    expect(page.get_by_text("4 of 4 matches")).to_be_visible(timeout=120_000)
    assert faults(page) == []


def test_the_first_page_has_three_doors(page: Page, server: Server) -> None:
    """It says what this is; the door of one's own game leads to the tutorial's file."""
    page.goto(server.address)
    expect(page.locator(".hero")).to_contain_text("minimax, alpha-beta and Monte Carlo tree search")
    expect(page.locator(".hero")).to_contain_text("No account, no tracking")
    doors = page.get_by_role("navigation", name="Where to begin").get_by_role("link")
    expect(doors).to_have_count(3)
    doors.filter(has_text="Learn").click()
    page.wait_for_url(re.compile("/learn$"))
    page.go_back()
    doors.filter(has_text="Your own game").click()
    expect(page.get_by_text("playout serve --game chomp.py --open")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("link", name="Download chomp.py").click()
    assert found.value.suggested_filename == "chomp.py"
    assert found.value.path().read_text() == (ROOT / "web/public/chomp.py").read_text()


def test_a_game_that_hangs_is_named_and_others_go_on(page: Page, server: Server) -> None:
    page.goto(server.address)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="endless"))
    expect(card).to_contain_text("endless.py: play did not return in 5 s")
    expect(card).to_contain_text("Fix the file and reload this page to try it again.")
    expect(card.get_by_role("button", name="Play")).to_have_count(0)
    nim = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=re.compile("^Nim")))
    nim.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator(".status")).to_have_attribute("data-state", "your_move")


def test_what_is_refused_is_chinese_on_a_chinese_page(page: Page, server: Server) -> None:
    page.add_init_script("localStorage.setItem('playout.language', 'zh')")
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    page.get_by_label("输入着法").fill("z9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^这里不能这样走："))


def test_chinese_throughout(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("link", name="竞技场")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    page.reload()
    expect(page.get_by_role("heading", name="井字棋")).to_be_visible()
    for path in ("/learn/uct", "/arena", "/new/go"):
        page.goto(f"{server.address}{path}")
        expect(page.locator("h1")).to_have_text(re.compile("[\u4e00-\u9fff]|UCT"))


def test_a_phone_shows_all_without_scrolling_sideways(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_match(page, server.new_match(page, "connect_four", [PERSON, PERSON]))
    type_move(page, "d")
    for path in ("/", "/new/chess", "/learn/uct", "/arena"):
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), page.url
        page.goto(f"{server.address}{path}")
        expect(page.locator("main h1")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), page.url


def test_pages_are_small() -> None:
    """Under 500 KB compressed without the 3D board, all pages together."""
    files = [file for file in (PAGES.parent / "assets").iterdir() if not file.name.startswith("Space-")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 500_000


def test_languages_have_the_same_keys() -> None:
    texts = [json.loads((ROOT / "web/src/i18n" / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "zh")]
    assert texts[0].keys() == texts[1].keys()


def test_a_match_that_cannot_be_read_is_told_and_deleted(page: Page, server: Server) -> None:
    with sqlite3.connect(server.folder / "web.sqlite") as base:
        base.execute("INSERT INTO matches VALUES ('abcdef123456', ?, 0, '{')", (time.time(),))
    page.goto(server.address)
    told = page.locator("details.unreadable")
    expect(told).to_contain_text("Some of the data cannot be read: 1")
    told.locator("summary").click()
    expect(told).to_contain_text("Match abcdef123456 cannot be read, and is kept as it is in")
    told.get_by_role("button", name="Delete").click()
    expect(told).to_have_count(0)
