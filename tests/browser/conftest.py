"""A server with pages of its own data, a browser, and a page that tolerates no error and no request to another host."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests import paths
from tests.browser.chromium import launch

ROOT = paths.ROOT
PAGES = ROOT / "src" / "playout" / "web" / "static" / "index.html"
PATIENCE = 60_000
"""Milliseconds that a page may take for a step, on a machine that is busy with other things."""
expect.set_options(timeout=PATIENCE)


class Server:
    """The server in a process of its own, which can be stopped and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.browser.serve", str(self.port), str(self.folder)]
        self._process = subprocess.Popen(command, cwd=ROOT)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self._process.poll() is None, "the server has ended"
            time.sleep(0.1)
        raise TimeoutError("the server does not answer")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def new_match(self, page: Page, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        """The address of a new match, made without the form."""
        body = {"game": game, "seats": seats, **more}
        answer = page.request.post(f"{self.address}/api/matches", data=body, headers={"Origin": self.address})
        assert answer.ok, answer.text()
        return f"{self.address}/match/{answer.json()['id']}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It serves Nim, and endless.py as well: Nim whose `play` does not return."""
    if not PAGES.exists():
        pytest.fail("the pages are not built; run `make pages` first")
    running = Server(tmp_path_factory.mktemp("data"))
    text, begin = paths.NIM.read_text(encoding="utf-8"), "def play(s, move):\n"
    assert begin in text
    endless = text.replace(begin, f"{begin}    while True:\n        pass\n")
    (running.folder / "endless.py").write_text(endless, encoding="utf-8")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    made = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


class Watched:
    """What went wrong on a page."""

    def __init__(self, page: Page, address: str) -> None:
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("request", lambda request: self._asked(request.url, address))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "WebSocket" not in text and "ERR_CONNECTION" not in text:
            self.faults.append(text)

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            self.faults.append(f"a request to another host: {url}")


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    made = context.new_page()
    watched = Watched(made, server.address)
    yield made
    assert watched.faults == []
