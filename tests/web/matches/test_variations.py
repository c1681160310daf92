"""Variations that are tried are kept beside the match, written with it, and read again."""

from __future__ import annotations

import playout
from playout.formats.pgn import read_pgn
from playout.formats.sgf import read_sgf
from tests.web.conftest import Client, Page


def moves(game: str, text: str, **options: object) -> list[int]:
    return list(playout.load(game, **options).replay(text.split()).history)


def test_a_variation_of_chess_is_kept_written_and_dropped(client: Client) -> None:
    match = client.match("chess", "person", "person", moves=moves("chess", "e4 e5 Nf3"))
    sicilian, after = moves("chess", "e4 c5 Nf3 d6")[1:], moves("chess", "e4 e5 Nf3 Nc6")[3:]
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("keep_line", ply=1, line=sicilian)
        page.ask("keep_line", ply=1, line=sicilian)  # once is enough
        page.ask("keep_line", ply=3, line=after)
        shown = client.get(f"/api/matches/{match}")["variations"]
        assert [(kept["ply"], [step["text"] for step in kept["steps"]]) for kept in shown] == [
            (1, ["c5", "Nf3", "d6"]),
            (3, ["Nc6"]),
        ]
        written = client.get(f"/api/matches/{match}/export/pgn")["content"]
        assert read_pgn(written).variations == {2: ("(1... c5 2. Nf3 d6)",), 3: ("(2. Nf3 Nc6)",)}
        plain = client.get(f"/api/matches/{match}/export/json")["content"]
        again = client.post("/api/matches/import", {"content": plain})
        assert client.get(f"/api/matches/{again['id']}")["variations"] == shown
        page.ask("drop_line", ply=1, line=sicilian)
        page.ask("undo", plies=1)  # what begins after an undone move goes with it
        assert client.get(f"/api/matches/{match}")["variations"] == []


def test_a_variation_of_go_is_written(client: Client) -> None:
    options = {"size": 5}
    played = moves("go", "c3 d3", **options)
    match = client.match("go", "person", "person", options=options, moves=played)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("keep_line", ply=1, line=moves("go", "c3 c4 pass", **options)[1:])
    written = client.get(f"/api/matches/{match}/export/sgf")["content"]
    assert read_sgf(written).variations == {1: ("(;W[cb];B[])",)}


def test_variations_that_cannot_be_kept_are_refused(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person", moves=[4])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        assert "is not a legal move" in page.do("keep_line", ply=1, line=[4])["error"]
        assert "has 1 move so far" in page.do("keep_line", ply=2, line=[0])["error"]
        assert page.do("keep_line", ply=1, line=[])["type"] == "refused"
        assert page.do("drop_line", ply=1, line=[0])["error"] == "there is no such variation"
    poker = client.match("kuhn_poker", "person", "person", moves=[0, 1])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=poker, seat=0)
        assert "reveal hidden cards" in page.do("keep_line", ply=2, line=[0])["error"]
