"""Measures how long the web server keeps a person waiting while it compiles and thinks for others:

    python benchmarks/web_waiting.py [PYTHON]

PYTHON: the interpreter whose installed Playout serves; by default the one that runs this.

Three loads on one server with an empty cache of compiled code: none; two games that are being compiled; eight matches
of agents that think for a minute a move. Under each: milliseconds (median, worst) for GET /api/games, for POST
/api/matches, and for the answer to a person's move by `random`; and the simulations of `uct(seconds=1)` in a person's
match, with the seconds until its answer.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

ROUNDS = 20
"""Measurements of each kind under a load that lasts."""

SLOW = {"chess": "uct", "go": "uct"}
"""Games that take long to compile, and for which agent."""

GAME = "connect_four"
"""The game of the matches. It is compiled before anything is measured."""


class Server:
    """A server of its own, with an empty cache and an empty folder of data."""

    def __init__(self, python: str, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.host = f"127.0.0.1:{free.getsockname()[1]}"
        command = [python, "-m", "playout", "serve", "--port", self.host.partition(":")[2]]
        command += ["--data", f"{folder}/data", "--no-browser"]
        given = {**os.environ, "PLAYOUT_CACHE_DIR": f"{folder}/cache", "PLAYOUT_QUIET": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=given)
        while True:
            try:
                self.ask("/api/about")
                return
            except OSError:
                time.sleep(0.1)

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": f"http://{self.host}"}
        with urllib.request.urlopen(
            urllib.request.Request(f"http://{self.host}{path}", data, headers), timeout=600
        ) as got:
            return json.load(got)

    def new_match(self, *agents: str) -> str:
        seats = [{"kind": "agent", "agent": agent} if agent else {"kind": "person"} for agent in agents]
        return str(self.ask("/api/matches", {"game": GAME, "seats": seats})["id"])

    def warm(self, game: str, agent: str) -> None:
        """Compile a game, and wait until that is done."""
        while not self.ask(f"/api/games/{game}/warm", {"agents": [agent]})["done"]:
            time.sleep(0.2)


class Match:
    """A person's match, seen from its page."""

    def __init__(self, server: Server, opponent: str) -> None:
        self.server = server
        self.opponent = opponent
        self._open = ExitStack()
        self.number = 0

    def __enter__(self) -> Match:
        opening = connect(f"ws://{self.server.host}/api/socket", origin=Origin(f"http://{self.server.host}"))
        self.socket: ClientConnection = self._open.enter_context(opening)
        self.begin()
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def begin(self) -> None:
        self.id = self.server.new_match("", self.opponent)
        self.do("join", match=self.id)
        self.plies = 0

    def do(self, word: str, **fields: Any) -> None:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "do": word, **fields}))

    def answer(self) -> float:
        """Seconds from a person's move to the opponent's."""
        self.plies += 2
        begin = time.perf_counter()
        self.do("move", move=(self.plies // 2 * 2) % 7)
        moves = 0
        while moves < 2:
            moves += json.loads(self.socket.recv())["type"] == "moved"
        seconds = time.perf_counter() - begin
        if self.plies >= 6:  # before anybody has four
            self.begin()
        return seconds

    def simulations(self) -> tuple[float, int]:
        """Seconds of an answer, and the simulations of the last report before it."""
        self.begin()
        begin, moves, most = time.perf_counter(), 0, 0
        self.do("move", move=3)
        while moves < 2:
            told = json.loads(self.socket.recv())
            moves += told["type"] == "moved"
            if told["type"] == "thinking" and told["analysis"]:
                most = max(most, told["analysis"]["work"])
        return time.perf_counter() - begin, most


def _seconds(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def measure(server: Server, match: Match, strong: Match, label: str, goes_on: Callable[[], bool]) -> None:
    """Measure all kinds at once, each in a thread of its own, until the load ends or ROUNDS are done."""
    kinds: dict[str, Callable[[], float]] = {
        "GET /api/games": lambda: _seconds(lambda: server.ask("/api/games")),
        "POST /api/matches": lambda: _seconds(lambda: server.new_match("", "")),
        "answer of random": match.answer,
    }
    found: dict[str, list[float]] = {kind: [] for kind in kinds}

    def repeat(kind: str) -> None:
        while len(found[kind]) < ROUNDS and (goes_on() or not found[kind]):
            found[kind].append(kinds[kind]())
            time.sleep(0.5)

    with ThreadPoolExecutor(len(kinds)) as pool:
        list(pool.map(repeat, kinds))
    for kind, seconds in found.items():
        median, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
        print(f"{label}: {kind}: {median:.0f} ms median, {worst:.0f} ms worst of {len(seconds)}", flush=True)
    if goes_on():
        answers = [strong.simulations() for _ in range(3)]
        seconds, work = (statistics.median(column) for column in zip(*answers, strict=True))
        print(f"{label}: uct(seconds=1): {work:,.0f} simulations, answer after {seconds:.2f} s", flush=True)


def run(server: Server) -> None:
    server.warm(GAME, "uct")
    with Match(server, "random") as match, Match(server, "uct(seconds=1)") as strong:
        measure(server, match, strong, "idle", lambda: True)
        with ThreadPoolExecutor(len(SLOW)) as pool:
            compiling = [pool.submit(server.warm, game, agent) for game, agent in SLOW.items()]
            time.sleep(3.0)  # both have begun
            measure(server, match, strong, "two games compile", lambda: not all(job.done() for job in compiling))
        for _ in range(8):
            server.new_match("uct(seconds=60)", "uct(seconds=60)")
        time.sleep(1.0)
        measure(server, match, strong, "eight agents' matches", lambda: True)


def main(python: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(python, folder)
        try:
            run(server)
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else sys.executable)
