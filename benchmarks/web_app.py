"""Measures the web app against its bars: python benchmarks/web_app.py [paint] [answer] [memory] [stream] [server]

paint: from the request to the first text on the page, in milliseconds; below 1000.
answer: from a click to the agent's move on the board, beyond the agent's own limit, in milliseconds; below 100. Also
    how long the page's own thread worked for it.
server: what the server's own thread works for a move and its answer (positions, storage, JSON), in milliseconds of the
    processor; the agent thinks in another thread.
memory: of the tab's scripts, before and after a search has streamed for a minute, in megabytes; grows by less than 200.
stream: simulations for each second of the processor, with reports to a page and without, in turns; less than 3 % apart.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import playout
from playout.algorithms.registry import new_search
from playout.algorithms.running import run_to_limit
from playout.limits import Limit
from playout.web import schema
from playout.web.analysis.jobs import Job, Searches, make_job
from playout.web.analysis.outlines import look
from playout.web.http.commands import Commander
from playout.web.server.connections import Connection
from playout.web.server.hub import Hub
from playout.web.settings import ServerLimits, ServerSettings

SECONDS = 0.5
"""The limit of the agent that answers."""

AGENT = f"uct(seconds={SECONDS})"

ANSWER = """async () => {
    const status = document.querySelector('.status'), before = Number(status.dataset.plies), begin = performance.now();
    document.querySelector('[role="gridcell"].open').click();
    while (Number(status.dataset.plies) < before + 2 || !['your_move', 'over'].includes(status.dataset.state))
        await new Promise(requestAnimationFrame);
    return performance.now() - begin;
}"""


def _serve(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "playout", "serve", "--port", str(port), "--data", folder, "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server, f"http://127.0.0.1:{port}"
        time.sleep(0.1)


def _open_match(page: Any, address: str, seats: list[dict[str, str]]) -> None:
    body = {"game": "connect_four", "seats": seats}
    made = page.request.post(f"{address}/api/matches", data=body, headers={"Origin": address}).json()
    page.goto(f"{address}/match/{made['id']}")
    page.wait_for_selector(".status")


def paint(page: Any, address: str) -> None:
    found = []
    for _ in range(7):
        page.goto(address)
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
        found.append(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    print(f"first paint: {statistics.median(found):.0f} ms (median of {len(found)}; {min(found):.0f} at best)")


def _metric(session: Any, name: str) -> float:
    rows = session.send("Performance.getMetrics")["metrics"]
    return float(next(row["value"] for row in rows if row["name"] == name))


def answer(page: Any, address: str) -> None:
    found, worked = [], []
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(3):
        _open_match(page, address, [{"kind": "person"}, {"kind": "agent", "agent": AGENT}])
        page.evaluate(ANSWER)  # the first one compiles
        for _ in range(2):  # four moves would end the match
            before = _metric(session, "TaskDuration")
            found.append(page.evaluate(ANSWER) - 1000 * SECONDS)
            worked.append(1000 * (_metric(session, "TaskDuration") - before))
    print(
        f"answer beyond {AGENT}: {statistics.median(found):.0f} ms (median of {len(found)}; {min(found):.0f} at best); "
        f"the page's own thread worked {statistics.median(worked):.0f} ms for it"
    )


class _Page:
    """A page that only listens: it counts the moves that it is told of."""

    def __init__(self) -> None:
        self.moves = 0
        self.heard = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.moves += '"type":"moved"' in text
        self.heard.set()

    async def wait_for(self, moves: int) -> None:
        while self.moves < moves:
            self.heard.clear()
            await self.heard.wait()


async def _work_of_answers(game: str, folder: str) -> list[float]:
    """Milliseconds of the server's own thread, for each move with its answer."""
    hub = Hub(ServerSettings(data=Path(folder)))
    hub.start()
    seats = [schema.NewSeat(kind="person"), schema.NewSeat(kind="agent", agent=AGENT)]
    room = await hub.new_match(schema.NewMatch(game=game, seats=seats))
    page = _Page()
    connection = Connection(page, hub.limits.reports)  # type: ignore[arg-type]
    hub.connections.add(connection)
    delivering = asyncio.create_task(connection.deliver())
    commander = Commander(hub, connection)
    await commander.receive(json.dumps({"id": 0, "do": "join", "match": room.id}))
    found = []
    for number in range(1, 5):
        begin = time.thread_time()
        await commander.receive(json.dumps({"id": number, "do": "move", "move": int(room.state.moves()[0])}))
        await page.wait_for(2 * number)
        found.append(1000 * (time.thread_time() - begin))
    delivering.cancel()
    await hub.close()
    return found[1:]  # the first one compiles


def server() -> None:
    for game in ("gomoku", "go"):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(_work_of_answers(game, folder))
        print(f"{game}: the server's own thread works {statistics.median(found):.1f} ms for a move and its answer")


def memory(page: Any, address: str) -> None:
    _open_match(page, address, [{"kind": "person"}, {"kind": "person"}])
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def megabytes() -> float:
        session.send("HeapProfiler.collectGarbage")
        return _metric(session, "JSHeapTotalSize") / 1e6

    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("tbody tr")
    before = megabytes()
    page.wait_for_timeout(60_000)
    after = megabytes()
    page.get_by_role("button", name="Stop").click()
    print(f"memory of the tab's scripts: {before:.1f} MB, after a minute of streaming {after:.1f} MB")


def stream(game: str, seconds: float = 10.0, rounds: int = 5) -> None:
    state, limits = playout.load(game).start(), ServerLimits()
    limit = Limit(seconds=seconds)

    def plain() -> float:
        begin = time.thread_time()
        search = new_search(state, "uct", memory=limits.memory)
        for _ in run_to_limit(search, limit):
            pass
        return search.work / (time.thread_time() - begin)

    def grow(job: Job) -> None:
        look(job)

    def reported(report: Callable[[Job], None]) -> float:
        job = make_job(
            match="", slot=0, agent="uct", state=state, ply=0, line=[], seconds=seconds, limits=limits, report=report
        )  # fmt: skip
        begin = time.thread_time()
        Searches(limits, None).run(job)
        assert job.latest is not None
        return job.latest.work / (time.thread_time() - begin)

    for name, report in (("reports", lambda _: None), ("reports and a tree that grows", grow)):
        plain(), reported(report)
        ratios = [reported(report) / plain() for _ in range(rounds)]
        mean, error = statistics.mean(ratios), statistics.stdev(ratios) / rounds**0.5
        print(f"{game}: with {name} {100 * mean:.1f} ± {200 * error:.1f} % of the rate without")


def main() -> None:
    asked = sys.argv[1:] or ["server", "paint", "answer", "memory", "stream"]
    if "server" in asked:
        server()
    if "stream" in asked:
        for game in ("connect_four", "go"):
            stream(game)
    if set(asked) - {"stream", "server"}:
        from playwright.sync_api import sync_playwright

        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            process, address = _serve(folder)
            try:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                page = browser.new_context(locale="en-US").new_page()
                page.set_default_timeout(300_000)
                for name in ("paint", "answer", "memory"):
                    if name in asked:
                        globals()[name](page, address)
                browser.close()
            finally:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()
