"""Lessons in a browser: stepped forward and back, and their exercises checked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, open_match

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("lesson", ["minimax", "alphabeta", "uct", "uct_players"])
def test_a_lesson_is_stepped_forward_and_back(page: Page, server: Server, lesson: str) -> None:
    page.goto(f"{server.address}/learn/{lesson}")
    words = page.locator(".now")
    expect(words).to_be_visible()
    first = words.inner_text()
    page.get_by_role("button", name="One forward").click()
    expect(words).not_to_have_text(first, use_inner_text=True)
    page.get_by_role("button", name="One back").click()
    expect(words).to_have_text(first, use_inner_text=True)
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="One forward")).to_be_disabled()


def test_the_root_of_the_lecture_tree_is_worth_three(page: Page, server: Server) -> None:
    """The lecture's tree: MAX takes the largest of the smallest 3, 2 and 2."""
    page.goto(f"{server.address}/learn/minimax")
    page.get_by_role("button", name="To the end").click()
    tree = page.get_by_role("region", name="The tree").first
    expect(tree.get_by_role("img", name="Root, 3")).to_be_visible()


def test_the_page_checks_which_leaves_are_not_looked_at(page: Page, server: Server) -> None:
    """Alpha-beta by hand, from left to right, on the numbers that the page shows."""
    page.goto(f"{server.address}/learn/alphabeta")
    leaves = page.get_by_role("checkbox")
    expect(leaves).to_have_count(9)
    numbers = [float(text) for text in leaves.all_text_contents()]
    alpha, skipped = float("-inf"), []
    for branch in range(3):
        least = float("inf")
        for leaf in range(3 * branch, 3 * branch + 3):
            if least <= alpha:
                skipped.append(leaf)
            least = min(least, numbers[leaf])
        alpha = max(alpha, least)
    leaves.nth(0).click()  # the first leaf is always looked at
    page.get_by_role("button", name="Check").first.click()
    expect(page.get_by_text("Not yet.").first).to_be_visible()
    leaves.nth(0).click()
    for leaf in skipped:
        leaves.nth(leaf).click()
    page.get_by_role("button", name="Check").first.click()
    expect(page.get_by_text("Right.").first).to_be_visible()


def test_bandits_draw_their_regret(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/learn/bandits")
    expect(page.locator(".u-wrap canvas").first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("thompson").first).to_be_visible()
    bound = page.get_by_text("C ln N (Lai and Robbins)")
    expect(bound).to_contain_text(
        "the slowest growth that is possible in the long run; with few pulls it may lie above"
    )


def _right_answer(exercise: Locator) -> tuple[int, str]:
    """The only row that is right, found by trying all, and the hint after a wrong one."""
    hints, right, rows = [], [], exercise.get_by_role("button", name="This one")
    for row in range(rows.count()):
        rows.nth(row).click()
        said = exercise.get_by_role("status").inner_text()
        right += [row] if said == "Right." else []
        hints += [] if said == "Right." else [said]
    assert len(right) == 1 and len(set(hints)) == 1
    return right[0], hints[0]


def test_the_hint_on_arms_gives_the_reason(page: Page, server: Server) -> None:
    """The hint says "few pulls" only if the right arm has the fewest pulls; otherwise it names the mean."""
    page.goto(f"{server.address}/learn/bandits")
    exercise = page.locator("section").filter(has=page.get_by_role("heading", name="Exercises"))
    expect(exercise).to_be_visible()
    seen = set()
    for _ in range(40):
        right, hint = _right_answer(exercise)
        pulls = [int(row.locator("td").first.inner_text()) for row in exercise.locator("tbody tr").all()]
        numbers = [row.locator("td.number").all_inner_texts() for row in exercise.locator("tbody tr").all()]
        assert numbers.count(numbers[right]) == 1, "two arms are as good"
        is_rare = pulls[right] == min(pulls)
        reasons = "Here a high mean counts for more than few pulls.", "Few pulls make the second term large."
        reason = reasons[is_rare]
        assert hint == f"Not yet. {reason}", pulls
        seen.add(is_rare)
        if len(seen) == 2:
            return
        exercise.get_by_role("button", name="Another").click()
    raise AssertionError("40 exercises had the same reason")


def test_an_exercise_of_uct_has_one_right_answer(page: Page, server: Server) -> None:
    """The child with the largest sum of mean and exploration, as the page shows them."""
    page.goto(f"{server.address}/learn/uct")
    exercise = page.locator("section").filter(has=page.get_by_role("heading", name="Exercises"))
    expect(exercise).to_contain_text("This exercise needs more simulations.")
    page.get_by_label("Simulations").fill("60")
    expect(exercise.get_by_role("button", name="This one").first).to_be_visible()
    for _ in range(4):
        right, _ = _right_answer(exercise)
        sums = []
        for row in exercise.locator("tbody tr").all():
            _, mean, exploration = row.locator("td.number").all_inner_texts()
            sums.append(float(mean) + float(exploration))
        assert sums[right] >= max(sums) - 0.0015  # three numbers are rounded
        exercise.get_by_role("button", name="Another").click()


def test_stones_give_pi(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/learn/monte_carlo")
    expect(page.get_by_text("3.14159")).to_be_visible()
    page.get_by_label("How many times as many stones").fill("100")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Right.")).to_be_visible()


def test_a_lesson_is_about_the_agent_and_the_position_that_are_shown(page: Page, server: Server) -> None:
    """The agent is alpha-beta, and X's stone in the corner is only tried: 8 moves follow, not 9."""
    seats = [PERSON, {"kind": "agent", "agent": "alphabeta(depth=2)"}]
    address = server.new_match(page, "tic_tac_toe", seats)
    open_match(page, f"{address}?ply=0&line=0")
    page.get_by_role("link", name="Step through its search").click()
    page.wait_for_url(re.compile(r"/learn/alphabeta\?match=\w+&ply=0&line=0$"))
    expect(page.locator("h1")).to_have_text("Alpha-beta")
    board = page.get_by_role("grid", name="Position at this step")
    expect(board.locator('[data-cell="0"]')).to_have_attribute("aria-label", re.compile("X"))
    expect(board.get_by_role("gridcell", name=re.compile("empty"))).to_have_count(8)


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "mean"), ("zh-CN", "均值")])
def test_a_lesson_has_its_formula_typeset(browser: Browser, server: Server, locale: str, word: str) -> None:
    """MathML, which the browser draws: the root is as high as the fraction under it."""
    context = browser.new_context(locale=locale)
    page = context.new_page()
    for lesson in ("bandits", "uct", "uct_players"):
        page.goto(f"{server.address}/learn/{lesson}")
        formula = page.locator("article math")
        expect(formula).to_be_visible()
        if lesson != "uct_players":
            expect(formula).to_contain_text(word)
        sizes = formula.evaluate(
            """(math) => [math.namespaceURI, ...["msqrt", "mfrac", "mi"].map(
                 (name) => math.querySelector(name).getBoundingClientRect().height)]"""
        )
        space, root, fraction, letter = sizes
        assert space == "http://www.w3.org/1998/Math/MathML"
        assert root >= fraction > 1.2 * letter
    context.close()


def test_the_page_of_a_training_run_shows_what_the_network_wanted(page: Page, server: Server) -> None:
    """After X on b1 the trained network wants the centre; before training it wants nothing in particular."""
    page.goto(f"{server.address}/learn")
    page.get_by_role("link", name="tic_tac_toe").click()
    expect(page.get_by_role("heading", name="Training run: Tic-tac-toe")).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("^b1")).click()
    wants = page.get_by_role("table", name="What the network wants, without a search")
    first = wants.get_by_role("row").nth(1)
    expect(first).to_contain_text(re.compile(r"b2\s*9\d\.\d %"))
    slider = page.get_by_role("slider").first
    slider.fill("0")
    expect(page.get_by_text("before any training")).to_be_visible()
    expect(first).to_contain_text(re.compile(r"1\d\.\d %"))
    page.get_by_role("button", name="From the start").click()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()


def test_the_lesson_on_networks_asks_for_the_next_move_of_the_search(page: Page, server: Server) -> None:
    """PUCT by hand, on the numbers that the page shows."""
    page.goto(f"{server.address}/learn/network")
    rows = page.get_by_role("region", name="A search by this network").locator("tbody tr")
    expect(rows).to_have_count(9)
    sums = [
        float(row[2]) + float(row[4]) for row in (rows.nth(i).locator("th, td").all_text_contents() for i in range(9))
    ]
    best = sums.index(max(sums))
    rows.nth((best + 1) % 9).get_by_role("button").click()
    expect(page.get_by_text("Not yet.")).to_be_visible()
    rows.nth(best).get_by_role("button").click()
    expect(page.get_by_text("Right.", exact=True)).to_be_visible()
