"""The browser that tests and screenshots use."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


def launch(playwright: Playwright) -> Browser:
    """The machine's own browser where there is one, else Playwright's; it draws in three dimensions without a GPU."""
    found = os.environ.get("PLAYOUT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    arguments = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
    return playwright.chromium.launch(executable_path=found, args=arguments)
