"""Tournaments from a page: started, watched, replayed, stopped and resumed."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from playout.arena.tournament import TournamentResult, TournamentRun
from tests.web.conftest import Client, Page


def _until_ended(client: Client, name: str) -> Any:
    for _ in range(600):
        found = client.get(f"/api/tournaments/{name}")
        if found["summary"]["state"] != "running":
            return found
        time.sleep(0.1)
    raise AssertionError("the tournament does not end")


def test_a_tournament_is_played_watched_and_replayed(client: Client) -> None:
    started = client.post(
        "/api/tournaments", {"game": "tic_tac_toe", "agents": ["rules", "random"], "matches": 20, "seed": 3}
    )
    assert started["state"] == "running"
    busy = client.post("/api/tournaments", {"game": "pig", "agents": ["random", "random(seed=1)"]}, 429)
    assert "already" in busy["error"]
    with client.page() as socket:
        page = Page(socket)
        page.ask("watch", tournament=started["id"])
        while page.until("tournament")["tournament"]["summary"]["state"] == "running":
            pass
        shown = page.last("tournament")["tournament"]
    assert shown["summary"]["error"] is None
    assert shown["summary"]["done"] == shown["summary"]["total"] == 20
    assert shown["standings"][0]["agent"] == "rules" and shown["standings"][0]["wins"] > 10
    assert shown["pairs"][0]["matches"] == 20 and "rules" in shown["report"]
    listed = client.get(f"/api/tournaments/{started['id']}/matches?offset=5&limit=3")
    assert listed["total"] == 20 and [match["number"] for match in listed["matches"]] == [5, 6, 7]
    replayed = client.post(f"/api/tournaments/{started['id']}/matches/5")
    assert replayed["over"] and replayed["payoffs"] == listed["matches"][0]["payoffs"]
    assert client.post(f"/api/tournaments/{started['id']}/stop", status=409)["error"]
    assert client.get("/api/tournaments")[0]["id"] == started["id"]


def test_agents_are_shown_as_they_were_given(client: Client) -> None:
    """This server limits their memory; that is not a part of what was asked for."""
    agents = ["uct(simulations=3)", "random"]
    name = client.post("/api/tournaments", {"game": "tic_tac_toe", "agents": agents, "matches": 4})["id"]
    found = _until_ended(client, name)
    assert found["summary"]["agents"] == agents and found["summary"]["state"] == "done"
    assert {row["agent"] for row in found["standings"]} == set(agents) == set(found["history"][-1][1])
    assert {found["pairs"][0]["first"], found["pairs"][0]["second"]} == set(agents)
    assert "uct(simulations=3)" in found["report"] and "memory" not in found["report"]
    for match in client.get(f"/api/tournaments/{name}/matches")["matches"]:
        assert set(match["agents"]) == set(agents)
    replayed = client.post(f"/api/tournaments/{name}/matches/0")
    assert {seat["player"]["agent"] for seat in replayed["seats"]} == set(agents)
    opened = client.get("/api/matches?result=open")
    assert replayed["over"] and replayed["id"] not in [match["id"] for match in opened]  # there is nothing to continue


def test_a_tournament_is_stopped_and_resumed(client: Client) -> None:
    # A search that takes its time, so that thousands of matches cannot be over before they are stopped.
    given = {"game": "tic_tac_toe", "agents": ["uct(seconds=0.05)", "random"], "matches": 5000}
    name = client.post("/api/tournaments", given)["id"]
    for _ in range(600):
        if client.get(f"/api/tournaments/{name}")["summary"]["done"]:
            break
        time.sleep(0.05)
    client.post(f"/api/tournaments/{name}/stop")
    stopped = _until_ended(client, name)["summary"]
    assert stopped["state"] == "stopped" and 0 < stopped["done"] < stopped["total"] == 5000
    client.post(f"/api/tournaments/{name}/resume")
    client.post(f"/api/tournaments/{name}/stop")
    assert _until_ended(client, name)["summary"]["done"] >= stopped["done"]


def test_a_tournament_that_is_stopped_after_its_last_match_is_done(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, at_end, is_stopped = TournamentRun.play, threading.Event(), threading.Event()

    def pause_at_the_end(run: TournamentRun, executor: Any, watch: Any) -> TournamentResult:
        def report(result: TournamentResult) -> None:
            if result.played == result.wanted:
                at_end.set()
                is_stopped.wait(60)
            watch(result)

        return play(run, executor, report)

    monkeypatch.setattr(TournamentRun, "play", pause_at_the_end)
    given = {"game": "tic_tac_toe", "agents": ["rules", "random"], "matches": 10}
    name = client.post("/api/tournaments", given)["id"]
    assert at_end.wait(60)
    client.post(f"/api/tournaments/{name}/stop")
    is_stopped.set()
    ended = _until_ended(client, name)["summary"]
    assert (ended["state"], ended["done"], ended["total"]) == ("done", 10, 10)


def test_a_tournament_that_cannot_be_is_refused(client: Client) -> None:
    for agents, says in ((["random", "random"], "twice"), (["random", "nobody"], "no agent")):
        refused = client.post("/api/tournaments", {"game": "tic_tac_toe", "agents": agents}, 400)
        assert says in refused["error"]
