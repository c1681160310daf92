"""Matches over the socket: moves, undo, seats, branches, export and import, and what survives a restart."""

from __future__ import annotations

import json
import time
from pathlib import Path

import playout
from playout.web.http.app import make_app
from tests.web.conftest import Client, Page, TestClient, settings


def test_a_match_is_played_to_its_end(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        shown = page.last("snapshot")["match"]
        assert shown["status"] == "your_move" and shown["position"]["turn"] == 0
        assert [move["text"] for move in shown["position"]["legal"]][:2] == ["a3", "b3"]
        for text in ("b2", "a3", "b1", "c3"):
            page.ask("move", text=text)
        page.ask("move", move=1, ply=4)  # b3: three in the middle column
        ended = page.last("changed")["match"]
    assert ended["status"] == "over"
    assert ended["position"]["payoffs"] == [1.0, 0.0]
    assert ended["position"]["ending"]["en"] == "X wins: three in a line"
    assert ended["position"]["view"]["won"] == [1, 4, 7]
    assert [move["text"] for move in ended["moves"]] == ["b2", "a3", "b1", "c3", "b3"]


def test_positions_are_those_of_the_engine(client: Client) -> None:
    match = client.match("connect_four", moves=[3, 3, 4], options={"rows": 5, "blocked": [0, 0]})
    state = playout.load("connect_four", rows=5, blocked=(0, 0)).replay([3, 3, 4])
    shown = client.get(f"/api/matches/{match}/position")
    assert shown["text"] == state.show()
    assert shown["view"] == state.view()
    assert [move["move"] for move in shown["legal"]] == state.moves()
    assert {move["places"][0] for move in shown["legal"]} == {f"column:{column}" for column in range(7)}
    earlier = client.get(f"/api/matches/{match}/position?ply=1&line=6,6")
    assert earlier["view"] == playout.load("connect_four", rows=5, blocked=(0, 0)).replay([3, 6, 6]).view()
    line = client.post(f"/api/matches/{match}/line", {"ply": 0, "line": [0, 1]})
    assert [position["line"] for position in line] == [[0], [0, 1]]


def test_an_agent_answers(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "uct(simulations=30)")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", text="a1")
        while page.last("moved")["move"]["seat"] != 1:
            page.until("moved")
        answer = page.last("moved")
        assert answer["move"]["by"] == "uct(simulations=30)"
        assert answer["value"]["ply"] == 1 and len(answer["value"]["values"]) == 2
        assert answer["status"] == "your_move"
        refused = page.do("move", text="a1")
        assert refused["error"].startswith("'a1' is not a legal move here")


def test_the_value_of_a_position_is_that_of_its_best_move(client: Client) -> None:
    """X wins by the move to the centre; the agent overlooks it, and loses."""
    match = client.match("tic_tac_toe", "minimax(blunder=1)", "person", moves=[0, 1, 3])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", move=6)
        while page.last("moved")["move"]["seat"] != 0:
            page.until("moved")
        moved = page.last("moved")
    assert moved["move"]["move"] != 4
    assert (moved["value"]["ply"], moved["value"]["values"]) == (4, [1.0, 0.0])


def test_an_agents_opening_cannot_be_taken_back(client: Client) -> None:
    """It would only be played again."""
    match = client.match("tic_tac_toe", "random", "person", moves=[4])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        assert page.do("undo")["error"] == "there is nothing to undo"
        page.ask("move", text="a1")
        page.ask("undo")
        assert [move["move"] for move in page.last("changed")["match"]["moves"]] == [4]


def test_an_undo_pauses_a_match_of_agents(client: Client) -> None:
    match = client.match("tic_tac_toe", "random", "random", moves=[0, 8, 1, 7, 2])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("undo")
        shown = page.last("changed")["match"]
        assert (len(shown["moves"]), shown["status"]) == (4, "paused")
        page.ask("pause", paused=False)
        while not any(message["type"] == "moved" for message in page.heard):
            page.next()


def test_undo_goes_back_to_the_persons_last_decision(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "random")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        assert page.do("undo")["error"] == "there is nothing to undo"
        page.ask("move", text="b2")
        while page.last("moved")["move"]["seat"] != 1:
            page.until("moved")
        page.ask("undo")
        shown = page.last("changed")["match"]
        assert shown["moves"] == [] and shown["status"] == "your_move"
        told = [message for message in page.heard if message["type"] in ("snapshot", "moved", "changed")]
        numbers = [message["n"] if message["type"] == "moved" else message["match"]["n"] for message in told]
        assert numbers == [0, 1, 2, 3]


def test_a_seat_is_taken_over_and_given_up(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "random")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        assert page.do("resign", seat=1)["error"] == "only a person can resign"
        page.ask("take_over", seat=1, player={"kind": "person"})
        page.ask("move", text="b2")
        assert page.last("moved")["status"] == "your_move"
        page.ask("resign", seat=1)
        shown = page.last("changed")["match"]
        assert shown["status"] == "over" and shown["position"]["payoffs"] == [1.0, 0.0]
        assert shown["position"]["ending"]["en"] == "O resigns: X wins"
        assert "over" in page.do("move", text="a1")["error"]
        page.ask("undo")
        assert page.last("changed")["match"]["status"] == "your_move"


def test_a_paused_match_waits(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "random")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("pause", paused=True)
        page.ask("move", text="b2")
        assert page.last("moved")["status"] == "paused"
        page.ask("pause", paused=False)
        page.until("moved")


def test_three_agents_play_by_themselves(client: Client) -> None:
    options = {"size": 3, "dimensions": 2, "line": 3, "players": 3}
    match = client.match("k_in_a_row", "random", "random", "random", options=options)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        shown = page.last("snapshot")["match"]
        while shown["status"] != "over":
            shown = page.until("changed")["match"]
    assert len(shown["position"]["payoffs"]) == 3


def test_dice_are_thrown_by_the_server(client: Client) -> None:
    match = client.match("pig", "person", "person", seed=5)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", text="roll")
        die = page.last("moved")["move"]
        assert die["seat"] is None and 1 <= die["move"] <= 6
        page.ask("undo", plies=2)
        page.ask("move", text="roll")
        assert page.last("moved")["move"]["move"] == die["move"]  # undoing does not change luck


def test_a_match_branches_and_is_exported(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[4, 0, 8])
    branch = client.post(f"/api/matches/{match}/branch", {"ply": 2, "line": [1]})
    assert branch["plies"] == 3
    assert client.get(f"/api/matches/{branch['id']}")["from_match"] == match
    content = client.get(f"/api/matches/{match}/export/json")["content"]
    assert json.loads(content)["texts"] == ["b2", "a3", "c1"]
    again = client.post("/api/matches/import", {"game": "tic_tac_toe", "format": "json", "content": content})
    assert client.get(f"/api/matches/{again['id']}/export/json")["content"].replace(again["id"], match) == content
    assert client.post("/api/matches/import", {"game": "pig", "format": "json", "content": content}, 422)["error"] == (
        "this is a match of 'tic_tac_toe', not of pig"
    )
    assert client.get(f"/api/matches/{match}/export/sgf", 404)["error"] == (
        "tic_tac_toe cannot be written as 'sgf'; the formats are json"
    )


def test_go_and_chess_have_their_formats(client: Client) -> None:
    sgf = "(;GM[1]SZ[9]KM[6.5]RU[Chinese];B[dd];W[ff])"
    match = client.post("/api/matches/import", {"game": "go", "format": "sgf", "content": sgf})
    assert match["plies"] == 2 and match["options"]["komi"] == 6.5
    assert ";B[dd];W[ff]" in client.get(f"/api/matches/{match['id']}/export/sgf")["content"]
    fen = "8/8/8/8/8/5k2/4p3/4K3 w - - 0 1"
    chess = client.post("/api/matches/import", {"game": "chess", "format": "fen", "content": fen})
    assert client.get(f"/api/matches/{chess['id']}/export/fen")["content"] == fen + "\n"
    pgn = '[White "A"]\n\n1. e4 e5 2. Nf3 *'
    played = client.post("/api/matches/import", {"game": "chess", "format": "pgn", "content": pgn})
    assert "1. e4 e5 2. Nf3 *" in client.get(f"/api/matches/{played['id']}/export/pgn")["content"]
    bad = client.post("/api/matches/import", {"game": "chess", "format": "fen", "content": "nothing"}, 422)
    assert "fen has to be" in bad["error"]


def test_a_file_of_the_users_own_is_played_by_its_texts(client: Client) -> None:
    nim = client.get("/api/games/nim")
    assert nim["own"] and nim["kind"] == "text" and nim["options"][0]["name"] == "stones"
    match = client.match("nim", "person", "person", options={"stones": 4})
    shown = client.get(f"/api/matches/{match}/position")
    assert shown["view"]["text"] == shown["text"] and [move["text"] for move in shown["legal"]] == ["1", "2", "3"]


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        match = client.match("tic_tac_toe", "person", "uct(simulations=20)")
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            page.ask("move", text="b2")
            while page.last("moved")["move"]["seat"] != 1:
                page.until("moved")
            page.ask("analyse", agent="uct(simulations=50, solver=False)")  # which a proof does not end sooner
            while page.until("analysis")["analysis"]["state"] != "done":
                pass
        before = client.get(f"/api/matches/{match}")
        seen = page.last("moved")["n"]
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        after = client.get(f"/api/matches/{match}")
        assert {**after, "game": None} == {**before, "game": None}
        assert after["analyses"][0]["work"] == 50
        assert [item["id"] for item in client.get("/api/matches?result=open")] == [match]
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match, last=seen)
            page.ask("move", text=after["position"]["legal"][0]["text"])
            assert page.last("moved")["n"] == seen + 1


def test_an_agent_that_was_thinking_begins_again_after_a_restart(tmp_path: Path) -> None:
    begin = time.perf_counter()
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        match = Client(http).match("tic_tac_toe", "person", "uct(seconds=50, solver=False)")
        with Client(http).page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            page.ask("move", text="b2")
            assert page.last("moved")["status"] == "thinking"
    assert time.perf_counter() - begin < 20
    app = make_app(settings(tmp_path))
    with TestClient(app, base_url="http://127.0.0.1") as http, Client(http).page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        shown = page.last("snapshot")["match"]
        assert len(shown["moves"]) == 1 and shown["status"] == "thinking"
        page.ask("take_over", seat=1, player={"kind": "agent", "agent": "random"})
        assert page.until("moved")["move"]["by"] == "random"
