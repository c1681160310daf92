"""What a seat's search guesses of hidden cards: right, the same each time, and for those only who may see the cards."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.rules import CHANCE
from playout.web import schema
from playout.web.analysis.guesses import GUESSES, GuessesJob, change_of_share, changes, guessed_zones
from playout.web.computing.turns import Turns
from playout.web.http.app import make_app
from playout.web.settings import ServerLimits
from tests.web.conftest import Client, Page, TestClient, settings

PLAYED = [0, 2, 0, 1, 1]
"""Kuhn poker: seat 0 has the jack, seat 1 the king; pass, bet, bet."""


def _counted(page: Page, seat: int) -> dict[str, Any]:
    page.ask("guesses", seat=seat)
    while (found := page.until("guesses"))["state"] == "running" or found["seat"] != seat:
        pass
    assert found["state"] == "done"
    return found


def test_kuhn_poker_is_even_between_two_cards(client: Client) -> None:
    """Whatever was bet: its `guess` draws evenly one of the two cards that the seat does not have."""
    match = client.match("kuhn_poker", "person", "person", moves=PLAYED)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        assert client.get(f"/api/matches/{match}/guesses/0") is None
        told = _counted(page, 0)
        assert told["done"] == told["total"] == 3
        found = client.get(f"/api/matches/{match}/guesses/0")
        assert [(item["ply"], item["searched"]) for item in found["positions"]] == [(2, True), (3, False), (4, True)]
        for item in found["positions"]:
            (zone,) = item["zones"]
            assert (zone["seat"], zone["label"]["en"], zone["hidden"]) == (1, "hand", 1)
            cards = {card["name"]["en"]: card for card in zone["cards"]}
            assert set(cards) == {"queen", "king"} and cards["king"]["held"] and not cards["queen"]["held"]
            counts = [card["count"] for card in cards.values()]
            assert sum(counts) == item["guesses"] == GUESSES
            assert abs(counts[0] - GUESSES / 2) < 4 * math.sqrt(GUESSES) / 2  # four standard deviations
            assert item["change"] == 0 and all(card["change"] is None for card in cards.values())
        assert found["most"] is None and found["agent"] == f"ismcts(simulations={GUESSES})"
        _counted(page, 1)
        (zone,) = client.get(f"/api/matches/{match}/guesses/1")["positions"][0]["zones"]
        assert {(card["name"]["en"], card["held"]) for card in zone["cards"]} == {("queen", False), ("jack", True)}
        _counted(page, 0)
        assert client.get(f"/api/matches/{match}/guesses/0") == found
        assert page.do("guesses", seat=2)["code"] == "seat.none"


def test_nothing_is_told_before_the_end(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "person", moves=PLAYED[:4])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        for seat in (0, 1):
            assert page.do("guesses", seat=seat)["code"] == "guesses.hidden"
            assert client.get(f"/api/matches/{match}/guesses/{seat}", 403)["code"] == "guesses.hidden"
        page.ask("move", text="pass")
        _counted(page, 0)
        # From a seat one sees that seat's cards only, also after the end.
        assert client.get(f"/api/matches/{match}/guesses/0?seat=0", 403)["code"] == "guesses.hidden"


def test_who_watches_agents_sees_everything_until_somebody_sits_down(client: Client) -> None:
    match = client.match("kuhn_poker", "random", "random", moves=PLAYED[:4])
    client.http.get(f"/api/matches/{match}")
    with client.page() as socket, client.page() as other:
        page, seated = Page(socket), Page(other)
        seated.ask("join", match=match, seat=0)
        assert seated.do("guesses", seat=0)["code"] == "guesses.hidden"
        page.ask("join", match=match)
        while not client.get(f"/api/matches/{match}")["position"]["over"]:
            pass
        page.ask("undo", plies=5)
        page.ask("pause", paused=True)
        plies = len(client.get(f"/api/matches/{match}")["moves"])
        _counted(page, 1)
        seen = client.get(f"/api/matches/{match}/guesses/1")["positions"]
        assert all(item["ply"] <= plies for item in seen)
        assert all(frame["type"] != "guesses" for frame in seated.heard)
        if plies > 0:
            page.ask("undo", plies=plies)
            assert client.get(f"/api/matches/{match}/guesses/1") is None
        page.ask("take_over", seat=0, player={"kind": "person"})
        assert client.get(f"/api/matches/{match}/guesses/1", 403)["code"] == "guesses.hidden"


def test_an_open_game_has_nothing_to_guess(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person", moves=[4])
    assert client.get(f"/api/matches/{match}/guesses/0", 409)["code"] == "guesses.open"


def test_the_counts_leave_memory_with_the_last_page(tmp_path: Path) -> None:
    app = make_app(settings(tmp_path, limits=ServerLimits(linger=0.0)))
    with TestClient(app, base_url="http://127.0.0.1") as http:
        client = Client(http)
        match = client.match("kuhn_poker", "person", "person", moves=PLAYED)
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            _counted(page, 0)
            assert client.get(f"/api/matches/{match}/guesses/0") is not None
        while client.get(f"/api/matches/{match}/guesses/0") is not None:
            pass


def test_cards_are_compared_by_name_and_not_by_place() -> None:
    """Hearthstone sorts a hand, so a guessed card may lie before one that is seen."""
    game = playout.load("hearthstone", decks=["basic_mage", "basic_hunter"])
    state = game.start()
    while state.turn == CHANCE or len(state.history) < 25:
        state = state.sample(len(state.history)) if state.turn == CHANCE else state.play(state.moves()[0])
    seen = state.seen_by(0)
    count, zones = guessed_zones(seen, (seen.guess(number) for number in range(40)), state)
    assert count == 40
    for zone in zones:
        shown = next(item for item in state.view()["zones"] if (item["seat"], item["label"]) == _key(zone))
        names = {card["name"]["en"] for card in shown["cards"]}
        assert {card.name.en for card in zone.cards if card.held} <= names
        assert zone.hidden >= sum(card.held for card in zone.cards) > 0
        # Each guess fills all places, and a name counts once in a guess.
        assert zone.hidden * count >= sum(card.count for card in zone.cards) >= count


def _key(zone: schema.GuessedZone) -> tuple[int | None, dict[str, str | None]]:
    return zone.seat, zone.label.model_dump()


def test_a_stopped_count_keeps_what_it_has() -> None:
    game = playout.load("kuhn_poker")
    states = [game.replay(PLAYED[:ply]) for ply in range(len(PLAYED) + 1)]

    def stop(job: GuessesJob) -> None:
        job.ask_to_stop()

    job = GuessesJob("m", 0, states, 5, "python", stop, Turns(1).ticket(person=False))
    job.run()
    assert job.guesses.state == "stopped" and job.guesses.done == 1 and job.guesses.total == 3
    again = GuessesJob("m", 0, states, 6, "python", lambda _: None, Turns(1).ticket(person=False))
    again.before = job.guesses.positions
    again.run()
    assert again.guesses.state == "done" and again.guesses.positions[0] == job.guesses.positions[0]


@pytest.mark.parametrize(
    "before, after, change",
    # Of 500 guesses each: at a half, a deviation is sqrt(2 * 0.25 / 500) = 3.2 %, so 14 % is within 4.5 of them.
    [(250, 320, None), (250, 325, 0.15), (0, 500, 1.0), (500, 500, None), (0, 0, None), (100, 20, -0.16)],
)
def test_chance_is_told_from_change(before: int, after: int, change: float | None) -> None:
    found = change_of_share(before, 500, after, 500)
    assert found == (change if change is None else pytest.approx(change))


def test_a_card_that_left_is_listed() -> None:
    def position(ply: int, **counts: int) -> schema.GuessedPosition:
        cards = [
            schema.GuessedCard(name=schema.Words(en=name), count=count, held=False, change=None)
            for name, count in counts.items()
        ]
        zone = schema.GuessedZone(seat=1, label=schema.Words(en="hand"), hidden=1, cards=cards)
        return schema.GuessedPosition(ply=ply, searched=False, guesses=500, zones=[zone], change=0.0)

    found = changes(position(1, ace=250, king=248, two=2), position(2, king=500))
    cards = {card.name.en: (card.count, card.change) for card in found.zones[0].cards}
    assert cards == {"king": (500, pytest.approx(0.504)), "ace": (0, -0.5)}  # the two is within chance
    assert found.change == pytest.approx(0.504)
