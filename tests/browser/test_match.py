"""A match in a browser: by mouse, by keyboard, by text; undone, reloaded, seen from two tabs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.conftest import Server
from tests.browser.keys import reach
from tests.browser.steps import (
    PERSON,
    RANDOM,
    open_match,
    plies,
    status,
    tab,
    type_move,
    wait_for_move,
    wait_for_turn,
)

pytestmark = pytest.mark.browser


def test_a_visitor_plays_within_one_click(page: Page, server: Server) -> None:
    page.goto(server.address)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Tic-tac-toe"))
    card.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/match/"))
    page.locator('[data-cell="4"]').click()
    wait_for_move(page, 0)


def test_a_match_with_a_blocked_cell_and_a_clock(page: Page, server: Server) -> None:
    """Row 4 of 6 from the top, column 3 of 7, chosen on a small board; chosen again it is free."""
    page.goto(f"{server.address}/new/connect_four")
    cell = page.get_by_role("grid", name="Blocked cell").locator('[data-cell="23"]')
    cell.click()
    expect(cell).to_have_attribute("aria-label", re.compile("c4, blocked"))
    cell.click()
    expect(cell).to_have_attribute("aria-label", re.compile("c4, empty"))
    cell.click()
    page.get_by_label("Clock for each seat").select_option("300+0")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.get_by_role("grid").locator('[data-cell="23"]')).to_have_attribute("aria-label", re.compile("blocked"))
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    expect(clocks.nth(1)).to_have_text(re.compile("^4:5"))  # the visitor's runs


@pytest.mark.parametrize("game, options", [("tic_tac_toe", {}), ("connect_four", {"rows": 4, "columns": 4})])
def test_a_whole_match_by_mouse(page: Page, server: Server, game: str, options: dict[str, int]) -> None:
    open_match(page, server.new_match(page, game, [PERSON, RANDOM], options=options))
    while wait_for_turn(page) == "turn":
        before = plies(page)
        page.locator('[role="gridcell"].open').first.click()
        wait_for_move(page, before)
    assert plies(page) >= 5


@pytest.mark.parametrize("game, options", [("nim", {}), ("kuhn_poker", {}), ("pig", {"goal": 10})])
def test_a_whole_match_by_buttons(page: Page, server: Server, game: str, options: dict[str, int]) -> None:
    """Games without a board of cells; the last button of pig is `hold`, where it may be chosen."""
    open_match(page, server.new_match(page, game, [PERSON, RANDOM], options=options))
    while wait_for_turn(page) == "turn":
        before = plies(page)
        page.get_by_role("group", name="Moves").get_by_role("button").last.click()
        wait_for_move(page, before)
    assert plies(page) >= 2


def test_chess_by_dots_by_drag_and_by_text(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON]))
    page.locator('[aria-label^="e2"]').click()
    expect(page.locator(".dot")).to_have_count(2)  # e3 and e4
    page.locator('[aria-label^="e4"]').click()
    wait_for_move(page, 0)
    page.locator('[aria-label^="e7"]').drag_to(page.locator('[aria-label^="e5"]'))
    wait_for_move(page, 1)
    type_move(page, "Nf3")
    tab(page, "Moves")
    for move in ("e4", "e5", "Nf3"):
        expect(page.get_by_role("list", name="Moves of the match")).to_contain_text(move)


def test_a_promotion_is_asked_for(page: Page, server: Server) -> None:
    fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON], options={"fen": fen}))
    page.locator('[aria-label^="a7"]').click()
    page.locator('[aria-label^="a8"]').click()
    menu = page.get_by_role("group", name="Choose a move")
    expect(menu.get_by_role("button")).to_have_count(5)  # four pieces, and to cancel
    menu.get_by_role("button", name=re.compile("N")).first.click()
    wait_for_move(page, 0)
    expect(page.locator('[aria-label^="a8"]')).to_have_attribute("aria-label", re.compile("knight", re.IGNORECASE))


def test_a_promotion_by_keys(page: Page, server: Server) -> None:
    """The menu has the focus while it is open, and the board has it again afterwards."""
    fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
    open_match(page, server.new_match(page, "chess", [PERSON, PERSON], options={"fen": fen}))
    for square in ("a7", "a8"):
        reach(page, page.locator(f'[aria-label^="{square}"]'))
        page.keyboard.press("Enter")
    menu = page.get_by_role("group", name="Choose a move").get_by_role("button")
    expect(menu.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('[aria-label^="a8"]')).to_be_focused()
    assert plies(page) == 0
    for square in ("a7", "a8"):
        reach(page, page.locator(f'[aria-label^="{square}"]'))
        page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(menu.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_move(page, 0)
    expect(page.locator('[aria-label^="a8"]')).to_be_focused()


def test_hearthstone_is_played_on_its_table(page: Page, server: Server) -> None:
    """Put a card back, keep the others, end the turn; what happens is told in words."""
    open_match(page, server.new_match(page, "hearthstone", [PERSON, RANDOM], seed=1))
    assert wait_for_turn(page) == "turn"
    hand = page.get_by_role("group", name=re.compile("hand", re.IGNORECASE)).last
    expect(hand.get_by_role("button").first).to_be_visible()
    before = plies(page)
    page.get_by_role("group", name="Moves").get_by_role("button", name="keep all").click()
    wait_for_move(page, before)
    assert wait_for_turn(page) == "turn"
    before = plies(page)
    page.get_by_role("group", name="Moves").get_by_role("button", name=re.compile("end", re.IGNORECASE)).click()
    wait_for_move(page, before)


def test_a_cube_is_played_in_space_and_on_its_layers(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "qubic", [PERSON, PERSON]))
    expect(page.locator("canvas").first).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(4)
    page.locator('[data-cell="21"]').click()
    wait_for_move(page, 0)
    expect(page.locator('[data-cell="21"]')).to_have_attribute("aria-label", re.compile("black stone"))
    page.locator('[data-cell="21"]').focus()
    for key, cell in (("PageDown", 37), ("End", 39), ("PageUp", 23)):  # layers of 16 cells, rows of 4
        page.keyboard.press(key)
        expect(page.locator(f'[data-cell="{cell}"]')).to_be_focused()
    page.get_by_label("Layer").select_option("1")
    page.get_by_role("button", name="Turn left").click()
    page.get_by_role("button", name="3D board").click()
    expect(page.get_by_label("Layer")).to_have_count(0)


def test_nothing_looks_open_until_a_move_is_answered(page: Page, server: Server) -> None:
    """The server's messages are held back: a second touch meanwhile does nothing, and then the page goes on."""
    held: list[str | bytes] = []
    routes: list[WebSocketRoute] = []
    holds = False

    def pass_on(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server().on_message(lambda text: held.append(text) if holds else route.send(text))

    page.route_web_socket(re.compile("/api/socket"), pass_on)
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    opened = page.locator('[role="gridcell"].open')
    expect(opened).to_have_count(9)
    holds = True
    page.locator('[data-cell="4"]').click()
    expect(opened).to_have_count(0)
    assert page.locator(".status").get_attribute("data-state") == "moving"
    page.locator('[data-cell="0"]').click()
    while len(held) < 2:  # the move, and that it is done
        page.wait_for_timeout(50)
    holds = False
    for text in held:
        routes[0].send(text)
    expect(opened).to_have_count(8)
    page.locator('[data-cell="8"]').click()
    expect(opened).to_have_count(7)
    expect(page.locator('[data-cell="0"]')).to_have_attribute("aria-label", re.compile("empty"))


def test_undo_and_resign(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, RANDOM]))
    page.locator('[data-cell="0"]').click()
    page.wait_for_function("() => document.querySelector('.status').dataset.plies === '2'")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.querySelector('.status').dataset.plies === '0'")
    expect(page.locator('[data-cell="0"]')).to_have_attribute("aria-label", re.compile("empty"))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign now").click()
    expect(page.locator('.status[data-state="over"]')).to_be_visible()


def test_a_move_that_is_not_legal_is_refused_in_a_sentence(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    page.get_by_label("Type a move").fill("z9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert plies(page) == 0


def test_a_position_has_an_address(page: Page, server: Server) -> None:
    address = server.new_match(page, "tic_tac_toe", [PERSON, PERSON])
    open_match(page, address)
    for move in ("a1", "b2", "c3"):
        type_move(page, move)
    page.get_by_role("button", name="One back").click()
    page.wait_for_url(re.compile(r"\?ply=2$"))
    page.reload()
    expect(page.locator('[aria-label^="c3"]')).to_have_attribute("aria-label", re.compile("empty"))
    # A move here is only tried, and can be made a match of its own.
    page.locator('[aria-label^="a3"]').click()
    page.wait_for_url(re.compile(r"ply=2&line="))
    page.get_by_role("button", name="New match from here").click()
    page.wait_for_function("old => !location.href.startsWith(old)", arg=address)
    page.wait_for_function("() => document.querySelector('.status')?.dataset.plies === '3'")
    expect(page.locator('[aria-label^="a3"]')).to_have_attribute("aria-label", re.compile("X"))


def test_reload_in_mid_match(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "connect_four", [PERSON, PERSON]))
    type_move(page, "d")
    type_move(page, "d")
    page.reload()
    page.wait_for_function("() => document.querySelector('.status')?.dataset.plies === '2'")
    type_move(page, "e")


def test_the_server_restarts_in_mid_match(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    type_move(page, "a1")
    server.stop()
    expect(page.get_by_text("The connection is interrupted")).to_be_visible()
    server.start()
    expect(page.get_by_text("The connection is interrupted")).to_have_count(0)
    type_move(page, "b2")


def test_a_restart_ends_what_the_page_waited_for(page: Page, server: Server) -> None:
    """The analysis has stopped and can be started again, and so can the hint, which had not come."""
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Thinking…")).to_be_visible()
    server.stop()
    server.start()
    expect(page.get_by_text("The connection is interrupted")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Start|Continue")).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("region", name="Hint")).to_be_visible()


def test_two_tabs_see_the_same_match(page: Page, context: BrowserContext, server: Server) -> None:
    address = server.new_match(page, "tic_tac_toe", [PERSON, PERSON])
    open_match(page, address)
    other = context.new_page()
    open_match(other, address)
    page.locator('[data-cell="4"]').click()
    wait_for_move(other, 0)
    other.locator('[data-cell="0"]').click()
    wait_for_move(page, 1)
    assert plies(page) == plies(other) == 2
    expect(status(page)).to_have_text(status(other).inner_text())


def test_a_seat_is_taken_over(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    page.get_by_role("button", name="Change").first.click()
    page.get_by_label("Who plays O").select_option("level:beginner")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_text("Beginner").first).to_be_visible()
    page.locator('[data-cell="4"]').click()
    page.wait_for_function("() => Number(document.querySelector('.status').dataset.plies) === 2")


def test_export_and_import(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    type_move(page, "a1")
    with page.expect_download() as download:
        page.get_by_label("Export…").select_option("json")
    content = download.value.path().read_text()
    page.goto(f"{server.address}/import")
    page.get_by_label("Text of the match").fill(content)
    page.get_by_role("button", name="Open the match").click()
    page.wait_for_url(re.compile("/match/"))
    page.wait_for_function("() => Number(document.querySelector('.status')?.dataset.plies) >= 1")


def test_a_record_stays_as_it_was_written(page: Page, server: Server) -> None:
    """A file of chess, chosen while nothing else is: names, tags, comments, variations and the result are shown."""
    content = '[Event "Club"]\n[White "Ann"]\n[Black "Bob"]\n\n1. e4 {solid} e5 (1... c5) 2. Nf3 0-1\n'
    page.goto(f"{server.address}/import")
    page.locator('input[type="file"]').set_input_files(
        {"name": "match.pgn", "mimeType": "text/plain", "buffer": content.encode()}
    )
    page.get_by_role("button", name="Open the match").click()
    page.wait_for_url(re.compile("/match/"))
    expect(status(page)).to_have_text("Black wins, by the record")
    tab(page, "Moves")
    panel = page.get_by_role("tabpanel")
    for text in ("Club", "solid", "(1... c5)"):
        expect(panel).to_contain_text(text)
    for name in ("Ann", "Bob"):
        expect(page.locator(".seats").filter(has_text=name)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_label("Export…").select_option("pgn")
    written = download.value.path().read_text()
    assert "(1... c5)" in written and "{solid}" in written and '[Event "Club"]' in written and "0-1" in written


def test_a_record_is_paused(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/import")
    page.get_by_label("Text of the match").fill("1. e4 e5")
    page.get_by_role("button", name="Open the match").click()
    page.wait_for_url(re.compile("/match/"))
    expect(status(page)).to_have_text("Paused")
    page.get_by_role("button", name="Go on").click()
    expect(status(page)).to_have_text("White: your move")
    type_move(page, "Nf3")
