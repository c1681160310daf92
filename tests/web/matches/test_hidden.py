"""Hidden information stays hidden, whatever a page asks."""

from __future__ import annotations

import json
from typing import Any

import playout
from tests.web.conftest import Client, Page


def _joined(client: Client, match: str, socket: Any) -> Page:
    page = Page(socket)
    page.ask("join", match=match)
    return page


def test_a_seat_sees_its_own_card_only(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "random", seed=3)
    shown = client.get(f"/api/matches/{match}")
    assert shown["seat"] == 0 and shown["seats_open"] == [0]
    zones = shown["position"]["view"]["zones"]
    assert [zone["cards"][0]["hidden"] for zone in zones] == [False, True]
    assert [(move["move"], move["text"]) for move in shown["moves"]] == [(None, None), (None, None)]  # the deal
    for seat in ("1", "all"):
        assert client.get(f"/api/matches/{match}?seat={seat}", 403)["kind"] == "forbidden"
        assert client.get(f"/api/matches/{match}/position?seat={seat}", 403)["kind"] == "forbidden"
    assert client.get(f"/api/matches/{match}/export/json", 403)["kind"] == "forbidden"
    assert client.post(f"/api/matches/{match}/line", {"ply": 2, "line": [0], "seat": 1}, 403)["kind"] == "forbidden"


def test_nothing_that_a_page_gets_depends_on_what_is_hidden(client: Client) -> None:
    """Two deals that differ in the other hand only look the same, byte for byte, but for ids and times."""
    game = playout.load("kuhn_poker")
    seen = []
    for other in (0, 2):
        match = client.match("kuhn_poker", "person", "person", moves=[1, other])
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match, seat=0)
            page.ask("analyse", agent="ismcts(simulations=40)")
            while page.until("analysis")["analysis"]["state"] != "done":
                pass
            messages = [item for item in page.heard if item["type"] == "snapshot"]
        text = json.dumps([messages, client.get(f"/api/matches/{match}/position?seat=0&ply=2")])
        seen.append(text.replace(match, "ID"))
        assert game.replay([1, other]).seen_by(0) == game.replay([1, 2 - other]).seen_by(0)
    assert seen[0] == seen[1]


def test_analysis_is_for_the_seat_to_move(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "uct(seconds=30)", seed=3)
    with client.page() as socket:
        page = _joined(client, match, socket)
        page.ask("move", text="pass")
        refused = page.do("analyse")
        assert refused["kind"] == "forbidden" and "whose cards you cannot see" in refused["error"]
        page.ask("analyse", ply=2, agent="ismcts(simulations=30)")
        while page.until("analysis")["analysis"]["state"] != "done":
            pass
        assert page.last("analysis")["analysis"]["seat"] == 0
        # What the other seat thinks is its own.
        assert all(item["analysis"] is None for item in page.heard if item["type"] == "thinking")
        page.ask("take_over", seat=1, player={"kind": "agent", "agent": "random"})


def test_once_it_is_over_everything_is_seen(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "person", moves=[2, 0, 1])
    with client.page() as socket:
        page = _joined(client, match, socket)
        assert page.last("snapshot")["match"]["seat"] == 1  # the one to move, of two at one screen
        page.ask("move", text="pass")
        shown = page.last("changed")["match"]
    assert shown["seat"] is None and shown["status"] == "over"
    assert [move["text"] for move in shown["moves"]] == ["K", "J", "bet", "pass"]
    client.get(f"/api/matches/{match}?seat=1")


def test_lists_show_no_card_of_several_persons_at_one_screen(client: Client) -> None:
    """A single person's own card is shown."""
    for seats, cards in (("person", "person"), [True, True]), (("person", "random"), [False, True]):
        match = client.match("kuhn_poker", *seats, seed=3)
        (listed,) = [item for item in client.get("/api/matches") if item["id"] == match]
        assert [zone["cards"][0]["hidden"] for zone in listed["view"]["zones"]] == cards


def test_chance_after_a_move_does_not_change_who_looks(client: Client) -> None:
    """The second player draws before moving. Every message shows the view of the player to move, or of the last one."""
    decks = {"decks": ["basic_mage", "basic_hunter"]}
    match = client.match("hearthstone", "person", "person", seed=7, options=decks)
    with client.page() as socket:
        page = _joined(client, match, socket)
        looks = [page.last("snapshot")["match"]["seat"]]
        for mover in (0, 1):
            while page.last("changed" if len(looks) > 1 else "snapshot")["match"]["waiting_for"] != mover:
                page.until("changed")
            page.ask("move", text="keep all")
            looks += [item["match"]["seat"] for item in page.heard if item["type"] == "changed"]
    changes = [seat for seat, before in zip(looks[1:], looks, strict=False) if seat != before]
    assert looks[0] == 0 and changes[:1] == [1]


def test_hearthstone_is_a_table_with_a_hidden_hand(client: Client) -> None:
    match = client.match("hearthstone", "person", "rules", seed=7, options={"decks": ["basic_mage", "basic_hunter"]})
    with client.page() as socket:
        page = _joined(client, match, socket)
        shown = page.last("snapshot")["match"]
        position = shown["position"]
        zones = {(zone["seat"], zone["name"]): zone for zone in position["view"]["zones"]}
        assert all(card["hidden"] for card in zones[1, "hand"]["cards"])
        own = zones[0, "hand"]["cards"]
        assert own and not any(card["hidden"] for card in own) and all(card["name"]["zh"] for card in own)
        assert zones[0, "hero"]["cards"][0]["name"]["en"] == "Jaina Proudmoore"
        keep = next(move for move in position["legal"] if move["places"] == ["button:keep all"])
        page.ask("move", move=keep["move"])
        while page.last("moved")["waiting_for"] != 0:
            page.until("moved")
        known = {card["name"]["en"] for zone in position["view"]["zones"] for card in zone["cards"]}
        moves = client.get(f"/api/matches/{match}")["moves"]
        assert all(move["text"] is None for move in moves if move["seat"] != 0)
        told = [(said["en"], said["zh"]) for move in moves for said in move["told"]]
        drawn = [said for said in told if said[0].startswith("The opponent draws") or said[1].startswith("对手抽")]
        assert drawn and set(drawn) == {("The opponent draws a card.", "对手抽一张牌。")}
        assert known


def test_a_lesson_needs_open_cards(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "random", seed=3)
    refused = client.post("/api/lessons/uct/trace", {"match": match}, 422)
    assert refused["error"] == "a lesson needs a game without hidden information"
