"""Lists of matches: filters count over all matches, not over a page of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from playout.web.http.app import make_app
from tests.web.conftest import Client, Page, TestClient, settings

WON = [0, 8, 1, 7, 2]
"""Tic-tac-toe: X has the top row."""
DRAWN = [0, 4, 8, 1, 7, 6, 2, 5, 3]
RECORD = "(;GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+R];B[cc])"
SHOWN = 30
"""The matches that the page asks for at once."""


@contextmanager
def _server(folder: Path) -> Iterator[Client]:
    """35 matches of tic-tac-toe that X won, and beneath them one of every other kind."""
    with TestClient(make_app(settings(folder)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        client.match("tic_tac_toe", "random", "person", moves=WON)
        client.match("tic_tac_toe", "person", "random", moves=DRAWN)
        client.match("tic_tac_toe", "person", "person", moves=[4])
        client.match("tic_tac_toe", "person", "person", moves=WON)
        client.match("connect_four", "person", "person")
        client.post("/api/matches/import", {"content": RECORD})
        for _ in range(35):
            client.match("tic_tac_toe", "person", "rules", moves=WON)
        yield client


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server for tests that change nothing."""
    with _server(tmp_path_factory.mktemp("listed")) as client:
        yield client


@pytest.fixture
def changing(tmp_path: Path) -> Iterator[Client]:
    with _server(tmp_path) as client:
        yield client


def _count(client: Client, query: str) -> int:
    """The length of a list, counted by the server and by its pages of 30."""
    counted: int = client.get(f"/api/matches/choices?{query}")["count"]
    offset, found = 0, 0
    while page := client.get(f"/api/matches?{query}&limit={SHOWN}&offset={offset}"):
        offset, found = offset + SHOWN, found + len(page)
    assert found == counted
    return counted


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 41),
        ("begun=true", 40),  # the match of Connect Four has no move
        ("game=go", 1),
        ("game=connect_four&begun=true", 0),
        ("result=open&begun=true", 1),
        ("result=over", 39),
        ("result=won", 35),
        ("result=lost", 1),
        ("result=drawn", 1),
        ("opponent=rules", 35),
        ("opponent=random", 2),
        ("opponent=Bob", 1),
        ("opponent=random&result=lost", 1),
        ("game=nothing", 0),
    ],
)
def test_a_list_is_counted_over_all_matches(listed: Client, query: str, count: int) -> None:
    assert _count(listed, query) == count


def test_choices_are_of_all_matches(listed: Client) -> None:
    found = listed.get("/api/matches/choices?begun=true&game=go")
    assert [game["name"] for game in found["games"]] == ["go", "tic_tac_toe"]
    assert found["games"][1]["title"]["zh"] == "井字棋"
    assert [label["en"] for label in found["opponents"]] == ["Ann", "Bob", "random", "rules"]
    assert [game["name"] for game in listed.get("/api/matches/choices")["games"]] == [
        "connect_four", "go", "tic_tac_toe",
    ]  # fmt: skip


def test_lists_follow_what_happens(changing: Client) -> None:
    """A move, an undo and a resignation; then a whole list is deleted, and nothing else."""
    match = changing.get("/api/matches?game=connect_four")[0]["id"]
    with changing.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", text="d")
        assert _count(changing, "game=connect_four&begun=true&result=open") == 1
        page.ask("undo")
        assert _count(changing, "game=connect_four&begun=true") == 0
        page.ask("resign", seat=0)
        assert _count(changing, "game=connect_four&begun=true&result=over") == 1
    assert changing.http.delete("/api/matches?opponent=rules").json() == {"done": True}
    assert _count(changing, "") == 6 and _count(changing, "opponent=rules") == 0
    assert changing.http.delete("/api/matches?result=anything").status_code == 422
    assert _count(changing, "") == 6


def test_matches_of_an_earlier_version_are_listed_alike(tmp_path: Path) -> None:
    """Their rows lack the facts; those that cannot be read stay as they are."""

    def lists() -> list[Any]:
        with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
            client = Client(http)
            if not client.get("/api/matches"):
                client.match("tic_tac_toe", "person", "random", moves=WON)
                client.match("tic_tac_toe", "random", "person")
            asked = ("result=won", "begun=true", "result=open", "")
            found = [_count(client, query) for query in asked]
            client.http.delete("/api/matches?game=nothing")
            return found

    before = lists()
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        changed = "UPDATE matches SET content = json_remove(content, '$.begun', '$.payoffs')"
        base.execute(changed)
        base.execute("INSERT INTO matches VALUES ('abcdef123456', 1, 0, '{')")
    assert lists() == before == [1, 1, 1, 2]
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        assert base.execute("SELECT count(*) FROM matches").fetchone() == (3,)
