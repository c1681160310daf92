"""The page of all matches, and what the end of a match offers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, RANDOM, open_match, plies, status, tab, wait_for_move

pytestmark = pytest.mark.browser

WON = [0, 8, 1, 7, 2]
"""Tic-tac-toe: X has the top row."""


def test_matches_are_found_and_deleted(page: Page, server: Server) -> None:
    for moves, seats in ((WON, [PERSON, RANDOM]), (WON, [RANDOM, PERSON]), ([4], [PERSON, PERSON])):
        server.new_match(page, "tic_tac_toe", seats, moves=moves)
    server.new_match(page, "nim", [PERSON, {"kind": "level", "level": "easy"}], options={"stones": 9}, moves=[1])
    page.goto(f"{server.address}/")
    page.get_by_role("link", name="All matches").click()
    cards = page.locator("main li")
    page.get_by_label("Game").select_option("tic_tac_toe")
    results = page.get_by_label("Result")
    for result, least in (("won", 1), ("lost", 1), ("over", 2), ("open", 1)):
        results.select_option(result)
        asked = f"{server.address}/api/matches/choices?begun=true&game=tic_tac_toe&result={result}"
        count = page.request.get(asked).json()["count"]
        assert count >= least
        expect(page.get_by_role("button", name=f"Delete these {count}", exact=True)).to_be_visible()
        expect(cards).to_have_count(min(count, 30))
    page.get_by_label("Game").select_option("nim")
    results.select_option("")
    page.get_by_label("Opponent").select_option("Easy")
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="Delete these 1").click()
    page.get_by_role("button", name="Delete 1 match now").click()
    expect(page.get_by_text("There is no such match.")).to_be_visible()


def test_filters_count_all_matches(page: Page, server: Server) -> None:
    """Also those beyond the 30 that the page has loaded; matches without a move are shown when they are asked for."""
    record = {"content": "(;GM[1]SZ[5]PB[Honinbo Shusaku]PW[Gennan Inseki]RE[B+R];B[cc])"}
    page.request.post(f"{server.address}/api/matches/import", data=record, headers={"Origin": server.address})
    for _ in range(32):
        server.new_match(page, "tic_tac_toe", [PERSON, {"kind": "agent", "agent": "rules"}], moves=WON)
    server.new_match(page, "tic_tac_toe", [PERSON, {"kind": "agent", "agent": "minimax"}])
    page.goto(f"{server.address}/matches")
    cards, opponent = page.locator("main li"), page.get_by_label("Opponent")
    expect(cards).to_have_count(30)
    opponent.select_option("Honinbo Shusaku")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Honinbo Shusaku – Gennan Inseki")
    opponent.select_option("rules")
    page.get_by_label("Result").select_option("won")
    expect(page.get_by_role("button", name="Delete these 32")).to_be_visible()
    expect(cards).to_have_count(30)
    page.get_by_role("button", name="Show earlier ones").click()
    expect(cards).to_have_count(32)
    page.get_by_role("button", name="Delete these 32").click()
    page.get_by_role("button", name="Delete 32 matches now").click()
    expect(page.get_by_text("There is no such match.")).to_be_visible()
    expect(opponent.get_by_role("option", name="minimax")).to_have_count(0)
    page.get_by_label("also those without a move").check()
    opponent.select_option("minimax")
    page.get_by_label("Result").select_option("open")
    expect(cards).to_have_count(1)


def test_a_match_without_a_move_leaves_no_card(page: Page, server: Server) -> None:
    page.goto(server.address)
    expect(page.get_by_role("heading", name="Gomoku", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    before = page.locator(".strip li").count()
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Gomoku", exact=True))
    card.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/match/"))
    page.goto(server.address)
    expect(page.get_by_role("heading", name="Gomoku", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.locator(".strip li").count() == before


def test_the_end_of_a_match_offers_what_comes_next(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, RANDOM], moves=WON))
    expect(status(page)).to_have_text(re.compile("X wins"))
    expect(page.get_by_label("Export…")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Hint|Resign"))).to_have_count(0)
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("5 of 5 positions")).to_be_visible(timeout=120_000)
    # Also where a line is tried: the new match begins at the beginning.
    page.goto(f"{page.url.partition('?')[0]}?ply=2&line=6")
    expect(page.locator(".looking")).to_contain_text("Trying after move 2")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("() => document.querySelector('.status')?.dataset.plies === '0'")
    expect(status(page)).to_have_text("X: your move")


def test_a_review_covers_the_whole_match(page: Page, server: Server) -> None:
    """A review from before the end is not taken for one of the match, nor one of moves that were taken back."""
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=WON[:-1]))
    tab(page, "Review")
    panel = page.get_by_role("tabpanel")
    panel.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text(f"{len(WON) - 1} of {len(WON) - 1} positions")).to_be_visible(timeout=120_000)
    page.get_by_role("button", name="Undo").click()
    expect(panel.get_by_text("positions, by")).to_have_count(0)
    for cell in WON[-2:]:
        before = plies(page)
        page.locator(f'[data-cell="{cell}"]').click()
        wait_for_move(page, before)
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text(f"{len(WON)} of {len(WON)} positions")).to_be_visible(timeout=120_000)
