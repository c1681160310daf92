"""The pictures of the web app in README and docs: `make screenshots` takes them anew, with Chromium.

They show real searches, so their figures differ from run to run: look at them before they are kept.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import playout
from tests import paths
from tests.browser.chromium import launch
from tests.browser.steps import PERSON, tab

FOLDER = paths.ROOT / "docs" / "images"
SIZE = 1360, 900
"""Of the page, in pixels."""
LINE = "deedddcc"
"""Connect Four: the moves before the position that is shown."""
COLOURS = 256
SECONDS = 5
"""Of its analysis."""
CUT = 15
"""Steps of the lesson on alpha-beta before the one that cuts first."""


def main() -> None:
    with serving() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en-GB")
        show_match(page, address)
        save(page, "web-match.png")
        show_lesson(page, address)
        save(page, "web-lesson.png")
        browser.close()


@contextmanager
def serving() -> Iterator[str]:
    """A server with no matches of its own, at this address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "playout", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            yield next(found[0] for line in server.stdout if (found := re.search(r"http://[\w.:]+", line)))
        finally:
            server.terminate()
            server.wait()


def save(page: Page, name: str) -> None:
    """With a palette, which is a third of the size."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.quantize(COLOURS).save(FOLDER / name, optimize=True)


def show_match(page: Page, address: str) -> None:
    """A match with an analysis that has ended."""
    moves = list(playout.load("connect_four").replay(LINE).history)
    body = {"game": "connect_four", "seats": [PERSON, PERSON], "moves": moves}
    made = page.request.post(f"{address}/api/matches", data=body, headers={"Origin": address})
    assert made.ok, made.text()
    page.goto(f"{address}/match/{made.json()['id']}")
    tab(page, "Analysis")
    analysis = page.get_by_role("region", name="Analysis 1")
    analysis.get_by_role("button", name="Start").click()
    analysis.locator("tbody tr").first.wait_for(timeout=120_000)  # compiled for the first time
    page.wait_for_timeout(1000 * SECONDS)
    analysis.get_by_role("button", name="Stop").click()
    analysis.get_by_text("stopped").wait_for()
    page.mouse.move(0, 0)


def show_lesson(page: Page, address: str) -> None:
    """The lesson on alpha-beta at the cut."""
    page.goto(f"{address}/learn/alphabeta")
    steps = page.get_by_role("slider").first
    steps.fill(str(CUT))
    steps.blur()
    page.get_by_text("lies outside the window").first.wait_for()


if __name__ == "__main__":
    main()
