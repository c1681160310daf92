"""The duel of two minds: both on the board, whom the visitor believes, and who was right, which is counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import playout
from tests.browser.conftest import Server
from tests.browser.steps import PERSON, open_match, tab
from tests.browser.test_pages import faults

pytestmark = pytest.mark.browser

EXACT, SHALLOW = "alphabeta", "minimax(depth=1)"
FORK = [0, 4, 8]
"""O to move: a corner loses by a fork. The shallow search takes one."""
EVEN = [1, 0]
"""Here the two want different moves that are worth the same."""


def choose(page: Page, side: str, agent: str) -> None:
    page.get_by_label(f"Agent {side}").select_option("…")
    spelling = page.get_by_role("region", name=f"Mind {side}").get_by_label("Spelling")
    spelling.fill(agent)
    spelling.blur()


def differing(page: Page, server: Server, moves: list[int]) -> tuple[str, str]:
    """A duel in which both have thought; the texts of the moves that they want, as the library finds them."""
    state = playout.load("tic_tac_toe").replay(moves)
    wanted = [playout.search(state, agent, backend="python").move for agent in (EXACT, SHALLOW)]
    assert wanted[0] != wanted[1]
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=moves))
    tab(page, "Analysis")
    page.get_by_role("link", name="Duel of minds").click()
    choose(page, "A", EXACT)
    choose(page, "B", SHALLOW)
    page.get_by_role("button", name="Let both think").click()
    first, second = (state.format(move) for move in wanted)
    expect(page.get_by_text(f"They differ: A wants {first}, B wants {second}.")).to_be_visible()
    return first, second


def test_who_was_right_is_shown_and_counted(page: Page, server: Server) -> None:
    first, second = differing(page, server, FORK)
    for sign in "AB":
        expect(page.locator(".board svg .value", has_text=re.compile(f"^{sign}$"))).to_have_count(1)
    expect(page.locator("[data-tally]")).to_contain_text("right 0 of 0 times")
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert faults(page) == []
    # A line is played out on the board, and back.
    side = page.get_by_role("region", name="Mind A")
    side.get_by_role("button", name="One forward").click()
    expect(page.get_by_text("The line of A, move 1.")).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile(f"^{first}, O"))).to_be_visible()
    page.get_by_role("button", name="Back to the position").click()
    page.get_by_role("button", name=f"I believe B: {second}").click()
    expect(page.locator(".said")).to_have_text(
        f"Solved to the end by alphabeta(every=True): A was right with {first}. You believed the other one."
    )
    expect(page.locator("[data-tally]")).to_contain_text("right 0 of 1 times")
    # The count is the browser's: another duel goes on with it.
    differing(page, server, FORK)
    page.get_by_role("button", name=f"I believe A: {first}").click()
    expect(page.locator(".said")).to_contain_text(f"A was right with {first}, as you believed.")
    expect(page.locator("[data-tally]")).to_contain_text("right 1 of 2 times")


def test_moves_of_equal_worth_do_not_count(page: Page, server: Server) -> None:
    differing(page, server, EVEN)
    page.get_by_role("button", name="I believe A").click()
    expect(page.locator(".said")).to_contain_text("both moves are worth the same")
    expect(page.locator("[data-tally]")).to_contain_text("right 0 of 0 times")


def test_the_duel_is_found_from_learn_and_takes_other_positions(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/learn")
    page.get_by_role("link", name="Duel of minds").click()
    page.get_by_role("button", name="Connect Four", exact=True).click()
    page.wait_for_url(re.compile(r"/duel/\w+"))
    page.get_by_role("button", name="Another position").click()
    page.wait_for_url(re.compile(r"line=\d"))
    expect(page.get_by_text("to move. After")).to_be_visible()
