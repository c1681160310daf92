"""The board of a notebook's cell in a browser: the built module, as anywidget loads it, and the widget behind it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytest.importorskip("anywidget")

from playout.notebook import Board, widget

pytestmark = pytest.mark.browser

CELL = """async ({code, traits}) => {
    const listeners = {};
    const model = {
        get: (name) => traits[name],
        on: (event, listener) => (listeners[event] ??= new Set()).add(listener),
        off: (event, listener) => listeners[event]?.delete(listener),
        send: async (content) => {
            const after = await window.tell(content);
            for (const name in after) {
                traits[name] = after[name];
                for (const listener of listeners[`change:${name}`] ?? []) listener();
            }
        },
    };
    const module = await import(URL.createObjectURL(new Blob([code], {type: "text/javascript"})));
    module.default.render({model, el: document.getElementById("cell")});
}"""
"""What anywidget does with a module; here a message is answered by all traits, since there is no kernel."""


def traits(board: Board) -> dict[str, Any]:
    return {name: getattr(board, name) for name in ("facts", "position", "analysis", "message")}


@pytest.fixture
def cell(browser: Browser) -> Any:
    """A page that shows a board; errors of its scripts fail the test."""
    if not widget.MODULE.exists():
        pytest.fail("the pages are not built; run `make pages` first")
    page = browser.new_page(locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def show(board: Board) -> Page:
        def tell(content: dict[str, Any]) -> dict[str, Any]:
            board._hear(board, content, [])
            board.wait()
            return traits(board)

        page.expose_function("tell", tell)
        page.set_content("<h1>Notebook</h1><button>Theirs</button><div id='cell'></div>")
        page.evaluate(CELL, {"code": widget.MODULE.read_text(), "traits": traits(board)})
        return page

    yield show
    assert faults == []
    page.close()


def test_a_cell_plays_and_analyses(cell: Any) -> None:
    board = Board("tic_tac_toe", analyst="alphabeta", backend="python")
    page = cell(board)
    expect(page.get_by_role("status")).to_have_text("X to move")
    page.locator('[data-cell="4"]').click()
    expect(page.get_by_role("status")).to_have_text("O to move")
    assert board.state.history == (4,)
    page.locator('[data-cell="0"]').click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_have_text("O to move")
    for move in ("1", "3", "2"):
        page.locator(f'[data-cell="{move}"]').click()
    page.get_by_role("button", name="Analysis: Start").click()
    expect(page.locator("tbody tr")).to_have_count(5)
    assert board.analysis is not None and board.analysis["proven"]


def test_the_styles_leave_the_notebook_alone(cell: Any) -> None:
    page = cell(Board("kuhn_poker", seed=1))
    expect(page.get_by_role("button", name="pass")).to_be_visible()
    padding = "element => getComputedStyle(element).padding"
    theirs = page.get_by_role("button", name="Theirs").evaluate(padding)
    ours = page.get_by_role("button", name="pass").evaluate(padding)
    assert theirs != ours
    assert page.locator("html").get_attribute("data-theme") is None
    ground = "element => getComputedStyle(element).backgroundColor"
    assert page.locator("body").evaluate(ground) == "rgba(0, 0, 0, 0)"


def test_the_theme_of_the_notebook_is_followed(cell: Any) -> None:
    page = cell(Board("kuhn_poker", seed=1))
    board = page.locator("#cell")
    for is_light, theme in (("false", "dark"), ("true", "light")):
        page.evaluate("(value) => document.body.setAttribute('data-jp-theme-light', value)", is_light)
        expect(board).to_have_attribute("data-theme", theme)


def test_numbers_stand_below_their_names_in_jupyterlab(cell: Any) -> None:
    page = cell(Board("pig", seed=1))
    styles = ".out dt { float: left; width: 20% } .out dd { float: left; width: 80% }"
    page.evaluate(
        """(styles) => {
            document.body.classList.add("out");
            const sheet = document.createElement("style");
            sheet.textContent = styles;
            document.head.prepend(sheet);
        }""",
        styles,
    )
    name, number = page.locator("#cell dt").first.bounding_box(), page.locator("#cell dd").first.bounding_box()
    assert name and number and number["y"] >= name["y"] + name["height"] - 1
