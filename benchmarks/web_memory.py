"""Measures the memory of the web server: python benchmarks/web_memory.py [PYTHON]

PYTHON: the interpreter whose installed Playout serves; by default the one that runs this.

100 matches of four games, in each of which a person plays MOVES moves against an agent and asks for two analyses, which
makes 200; the pages of the last OPEN matches stay open. Megabytes in main memory (resident) of the server's process:
before the first match, at most, after the last one with the pages open, and after they have closed and LINGER seconds
are over. The second and the third are to be below 600, the last one below the third. Linux only: it reads /proc.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from playout.web.settings import ServerLimits

MATCHES, MOVES, OPEN = 100, 3, 30
DECKS = {"decks": ["basic_mage", "basic_hunter"]}


class Kind(NamedTuple):
    """A game, its agent, and the two agents that analyse. Their limits are work, so that the load does not matter."""

    game: str
    options: dict[str, Any]
    opponent: str
    analyses: tuple[str, str]


KINDS = (
    Kind("connect_four", {}, "uct(simulations=150000)", ("uct(simulations=500000)", "alphabeta(depth=13)")),
    Kind("gomoku", {}, "uct(simulations=10000)", ("uct(simulations=30000)", "uct(simulations=20000, c=0.9)")),
    Kind("tic_tac_toe", {}, "uct(simulations=50000)", ("alphabeta", "uct(simulations=100000)")),
    Kind("hearthstone", DECKS, "ismcts(simulations=5000)", ("ismcts(simulations=15000)", "uct(simulations=15000)")),
)
SECONDS = 120.0
"""The limit of an analysis, in seconds."""
LINGER = ServerLimits.linger
BAR = 600


class Page:
    """A page that looks at a match."""

    def __init__(self, host: str, match: str) -> None:
        self._open = ExitStack()
        opening = connect(f"ws://{host}/api/socket", origin=Origin(f"http://{host}"))
        self._socket: ClientConnection = self._open.enter_context(opening)
        self._number = 0
        self.status = ""
        self.command("join", match=match)

    def command(self, do: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "do": do, **fields}))
        return self.until(lambda heard: heard["type"] in ("done", "refused"))

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            heard: dict[str, Any] = json.loads(self._socket.recv(timeout=300))
            self.status = heard.get("status") or heard.get("match", {}).get("status") or self.status
            if wanted(heard):
                return heard

    def close(self) -> None:
        self._open.close()


class Server:
    """A server of its own, with an empty folder of data."""

    def __init__(self, python: str, folder: str) -> None:
        command = [python, "-m", "playout", "serve", "--port", "0", "--data", f"{folder}/data", "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if "http://" in line)
        self.host = line.partition("http://")[2].split("/")[0].split()[0]
        self.most = 0.0

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1000

    def watch(self) -> None:
        """Look at the memory for as long as it runs."""
        while self.process.poll() is None:
            try:
                self.most = max(self.most, self.megabytes())
            except (OSError, StopIteration):
                return
            time.sleep(0.1)

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": f"http://{self.host}"}
        request = urllib.request.Request(f"http://{self.host}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=600) as got:
            return json.load(got)


def play(server: Server, number: int) -> Page:
    """A match with its two analyses; its page stays open."""
    kind = KINDS[number % len(KINDS)]
    seats = [{"kind": "person"}, {"kind": "agent", "agent": kind.opponent}]
    match = server.ask("/api/matches", {"game": kind.game, "options": kind.options, "seats": seats, "seed": number})[
        "id"
    ]
    page = Page(server.host, match)
    draw = random.Random(number)
    for _ in range(MOVES):
        while page.status not in ("your_move", "over"):
            page.until(lambda heard: heard["type"] in ("moved", "changed"))
        if page.status == "over":
            break
        legal = server.ask(f"/api/matches/{match}/position")["legal"]
        page.status = ""
        page.command("move", move=draw.choice(legal)["move"])
    while page.status not in ("your_move", "over"):
        page.until(lambda heard: heard["type"] in ("moved", "changed"))
    # The position of the person's last turn.
    for agent in kind.analyses:
        moves = server.ask(f"/api/matches/{match}")["moves"]
        ply = max((item["number"] - 1 for item in moves if item["seat"] == 0), default=0)
        page.command("analyse", agent=agent, seconds=SECONDS, ply=ply)
        page.until(
            lambda heard: heard["type"] == "analysis" and heard["analysis"]["state"] in ("done", "stopped", "failed")
        )
    return page


def main() -> None:
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    with tempfile.TemporaryDirectory() as folder:
        server = Server(python, folder)
        try:
            server.ask("/api/games")
            time.sleep(3)
            before = server.megabytes()
            threading.Thread(target=server.watch, daemon=True).start()
            pages: deque[Page] = deque()
            for number in range(MATCHES):
                pages.append(play(server, number))
                if len(pages) > OPEN:
                    pages.popleft().close()
                if (number + 1) % 20 == 0:
                    print(f"{number + 1} matches: {server.megabytes():.0f} MB", flush=True)
            open_now = server.megabytes()
            while pages:
                pages.pop().close()
            time.sleep(LINGER + 5)
            after = server.megabytes()
            print(f"before {before:.0f} MB, at most {server.most:.0f}, pages open {open_now:.0f}, closed {after:.0f}")
            if not (server.most < BAR and after < open_now):
                sys.exit(f"the bar is {BAR} MB, and less when the pages have closed")
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    os.environ.setdefault("PLAYOUT_QUIET", "1")
    main()
