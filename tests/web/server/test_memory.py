"""What a server keeps in memory: searches that can be continued, within bounds, and none that nobody can reach."""

from __future__ import annotations

import gc
import platform
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.algorithms.base import Search
from playout.algorithms.registry import new_search
from playout.web.analysis.jobs import Job, Searches, make_job
from playout.web.games.players import PLAYER_MEMORY
from playout.web.http.app import make_app
from playout.web.settings import ServerLimits
from tests.web.conftest import Client, Page, TestClient, settings

LIMITS = ServerLimits(kept_memory=10.0)


def _kept(searches: Searches, match: str, agent: str, megabytes: float, monkeypatch: pytest.MonkeyPatch) -> Job:
    """A search that stopped, of this size."""
    job = make_job(
        match=match, slot=0, agent=agent, state=playout.load("tic_tac_toe").start(), ply=0, line=[], seconds=1.0,
        limits=LIMITS, report=lambda _: None,
    )  # fmt: skip
    job.search = new_search(job.state, job.spec, backend="python")
    monkeypatch.setattr(type(job.search), "memory_in_use", property(lambda search: search.megabytes))
    job.search.megabytes = megabytes  # type: ignore[attr-defined]
    searches.keep(job)
    return job


def _dropped(*jobs: Job) -> list[bool]:
    return [job.search is None for job in jobs]


def test_kept_searches_are_bounded_by_what_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = Searches(LIMITS, "python")
    jobs = [_kept(searches, "one", f"uct(c={c})", 4.0, monkeypatch) for c in (1, 2, 3)]
    assert _dropped(*jobs) == [True, False, False] and searches.megabytes == 8
    other = _kept(searches, "two", "uct(c=1)", 2.0, monkeypatch)
    assert searches.megabytes == 10  # as much as may be kept
    again = _kept(searches, "two", "uct(c=1)", 3.0, monkeypatch)  # of the same position by the same agent
    assert _dropped(other, jobs[1], jobs[2]) == [True, True, False] and searches.megabytes == 7
    large = _kept(searches, "one", "uct(c=5)", 50.0, monkeypatch)  # whoever looks at it still can
    assert _dropped(again, jobs[2], large) == [True, True, False]
    searches.drop("two")
    assert _dropped(large) == [False]
    searches.drop("one")
    assert _dropped(large) == [True] and searches.megabytes == 0


def test_each_search_that_grows_says_its_memory() -> None:
    tree = playout.load("tic_tac_toe").start()
    for agent in ("uct(simulations=300)", "alphabeta(depth=4)", "ismcts(simulations=300)",
                  "ucb(sequences=True, simulations=300)"):  # fmt: skip
        search = new_search(tree, agent, backend="python", seed=1)
        search.run()
        assert search.memory_in_use is not None and 0 < search.memory_in_use < 100, agent


def test_an_analysis_leaves_memory_with_the_last_page(tmp_path: Path) -> None:
    app = make_app(settings(tmp_path, limits=ServerLimits(linger=0.0)))
    with TestClient(app, base_url="http://127.0.0.1") as http:
        client = Client(http)
        match = client.match("tic_tac_toe", "person", "person")
        with client.page() as socket, client.page() as other:
            page, second = Page(socket), Page(other)
            page.ask("join", match=match)
            second.ask("join", match=match)
            page.ask("analyse", agent="uct(simulations=100)")
            while (found := page.until("analysis")["analysis"])["state"] != "done":
                pass
            page.ask("leave")
            second.ask("ping")
            assert client.get(f"/api/analyses/{found['id']}/nodes")["node"]["visits"] == 100  # one still looks
        while http.get(f"/api/analyses/{found['id']}/nodes").status_code != 404:
            pass
        assert app.state.hub.analyses.searches.megabytes == 0
        assert client.get(f"/api/matches/{match}/analyses")[0]["work"] == 100  # what it found is in the data


def test_a_page_that_is_loaded_anew_finds_its_search(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", agent="uct(simulations=100, c=0.9)")
        while (found := page.until("analysis")["analysis"])["state"] != "done":
            pass
    assert client.get(f"/api/analyses/{found['id']}/nodes")["node"]["visits"] == 100


def test_a_review_holds_no_search_when_it_has_ended(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[Search]] = []

    def make(*given: Any, **more: Any) -> Search:
        search: Search = new_search(*given, **more)
        made.append(weakref.ref(search))
        return search

    monkeypatch.setattr("playout.web.matches.reviewing.new_search", make)
    match = client.match("tic_tac_toe", "person", "person", moves=[4, 0, 8])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("review", agent="uct(simulations=20)")
        while (found := page.until("review")["review"])["state"] == "running":
            pass
        assert found["state"] == "done" and found["done"] == 3 and made
        gc.collect()
        assert [reference() for reference in made] == [None] * len(made)
        assert client.get(f"/api/matches/{match}/review") == found


@pytest.mark.skipif("glibc" not in platform.libc_ver(), reason="about glibc's malloc")
def test_what_a_search_took_is_the_machines_again() -> None:
    """Also where large blocks were freed before, after which glibc keeps blocks of up to 32 megabytes for itself."""
    script = """
import numpy as np
from playout.web.computing.memory import return_large_blocks
def megabytes():
    status = open("/proc/self/status").read()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000
return_large_blocks()
before = megabytes()
for _ in range(3):
    blocks = [np.ones(20_000_000, np.uint8) for _ in range(3)]
    guard = bytearray(100_000)
    del blocks
reserved = np.zeros(20_000_000, np.uint8)
print(megabytes() - before)
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert float(found.stdout) < 10


def test_one_agent_keeps_its_tree_whatever_it_takes() -> None:
    assert ServerLimits().waiting_memory >= PLAYER_MEMORY


def _answered(page: Page, text: str) -> None:
    page.ask("move", text=text)
    while page.until("moved")["move"]["seat"] != 1:
        pass


@pytest.mark.parametrize("way", ["left", "full"])
def test_trees_of_agents_that_wait_leave_memory(tmp_path: Path, way: str) -> None:
    """When nobody looks at their match, and of the oldest match where they take too much together."""
    limits = ServerLimits(linger=0.0) if way == "left" else ServerLimits(waiting_memory=0.0)
    app = make_app(settings(tmp_path, limits=limits))
    with TestClient(app, base_url="http://127.0.0.1") as http:
        client = Client(http)
        agent = "uct(simulations=50, solver=False)"
        match = client.match("tic_tac_toe", "person", agent)
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            _answered(page, "b2")
            rooms = app.state.hub.rooms
            assert rooms[match].agents.megabytes > 0
            if way == "full":
                other = client.match("tic_tac_toe", "person", agent)
                with client.page() as second_socket:
                    second = Page(second_socket)
                    second.ask("join", match=other)
                    _answered(second, "b2")
                    assert rooms[match].agents.megabytes == 0
        while rooms[match].agents.megabytes > 0:
            pass
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            legal = client.get(f"/api/matches/{match}/position")["legal"]
            _answered(page, legal[0]["text"])  # the agent plays on
