"""Clocks in matches of the web app: a seat without time has lost, and agents keep to theirs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Client, Page


def _until_over(page: Page) -> dict[str, Any]:
    while True:
        match: dict[str, Any] = page.until("changed")["match"]
        if match["status"] == "over":
            return match


def test_a_person_without_time_has_lost(client: Client) -> None:
    name = client.match("tic_tac_toe", "person", "person", clock="0.3")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=name)
        assert 0 < page.last("snapshot")["match"]["seats"][0]["clock"] <= 0.3
        over = _until_over(page)
        assert over["position"]["payoffs"] == [0.0, 1.0]
        assert over["position"]["ending"]["en"] == "X runs out of time: O wins"
        assert [seat["clock"] for seat in over["seats"]] == [0.0, 0.3]
        refused = page.do("move", text="a1")
        assert refused["type"] == "refused" and "over" in refused["error"]


def test_an_agent_keeps_to_its_clock(client: Client) -> None:
    """Its own limit is longer than its clock."""
    name = client.match("tic_tac_toe", "person", "uct(seconds=30)", clock="4")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=name)
        page.ask("move", text="b2")
        while page.until("moved")["move"]["number"] < 2:
            pass
        moved = page.last("moved")
        assert 0 < moved["clocks"][1] < 4
        assert moved["clocks"][1] == pytest.approx(4 - moved["move"]["seconds"])
        refused = page.do("pause", paused=True)
        assert refused["error"] == "a match with a clock cannot be paused"
        page.ask("undo", plies=None)
        assert page.last("changed")["match"]["seats"][1]["clock"] == 4


def test_a_clock_that_cannot_be_is_refused(client: Client) -> None:
    body = {"game": "tic_tac_toe", "seats": [], "clock": "0+1"}
    assert "above 0" in client.post("/api/matches", body, 400)["error"]
    client.post("/api/matches", {**body, "clock": "soon"}, 422)
