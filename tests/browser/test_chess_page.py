"""What chess players expect: numbered moves, promotion at the square, several lines with scores, a bar of values."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import playout
from tests.browser.conftest import Server
from tests.browser.steps import PERSON, open_match, tab, wait_for_move

pytestmark = pytest.mark.browser


def moves_of(text: str) -> list[int]:
    return list(playout.load("chess").replay(text.split()).history)


@pytest.mark.parametrize(
    "moves, numbered",
    [
        ("e4 e5 Nf3 Nc6", "1. e4 e5 2. Nf3 Nc6"),
        ("e4 d5 Bb5+", "1. e4 d5 2. Bb5+"),
        ("f3 e5 g4 Qh4#", "1. f3 e5 2. g4 Qh4#"),
    ],
)
def test_moves_are_numbered_by_white_and_black(page: Page, server: Server, moves: str, numbered: str) -> None:
    """Also where a king is in check, and after a mate."""
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON], moves=moves_of(moves)))
    tab(page, "Moves")
    listed = page.get_by_role("list", name="Moves of the match")
    assert " ".join(listed.inner_text().split()) == f"Start {numbered}"


def test_a_match_that_begins_with_black_is_numbered_from_its_position(page: Page, server: Server) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R b K - 0 12"
    moves = list(playout.load("chess", fen=fen).replay(["Kf7", "O-O+", "Kg7"]).history)
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON], options={"fen": fen}, moves=moves))
    tab(page, "Moves")
    listed = page.get_by_role("list", name="Moves of the match")
    assert " ".join(listed.inner_text().split()) == "Start 12… Kf7 13. O-O+ Kg7"


@pytest.mark.parametrize("letter", ["Q", "N"])
def test_a_pawn_is_promoted_to_a_piece_chosen_at_its_square(page: Page, server: Server, letter: str) -> None:
    fen = "8/2k1P3/8/8/8/8/8/4K3 w - - 0 1"
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON], options={"fen": fen}))
    page.locator('[data-cell="12"]').click()  # e7
    page.locator('[data-cell="4"]').click()  # e8
    pieces = page.get_by_role("group", name="Choose a move")
    square, chosen = page.locator('[data-cell="4"]').bounding_box(), pieces.bounding_box()
    assert square and chosen and abs(square["x"] - chosen["x"]) < 3 and abs(square["y"] - chosen["y"]) < 3
    expect(pieces.locator("svg")).to_have_count(4)
    pieces.get_by_role("button", name=re.compile(f"e8={letter}")).click()
    wait_for_move(page, 0)
    name = {"Q": "white queen", "N": "white knight"}[letter]
    expect(page.locator('[data-cell="4"]')).to_have_attribute("aria-label", re.compile(name))


def test_several_lines_have_scores_and_a_bar_shows_the_best(page: Page, server: Server) -> None:
    """Before mate in two: the first line mates, the others have scores of their own at the same depth."""
    fen = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON], options={"fen": fen}))
    page.get_by_label("Lines").select_option("3")
    expect(page.get_by_role("img", name=re.compile("^Value"))).to_have_count(0)
    page.get_by_role("button", name="Start", exact=True).click()
    rows = page.locator("tbody tr")
    expect(rows.nth(0).locator("td.number").nth(1)).to_have_text(re.compile("#2"))
    for number in (1, 2):
        expect(rows.nth(number).locator("td.number").nth(1)).to_have_text(re.compile(r"[+#]\d"))
        expect(rows.nth(number).locator("td.line")).to_have_text(re.compile(r"1\. \S+ \S+ 2\. \S+"))
    bar = page.get_by_role("img", name=re.compile(r"^Value: #2"))
    expect(bar).to_be_visible()
    board = page.get_by_role("grid").bounding_box()
    beside = bar.bounding_box()
    assert board and beside and beside["x"] + beside["width"] <= board["x"] and beside["height"] > 0.8 * board["height"]


def test_a_variation_is_tried_on_the_board_kept_and_opened_again(page: Page, server: Server) -> None:
    """In the last position, too, where a move would be played: there trying is a switch."""
    address = server.new_match(page, "chess", [PERSON, PERSON], moves=moves_of("e4 e5"))
    open_match(page, address)
    page.get_by_role("button", name="Try moves").click()
    page.locator('[data-cell="62"]').click()  # g1
    page.locator('[data-cell="45"]').click()  # f3
    expect(page.locator(".looking")).to_contain_text("Trying after move 2: 2. Nf3")
    page.get_by_role("button", name="Keep this variation").click()
    expect(page.get_by_role("button", name="Kept", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Back to the match").click()
    tab(page, "Moves")
    page.reload()
    listed = page.get_by_role("list", name="Moves of the match")
    listed.get_by_role("button", name="2. Nf3").click()
    page.wait_for_url(re.compile(r"ply=2&line=\d+$"))
    expect(page.locator('[data-cell="45"]')).to_have_attribute("aria-label", re.compile("white knight"))
    expect(page.locator(".status")).to_have_attribute("data-plies", "2")
    listed.get_by_role("button", name="Remove this variation").click()
    expect(listed.get_by_role("button", name="2. Nf3")).to_have_count(0)
