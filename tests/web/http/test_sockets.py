"""The socket: two pages on one match, coming back, and messages that make no sense."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.web.conftest import Client, Page


def test_two_pages_see_the_same_match(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person")
    with client.page() as first, client.page() as second:
        one, two = Page(first), Page(second)
        one.ask("join", match=match)
        two.ask("join", match=match)
        one.ask("move", text="b2", ply=0)
        assert two.until("moved")["move"]["text"] == "b2"
        # Both move at once: one comes first, and the other is told that the match has gone on.
        two.ask("move", text="a1", ply=1)
        assert one.do("move", text="c1", ply=1)["error"] == "the match has gone on: it has 2 moves, not 1"
        numbers = [[item["n"] for item in page.heard if item["type"] == "moved"] for page in (one, two)]
        assert numbers == [[1, 2], [1, 2]]
    assert client.get(f"/api/matches/{match}/position")["ply"] == 2


def test_a_page_that_returns_gets_what_it_missed(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", text="b2")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", text="a1")
        page.ask("move", text="a2")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match, last=1)
        assert [(item["n"], item["move"]["text"]) for item in page.heard if item["type"] == "moved"] == [
            (2, "a1"),
            (3, "a2"),
        ]
        page.ask("join", match=match, last=3)
        assert [item["type"] for item in page.heard][-1:] == ["done"]
        page.ask("undo", plies=1)
        page.ask("join", match=match, last=3)  # an undo cannot be told as moves
        assert page.last("snapshot")["match"]["n"] == 4
        page.ask("join", match=match, last=99)  # of another time
        assert [item["match"]["n"] for item in page.heard if item["type"] == "snapshot"][-2:] == [4, 4]


NONSENSE: list[tuple[Any, str]] = [
    ("", "Invalid JSON"),
    ("{", "Invalid JSON"),
    ("[]", "cannot be read"),
    ("null", "cannot be read"),
    ("1e999", "cannot be read"),
    ("\ud800", "cannot be read"),
    ("[" * 5000, "cannot be read"),
    ({}, "do"),
    ({"id": 1}, "do"),
    ({"id": 1, "do": "dance"}, "dance"),
    ({"do": "ping"}, "id"),
    ({"id": -1, "do": "ping"}, "greater than or equal to 0"),
    ({"id": "1", "do": "ping"}, "id"),
    ({"id": 1, "do": "ping", "more": 1}, "more"),
    ({"id": 1, "do": "join", "match": "../../etc"}, "match"),
    ({"id": 1, "do": "join", "match": "abcdef", "seat": 1.5}, "seat"),
    ({"id": 1, "do": "move", "move": 10**30}, "move"),
    ({"id": 1, "do": "analyse", "seconds": 1e9}, "less than or equal"),
    ({"id": 1, "do": "analyse", "line": [1] * 501}, "at most 500"),
]


def test_messages_that_make_no_sense_are_refused_and_the_socket_goes_on(client: Client) -> None:
    with client.page() as socket:
        page = Page(socket)
        for message, says in NONSENSE:
            text = message if isinstance(message, str) else json.dumps(message)
            answer = page.send(text.encode("utf-8", "replace").decode())
            assert answer["type"] == "refused" and says in answer["error"], (message, answer)
            assert answer["kind"] == "invalid"
        page.ask("ping")


def test_commands_out_of_order_are_refused(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person")
    with client.page() as socket:
        page = Page(socket)
        for word, fields in (("move", {"text": "a1"}), ("undo", {}), ("stop", {}), ("review", {}), ("analyse", {})):
            assert page.do(word, **fields)["error"] == "join a match first"
        assert "there is no match" in page.do("join", match="abcdef123456")["error"]
        page.ask("join", match=match)
        assert page.do("open_node")["error"] == "there is no search here yet; analyse the position first"
        assert page.do("review")["error"] == "there are no moves to review yet"
        assert page.do("move")["error"] == "a move needs either its number or its text"
        assert "no position 7" in page.do("analyse", ply=7)["error"]
        assert "there is no agent" in page.do("take_over", seat=0, player={"kind": "agent", "agent": "nobody"})["error"]
        assert "there is no level" in page.do("take_over", seat=0, player={"kind": "level", "level": "god"})["error"]
        assert page.do("resign", seat=5)["error"] == "tic_tac_toe has seats 0 to 1, not 5"
        assert page.do("join", match=match, seat=9)["error"] == "tic_tac_toe has seats 0 to 1, not 9"
        page.ask("leave")
        assert page.do("undo")["error"] == "join a match first"


def test_limits_are_told_politely(small: Client) -> None:
    match = small.match("tic_tac_toe", "person", "person")
    with small.page() as first, small.page():
        page = Page(first)
        answer = page.send(json.dumps({"id": 1, "do": "join", "match": match, "filler": "x" * 600}))
        assert answer == {
            "type": "refused",
            "id": None,
            "error": "a message may have 500 bytes at most; ask for less at once",
            "code": "message.too_large",
            "parameters": {"most": 500},
            "kind": "too_large",
        }
        with pytest.raises(WebSocketDisconnect), small.page() as third:
            third.receive_text()
        page.ask("ping")
    small.match("tic_tac_toe")
    small.match("tic_tac_toe")
    refused = small.post("/api/matches", {"game": "tic_tac_toe"}, 429)
    assert refused["error"] == "this server keeps 3 matches at most; delete some" and refused["kind"] == "too_many"
    assert small.http.delete(f"/api/matches/{match}").json() == {"done": True}
    long = small.match("pig", "random", "random")
    with small.page() as socket:
        page = Page(socket)
        page.ask("join", match=long)
        shown = page.last("snapshot")["match"]
        while shown["status"] != "failed":
            shown = page.until("changed")["match"]
        assert shown["error"]["en"] == "a match of this server has 6 moves at most" and len(shown["moves"]) == 6


def test_a_large_request_is_refused_before_it_is_read(small: Client) -> None:
    refused = small.post("/api/matches", {"game": "x" * 3000}, 413)
    assert refused["error"] == "a request may have 2,000 bytes at most" and refused["kind"] == "too_large"
    chunks = (b"x" * 1000 for _ in range(5))
    answer = small.http.post("/api/matches", content=chunks, headers={"content-type": "application/json"})
    assert answer.status_code == 413 and answer.json()["kind"] == "too_large"
