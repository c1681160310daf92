"""Compiling, thinking and answering do not wait for each other."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

import playout
from playout import notices
from playout.agents import Searcher
from playout.arena.executors.worker_process import WorkerProcess
from playout.native import bind, cache
from playout.native.compiled import NotCompiledError, without_compiling
from playout.web.computing.compile_process import LOW, CompileJob
from playout.web.computing.compiling import Compiler
from playout.web.games.players import choose_move
from playout.web.http.app import make_app
from playout.web.matches import seated_agents
from playout.web.refusals import RefusedError
from tests.web.conftest import NIM, Client, Page, TestClient, settings

PATIENCE = 60.0
"""Seconds after which a test gives up on what hangs."""

Found = TypeVar("Found")


def _soon(work: Callable[[], Found]) -> Found:
    """What must not hang."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(work).result(PATIENCE)
    finally:
        pool.shutdown(wait=False)


def _answered(client: Client, agent: str) -> list[dict[str, Any]]:
    """A person's match, after the first move and its answer."""
    match = client.match("tic_tac_toe", "person", agent)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", move=0)
        while True:
            moves: list[dict[str, Any]] = client.get(f"/api/matches/{match}")["moves"]
            if len(moves) == 2:
                return moves
            time.sleep(0.01)


class _Blocked:
    """Compiling that has begun and does not end before it may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.end = threading.Event()
        monkeypatch.setattr(Compiler, "_run", self._run)
        monkeypatch.setattr(CompileJob, "load", lambda job: self.end.is_set())

    def _run(self, job: CompileJob) -> None:
        self.begun.append(f"{job.game.name} {'low' if job.low else 'normal'}")
        assert self.end.wait(PATIENCE)


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Blocked]:
    found = _Blocked(monkeypatch)
    yield found
    found.end.set()


@pytest.fixture
def native(tmp_path: Path) -> Iterator[Client]:
    """A server whose searches are compiled."""
    app = make_app(replace(settings(tmp_path), backend=None))
    with TestClient(app, base_url="http://127.0.0.1") as http:
        yield Client(http)


def test_requests_are_answered_while_games_compile(blocked: _Blocked, native: Client) -> None:
    for game in ("connect_four", "gomoku", "chess"):
        assert not _soon(lambda game=game: native.post(f"/api/games/{game}/warm", {"agents": ["uct"]}))["done"]  # type: ignore[misc]
    for game in ("pig", "nim", "go", "connect_four"):
        _soon(lambda game=game: native.match(game, "uct(simulations=1)", "uct(simulations=1)"))  # type: ignore[misc]
    match = native.match("tic_tac_toe", "person", "person")
    with native.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", slot=0, agent="uct", seconds=1)
        while page.until("analysis")["analysis"]["state"] != "compiling":
            pass
        page.ask("stop", slot=0)
        assert len(_soon(lambda: native.get("/api/games"))) > 5
        assert _soon(lambda: _answered(native, "random"))
        assert len(blocked.begun) == 1, "one thing is compiled at a time"
        assert not native.post("/api/games/connect_four/warm", {"agents": ["uct"]})["done"]
        blocked.end.set()
        while not native.post("/api/games/chess/warm", {"agents": ["uct"]})["done"]:
            time.sleep(0.01)


def test_what_a_person_waits_for_is_compiled_first(blocked: _Blocked) -> None:
    compiler = Compiler(lambda what, done: None)
    jobs = {name: CompileJob(playout.load(name), ("uct",), False) for name in ("pig", "go", "chess")}
    first = compiler.submit("tic_tac_toe", CompileJob(playout.load("tic_tac_toe"), ("uct",), False), person=False)
    while not blocked.begun:
        time.sleep(0.005)
    done = {name: compiler.submit(name, job, person=name == "chess") for name, job in jobs.items()}
    assert compiler.submit("go", jobs["go"], person=True) is done["go"], "the same is not compiled twice"
    blocked.end.set()
    for future in (first, *done.values()):
        future.result(PATIENCE)
    assert blocked.begun == ["tic_tac_toe low", "go normal", "chess normal", "pig low"]


def test_a_process_that_dies_and_a_job_that_fails_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    job = CompileJob(playout.load("tic_tac_toe"), ("uct(nonsense=1)",), False)
    compiler = Compiler(lambda what, done: None)
    with pytest.raises(RefusedError, match="nonsense") as failed:
        compiler.submit("", job, person=True).result(PATIENCE)
    assert "无法编译" in failed.value.sentence.text("zh")

    def dead(compiler: Compiler) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(Compiler, "_start", dead)
    with pytest.raises(RefusedError, match=r"ended unexpectedly \(code -9\)"):
        compiler.submit("", job, person=True).result(PATIENCE)
    compiler.close()
    with pytest.raises(RefusedError, match="being stopped"):
        compiler.submit("", job, person=True)


def _never(x: Any) -> Any:
    """Kernel: nobody else binds it."""
    return x


def test_without_compiling_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    with without_compiling(), pytest.raises(NotCompiledError, match="is not compiled yet"):
        bind(_never, playout.load("tic_tac_toe").rules, "cpu")(1)
    assert not cache.entries()


def test_a_person_is_answered_while_eight_agents_think(client: Client) -> None:
    """Each thinks for a minute about its first move, and none has moved when the person has been answered."""
    matches = [client.match("connect_four", "uct(seconds=60)", "uct(seconds=60)") for _ in range(8)]
    for agent in ("random", "rules", "uct(simulations=20)"):
        assert _soon(lambda agent=agent: _answered(client, agent))  # type: ignore[misc]
    for match in matches:
        found = client.get(f"/api/matches/{match}")
        assert found["status"] == "thinking" and not found["moves"]
    for match in matches:
        assert _soon(lambda match=match: client.http.delete(f"/api/matches/{match}")).status_code == 200  # type: ignore[misc]


def test_random_answers_though_no_slice_ends(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight searches, in persons' matches even, have every core and do not come back."""
    choose, end, begun = choose_move, threading.Event(), threading.Semaphore(0)

    def hang(player: Any, *rest: Any) -> Any:
        if isinstance(player, Searcher):
            begun.release()
            assert end.wait(PATIENCE)
        return choose(player, *rest)

    monkeypatch.setattr(seated_agents, "choose_move", hang)
    try:
        for seats in 4 * [("uct(simulations=1)", "uct(simulations=1)"), ("uct(simulations=1)", "person")]:
            client.match("tic_tac_toe", *seats)
        for _ in range(8):
            assert begun.acquire(timeout=PATIENCE), "each has a thread"
        assert _soon(lambda: _answered(client, "random"))
    finally:
        end.set()


def test_a_tournament_stands_back_for_persons(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []
    send = WorkerProcess.send

    def look(worker: WorkerProcess, numbers: list[int]) -> None:
        assert worker.process.pid is not None
        found.append(os.getpriority(os.PRIO_PROCESS, worker.process.pid))
        send(worker, numbers)

    monkeypatch.setattr(WorkerProcess, "send", look)
    given = {"game": "tic_tac_toe", "agents": ["rules", "random"], "matches": 2}
    name = client.post("/api/tournaments", given)["id"]
    while client.get(f"/api/tournaments/{name}")["summary"]["state"] == "running":
        time.sleep(0.05)
    assert found and set(found) == {min(19, os.getpriority(os.PRIO_PROCESS, 0) + LOW)}


# Real processes


def _children(process: int) -> list[int]:
    """Linux: the processes that a process has started and that still run."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(word) for word in thread.read_text().split()]
    return found


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.slow
def test_the_server_itself_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "cache"))
    stones = tmp_path / "stones.py"  # a game that this process has not loaded
    stones.write_text(Path(NIM).read_text())
    app = make_app(replace(settings(tmp_path), backend=None, files=(str(stones),)))
    heard: list[str] = []
    before = set(_children(os.getpid()))
    unlisten = notices.listen(lambda what, done: heard.append(what))
    try:
        with TestClient(app, base_url="http://127.0.0.1") as http, Client(http).page() as socket:
            page, match = Page(socket), Client(http).match("stones", "person", "uct(simulations=50)")
            page.ask("join", match=match)
            page.ask("analyse", slot=0, agent="alphabeta", seconds=0.2)
            while page.until("analysis")["analysis"]["state"] not in ("done", "failed"):
                pass
            page.ask("move", move=page.last("snapshot")["match"]["position"]["legal"][0]["move"])
            while sum(message["type"] == "moved" for message in page.heard) < 2:
                page.next()
        assert page.last("analysis")["analysis"]["error"] is None
        told = [message["compiling"]["what"] for message in page.heard if message["type"] == "compiling"]
        assert {"stones (search_window)", "stones (simulate)"} <= set(told)
    finally:
        unlisten()
    assert not heard, "the listener hears what this process compiles"
    assert {"stones.search_window", "stones.simulate"} <= {entry.name for entry in cache.entries()}
    assert set(_children(os.getpid())) <= before, "the process ends after its job"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_server_that_ends_while_it_compiles_leaves_no_process(how: signal.Signals, tmp_path: Path) -> None:
    given = {**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path / "cache"), "PLAYOUT_QUIET": ""}
    command = [sys.executable, "-m", "playout", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    server = subprocess.Popen(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None and server.stderr is not None
    try:
        address = server.stdout.readline().split()[3].rstrip("/")
        headers = {"content-type": "application/json", "origin": address}
        seats = [{"kind": "agent", "agent": "uct"}, {"kind": "person"}]
        body = json.dumps({"game": "chess", "seats": seats}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{address}/api/matches", body, headers), timeout=PATIENCE):
            pass
        while "compiling" not in server.stderr.readline():
            pass
        children = _children(server.pid)
        assert children
        server.send_signal(how)
        server.wait(PATIENCE)
        for _ in range(int(PATIENCE / 0.1)):
            if not any(map(_is_alive, children)):
                break
            time.sleep(0.1)
        assert not any(map(_is_alive, children))
        with sqlite3.connect(tmp_path / "data" / "web.sqlite") as kept:
            assert "stopped" not in "".join(map(str, kept.execute("select * from matches"))), "it can go on later"
    finally:
        server.kill()
        with server:  # closes the pipes
            pass
