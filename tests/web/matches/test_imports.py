"""An imported match is a record: paused, with names, result, comments and variations, and exported as it came."""

from __future__ import annotations

import json

import pytest

from playout.formats.pgn import read_pgn
from playout.formats.sgf import read_sgf
from tests.web.conftest import Client, Page

PGN = """[Event "Casual"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

{A short one} 1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3! {good} Nc6 1-0
"""
SGF = (
    "(;GM[1]SZ[9]KM[5.5]PB[Ann]PW[Bob]RE[B+R]EV[Cup]DT[1846-07-21]BR[4d]C[hello]"
    ";B[cc]C[one](;W[dd];B[ee])(;W[ff]C[or so]))"
)


def imported(client: Client, content: str, **given: str) -> str:
    made: str = client.post("/api/matches/import", {"content": content, **given})["id"]
    return made


def exported(client: Client, match: str, form: str) -> str:
    content: str = client.get(f"/api/matches/{match}/export/{form}")["content"]
    return content


def test_a_pgn_is_a_record_and_is_written_as_it_came(client: Client) -> None:
    match = imported(client, PGN)
    shown = client.get(f"/api/matches/{match}")
    assert shown["game"]["name"] == "chess" and shown["imported"] and shown["paused"]
    assert [seat["player"]["label"]["en"] for seat in shown["seats"]] == ["Ann", "Bob"]
    assert [seat["player"]["kind"] for seat in shown["seats"]] == ["person", "person"]
    assert shown["status"] == "over" and shown["position"]["payoffs"] == [1.0, 0.0]
    assert shown["position"]["ending"]["en"] == "White wins, by the record"
    assert shown["tags"]["Event"] == "Casual" and shown["notes"] == ["A short one"]
    assert shown["moves"][1]["notes"] == ["(1... c5 2. Nf3 (2. c3))"] and shown["moves"][2]["notes"] == ["!", "good"]
    before, after = read_pgn(PGN), read_pgn(exported(client, match, "pgn"))
    assert after.tags.items() >= before.tags.items() and after.result == before.result
    assert (after.comments, after.nags, after.variations) == (before.comments, before.nags, before.variations)
    again = client.get(f"/api/matches/{imported(client, exported(client, match, 'json'))}")
    assert {word: again[word] for word in ("moves", "tags", "notes", "status")} == {
        word: shown[word] for word in ("moves", "tags", "notes", "status")
    }


def test_an_sgf_is_a_record_and_is_written_as_it_came(client: Client) -> None:
    match = imported(client, SGF)
    shown = client.get(f"/api/matches/{match}")
    assert shown["game"]["name"] == "go" and shown["resigned"] == 1
    assert shown["position"]["ending"]["en"] == "White resigns: Black wins"
    assert shown["tags"] == {"EV": "Cup", "DT": "1846-07-21", "BR": "4d"}
    assert shown["notes"] == ["hello"] and shown["moves"][0]["notes"] == ["one", "(;W[ff]C[or so])"]
    before, after = read_sgf(SGF), read_sgf(exported(client, match, "sgf"))
    assert (after.black, after.white, after.result) == ("Ann", "Bob", "B+R")
    assert (after.comments, after.variations) == (before.comments, before.variations)
    assert after.properties == before.properties == shown["tags"]
    assert after.state.game.options["komi"] == 5.5
    again = client.get(f"/api/matches/{imported(client, exported(client, match, 'json'))}")
    assert again["tags"] == shown["tags"]


@pytest.mark.parametrize(
    "content, status, ending",
    [
        ("1. e4 e5 2. Nf3", "paused", None),  # breaks off without a result
        ("1. e4 e5 *", "paused", None),
        ('[Termination "Time forfeit"]\n1. e4 e5 0-1', "over", "White runs out of time: Black wins"),
        ("1. e4 e5 1/2-1/2", "over", "A draw, by the record"),
        ("1. f3 e5 2. g4 Qh4# 0-1", "over", "Black wins: checkmate"),  # the board itself says so
    ],
)
def test_how_a_record_ended(client: Client, content: str, status: str, ending: str | None) -> None:
    shown = client.get(f"/api/matches/{imported(client, content)}")
    said = shown["position"]["ending"]
    assert shown["status"] == status and (said and said["en"]) == ending


def test_a_record_goes_on_only_when_it_is_asked_to(client: Client) -> None:
    match = imported(client, "1. e4 e5")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        assert "is paused" in page.do("move", text="Nf3")["error"]
        page.ask("pause", paused=False)
        page.ask("move", text="Nf3")
    content = exported(client, match, "pgn")
    assert read_pgn(content).result == "*" and "Nf3" in content


def test_game_and_format_follow_from_the_content(client: Client) -> None:
    fen = "7k/8/8/8/8/8/8/K5R1 w - - 0 1"
    position = client.get(f"/api/matches/{imported(client, fen)}")["position"]
    assert position["notation"] == fen
    match = client.match("tic_tac_toe", "person", "random", moves=[4, 0])
    found = client.get(f"/api/matches/{imported(client, exported(client, match, 'json'))}")
    assert found["game"]["name"] == "tic_tac_toe" and [move["move"] for move in found["moves"]][:2] == [4, 0]
    assert found["seats"][1]["player"]["kind"] == "person", "no agent goes on with a record"
    for content in ("(;GM[1]SZ[9];B[zz])", "1. e5", json.dumps({"format": "playout match 1", "game": "chess"})):
        client.post("/api/matches/import", {"content": content}, 422)


def test_a_check_and_a_mate_have_their_fen(client: Client) -> None:
    """The text of a position ends with a line about the check or the end there."""
    for moves, fen in (
        ("1. e4 d5 2. Bb5+", "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2"),
        ("1. f3 e5 2. g4 Qh4#", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
    ):
        match = imported(client, moves)
        assert client.get(f"/api/matches/{match}")["position"]["notation"] == fen
        assert exported(client, match, "fen") == f"{fen}\n"
