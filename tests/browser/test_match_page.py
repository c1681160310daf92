"""What a match page does around the board: chosen cards, hints, notices, the light of who thinks, keys."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

import playout
from tests.browser.conftest import Server
from tests.browser.keys import reach
from tests.browser.steps import (
    PERSON,
    RANDOM,
    face,
    open_match,
    plies,
    status,
    tab,
    type_move,
    wait_for_move,
    wait_for_turn,
)
from tests.browser.test_every_game import GAMES

pytestmark = pytest.mark.browser


def test_any_cards_go_back_in_any_order(page: Page, server: Server) -> None:
    """The third card, the first and the second are chosen, the second is taken back, and a button confirms."""
    open_match(page, server.new_match(page, "hearthstone", [PERSON, RANDOM], seed=1))
    assert wait_for_turn(page) == "turn"
    cards = page.locator(".zone.hand .face.open")
    expect(cards).to_have_count(3)
    names = [name.strip() for name in cards.locator(".name").all_inner_texts()]
    for number in (2, 0, 1, 1):
        cards.nth(number).click()
    expect(page.locator(".face.taken")).to_have_count(2)
    buttons = page.get_by_role("group", name="Moves").get_by_role("button")
    expect(buttons).to_have_count(1)
    expect(buttons).to_have_text(re.compile(f"put back {names[0]}, {names[2]}", re.IGNORECASE))
    buttons.click()
    wait_for_move(page, 0)
    tab(page, "Moves")
    expect(page.get_by_role("list", name="Moves of the match")).to_contain_text(names[2])


def test_candidates_stand_at_every_card_that_they_put_back(page: Page, server: Server) -> None:
    """After the third card was chosen: at the first and the second, which may go back with it."""
    open_match(page, server.new_match(page, "hearthstone", [PERSON, RANDOM], seed=1))
    assert wait_for_turn(page) == "turn"
    tab(page, "Analysis")
    page.get_by_role("button", name="Start", exact=True).click()
    cards = page.locator(".zone.hand .face.open")
    cards.nth(2).click()
    for number in (0, 1):
        expect(cards.nth(number).locator(".mark")).to_be_visible()


def test_a_code_is_no_word(page: Page, server: Server) -> None:
    """The buttons of the lecture's tree are named as its moves are written."""
    open_match(page, server.new_match(page, "lecture_tree", [PERSON, PERSON]))
    expect(page.get_by_role("group", name="Moves").get_by_role("button")).to_have_text(["a1", "a2", "a3"])


def test_cards_are_read_large_under_the_mouse_and_by_keyboard(page: Page, server: Server) -> None:
    decks = {"decks": ["basic_mage", "basic_mage"]}
    open_match(page, server.new_match(page, "hearthstone", [PERSON, RANDOM], options=decks, seed=1))
    assert wait_for_turn(page) == "turn"
    large = page.locator(".large")
    page.locator('[data-place="card:1.power.0"]').hover()
    expect(large).to_contain_text("1 damage.")
    page.mouse.move(5, 5)
    expect(large).to_have_count(0)
    first = page.locator(".zone.hand .face.open").first
    reach(page, first)
    expect(large).to_contain_text(first.locator(".name").inner_text())
    page.keyboard.press("ArrowRight")
    expect(large).to_contain_text(page.locator(".zone.hand .face.open").nth(1).locator(".name").inner_text())
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_a_choice_is_explained_below_its_button(page: Page, server: Server) -> None:
    """Also to a screen reader, as the button's description, and in Chinese."""
    open_match(page, server.new_match(page, "kuhn_poker", [PERSON, PERSON], seed=1))
    face(page, "Player 1")
    moves = page.get_by_role("group", name="Moves")
    bet = moves.get_by_role("button", name="Bet", exact=True)
    expect(bet).to_have_accessible_description(re.compile("^Put in 1 more. If the other folds, you win 1"))
    expect(moves).to_contain_text("Put in nothing more. The other may then bet")
    bet.click()
    wait_for_move(page, 2)
    face(page, "Player 2")
    expect(moves).to_contain_text("Fold: you lose 1")
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".move").first).to_contain_text("弃牌：无论牌面如何，你输 1。")


def test_two_persons_at_one_screen_see_no_card_of_the_other(page: Page, server: Server) -> None:
    """Before the first turn, after a move and after loading anew the page waits for the one who is to move."""
    open_match(page, server.new_match(page, "kuhn_poker", [PERSON, PERSON], moves=[0, 2]))  # jack against king
    curtain = page.get_by_role("region", name="Hand over to")

    def nothing_is_shown() -> None:
        expect(curtain).to_be_visible()
        for name in ("jack", "king"):
            expect(page.get_by_text(name)).to_have_count(0)
        for key in ("h", "ArrowLeft", "u"):
            page.keyboard.press(key)
        expect(page.get_by_role("tab")).to_have_count(0)
        expect(page.locator(".status")).to_have_attribute("data-plies", re.compile("^[23]$"))

    nothing_is_shown()
    face(page, "Player 1")
    expect(page.get_by_text("jack").first).to_be_attached()
    expect(page.get_by_text("king")).to_have_count(0)
    page.get_by_role("button", name="Bet", exact=True).click()
    expect(curtain).to_have_accessible_name("Hand over to Player 2")
    nothing_is_shown()
    page.reload()
    nothing_is_shown()
    page.keyboard.press("Enter")  # of the one who moved last, pressed for too long
    expect(curtain).to_be_visible()
    face(page, "Player 2")
    expect(page.get_by_text("king").first).to_be_attached()
    expect(page.get_by_text("jack")).to_have_count(0)
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator(".status.over")).to_be_visible()
    expect(curtain).to_have_count(0)
    expect(page.get_by_text("jack").first).to_be_attached()


@pytest.mark.parametrize("game, move", [("pig", "roll"), ("tic_tac_toe", "")])
def test_a_hint_says_the_move_and_why_until_the_next_move(page: Page, server: Server, game: str, move: str) -> None:
    open_match(page, server.new_match(page, game, [PERSON, PERSON]))
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text(move)
    expect(hint).to_contain_text(re.compile(r"worth \d+\.\d% to (Player 1|X)"))
    expect(hint).to_contain_text(re.compile(r"(simulations|nodes|proven)"))
    if game == "pig":
        expect(page.locator("button.hinted")).to_have_text("Roll")
    else:
        expect(page.locator(".mark")).to_have_count(1)
    page.get_by_label("Show on board").uncheck()  # other things on the page leave it
    expect(hint).to_be_visible()
    type_move(page, "roll" if game == "pig" else "a1")
    expect(hint).to_have_count(0)


def test_a_wrong_agent_can_be_mended(context: BrowserContext, server: Server) -> None:
    page = context.new_page()  # a refused request is an error in the console
    page.goto(f"{server.address}/new/tic_tac_toe")
    page.get_by_label("Who plays O").select_option("agent")
    spelling = page.get_by_label("Spelling of the agent")
    start = page.get_by_role("button", name="Start the match")
    spelling.fill("nobody")
    start.click()
    expect(page.get_by_role("alert")).to_be_visible()
    spelling.fill("random")
    spelling.blur()
    start.click()
    page.wait_for_url(re.compile("/match/"))


def test_the_light_of_who_thinks_goes_out(page: Page, server: Server) -> None:
    """A message about thinking that comes after the move is of the past."""
    routes: list[WebSocketRoute] = []
    late: list[str | bytes] = []

    def pass_on(route: WebSocketRoute) -> None:
        routes.append(route)

        def forward(text: str | bytes) -> None:
            if '"type":"thinking"' in str(text):
                late.append(text)
            route.send(text)

        route.connect_to_server().on_message(forward)

    page.route_web_socket(re.compile("/api/socket"), pass_on)
    agent = {"kind": "agent", "agent": "uct(seconds=0.5)"}
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, agent]))
    page.locator('[data-cell="4"]').click()
    page.wait_for_function("() => document.querySelector('.status').dataset.plies === '2'")
    assert late
    for text in late:
        routes[0].send(text)
    page.wait_for_timeout(200)
    expect(page.locator(".lamp")).to_have_count(0)
    expect(page.get_by_text("to move", exact=True)).to_have_count(1)


def test_a_move_that_comes_too_late_is_told(page: Page, context: BrowserContext, server: Server) -> None:
    """Two tabs move at once: the second is told that the match has gone on."""
    address = server.new_match(page, "tic_tac_toe", [PERSON, PERSON])
    open_match(page, address)
    other = context.new_page()
    held: list[str | bytes] = []
    routes: list[WebSocketRoute] = []
    holds = False

    def pass_on(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server().on_message(lambda text: held.append(text) if holds else route.send(text))

    other.route_web_socket(re.compile("/api/socket"), pass_on)
    open_match(other, address)
    holds = True
    page.locator('[data-cell="4"]').click()
    wait_for_move(page, 0)
    other.locator('[data-cell="0"]').click()
    while len(held) < 2:  # the first tab's move, and the refusal
        other.wait_for_timeout(50)
    holds = False
    for text in held:
        routes[0].send(text)
    expect(other.get_by_role("alert")).to_contain_text("The match has gone on")
    assert plies(other) == 1
    other.wait_for_timeout(300)
    expect(other.get_by_role("alert")).to_be_visible()


def test_a_notice_moves_nothing(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=[0, 4, 8]))
    back = page.get_by_role("button", name="One back")
    before = back.bounding_box()
    page.get_by_label("Type a move").fill("z9")
    page.keyboard.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    assert back.bounding_box() == before
    back.click()
    expect(page.get_by_text("Position after move 2.")).to_be_visible()
    assert back.bounding_box() == before
    page.get_by_role("button", name="Close").click()
    expect(alert).to_have_count(0)


def test_arrow_keys_step_after_a_click(page: Page, server: Server) -> None:
    """On the board and on a tab; reached by the Tab key, the board has the arrow keys."""
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=[0]))
    page.locator('[data-cell="4"]').click()
    wait_for_move(page, 1)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"\?ply=1$"))
    tab(page, "Moves")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"\?ply=0$"))
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"\?ply=1$"))
    page.keyboard.press("Tab")
    while not page.evaluate("() => document.activeElement.matches('[role=gridcell]')"):
        page.keyboard.press("Shift+Tab")
    cell = page.evaluate("() => Number(document.activeElement.dataset.cell)")
    page.keyboard.press("ArrowDown" if cell < 6 else "ArrowUp")
    assert page.evaluate("() => Number(document.activeElement.dataset.cell)") == (cell + 3 if cell < 6 else cell - 3)
    assert "ply=1" in page.url


def test_tried_moves_are_named(page: Page, server: Server) -> None:
    """Also where a position is opened by its address, which has only numbers."""
    address = server.new_match(page, "tic_tac_toe", [PERSON, PERSON], moves=[0, 4])
    open_match(page, f"{address}?ply=1&line=8,2")
    expect(page.locator(".looking")).to_contain_text(re.compile(r"Trying after move 1: [abc][123] [abc][123] "))


def test_board_controls_and_panel_fit_a_small_screen(page: Page, server: Server) -> None:
    """Every game at its usual size, and Go at its largest."""
    page.set_viewport_size({"width": 1280, "height": 720})
    for game in GAMES:
        options = {"size": 19} if game == "go" else {}
        open_match(page, server.new_match(page, game, [PERSON, RANDOM], options=options, seed=1))
        for thing in (
            page.locator(".status"),
            page.get_by_label("Type a move"),
            page.get_by_role("button", name="Start"),
        ):
            box = thing.bounding_box()
            assert box is not None and box["y"] + box["height"] <= 720, (game, thing)
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), game


@pytest.mark.parametrize("game", ["connect_four", "chess", "go", "gomoku3d", "hearthstone"])
def test_the_end_fits_a_small_screen(page: Page, server: Server, game: str) -> None:
    """How the match ended, its last move and what comes next are seen without scrolling."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.add_init_script("localStorage.setItem('playout.panel', 'moves')")
    options = GAMES["chess"] if game == "chess" else {}
    seats = [RANDOM, RANDOM, *([RANDOM] if game == "gomoku3d" else [])]
    open_match(page, server.new_match(page, game, seats, options=options, seed=2))
    page.wait_for_selector('.status[data-state="over"]')
    expect(page.get_by_role("button", name="Review")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Export…")).to_be_in_viewport(ratio=1)
    expect(page.locator(".status")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("listitem").last.get_by_role("button").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_a_bet_while_an_analysis_runs_is_no_error(page: Page, server: Server) -> None:
    """What the other one thinks about with hidden cards cannot be analysed: the analysis stops without a word."""
    slow = {"kind": "agent", "agent": "ismcts(seconds=3)"}
    open_match(page, server.new_match(page, "kuhn_poker", [PERSON, slow], seed=1))
    assert wait_for_turn(page) == "turn"
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("tbody tr").first).to_be_visible()
    before = plies(page)
    page.get_by_role("group", name="Moves").get_by_role("button").last.click()
    wait_for_move(page, before)
    page.wait_for_timeout(1000)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_rack_shows_where_the_disc_falls(page: Page, server: Server) -> None:
    """Cells have names of their own, and under the mouse in a column the lowest free one is marked."""
    open_match(page, server.new_match(page, "connect_four", [PERSON, PERSON], moves=[3]))
    expect(page.locator('[data-cell="0"]')).to_have_attribute("aria-label", re.compile("^a6, empty"))
    expect(page.locator('[data-cell="38"]')).to_have_attribute("aria-label", re.compile("^d1, "))
    page.locator('[data-cell="3"]').hover()
    expect(page.locator(".landing")).to_have_attribute("data-cell", "31")
    page.locator('[data-cell="0"]').hover()
    expect(page.locator(".landing")).to_have_attribute("data-cell", "35")
    page.locator(".status").hover()
    expect(page.locator(".landing")).to_have_count(0)


def test_a_level_says_how_it_plays_and_how_strong_it_is(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/new/chess")
    choice = page.get_by_label("Who plays Black")
    choice.select_option("level:strongest")
    expect(choice).to_have_accessible_description(re.compile(r"^Looks \d+ moves ahead, .* \d+ Elo above “Beginner” "))
    expect(choice).to_have_accessible_description(re.compile(r"Expected to score \d\d of 100 against “Hard”\.$"))
    choice.select_option("level:beginner")
    expect(choice).to_have_accessible_description(re.compile(r"The weakest level: 0 Elo\.$"))


def test_the_end_of_go_is_told_in_points(page: Page, server: Server) -> None:
    """White takes A1 and surrounds it with two stones; nobody surrounds the rest, Black has one stone there."""
    moves = [*playout.load("go", size=5).replay(["A1", "A2", "C3", "B1"]).history]
    address = server.new_match(page, "go", [PERSON, PERSON], options={"size": 5, "komi": 0.5}, moves=moves)
    open_match(page, address)
    expect(page.locator("dl").filter(has_text="captured by White")).to_contain_text(re.compile("captured by White *1"))
    expect(page.locator("rect.area")).to_have_count(0)
    type_move(page, "pass")
    type_move(page, "pass")
    expect(status(page)).to_have_text("White wins: 3.5 points (area 3 and komi 0.5) to 1")
    expect(page.locator("rect.area")).to_have_count(1)
    expect(page.locator("rect.area.seat-1")).to_have_count(1)


def test_a_loss_on_time_says_so(page: Page, server: Server) -> None:
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON], clock="1"))
    expect(status(page)).to_have_text("X runs out of time: O wins")


def test_compiling_counts_its_seconds(page: Page, server: Server) -> None:
    """Between the messages that compiling begins and ends, the page counts by itself."""
    routes: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket(re.compile("/api/socket"), pass_on)
    open_match(page, server.new_match(page, "tic_tac_toe", [PERSON, PERSON]))
    compiling = {"what": "chess", "seconds": 3.5, "done": False, "error": None}
    routes[-1].send(json.dumps({"type": "compiling", "n": 0, "compiling": compiling}))
    for seconds in (4, 5):
        expect(page.get_by_text(f"Compiling chess: {seconds} s")).to_be_visible()
    routes[-1].send(json.dumps({"type": "compiling", "n": 0, "compiling": {**compiling, "done": True}}))
    expect(page.get_by_text("Compiling chess")).to_have_count(0)
